#!/bin/sh
# scripts/package.sh [deb|tarball]: writes a Debian package, and a tarball of a build that is as static as Debian 12 allows.
# Without an argument: both. Prints where they are.
set -eu
cd "$(dirname "$0")/.."
what=${1-both}
case $what in
deb | tarball | both) ;;
*)
    echo "usage: scripts/package.sh [deb|tarball]" >&2
    exit 2
    ;;
esac
sh scripts/install.sh build

# pack PRESET GENERATOR
pack()
{
    sh scripts/build.sh "$1"
    said=$(cd "build-$1" && cpack -G "$2") || {
        printf '%s\n' "$said" >&2
        exit 1
    }
    printf '%s\n' "$said" | sed -n 's/^CPack: - package: \(.*\) generated\.$/\1/p'
}

[ "$what" = tarball ] || pack package DEB
[ "$what" = deb ] || pack static TGZ
