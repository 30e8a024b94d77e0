#!/bin/sh
# Builds and tests the examples and a consumer's workspace with the Bazel that setup.sh finds; bazelisk uses
# the version in USE_BAZEL_VERSION.
set -eu
cd "$(dirname "$0")/../../.."
tools/dev/setup.sh
tools/dev/bazel.sh test --build_tests_only --noshow_progress "${@:-//examples/...}"
cd examples/06_consumer/bazel
../../../tools/dev/bazel.sh test --noshow_progress //:all
