#!/bin/sh
# Builds targets for a command that continues with them: prints only errors, and progress if stderr is a
# terminal.
#
#   tools/dev/build.sh FLAG_OR_TARGET...
set -eu
cd "$(dirname "$0")/../.."
progress=--noshow_progress
[ ! -t 2 ] || progress=--show_progress
exec tools/dev/bazel.sh build --show_result=0 "$progress" --ui_event_filters=-info "$@"
