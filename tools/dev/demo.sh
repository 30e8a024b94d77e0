#!/bin/sh
# Builds two apps that only contain the kernels of their models, runs them, and shows the size of the kernels.
set -eu
cd "$(dirname "$0")/../.."
bazel=tools/dev/bazel.sh
package=examples/02_from_a_model
start=$(date +%s)

echo "Building apps for two models, each with only the kernels that its model needs ..."
# The libraries themselves are built as well, to attribute symbols of an app to kernels.
$bazel build --config=size --show_result=0 --noshow_progress --ui_event_filters=-info \
    "//$package:mobilenet_v2" "//$package:mobilenet_v2_kernels" \
    "//$package:transformer" "//$package:transformer_kernels" \
    "//$package:no_kernels" //third_party/executorch:wheel_kernels //tools:etgen
files() { tools/dev/bazel_files.sh --config=size "$@"; }
built=$(date +%s)

for model in mobilenet_v2 transformer; do
    echo
    echo "== $model =="
    "$(files "//$package:$model")" "examples/models/$model.pte" \
        --input "examples/models/$model.input0.npy" --expect "examples/models/$model.output0.npy"
done

wheel=$(files //third_party/executorch:wheel_kernels)
etgen=$(files //tools:etgen)
baseline=$(files "//$package:no_kernels")
for model in mobilenet_v2 transformer; do
    echo
    echo "== What the kernels of $model add to the app, in bytes =="
    echo
    set --
    for archive in $(files --group=archives "//$package:${model}_kernels"); do
        set -- "$@" --archive "$archive"
    done
    "$etgen" report \
        --resolution "$(files --group=resolution "//$package:${model}_kernels")" \
        --binary "$(files "//$package:$model")" \
        --baseline "$baseline" \
        --compare "the wheel's kernel library=$wheel" "$@"
done
echo
echo "The build took $((built - start)) s, the whole demo $(($(date +%s) - start)) s."
