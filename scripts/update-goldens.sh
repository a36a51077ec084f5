#!/bin/sh
# Rewrites the expected outputs of the golden tests, and docs/commands.md, from
# what the command prints now. Read the result as a diff before you commit it:
# git diff tests docs
set -eu
cd "$(dirname "$0")/.."
sh scripts/install.sh build test
sh scripts/build.sh default
build/isoproof manual markdown --output docs/commands.md
[ $# -gt 0 ] || set -- tests
python=/usr/bin/python3
[ -x "$python" ] || python=python3
exec "$python" tests/run_golden.py --isoproof build/isoproof --update "$@"
