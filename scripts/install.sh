#!/bin/sh
# scripts/install.sh PURPOSE…: installs the packages that scripts/packages lists
# for the purposes (build, test, check) and that are missing. Silent when there
# is nothing to do.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

wanted=
for purpose in "$@"; do
    wanted="$wanted $(awk -v purpose="$purpose" '!/^#/ && $2 == purpose { print $1 }' "$here/packages")"
done

if ! command -v apt-get >/dev/null 2>&1; then
    # Not a Debian: the build tells what it does not find.
    exit 0
fi

missing=
for package in $wanted; do
    if [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" != installed ]; then
        missing="$missing $package"
    fi
done
[ -n "$missing" ] || exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "These packages are missing; install them as root: apt-get install$missing" >&2
        exit 2
    fi
    as_root=sudo
fi

log=$(mktemp)
trap 'rm -f "$log"' EXIT
echo "Installing:$missing" >&2
# The list of packages may be old or, on a new machine, absent.
# shellcheck disable=SC2086 # a list of words, each without blanks
if ! { $as_root apt-get update -q &&
       $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing; } \
       >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    echo "apt-get failed; see above" >&2
    exit 2
fi
