#!/bin/sh
# scripts/build.sh [--progress] [PRESET [NINJA-TARGET…]]: installs what is missing, then builds
# a preset of CMakePresets.json ("default" goes to build/). Prints only when
# something is wrong; with --progress, how far it is.
set -eu
cd "$(dirname "$0")/.."
progress=false
if [ "${1-}" = --progress ]; then
    progress=true
    shift
fi
preset=${1-default}
[ $# -eq 0 ] || shift

sh scripts/install.sh build
folder=build
[ "$preset" = default ] || folder=build-$preset

log=$(mktemp)
trap 'rm -f "$log"' EXIT
# A build folder remembers where it was made; a folder that was copied along with its
# sources cannot be used.
if [ -f "$folder/CMakeCache.txt" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$(pwd -P)" "$folder/CMakeCache.txt"; then
    rm -rf "$folder"
fi
# Every time: what was missing when it was last configured may be there now.
if ! cmake --preset "$preset" >"$log" 2>&1 </dev/null; then
    cat "$log" >&2
    exit 2
fi
# Writes what ninja says to the log, and each tenth of its steps to standard error.
tenths()
{
    awk -v log_file="$log" '
        { print >log_file }
        match($0, /^\[[0-9]+\/[0-9]+\]/) {
            split(substr($0, 2, RLENGTH - 2), step, "/")
            tenth = int(10 * step[1] / step[2])
            if (step[2] > 20 && tenth > last) {
                printf "  built: %d %%\n", 10 * tenth
                fflush()
                last = tenth
            }
        }'
}

# ninja ARGUMENT…
run_ninja()
{
    if ! $progress; then
        ninja "$@" >"$log" 2>&1 </dev/null
        return
    fi
    status=$({ { ninja "$@" 2>&1 </dev/null || echo $? >&3; } | tenths; } 3>&1 >&2)
    return "${status:-0}"
}

if ! run_ninja -C "$folder" "$@"; then
    cat "$log" >&2
    exit 2
fi
grep -A 6 'warning:' "$log" >&2 || true
