#!/bin/sh
# Prints where the files of targets are, which were built with the same flags: nothing else has to know how Bazel names
# its directories and repositories.
#
#   tools/dev/bazel_files.sh [--group=NAME] [FLAG...] TARGET...
#
# With --group, the files of that output group.
set -eu
cd "$(dirname "$0")/../.."
bazel=tools/dev/bazel.sh
files=target.files
flags=
targets=
for argument; do
    case $argument in
    --group=*) files="providers(target)[\"OutputGroupInfo\"].${argument#--group=}" ;;
    -*) flags="$flags $argument" ;;
    *) targets="${targets:+$targets + }$argument" ;;
    esac
done
# Of tools, which may be built for the machine as well, those for the target.
expression='"\n".join([file.path for file in '$files'.to_list()])'
# shellcheck disable=SC2086 # several flags
paths=$($bazel cquery $flags --output=starlark --starlark:expr="$expression" "config($targets, target)" 2>/dev/null) ||
    $bazel cquery $flags "$targets" >/dev/null
base=$($bazel info output_base 2>/dev/null)
# shellcheck disable=SC2086
root=$($bazel info $flags execution_root 2>/dev/null)
for path in $paths; do
    case $path in
    external/*) echo "$base/$path" ;;
    *) echo "$root/$path" ;;
    esac
done
