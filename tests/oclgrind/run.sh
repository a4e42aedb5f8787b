#!/bin/sh
# run.sh LOG PROGRAM OPTION...: runs PROGRAM under oclgrind with these options. It fails if the program fails, or if
# oclgrind writes to its log, because findings do not change oclgrind's exit status. Oclgrind replaces all other
# drivers. If TEST_FILTER is set, it is the argument of the program.
set -eu
log=$1 program=$2
shift 2
command -v oclgrind >/dev/null || { echo "no oclgrind" && exit 77; }

# Optimization and inlining are off: Oclgrind does not support all code that its compiler then generates, such as
# structs that inlined functions return.
rm -f "$log"
status=0
CLSCAN_DEVICE=Oclgrind oclgrind --build-options "-cl-opt-disable -Dalways_inline=unused" --log "$log" "$@" \
    "$program" ${TEST_FILTER:+"$TEST_FILTER"} ||
    status=$?

if [ -s "$log" ]; then
    head -n 60 "$log"
    echo "oclgrind has findings"
    exit 1
fi
exit "$status"
