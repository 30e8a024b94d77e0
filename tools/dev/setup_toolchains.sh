#!/bin/sh
# Installs additional compilers and linkers for tests, if run as root on Debian: cross compilers, and qemu to
# run their output; other compilers and linkers for this machine; a compiler cache, the sandbox for actions of
# remote execution, and the browser for tests of reports.
#
# The script never fails: tests whose tools are missing are skipped with a message.
set -eu
missing=
need() {
    command -v "$1" >/dev/null || missing="$missing $2"
}
need aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
need qemu-aarch64 qemu-user
need arm-none-eabi-g++ "gcc-arm-none-eabi libstdc++-arm-none-eabi-newlib"
# qemu runs programs that are compiled with ExecuTorch's sources.
[ -z "${EXECUTORCH_SOURCE-}" ] || need qemu-system-arm qemu-system-arm
for version in 14 19; do
    need "clang++-$version" "clang-$version"
    need "ld.lld-$version" "lld-$version"
done
need ld.gold binutils
need mold mold
need ccache ccache
need bwrap bubblewrap
need chromium chromium
[ -n "$missing" ] || exit 0

failed=$missing
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -qq update >/dev/null; then
    echo "installing$missing"
    failed=
    for package in $missing; do
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y "$package" >/dev/null || failed="$failed $package"
    done
fi
[ -z "$failed" ] || echo "warning: tests with other toolchains will be skipped; they need the packages$failed" >&2
