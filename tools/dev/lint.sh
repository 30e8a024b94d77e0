#!/bin/sh
# Checks format and style of every file, and types of the files in mypy.ini; with --fix, fixes what tools can
# fix.
set -eu
cd "$(dirname "$0")/../.."
bin=.venv/bin
files() { git ls-files --cached --others --exclude-standard -- "$@"; }

if [ "${1-}" = --fix ]; then
    "$bin/ruff" check --quiet --fix .
    "$bin/ruff" format --quiet .
    files '*.cpp' '*.h' | xargs "$bin/clang-format" -i
    mode=fix
else
    "$bin/ruff" check --quiet .
    "$bin/ruff" format --quiet --check .
    files '*.cpp' '*.h' | xargs "$bin/clang-format" --dry-run --Werror
    mode=check
fi

"$bin/mypy" --no-error-summary
# Scripts for sh, with or without the extension.
files '*.sh' .ci/run | xargs "$bin/shellcheck"

# buildifier is not a Python package; npm has it for every platform.
buildifier=$(command -v buildifier || true)
if [ -z "$buildifier" ]; then
    buildifier=.cache/npm/node_modules/.bin/buildifier
    [ -x "$buildifier" ] || ! command -v npm >/dev/null ||
        npm install --loglevel=error --fetch-retries=1 --no-fund --no-audit --prefix .cache/npm @bazel/buildifier@8.2.1 ||
        rm -rf .cache/npm
fi
if [ -x "$buildifier" ]; then
    files '*.bazel' '*.bzl' | xargs "$buildifier" -lint=warn -mode="$mode"
    # BUCK files are not checked as BUILD files: Buck2 needs full labels.
    files BUCK '*/BUCK' | xargs "$buildifier" -lint=warn -warnings=-module-docstring -mode="$mode"
else
    echo "lint: Starlark files were not checked: install buildifier, or npm and a registry it can reach" >&2
fi
