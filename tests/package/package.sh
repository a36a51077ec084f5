#!/bin/sh
# The .deb has what it needs, depends on what it uses, and lintian has no errors for it.
set -eu
build=$1
here=$(mktemp -d "${TMPDIR:-/tmp}/isoproof-package.XXXXXX")
trap 'rm -rf "$here"' EXIT

fail()
{
    printf 'FAILED: %s\n' "$1"
    exit 1
}

(cd "$build" && cpack -G DEB -B "$here" -D CPACK_DEBIAN_COMPRESSION_TYPE=gzip) >"$here/log" 2>&1 || {
    cat "$here/log"
    fail cpack
}
package=$(ls "$here"/isoproof_*.deb)
version=$("$ISOPROOF" --version)
[ "isoproof $(dpkg-deb -f "$package" Version)" = "$version-1" ] || fail 'the version'
for library in libz3 libpg-query libpq5 libssl3 libjansson libpopt libgmp10 libmd0 libtomlplusplus; do
    dpkg-deb -f "$package" Depends | grep -q "$library" || fail "it does not depend on $library"
done
dpkg-deb -x "$package" "$here/root"
for file in bin/isoproof include/libisoproof.h share/man/man1/isoproof.1.gz share/bash-completion/completions/isoproof \
    share/isoproof/specs/postgresql/serializable.smt2 share/doc/isoproof/copyright share/doc/isoproof/changelog.gz; do
    test -s "$here/root/usr/$file" || fail "there is no $file"
done
ldd "$here/root/usr/bin/isoproof" | grep 'not found' && fail 'a library is missing'
"$here/root/usr/bin/isoproof" analyze --quiet --level serializable "$ISOPROOF_SOURCE_DIR/benchmarks/bank/bank.sql" |
    grep -q 'safe at postgresql/serializable' || fail 'a verdict'
if command -v lintian >/dev/null; then
    lintian --allow-root --fail-on error "$package" >"$here/lintian" 2>&1 || {
        cat "$here/lintian"
        fail lintian
    }
else
    echo 'lintian is not installed'
fi
gzip -dc "$here/root/usr/share/doc/isoproof/changelog.gz" | grep -q "^## ${version#isoproof }" ||
    fail 'CHANGELOG.md says nothing of this version'

echo 'packed, unpacked, run'
