#!/bin/sh
# ended.sh PROGRAM: test_random prints the case that was running when a signal ends it, and ends by this signal. On a
# machine that is busy, no case may be running after 5 seconds, because PoCL is still compiling the first kernels.
set -u
for seconds in 5 30; do
    output=$(timeout --preserve-status "$seconds" "$1" 1 600 2>&1)
    status=$?
    [ "$status" -ne 77 ] || exit 77
    [ "$status" -eq 143 ] || { echo "ended with $status, not by SIGTERM: $output" && exit 1; }
    ! echo "$output" | grep -q "^test_random --case '[a-z_]*=.*': ended by a signal$" || exit 0
done
echo "no case in: $output" && exit 1
