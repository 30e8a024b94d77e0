#!/bin/sh
# Makes the archive of a release, and prints the data that a registry of Bazel modules needs.
#
#   tools/dev/release_archive.sh [DIRECTORY [COMMIT]]      by default dist, and HEAD
#
# The archive only has the files of the commit; the same commit gives the same bytes.
set -eu
cd "$(dirname "$0")/../.."
directory=${1:-dist}
commit=${2:-HEAD}
version=$(git show "$commit:MODULE.bazel" | sed -n 's/^    version = "\(.*\)",$/\1/p')
if ! git show "$commit:CHANGELOG.md" | grep -q "^## \[$version\]"; then
    echo "note: CHANGELOG.md has no section for $version yet: this archive is a trial" >&2
fi
name=rules_executorch-$version
archive=$directory/$name.tar.gz
mkdir -p "$directory"
# The archive depends neither on the machine's umask nor on the current time.
git -c tar.umask=0022 archive --format=tar --prefix="$name/" "$commit" | gzip -9 -n >"$archive.part"
mv "$archive.part" "$archive"
integrity=$(openssl dgst -sha256 -binary "$archive" | openssl base64 -A)
echo "$archive"
echo "integrity = \"sha256-$integrity\""
