#!/bin/sh
# known.sh PROGRAM PATTERN: PROGRAM prints a line "device, driver version". The test passes if the program finds its
# fault and this line matches PATTERN, or if neither is true. So the test fails when a driver has been fixed, and when
# another driver has the fault.
set -u
output=$("$1" 2>&1)
status=$?
echo "$output"
[ "$status" -ne 77 ] || exit 77

if echo "$output" | grep -Eq "$2"; then
    [ "$status" -eq 0 ] || { echo "the fault is known" && exit 0; }
    echo "this driver was known to have the fault and has it no more: correct the patterns and comments"
    exit 1
fi
[ "$status" -eq 0 ] || echo "this driver was not known to have the fault, exit status $status"
exit "$status"
