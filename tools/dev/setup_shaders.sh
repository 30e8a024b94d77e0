#!/bin/sh
# Installs what tests of operators with shaders need, as root on a Debian: a compiler of GLSL, and SPIR-V's tools.
#
# Never fails: tests whose tools are missing are skipped, and say so.
set -eu
missing=
need() {
    command -v "$1" >/dev/null || missing="$missing $2"
}
need glslc glslc
need spirv-as spirv-tools
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing$missing"
    # shellcheck disable=SC2086  # the words are packages
    apt-get -qq update >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y $missing >/dev/null && exit
fi
echo "warning: tests of shaders will be skipped; they need the packages$missing" >&2
exit 0
