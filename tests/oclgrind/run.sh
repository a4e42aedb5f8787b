#!/bin/sh
# run.sh LOG PROGRAM OPTION...: PROGRAM under oclgrind with these options. It fails when the program does, and when
# oclgrind has anything to say: its exit status does not tell. Its OpenCL stands in for every other.
set -eu
log=$1 program=$2
shift 2
command -v oclgrind >/dev/null || { echo "no oclgrind" && exit 77; }

# It does not know all that its compiler's optimizer writes, nor what it writes about structs returned in line.
rm -f "$log"
status=0
CLSCAN_DEVICE=Oclgrind oclgrind --build-options "-cl-opt-disable -Dalways_inline=unused" --log "$log" "$@" "$program" ||
    status=$?

if [ -s "$log" ]; then
    head -n 60 "$log"
    echo "oclgrind has findings"
    exit 1
fi
exit "$status"
