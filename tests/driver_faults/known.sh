#!/bin/sh
# known.sh PROGRAM PATTERN: passes where PROGRAM finds its fault with exactly the drivers whose line, "device, driver
# version", matches PATTERN. So one learns when a driver is mended, and when another one has the fault.
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
