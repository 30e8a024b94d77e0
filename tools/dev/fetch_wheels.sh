#!/bin/sh
# Fetches what Buck2's actions read, which have no network: the ExecuTorch runtime into third_party/executorch/wheel, what
# the tools import into third_party/python/packages, and the Google Highway of optimized kernels, which CMake reads as well,
# into third_party/highway/source.
#
#   tools/dev/fetch_wheels.sh [linux_aarch64]
#
# With a platform that apps are cross-built for, also its runtime, into third_party/executorch/wheel_<platform>; CMake links
# that one, too.
#
# pip fetches them by the hashes pinned in this repository, from wherever it is configured to look. Nothing is done where
# they are there already. PYTHON names the interpreter, by default python3; the tools are run by one of its version.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}
for platform; do
    if [ "$platform" != linux_aarch64 ]; then
        echo "error: $platform: no runtime is fetched for it, but for linux_aarch64" >&2
        exit 2
    fi
done

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

# fetch_runtime DIRECTORY [FLAG...]: the wheel brings build files of ExecuTorch's own, and Python; only these parts are used.
fetch_runtime() {
    requirements=third_party/executorch/requirements.txt
    directory=$1
    shift
    fetch $requirements "$directory" "$@"
    if [ -d "$directory.new" ]; then
        mv "$directory.new/executorch" "$directory.package"
        rm -rf "$directory.new"
        mkdir "$directory.new"
        for part in include lib kernels share; do mv "$directory.package/$part" "$directory.new/$part"; done
        rm -rf "$directory.package"
        find "$directory.new" \( -name BUCK -o -name TARGETS -o -name 'BUILD*' \) -delete
        finish $requirements "$directory"
    fi
}
fetch_runtime third_party/executorch/wheel
for platform; do
    fetch_runtime "third_party/executorch/wheel_$platform" --only-binary=:all: --platform manylinux_2_28_aarch64
done

# A source archive, of which a build backend of our own takes a part.
requirements=third_party/highway/requirements.txt
directory=third_party/highway/source
export PYTHONPATH="$PWD/third_party/highway"
fetch $requirements $directory --no-binary=:all: --no-build-isolation --no-cache-dir
if [ -d $directory.new ]; then finish $requirements $directory; fi
