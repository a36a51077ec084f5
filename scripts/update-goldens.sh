#!/bin/sh
# scripts/update-goldens.sh [CASE or FOLDER…]: rewrites the expected outputs of
# those golden tests from what the command prints now; without arguments all of
# them, the examples in the documentation, and docs/commands.md. Read the result
# as a diff before you commit it: git diff
set -eu
cd "$(dirname "$0")/.."
sh scripts/install.sh build test
sh scripts/build.sh default
python=/usr/bin/python3
[ -x "$python" ] || python=python3
status=0
if [ $# -eq 0 ]; then
    build/isoproof manual markdown --output docs/commands.md
    ISOPROOF=build/isoproof "$python" tests/docs/examples.py --update || status=1
    set -- tests
fi
"$python" tests/run_golden.py --isoproof build/isoproof --update "$@" || status=1
exit $status
