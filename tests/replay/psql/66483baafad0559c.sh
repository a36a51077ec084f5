#!/bin/sh
# copy_once, copy_once: lost update at postgresql/read-committed
# usage: sh 66483baafad0559c.sh DATABASE
# DATABASE is a name or a connection string for psql.
set -eu
cd "$(dirname "$0")"
psql -X -q "$1" -f 66483baafad0559c.setup.sql
trap 'psql -X -q "$1" -f 66483baafad0559c.cleanup.sql' EXIT
psql -X "$1" -f 66483baafad0559c.T1.sql 2>&1 &
psql -X "$1" -f 66483baafad0559c.T2.sql 2>&1 &
wait
echo 'at the end:'
psql -X "$1" -c 'TABLE isoproof_replay.acc'
