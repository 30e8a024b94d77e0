#!/bin/sh
# Runs the Bazel that setup.sh found; repository rules that call pip use the Python of .venv.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
RULES_EXECUTORCH_PYTHON=$root/.venv/bin/python
export RULES_EXECUTORCH_PYTHON
if [ ! -e "$root/.cache/bazel_path" ]; then
    echo "error: Bazel is not set up: run tools/dev/setup.sh" >&2
    exit 1
fi
exec "$(cat "$root/.cache/bazel_path")" "$@"
