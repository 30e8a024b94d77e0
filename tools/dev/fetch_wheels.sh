#!/bin/sh
# Fetches what Buck2's actions read, which have no network: the ExecuTorch runtime into third_party/executorch/wheel, what
# the tools import into third_party/python/packages, and the Google Highway of optimized kernels, which CMake reads as well,
# into third_party/highway/source.
#
# pip fetches them by the hashes pinned in this repository, from wherever it is configured to look. Nothing is done where
# they are there already. PYTHON names the interpreter, by default python3; the tools are run by one of its version.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}

# fetch REQUIREMENTS DIRECTORY [FLAG...]: installs what a requirements file pins, if it is not what is there.
fetch() {
    from=$1 to=$2
    shift 2
    if cmp -s "$from" "$to/.requirements"; then return; fi
    rm -rf "$to" "$to.new"
    "$python" -m pip install --quiet --disable-pip-version-check --no-compile --no-deps "${@:---only-binary=:all:}" \
        --require-hashes --target "$to.new" --requirement "$from"
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

# A source archive, of which a build backend of our own takes a part.
requirements=third_party/highway/requirements.txt
directory=third_party/highway/source
export PYTHONPATH="$PWD/third_party/highway"
fetch $requirements $directory --no-binary=:all: --no-build-isolation --no-cache-dir
if [ -d $directory.new ]; then finish $requirements $directory; fi
