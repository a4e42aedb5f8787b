#!/bin/sh
# known.sh PROGRAM DRIVERS FINDING: PROGRAM prints a line "device, driver version". If the driver has the fault, the
# output of PROGRAM, or the line "exit status N" that this script adds, matches FINDING. The test passes if the program
# finds its fault and the output matches DRIVERS, or if the program finds nothing and the output does not match DRIVERS.
# So the test fails when a driver has been fixed, when another driver has the fault, and when the program fails in
# another way. DRIVERS and FINDING are extended regular expressions.
set -u
output=$("$1" 2>&1)
status=$?
echo "$output"
[ "$status" -ne 77 ] || exit 77

printf '%s\nexit status %s\n' "$output" "$status" | grep -Eq "$3" && found=yes || found=no
echo "$output" | grep -Eq "$2" && known=yes || known=no
case $status,$found,$known in
0,*,no) exit 0 ;;
0,*,yes) echo "this driver was known to have the fault and has it no more: correct the patterns and comments" ;;
*,yes,yes) echo "the fault is known" && exit 0 ;;
*,yes,no) echo "this driver was not known to have the fault, exit status $status" ;;
*) echo "the program failed in another way than by its fault, exit status $status: \"$3\" was expected" ;;
esac
exit 1
