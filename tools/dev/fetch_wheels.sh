#!/bin/sh
# Fetches the wheels that Buck2's actions read, which have no network: the ExecuTorch runtime into
# third_party/executorch/wheel, and what the tools import into third_party/python/packages.
#
# pip fetches them by the hashes pinned in this repository, from wherever it is configured to look. Nothing is done where
# they are there already. PYTHON names the interpreter, by default python3; the tools are run by one of its version.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}

# fetch REQUIREMENTS DIRECTORY: installs what a requirements file pins, if it is not what is there.
fetch() {
    if cmp -s "$1" "$2/.requirements"; then return; fi
    rm -rf "$2" "$2.new"
    "$python" -m pip install --quiet --disable-pip-version-check --no-compile --no-deps --only-binary=:all: \
        --require-hashes --target "$2.new" --requirement "$1"
}

# finish REQUIREMENTS DIRECTORY: what was fetched is whole.
finish() {
    rm -rf "$2"
    mv "$2.new" "$2"
    cp "$1" "$2/.requirements"
}

requirements=tools/requirements.txt
directory=third_party/python/packages
fetch $requirements $directory
if [ -d $directory.new ]; then finish $requirements $directory; fi

# The wheel brings build files of ExecuTorch's own, and Python; only these directories are used.
requirements=third_party/executorch/requirements.txt
directory=third_party/executorch/wheel
fetch $requirements $directory
if [ -d $directory.new ]; then
    mv $directory.new/executorch $directory.package
    rm -rf $directory.new
    mkdir $directory.new
    for part in include lib kernels; do mv $directory.package/$part $directory.new/$part; done
    rm -rf $directory.package
    find $directory.new \( -name BUCK -o -name TARGETS -o -name 'BUILD*' \) -delete
    finish $requirements $directory
fi
