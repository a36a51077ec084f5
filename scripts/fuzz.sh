#!/bin/sh
# scripts/fuzz.sh [SECONDS]: gives the frontend damaged input for so long (default 10),
# starting from the SQL files of the tests and from what earlier runs learned; and the
# reader of conversations any messages, for half as long. Exit
# status 1 when something was found: build-fuzz/found/. See tests/fuzz/README.md.
set -eu
cd "$(dirname "$0")/.."
seconds=${1-10}

sh scripts/install.sh check
sh scripts/build.sh fuzz fuzz-frontend fuzz-messages
seeds=build-fuzz/seeds corpus=build-fuzz/corpus found=build-fuzz/found
rm -rf "$seeds"
mkdir -p "$seeds" "$corpus" "$found"
find tests benchmarks -name '*.sql' -size -12k -o -name '*.spec' -size -12k | while read -r file; do
    cp "$file" "$seeds/$(echo "$file" | tr / -)"
done

# libpg_query keeps memory until the end: no search for leaks.
status=0
ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
    build-fuzz/fuzz-frontend -max_total_time="$seconds" -timeout=25 -rss_limit_mb=1024 -max_len=12000 \
    -dict=tests/fuzz/words.dict -artifact_prefix="$found/" -print_final_stats=1 \
    "$corpus" "$seeds" >build-fuzz/log 2>&1 || status=$?
if [ "$status" -ne 0 ]; then
    grep -vE '^#[0-9]+.(NEW|REDUCE|pulse)' build-fuzz/log | tail -n 60 >&2
    exit 1
fi
grep -E '^(#.*DONE|Done|stat::)' build-fuzz/log || true

messages=build-fuzz/messages
mkdir -p "$messages"
UBSAN_OPTIONS=print_stacktrace=1 build-fuzz/fuzz-messages -max_total_time=$((seconds / 2 + 1)) -timeout=5 \
    -rss_limit_mb=512 -max_len=2000 -artifact_prefix="$found/messages-" -print_final_stats=1 \
    "$messages" >build-fuzz/log 2>&1 || status=$?
if [ "$status" -ne 0 ]; then
    grep -vE '^#[0-9]+.(NEW|REDUCE|pulse)' build-fuzz/log | tail -n 60 >&2
    exit 1
fi
grep -E '^(#.*DONE|Done|stat::)' build-fuzz/log || true
