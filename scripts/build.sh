#!/bin/sh
# scripts/build.sh [PRESET [NINJA-TARGET…]]: installs what is missing, then builds
# a preset of CMakePresets.json ("default" goes to build/). Prints only when
# something is wrong.
set -eu
cd "$(dirname "$0")/.."
preset=${1-default}
[ $# -eq 0 ] || shift

sh scripts/install.sh build
folder=build
[ "$preset" = default ] || folder=build-$preset

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A build folder remembers where it was made; one that was copied along with its
# sources cannot be used.
if [ -f "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" "$folder/CMakeCache.txt"; then
    rm -rf "$folder"
fi
# Every time: what was missing when it was last configured may be there now.
if ! cmake --preset "$preset" >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    exit 2
fi
if ! ninja -C "$folder" "$@" >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    exit 2
fi
grep -A 6 'warning:' "$log" >&2 || true
