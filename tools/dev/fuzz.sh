#!/bin/sh
# Draws calls of any shape and compares kernels with PyTorch, for MINUTES (10) minutes, starting with round
# SEED (0). Flags are those of `python -m kernel_testing.fuzz`.
set -eu
cd "$(dirname "$0")/../.."
tools/dev/build.sh --config=dispatch //kernels/testing:optimized_kernel_host
tools/dev/build.sh //kernels/testing:portable_kernel_host
files=tools/dev/bazel_files.sh
optimized=$($files --config=dispatch //kernels/testing:optimized_kernel_host)
portable=$($files //kernels/testing:portable_kernel_host)
PYTHONPATH=tools:kernels/testing exec .venv/bin/python -m kernel_testing.fuzz \
    --library portable "$portable" kernels/portable/functions.yaml \
    --library optimized "$optimized" kernels/optimized/functions.yaml \
    --minutes "${MINUTES:-10}" --seed "${SEED:-0}" "$@"
