#!/bin/sh
# Where docker or podman can build, scripts/packaging/Dockerfile is built, and what is in the image runs. Elsewhere, what
# the file names must be there.
set -eu
cd "$ISOPROOF_SOURCE_DIR"
file=scripts/packaging/Dockerfile

fail()
{
    printf 'FAILED: %s\n' "$1"
    exit 1
}

sed -n 's/^RUN sh \([^ ]*\).*/\1/p' $file | while read -r script; do
    test -f "$script" || fail "$file runs $script"
done
grep -q 'build-package/isoproof_' $file || fail "$file copies the package from elsewhere"
grep -q 'sourceDir}/build-package"' CMakePresets.json || fail 'the package is built elsewhere'

builder=
for command in docker podman; do
    # A client may be there without the engine that builds.
    if [ -z "$builder" ] && "$command" info >/dev/null 2>&1; then
        builder=$command
    fi
done
if [ -z "$builder" ]; then
    echo 'neither docker nor podman can build here; the Dockerfile is checked only'
    exit 0
fi
image=isoproof-test-$$
log=$(mktemp "${TMPDIR:-/tmp}/isoproof-image.XXXXXX")
trap 'rm -f "$log"; "$builder" rmi -f "$image" >/dev/null 2>&1 || true' EXIT
"$builder" build -t "$image" -f $file . >"$log" 2>&1 || {
    tail -n 40 "$log"
    fail "$builder build"
}
[ "$("$builder" run --rm "$image" --version)" = "$("$ISOPROOF" --version)" ] || fail 'the version'
"$builder" run --rm -v "$PWD/benchmarks/bank:/work" "$image" analyze --quiet --level serializable bank.sql |
    grep -q 'safe at postgresql/serializable' || fail 'a verdict'
echo "built and run by $builder"
