#!/bin/sh
# Builds isoproof and runs every test; on Debian 12 it first installs what is
# missing. Arguments go to ctest: sh scripts/test.sh -R golden
set -eu
cd "$(dirname "$0")/.."
sh scripts/install.sh build test
sh scripts/build.sh default
# On two cores or more: many tests wait for a server.
exec ctest --test-dir build --output-on-failure --no-label-summary --parallel 4 "$@"
