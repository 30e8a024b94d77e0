#!/bin/sh
# Builds and tests examples with a CMake that pip installs: the version in CMAKE_VERSION, or the newest.
#
#   tools/dev/ci/cmake.sh [EXAMPLE...]
set -eu
cd "$(dirname "$0")/../../.."
version=${CMAKE_VERSION:-}
environment=.cache/ci_cmake$version
bin=$PWD/$environment/bin
"${PYTHON:-python3}" -m venv "$environment"
pip() { "$bin/python" -m pip install --quiet --disable-pip-version-check "$@"; }
pip "cmake${version:+~=$version.0}" ninja
pip --require-hashes --requirement tools/requirements.txt
# No build needs the runtime's own dependencies.
pip --no-deps --require-hashes --requirement third_party/executorch/requirements.txt
PYTHON="$bin/python" tools/dev/fetch_wheels.sh
export PATH="$bin:$PATH"
cmake --version
for example in "${@:-01_select_ops 02_from_a_model 03_custom_operator 04_dtypes_and_dim_orders 07_optimized_over_portable}"; do
    for name in $example; do
        build=$environment/$name
        cmake -G Ninja -S "examples/$name" -B "$build" -DCMAKE_BUILD_TYPE=Release -DRULES_EXECUTORCH_PYTHON="$bin/python"
        cmake --build "$build"
        ctest --test-dir "$build" --output-on-failure
    done
done
