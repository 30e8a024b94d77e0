#!/bin/sh
# Prepares this checkout: .venv, a virtual environment with pip, and the path of a Bazel in .cache/bazel_path.
#
# Nothing is installed outside the checkout, except missing packages, if run as root on Debian.
set -eu
cd "$(dirname "$0")/../.."

# Installs a Debian package, or says in one line what is missing.
apt_install() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        echo "installing $1"
        apt-get -qq update >/dev/null && DEBIAN_FRONTEND=noninteractive apt-get -qq install -y "$1" >/dev/null && return
    fi
    echo "error: $2" >&2
    exit 1
}

python=${PYTHON:-python3}
if ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 10))' 2>/dev/null; then
    apt_install python3 "Python 3.10 or later is missing: install it, or set PYTHON to its path"
fi

# The mark stays if this script was interrupted or failed: the next run may then delete .venv and start again.
unfinished=.venv/.unfinished
make_venv() {
    rm -rf .venv
    mkdir .venv
    : >$unfinished
    "$python" -m venv .venv && rm $unfinished
}
if [ -e $unfinished ] || ! .venv/bin/python -m pip --version >/dev/null 2>&1; then
    if [ -L .venv ] || { [ -e .venv ] && [ ! -e $unfinished ]; }; then
        echo "error: .venv is not a virtual environment with a working Python and pip: repair it, or move it away" >&2
        exit 1
    fi
    if ! make_venv >/dev/null 2>&1; then
        apt_install python3-venv "$python cannot make virtual environments: install python3-venv"
        make_venv
    fi
fi

# The compiler may have a launcher (ccache g++) and flags.
# shellcheck disable=SC2086
set -- ${CXX:-c++}
command -v "$1" >/dev/null || apt_install g++ "a C++17 compiler is missing: install g++ or clang"

# A Bazel that works here: bazelisk fetches the version in .bazelversion, which needs a network; Debian's own
# Bazel works without one.
runs() { command -v "$1" >/dev/null && "$1" --version >/dev/null 2>&1; }
mkdir -p .cache
bazel=${BAZEL-}
if [ -n "$bazel" ]; then
    if ! runs "$bazel"; then
        echo "error: BAZEL is $bazel, which does not run: set it to the path of Bazel, or unset it" >&2
        exit 1
    fi
elif runs bazelisk; then
    bazel=bazelisk
else
    runs bazel || apt_install bazel-bootstrap "Bazel is missing: install bazel or bazelisk, or set BAZEL to its path"
    bazel=bazel
fi
command -v "$bazel" >.cache/bazel_path

# Bazel makes a directory of links for each action: a fifth of a second on some disks.
memory=$(tools/dev/memory_directory.sh)

# Bazels of distributions do not report their version, so the script checks, once for each Bazel, whether it
# knows the flags.
which="# for $(cat .cache/bazel_path), $("$bazel" --version), sandboxes in ${memory:-its output directory}"
if [ "$(head -n 1 .cache/bazelrc 2>/dev/null)" != "$which" ]; then
    rc=tools/dev/before_bazel_7.bazelrc
    import=
    # shellcheck disable=SC2046 # several flags
    if "$bazel" canonicalize-flags -- $(sed -n 's/^build:[^ ]* //p' $rc) >/dev/null 2>&1; then
        import="import %workspace%/$rc"
    fi
    printf '%s\n' "$which" "$import" "${memory:+build --sandbox_base=$memory}" >.cache/bazelrc
fi
