#!/bin/sh
# usage: messages.sh ISOPROOF-TESTS [--update]
# Every invalid/*/level.smt2 must be refused, every remark/*/level.smt2 and whole/*/level.smt2 accepted (the latter as a
# level of whole histories), each with exactly the messages in the file beside it.
driver=$1
failed=0
here=$(cd "$(dirname "$0")" && pwd)
actual=$(mktemp)
trap 'rm -f "$actual"' EXIT
for case in "$here"/invalid/* "$here"/remark/* "$here"/whole/*; do
    cd "$case" || exit 1
    "$driver" levels check level.smt2 >"$actual" 2>&1
    status=$?
    case $case in */invalid/*) expected=1 ;; *) expected=0 ;; esac
    [ "$2" = --update ] && cp "$actual" error
    if [ $status -ne $expected ] || ! diff -u error "$actual"; then
        echo "FAILED: $case (status $status, expected $expected)"
        failed=1
    fi
done
exit $failed
