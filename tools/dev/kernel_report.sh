#!/bin/sh
# Runs the portable kernels and the wheel's own kernel library on the same calls, and shows their outcomes.
#
# Flags are those of `python -m kernel_testing`, for example `tools/dev/kernel_report.sh --op aten::add.out`.
set -eu
cd "$(dirname "$0")/../.."
tools/dev/build.sh //kernels:all_kernels_shared //kernels/testing:empty_kernel_host //third_party/executorch:wheel_kernels
files=tools/dev/bazel_files.sh
PYTHONPATH=tools:kernels/testing exec .venv/bin/python -m kernel_testing \
    --functions-yaml kernels/portable/functions.yaml \
    --functions-yaml "$($files @executorch//:kernels/portable/functions.yaml)" \
    --host "$($files //kernels/testing:empty_kernel_host)" \
    --library "$($files //kernels:all_kernels_shared)" \
    --against "$($files //third_party/executorch:wheel_kernels)" "$@"
