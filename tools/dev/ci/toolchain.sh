#!/bin/sh
# Compiles the kernels of a model for another machine, with a CMake toolchain file and variables for it:
#
#   tools/dev/ci/toolchain.sh FILE [NAME=VALUE...]
#
# For Android, these are $ANDROID_NDK_ROOT/build/cmake/android.toolchain.cmake ANDROID_ABI=arm64-v8a
# ANDROID_PLATFORM=android-24.
set -eu
cd "$(dirname "$0")/../../.."
toolchain=$1
shift
environment=.cache/ci_toolchain
"${PYTHON:-python3}" -m venv "$environment"
pip() { "$environment/bin/python" -m pip install --quiet --disable-pip-version-check "$@"; }
pip cmake ninja
pip --require-hashes --requirement tools/requirements.txt
pip --no-deps --require-hashes --requirement third_party/executorch/requirements.txt
for variable; do
    set -- "$@" --define "$variable"
    shift
done
PYTHONPATH=tools "$environment/bin/python" -m etgen build examples/models/mobilenet_v2.pte \
    --output "$environment/out" --toolchain "$toolchain" --dtype-selective "$@"
cat "$environment/out/proof.txt" "$environment/out/report.txt"
