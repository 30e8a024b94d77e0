#!/bin/sh
# Fetches files that Buck2's actions read, as these have no network: the ExecuTorch runtime to
# third_party/executorch/wheel, the Python packages of the tools to third_party/python/packages, and the
# Google Highway of optimized kernels, which CMake reads as well, to third_party/highway/source.
#
#   tools/dev/fetch_wheels.sh [linux_aarch64] [macos_arm64]
#
# For each platform that apps are cross-built for, it also fetches the runtime to
# third_party/executorch/wheel_<platform>, which CMake links as well.
#
# pip fetches the files from its configured index, with the hashes pinned in this repository. Existing files
# are not fetched again; files that were not created by this script are an error. PYTHON names the
# interpreter, by default python3; any version from 3.10 on can run the tools, and the same version runs them
# faster.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-python3}

# pip_platform PLATFORM: prints pip's name of a platform.
pip_platform() {
    case $1 in
        linux_aarch64) echo manylinux_2_28_aarch64 ;;
        macos_arm64) echo macosx_14_0_arm64 ;;
        *)
            echo "error: $1: unknown platform: give linux_aarch64 or macos_arm64" >&2
            exit 2
            ;;
    esac
}
for platform; do pip_platform "$platform" >/dev/null; done

# All files are first written to a temporary directory and then moved, so that an interrupted run leaves
# nothing incomplete.
mkdir -p .cache
work=$(mktemp -d .cache/fetch_wheels.XXXXXX)
trap 'rm -rf "$work"' EXIT
trap 'exit 1' HUP INT TERM

# fetch REQUIREMENTS DIRECTORY [FLAG...]: installs a requirements file into $work/new, unless the directory
# already has these versions.
fetch() {
    from=$1 to=$2
    shift 2
    if cmp -s "$from" "$to/.requirements"; then return 1; fi
    rm -rf "$work/new"
    if ! "$python" -m pip install --quiet --disable-pip-version-check --retries "${PIP_RETRIES:-1}" --no-compile --no-deps \
        "${@:---only-binary=:all:}" --require-hashes --target "$work/new" --requirement "$from"; then
        echo "error: $from: pip could not fetch what it pins: check the network, or pip's package index" >&2
        exit 1
    fi
}

# place REQUIREMENTS DIRECTORY: moves the contents of $work/new to the directory.
place() {
    cp "$1" "$work/new/.requirements"
    "$python" tools/dev/place_files.py "$work/new" "$2"
}

requirements=tools/requirements.txt
directory=third_party/python/packages
if fetch $requirements $directory; then place $requirements $directory; fi

# fetch_runtime DIRECTORY [FLAG...]: the wheel also contains ExecuTorch's build files, and Python; only these
# parts are used.
fetch_runtime() {
    requirements=third_party/executorch/requirements.txt
    directory=$1
    shift
    if fetch $requirements "$directory" "$@"; then
        mv "$work/new" "$work/package"
        mkdir "$work/new"
        for part in include lib kernels share; do mv "$work/package/executorch/$part" "$work/new/$part"; done
        rm -rf "$work/package"
        find "$work/new" \( -name BUCK -o -name TARGETS -o -name 'BUILD*' \) -delete
        place $requirements "$directory"
    fi
}
fetch_runtime third_party/executorch/wheel
for platform; do
    fetch_runtime "third_party/executorch/wheel_$platform" --only-binary=:all: --platform "$(pip_platform "$platform")"
done

# A source archive; our own build backend extracts a part of it.
requirements=third_party/highway/requirements.txt
directory=third_party/highway/source
export PYTHONPATH="$PWD/third_party/highway"
if fetch $requirements $directory --no-binary=:all: --no-build-isolation --no-cache-dir; then
    place $requirements $directory
fi
