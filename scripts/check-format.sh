#!/bin/sh
# Tells which sources are not formatted as .clang-format says; --fix formats them.
set -eu
cd "$(dirname "$0")/.."
mode=--dry-run
[ "${1-}" != --fix ] || mode=-i
find sql-frontend encoders analyzer tests -name '*.[ch]' -exec clang-format-14 "$mode" --Werror {} +
