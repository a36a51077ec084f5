#!/bin/sh
# scripts/fuzz.sh [SECONDS]: gives the frontend damaged input for so long (default 10),
# starting from SQL files of the tests and from what earlier runs learned; beside it, as
# long, the reader of conversations any messages. Exit status 1 when something was found:
# build-sanitize/fuzz/found/. See tests/fuzz/README.md.
set -eu
cd "$(dirname "$0")/.."
seconds=${1-10}

sh scripts/install.sh check
sh scripts/build.sh sanitize fuzz-frontend fuzz-messages
work=build-sanitize/fuzz
rm -rf "$work/seeds"
mkdir -p "$work/seeds" "$work/corpus" "$work/messages" "$work/found"
# Files are read whole before anything is damaged, and the time counts from the beginning: so a few a second, others in
# each run.
find tests benchmarks -name '*.sql' -size -12k -o -name '*.spec' -size -12k | shuf -n $((seconds * 4)) |
    while read -r file; do
        cp "$file" "$work/seeds/$(echo "$file" | tr / -)"
    done

# fuzz PROGRAM SECONDS-AN-INPUT MEGABYTES LENGTH OPTION… CORPUS…
# libpg_query keeps memory until the end: no search for leaks.
fuzz()
{
    program=$1 timeout=$2 memory=$3 length=$4
    shift 4
    if ! ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 "build-sanitize/$program" \
            -max_total_time="$seconds" -timeout="$timeout" -rss_limit_mb="$memory" -max_len="$length" \
            -artifact_prefix="$work/found/$program-" -print_final_stats=1 "$@" >"$work/$program.log" 2>&1; then
        grep -vE '^#[0-9]+.(NEW|REDUCE|pulse)' "$work/$program.log" | tail -n 60 >&2
        return 1
    fi
    echo "$program"
    grep -E '^(#.*DONE|Done|stat::)' "$work/$program.log" || true
}

fuzz fuzz-messages 5 512 2000 "$work/messages" &
status=0
fuzz fuzz-frontend 25 1024 12000 -dict=tests/fuzz/words.dict "$work/corpus" "$work/seeds" || status=1
wait $! || status=1
exit "$status"
