#!/bin/sh
# Builds the wheel of the Python package rules-executorch, by default in the directory dist:
#
#   tools/dev/package.sh [DIRECTORY]
#
# The wheel is reproducible: its bytes depend only on the files. PYTHON names a Python with pip, by default
# .venv's; the build backend is installed in its own environment.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-.venv/bin/python}
directory=${1:-dist}

# Google Highway, for the optimized kernels.
PYTHON=$python tools/dev/fetch_wheels.sh
# A constant modification time of the files in the archive.
SOURCE_DATE_EPOCH=1577836800 "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-cache-dir \
    --retries "${PIP_RETRIES:-1}" --wheel-dir "$directory" .
