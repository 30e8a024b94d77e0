#!/bin/sh
# Runs the tests of two packages in parallel: some wait for PyTorch on one processor, while others compile.
# Each of two workers starts with its own packages, and then takes packages from a shared list, one after the
# other. The first one that finds the list empty runs the tests of Bazel's targets and builds the examples,
# which use the processor that is free until the other one has finished.
#
# Packages of one worker share their builds. The second worker runs all tests with Buck2's stand-in, because
# it has only one output directory, like Buck2.
set -eu
cd "$(dirname "$0")/../.."
first="kernels"
second="custom_ops cmake parity shader starlark package"
# The longest first, so that no long package is started last.
rest="bazel zoo cross figures tools coverage"
for path in tests/*/test_*.py; do
    package=$(basename "$(dirname "$path")")
    case " $first $second $rest " in
    *" $package "*) ;;
    *) rest="$rest $package" ;;
    esac
done

memory=$(tools/dev/memory_directory.sh)
if [ -n "$memory" ]; then
    TMPDIR=$(mktemp -d "$memory/rules_executorch.XXXXXX")
    export TMPDIR
    trap 'rm -rf "$TMPDIR"' EXIT
    trap 'exit 1' INT TERM
fi

# Many CMake projects compile the same sources with the same flags. The compiler lists the headers that a source
# includes, so that ccache need not preprocess it.
if command -v ccache >/dev/null; then
    export CCACHE_DEPEND=1
    export CMAKE_CXX_COMPILER_LAUNCHER=ccache CCACHE_DIR="$PWD/.cache/ccache" CCACHE_BASEDIR="${TMPDIR:-/tmp}"
fi

logs=.cache/tests
rm -rf "$logs"
mkdir -p "$logs"

# run NAME PACKAGE...: tests packages in one run of pytest.
run() {
    name=$1
    shift
    .venv/bin/python -m pytest --junit-xml "$logs/$name.xml" "$@" || echo "$name" >>"$logs/failed"
}

work() {
    # shellcheck disable=SC2046 # several packages
    run "$1" $(printf 'tests/%s ' "$@")
    for package in $rest; do
        # Only one of both workers can create the directory.
        mkdir "$logs/$package.taken" 2>/dev/null || continue
        run "$package" "tests/$package"
    done
    mkdir "$logs/targets.taken" 2>/dev/null || return 0
    {
        tools/dev/bazel.sh test --build_tests_only --noshow_progress //... &&
            tools/dev/bazel.sh build --noshow_progress //examples/...
    } >"$logs/bazel.log" 2>&1 || echo targets >>"$logs/failed"
}

# shellcheck disable=SC2086 # several packages
work $second >"$logs/second.log" 2>&1 &
# shellcheck disable=SC2086
work $first
wait
cat "$logs/second.log" "$logs/bazel.log"
.venv/bin/python tools/dev/run_summary.py "$logs"
if [ -e "$logs/failed" ]; then
    echo "failed packages: $(xargs <"$logs/failed")"
    exit 1
fi
