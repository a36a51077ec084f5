#!/bin/sh
# Analyzes with GNU parallel: so many shards, on this machine or on those of --sshloginfile. Then one report.
# usage: scripts/shards-parallel.sh [analyze|advise] SHARDS REPORT.json [OPTION…] FILE…
#   ISOPROOF   the command (default: build/isoproof)
#   PARALLEL   options of parallel itself, such as --sshloginfile machines
set -eu
command=analyze
case ${1:-} in analyze | advise) command=$1 && shift ;; esac
if [ $# -lt 3 ]; then
    sed -n '2,5s/^# //p' "$0" >&2
    exit 2
fi
shards=$1 report=$2
shift 2
isoproof=${ISOPROOF:-$(dirname "$0")/../build/isoproof}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
# A shard's own status says nothing of the whole: without a report merge names the shard that is missing.
# shellcheck disable=SC2086 # several options
seq "$shards" | parallel --will-cite ${PARALLEL:-} --quote \
    "$isoproof" "$command" --quiet --jobs 1 --shard "{}/$shards" --format json --output "$folder/{}.json" "$@" || true
"$isoproof" merge --output "$report" "$folder"/*.json
