#!/bin/sh
# Rewrites the expected outputs of the golden tests from what the command prints
# now. Read the result as a diff before you commit it: git diff tests
set -eu
cd "$(dirname "$0")/.."
sh scripts/install.sh build test
sh scripts/build.sh default
[ $# -gt 0 ] || set -- tests
python=/usr/bin/python3
[ -x "$python" ] || python=python3
exec "$python" tests/run_golden.py --isoproof build/isoproof --update "$@"
