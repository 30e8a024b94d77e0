#!/bin/sh
# Builds and tests a consumer's project with the Buck2 on PATH.
set -eu
cd "$(dirname "$0")/../../.."
project=$(mktemp -d)
trap 'rm -rf "$project"' EXIT
cp -R examples/06_consumer/buck2/. "$project"
mkdir "$project/rules_executorch"
git archive HEAD | tar -x -C "$project/rules_executorch"
"$project/rules_executorch/tools/dev/fetch_wheels.sh"
cd "$project"
buck2 test //...
buck2 run //:app -- model.pte
