#!/bin/sh
# Checks format and style of every file, and types of what mypy.ini lists; with --fix, mends what can be mended.
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
# What is written for sh, with an ending of it or without.
files '*.sh' .ci/run | xargs "$bin/shellcheck"

# buildifier is a program of its own; npm has it for every platform.
buildifier=$(command -v buildifier || true)
if [ -z "$buildifier" ]; then
    buildifier=.cache/npm/node_modules/.bin/buildifier
    [ -x "$buildifier" ] || ! command -v npm >/dev/null ||
        npm install --loglevel=error --fetch-retries=1 --no-fund --no-audit --prefix .cache/npm @bazel/buildifier@8.2.1 ||
        rm -rf .cache/npm
fi
if [ -x "$buildifier" ]; then
    files '*.bazel' '*.bzl' | xargs "$buildifier" -lint=warn -mode="$mode"
    # Not as BUILD files: Buck2 needs labels whole.
    files BUCK '*/BUCK' | xargs "$buildifier" -lint=warn -warnings=-module-docstring -mode="$mode"
else
    echo "lint: Starlark files were not checked: install buildifier, or npm and a registry it can reach" >&2
fi
