#!/bin/sh
# Prints the paths of the files of targets, which were built with the same flags. Only this script knows the
# names of Bazel's directories and repositories.
#
#   tools/dev/bazel_files.sh [--group=NAME] [FLAG...] TARGET...
#
# With --group, prints the files of that output group.
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
# Tools may also be built for the machine; print the files of the target configuration.
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
