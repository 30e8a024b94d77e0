#!/bin/sh
# Runs the tests in two halves at once: one half waits for PyTorch, on one processor, while the other compiles.
# What uses Buck2's stand-in is in one of them, because it has one directory of outputs, as Buck2 has.
set -u
cd "$(dirname "$0")/../.."
first="tests/bazel tests/kernels"
second=$(for package in tests/*/test_*.py; do dirname "$package"; done | sort -u)
for package in $first; do
    second=$(echo "$second" | grep -vx "$package")
done
.venv/bin/python -m pytest $second >.cache/second_half.log 2>&1 &
.venv/bin/python -m pytest $first
status=$?
wait $! || status=$?
cat .cache/second_half.log
exit $status
