#!/bin/sh
# Builds the site of the documentation, by default in the directory site; every warning about a page or a link
# is an error.
#
#   tools/dev/docs.sh [DIRECTORY]
#
# mkdocs is installed in its own environment in .cache. PYTHON names the Python that creates it, by default
# .venv's.
set -eu
cd "$(dirname "$0")/../.."
requirements=tools/dev/docs/requirements.txt
environment=.cache/docs
if ! cat $requirements tools/requirements.txt | cmp -s - "$environment/installed.txt"; then
    rm -rf "$environment"
    "${PYTHON:-.venv/bin/python}" -m venv "$environment"
    pip() {
        "$environment/bin/python" -m pip install --quiet --disable-pip-version-check --retries "${PIP_RETRIES:-1}" "$@"
    }
    pip --require-hashes --requirement tools/requirements.txt
    pip --requirement $requirements
    cat $requirements tools/requirements.txt >"$environment/installed.txt"
fi
case ${1-} in
'') directory=$PWD/site ;;
/*) directory=$1 ;;
*) directory=$PWD/$1 ;;
esac
# mkdocs empties its output directory.
if [ -e "$directory" ] && [ ! -e "$directory/sitemap.xml" ] && [ -n "$(ls -A "$directory")" ]; then
    echo "error: $directory: it has files that do not belong to the site: give a new or empty directory" >&2
    exit 1
fi
# With --quiet, mkdocs would not count its warnings.
log=.cache/docs/build.log
if ! NO_MKDOCS_2_WARNING=true "$environment/bin/mkdocs" build --strict --clean --site-dir "$directory" >$log 2>&1; then
    grep -v '^INFO' $log >&2
    exit 1
fi
echo "$directory/index.html"
