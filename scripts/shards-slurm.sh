#!/bin/sh
# An array job for Slurm: each task analyzes one shard. All machines must see the folder.
# usage: sbatch --array=1-8 scripts/shards-slurm.sh [analyze|advise] FOLDER [OPTION…] FILE…
#   then: isoproof merge --output report.json FOLDER/*.json
#   ISOPROOF   the command (default: isoproof)
#SBATCH --job-name=isoproof
#SBATCH --cpus-per-task=1
set -eu
command=analyze
case ${1:-} in analyze | advise) command=$1 && shift ;; esac
folder=${1:?a folder for the reports of the shards is expected}
shift
mkdir -p "$folder"
"${ISOPROOF:-isoproof}" "$command" --quiet --jobs 1 --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" \
    --format json --output "$folder/$SLURM_ARRAY_TASK_ID.json" "$@" || status=$?
# 1 and 3 are answers: only what leaves no report fails the task.
[ "${status:-0}" -eq 1 ] || [ "${status:-0}" -eq 3 ] || exit "${status:-0}"
