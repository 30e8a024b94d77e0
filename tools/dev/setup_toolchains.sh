#!/bin/sh
# Installs the compilers and linkers that tests build with besides the machine's own, as root on a Debian: cross compilers,
# and qemu to run what they make; other compilers and linkers for this machine; a compiler cache, what runs the actions of
# remote execution, and the browser that reports are looked at in.
#
# Never fails: tests whose tools are missing are skipped, and say so.
set -eu
missing=
need() {
    command -v "$1" >/dev/null || missing="$missing $2"
}
need aarch64-linux-gnu-g++ g++-aarch64-linux-gnu
need qemu-aarch64 qemu-user
need arm-none-eabi-g++ "gcc-arm-none-eabi libstdc++-arm-none-eabi-newlib"
# What it runs is compiled with ExecuTorch's sources.
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
