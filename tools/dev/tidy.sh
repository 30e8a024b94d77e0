#!/bin/sh
# Runs clang-tidy with the checks of .clang-tidy on the given C++ sources; by default on those that differ
# from the merge base with main, or, if there are none, on one of each kind.
#
#   tools/dev/tidy.sh [SOURCE...]
set -eu
cd "$(dirname "$0")/../.."
if [ $# = 0 ]; then
    base=
    for branch in origin/main main; do
        [ -n "$base" ] || base=$(git merge-base HEAD "$branch" 2>/dev/null || true)
    done
    changed=$({ git diff --name-only --diff-filter=d "${base:-HEAD}" && git ls-files --others --exclude-standard; } |
        grep -E '^(kernels|tools)/.*\.cpp$' || true)
    # shellcheck disable=SC2086 # several sources
    set -- $changed
fi
[ $# != 0 ] || set -- kernels/portable/op_add.cpp kernels/common/etk/base/dtype.cpp kernels/optimized/op_skeleton.cpp \
    kernels/quantized/affine.cpp kernels/llm/attention.cpp kernels/testing/call.cpp tools/model_runner/array.cpp

# Fetches the headers of the runtime and of Highway.
PYTHON=.venv/bin/python tools/dev/fetch_wheels.sh
runtime=third_party/executorch/wheel/include
printf '%s\n' "$@" | xargs -P "$(getconf _NPROCESSORS_ONLN)" -I SOURCE "${CLANG_TIDY:-.venv/bin/clang-tidy}" --quiet SOURCE -- \
    -std=c++17 -I. -Ikernels -Ikernels/common -Ikernels/optimized -Ikernels/testing -isystem "$runtime" \
    -isystem "$runtime/executorch/runtime/core/portable_type/c10" -isystem third_party/highway/source \
    -DC10_USING_CUSTOM_GENERATED_MACROS -DET_EVENT_TRACER_ENABLED
