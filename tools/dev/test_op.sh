#!/bin/sh
# Builds the portable and optimized kernels of one operator, and tests all of its overloads against PyTorch:
# calls of any shape, PyTorch's own samples and wrong calls. Additional flags are those of `python -m
# kernel_testing`: `tools/dev/test_op.sh add --most 1000`.
set -eu
cd "$(dirname "$0")/../.."
op=${1:?which operator? make test-op OP=add}
shift
status=0
for library in portable optimized; do
    yaml=kernels/$library/functions.yaml
    grep -Eq "(op|func): $op([.(]|\$)" $yaml || continue
    config=
    [ $library = portable ] || config=--config=dispatch
    host=//kernels/testing:${library}_kernel_host
    tools/dev/build.sh $config $host
    echo "$library kernels of $op"
    TORCH_CPP_LOG_LEVEL=ERROR PYTHONPATH=tools:kernels/testing .venv/bin/python -m kernel_testing --functions-yaml $yaml \
        --host "$(tools/dev/bazel_files.sh $config $host)" --op "$op" --any-shapes --most 60 "$@" || status=1
    found=1
done
[ "${found-}" ] || { echo "error: $op: no kernel of that operator; see kernels/portable/functions.yaml" >&2; exit 2; }
exit $status
