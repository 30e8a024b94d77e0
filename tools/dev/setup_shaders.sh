#!/bin/sh
# Installs the requirements of tests of operators with shaders: a GLSL compiler, SPIR-V tools, and a software
# Vulkan device, if run as root on Debian; and Arm's tools into .venv, with which executorch's backend creates
# and runs VGFs.
#
# The script never fails: tests whose tools are missing are skipped with a message.
set -eu
cd "$(dirname "$0")/../.."

requirements=tests/requirements_shader.txt
stamp=.cache/shader_packages
if [ -x .venv/bin/python ] && ! [ "$stamp" -nt "$requirements" ]; then
    mkdir -p .cache
    if .venv/bin/python -m pip install --quiet --disable-pip-version-check --retries "${PIP_RETRIES:-1}" --no-compile \
        --no-deps -r "$requirements"; then
        touch "$stamp"
    else
        echo "warning: tests of shaders in models will be skipped; they need the packages in $requirements" >&2
    fi
fi

missing=
need() {
    command -v "$1" >/dev/null || missing="$missing $2"
}
need glslc glslc
need spirv-as spirv-tools
ls /usr/share/vulkan/icd.d/lvp_icd*.json >/dev/null 2>&1 || missing="$missing mesa-vulkan-drivers"
ldconfig -p 2>/dev/null | grep -q 'libvulkan\.so\.1' || missing="$missing libvulkan1"
[ -n "$missing" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "installing$missing"
    # shellcheck disable=SC2086  # the words are packages
    apt-get -qq update >/dev/null &&
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $missing >/dev/null && exit
fi
echo "warning: tests of shaders will be skipped; they need the packages$missing" >&2
exit 0
