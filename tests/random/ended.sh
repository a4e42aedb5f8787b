#!/bin/sh
# ended.sh PROGRAM: test_random prints the case that was running when a signal ends it, and ends by this signal.
set -u
output=$(timeout --preserve-status 5 "$1" 1 600 2>&1)
status=$?
[ "$status" -ne 77 ] || exit 77
[ "$status" -eq 143 ] || { echo "ended with $status, not by SIGTERM: $output" && exit 1; }
echo "$output" | grep -q "^test_random --case '[a-z_]*=.*': ended by a signal$" || { echo "no case in: $output" && exit 1; }
