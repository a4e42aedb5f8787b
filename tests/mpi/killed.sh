#!/bin/sh
# killed.sh MPIRUN PROGRAM WORK: if a rank is killed, the others end, the launcher reports a failure, and neither processes
# nor files are left.
set -eu
mpirun=$1 program=$2 work=$3
rm -rf "$work" && mkdir -p "$work/tmp"
cp "$program" "$work/killed_rank" # a name of its own, so that left processes are known by it

export TMPDIR="$work/tmp" OMPI_MCA_btl_vader_backing_directory="$work/tmp"
status=0
timeout 60 "$mpirun" -n 3 "$work/killed_rank" >"$work/said" 2>&1 || status=$?
cat "$work/said"
grep -q '^rank 1 dies' "$work/said" || { grep -q 'no OpenCL device' "$work/said" && exit 77; exit 1; }
[ $status != 0 ] || { echo "the launcher reports success" && exit 1; }
[ $status != 124 ] || { echo "the other ranks wait forever" && exit 1; }
! grep -q 'ends well' "$work/said" || { echo "a rank ended as if nothing had happened" && exit 1; }

for try in 1 2 3 4 5 6 7 8 9 10; do # the launcher may end a moment before the ranks do
    # shellcheck disable=SC2009 # pgrep has no fixed strings
    left=$(ps -e -o pid= -o args= | grep -F "$work/killed_rank" | grep -v -e grep -e "$mpirun" || :)
    [ -n "$left" ] || break
    sleep 0.3
done
[ -z "$left" ] || { printf 'processes are left after %s tries:\n%s\n' "$try" "$left" && exit 1; }
files=$(find "$work/tmp" -type f)
[ -z "$files" ] || { printf 'files are left:\n%s\n' "$files" && exit 1; }
