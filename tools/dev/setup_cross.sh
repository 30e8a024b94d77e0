#!/bin/sh
# Installs what tests/cross needs, as root on a Debian: cross compilers, and qemu to run what they make.
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
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing$missing"
    # shellcheck disable=SC2086  # the words are packages
    apt-get -qq update >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y $missing >/dev/null && exit
fi
echo "warning: tests of cross builds will be skipped; they need the packages$missing" >&2
exit 0
