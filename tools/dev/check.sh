#!/bin/sh
# Finds common mistakes of a commit in about a minute: format, style, types, and the quick tests of the files
# that differ from a commit, by default from the merge base with main.
#
#   tools/dev/check.sh [COMMIT]
set -eu
cd "$(dirname "$0")/../.."
base=${1-}
for branch in origin/main main; do
    [ -n "$base" ] || base=$(git merge-base HEAD "$branch" 2>/dev/null || true)
done
changed=$({ git diff --name-only "${base:-HEAD}" && git ls-files --others --exclude-standard; } | sort -u)

# on PATTERN TEST...: runs tests if a matching file has changed.
tests=
on() {
    pattern=$1
    shift
    if echo "$changed" | grep -Eq "$pattern"; then tests="$tests $*"; fi
}
on '^tools/etgen/' tests/tools/test_golden.py tests/tools/test_imports.py
on '^tools/etgen/(size|binary_size|budget)' tests/tools/test_size.py
on '^tools/etgen/output' tests/tools/test_outputs.py
on '^tools/etgen/shader/' tests/shader/test_entry.py
on '^tests/tools/golden/' tests/tools/test_golden.py
on '^tools/dev/' tests/tools/test_dev_scripts.py
on '\.bzl$|(^|/)(BUCK|BUILD\.bazel)$' tests/starlark/test_dialect.py tests/starlark/test_packages.py
on '^rules/' tests/starlark/test_common.py tests/starlark/test_rule_spec.py
on '^(MODULE|WORKSPACE)\.' tests/starlark/test_module.py
on '^kernels/(README|common|optimized)' tests/kernels/test_families.py
on '\.md$|^mkdocs\.yml$' tests/docs/test_links.py
# shellcheck disable=SC2046,SC2086 # several words
set -- $(printf '%s\n' $tests | sort -u)

if [ $# = 0 ]; then
    exec tools/dev/lint.sh
fi
mkdir -p .cache
tools/dev/lint.sh >.cache/lint.log 2>&1 &
status=0
.venv/bin/python -m pytest "$@" || status=1
wait $! || status=1
cat .cache/lint.log
exit $status
