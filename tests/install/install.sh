#!/bin/sh
# The installed command works below any prefix, with its own level files, man
# page and schemas, and does not look into the source tree.
set -eu
build=$1
prefix=$(mktemp -d "${TMPDIR:-/tmp}/isoproof install.XXXXXX")
trap 'rm -rf "$prefix"' EXIT
cmake --install "$build" --prefix "$prefix" >/dev/null
cd "$prefix"

fail()
{
    printf 'FAILED: %s\n' "$1"
    exit 1
}

gzip -dc share/man/man1/isoproof.1.gz | grep -q '^.SH EXIT STATUS' || fail 'no man page'
for completion in bash-completion/completions/isoproof zsh/site-functions/_isoproof fish/vendor_completions.d/isoproof.fish; do
    test -s "share/$completion" || fail "no $completion"
done
test -s share/isoproof/report.schema.json || fail 'no schema of reports'
for level in "$ISOPROOF_SOURCE_DIR"/specs/*.smt2; do
    cmp -s "$level" "share/isoproof/specs/${level##*/}" || fail "no level file ${level##*/}"
done

bin/isoproof levels >before || fail 'isoproof levels'
level=$(basename "$(find share/isoproof/specs -name '*.smt2' | sort | head -n 1)" .smt2)
grep -qF "$level" before || fail "$level is not listed"
rm "share/isoproof/specs/$level.smt2"
bin/isoproof levels >after || fail 'isoproof levels without one of them'
if grep -qF "share/isoproof/specs/$level.smt2" after || cmp -s before after; then
    fail "$level is still listed: read from somewhere else"
fi
bin/isoproof analyze --level "$level" "$ISOPROOF_SOURCE_DIR/benchmarks/withdraw/withdraw.sql" >/dev/null 2>&1 &&
    fail 'a level that is not installed was used'
echo 'installed, moved, complete'
