#!/bin/sh
# The installed library is all that a program needs: a header without our types, a pkg-config file, level files of its own.
set -eu
build=$1
here=$PWD
prefix=$(mktemp -d "${TMPDIR:-/tmp}/isoproof-library.XXXXXX")
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix/installed" >/dev/null
mv "$prefix/installed" "$prefix/moved" # nothing depends on where it was
cd "$prefix"

fail()
{
    printf 'FAILED: %s\n' "$1"
    exit 1
}

library=$(find moved -name 'libisoproof.so.[0-9]*' -type f)
folder=$prefix/$(dirname "$library")
soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
[ "$soname" = "libisoproof.so.${library#*.so.}" ] && fail 'the SONAME has more than the major version'
test -L "$folder/$soname" || fail "no $soname"
nm -D --defined-only "$library" | awk '$3 !~ /^isoproof_/ { print $3; found = 1 } END { exit found }' ||
    fail 'these symbols are not of the interface'

export PKG_CONFIG_PATH="$folder/pkgconfig"
[ "isoproof $(pkg-config --modversion isoproof)" = "$(moved/bin/isoproof --version)" ] || fail 'the version of isoproof.pc'
# shellcheck disable=SC2046 # flags are words
cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$here/example.c" -o example $(pkg-config --cflags --libs isoproof)
# shellcheck disable=SC2046
cc -std=c11 -Wall -Wextra -Wpedantic -Werror "$here/store_example.c" -o store $(pkg-config --cflags --libs isoproof)
printf '#include <libisoproof_store.h>\nint main() { return isoproof_version() == nullptr; }\n' >alone.cc
# shellcheck disable=SC2046
c++ -Wall -Wextra -Wpedantic -Werror alone.cc -o alone $(pkg-config --cflags --libs isoproof)

export LD_LIBRARY_PATH="$folder"
./alone || fail 'the header in C++'
bank=$ISOPROOF_SOURCE_DIR/benchmarks/bank/bank.sql
status=0
./example 'REPEATABLE READ' "$bank" >answer || status=$?
[ $status -eq 1 ] || fail "unsafe has status $status"
grep -q '^postgresql/repeatable-read: unsafe$' answer || fail 'the verdict'
grep -q 'bank.sql:[0-9]*:[0-9]*: error: write skew' answer || fail 'the report'
./example serializable "$bank" | grep -qx 'postgresql/serializable: safe' || fail 'safe'
status=0
./example serializable nothing.sql >answer 2>messages || status=$?
[ $status -eq 2 ] || fail "a file that is not there has status $status"
grep -q 'nothing.sql: cannot open' messages || fail 'a file that is not there'
for level in causal read-committed postgresql/read-committed; do
    ./store "$level" >answer || fail "a store at $level: $(cat answer)"
    [ "$(cat answer)" = "keys: lost
SQL: lost" ] || fail "a store at $level: $(cat answer)"
done
for level in ser si postgresql/repeatable-read postgresql/serializable; do
    ./store "$level" >answer || fail "a store at $level: $(cat answer)"
    [ "$(cat answer)" = "keys: nothing lost
SQL: nothing lost" ] || fail "a store at $level: $(cat answer)"
done
status=0
./store causl >answer 2>messages || status=$?
[ $status -eq 2 ] && grep -q causl messages || fail 'a store at a level that there is not'
rm moved/share/isoproof/specs/postgresql/serializable.smt2
./example serializable "$bank" >/dev/null 2>&1 && fail 'level files of another place were read'
echo 'built, moved, run'
