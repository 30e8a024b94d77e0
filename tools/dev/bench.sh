#!/bin/sh
# Times the kernels against those of the wheel and PyTorch. Flags are those of kernels/benchmark/README.md; if
# the first one is --avx2, our kernels and PyTorch do not use AVX-512.
set -eu
cd "$(dirname "$0")/../.."
bazel=tools/dev/bazel.sh
build=tools/dev/build.sh
out=.cache/bench
config=--config=dispatch
if [ "${1-}" = --avx2 ]; then
  shift
  out=.cache/bench_avx2
  config=--config=avx2
  export ATEN_CPU_CAPABILITY=avx2 MKL_ENABLE_INSTRUCTIONS=AVX2 ONEDNN_MAX_CPU_ISA=AVX2
fi
mkdir -p "$out"
$build $config //kernels/testing:optimized_kernel_host //kernels/testing:optimized_custom_kernel_host //kernels/benchmark:peaks //kernels/benchmark:model_host //kernels/benchmark:fused_model_host
optimized=$($bazel info $config bazel-bin 2>/dev/null)
$build //kernels/testing:portable_kernel_host //kernels/testing:empty_kernel_host //third_party/executorch:wheel_kernels \
    //kernels/benchmark:empty_model_host
plain=$($bazel info bazel-bin 2>/dev/null)
wheel=$(tools/dev/bazel_files.sh //third_party/executorch:wheel_kernels)
# Whole models are also run by ONNX Runtime, if pip can install it.
.venv/bin/python -c 'import onnxruntime, onnxscript' 2>/dev/null ||
    .venv/bin/python -m pip install --quiet --disable-pip-version-check --no-deps -r tests/requirements_bench.txt ||
    echo "warning: ONNX Runtime is not installed, and is left out" >&2
OMP_PROC_BIND=true PYTHONPATH=tools:tools/package:kernels/testing:kernels/benchmark exec .venv/bin/python -m kernel_benchmark \
    --kernels "optimized=$optimized/kernels/testing/optimized_kernel_host" \
    --kernels "portable=$plain/kernels/testing/portable_kernel_host" \
    --kernels "optimized=$optimized/kernels/testing/optimized_custom_kernel_host" \
    --kernels "wheel=$plain/kernels/testing/empty_kernel_host $wheel" \
    --models "optimized=$optimized/kernels/benchmark/model_host" \
    --models "fused=$optimized/kernels/benchmark/fused_model_host" \
    --models "wheel=$plain/kernels/benchmark/empty_model_host $wheel" \
    --models "xnnpack=$optimized/kernels/benchmark/model_host ${wheel%/*}/libexecutorch_backend_xnnpack.so" \
    --peaks "$optimized/kernels/benchmark/peaks" --output-dir "$out" "$@"
