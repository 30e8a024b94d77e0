#!/bin/sh
# Runs the tests, two packages at once: some wait for PyTorch, on one processor, while others compile. Each of two workers begins
# with packages of its own and then takes, one after the other, those of the rest that the other one has not got to.
#
# Packages of one worker share what they build. What uses Buck2's stand-in is with the second, because it has one directory of
# outputs, as Buck2 has.
set -eu
cd "$(dirname "$0")/../.."
first="kernels"
second="custom_ops cmake parity shader starlark package"
# The longest first, so that none of the long ones is the last.
rest="bazel zoo cross figures tools coverage"
for path in tests/*/test_*.py; do
    package=$(basename "$(dirname "$path")")
    case " $first $second $rest " in
    *" $package "*) ;;
    *) rest="$rest $package" ;;
    esac
done

logs=.cache/tests
rm -rf "$logs"
mkdir -p "$logs"

# run NAME PACKAGE...: tests packages in one run of pytest.
run() {
    name=$1
    shift
    .venv/bin/python -m pytest --junit-xml "$logs/$name.xml" "$@" || touch "$logs/failed"
}

work() {
    # shellcheck disable=SC2046 # several packages
    run "$1" $(printf 'tests/%s ' "$@")
    for package in $rest; do
        # Only one of both can make it.
        mkdir "$logs/$package.taken" 2>/dev/null || continue
        run "$package" "tests/$package"
    done
}

# shellcheck disable=SC2086 # several packages
work $second >"$logs/second.log" 2>&1 &
# shellcheck disable=SC2086
work $first
wait
cat "$logs/second.log"
[ ! -e "$logs/failed" ]
