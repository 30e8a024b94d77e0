#!/bin/sh
# Builds the wheel of the Python package rules-executorch, into dist or the directory that is named:
#
#   tools/dev/package.sh [DIRECTORY]
# The wheel is reproducible: its bytes depend only on the files. PYTHON names a Python with pip, by default that of .venv; the
# build backend comes into an environment of its own.
set -eu
cd "$(dirname "$0")/../.."
python=${PYTHON:-.venv/bin/python}
directory=${1:-dist}

# Google Highway, for the optimized kernels.
PYTHON=$python tools/dev/fetch_wheels.sh
# What time files have in the archive: that of no clock.
SOURCE_DATE_EPOCH=1577836800 "$python" -m pip wheel --quiet --disable-pip-version-check --no-deps --no-cache-dir \
    --retries "${PIP_RETRIES:-1}" --wheel-dir "$directory" .
