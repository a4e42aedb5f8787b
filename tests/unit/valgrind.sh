#!/bin/sh
# valgrind.sh PROGRAM: what valgrind finds in it is a failure.
command -v valgrind >/dev/null || { echo "no valgrind" && exit 77; }
exec valgrind --quiet --error-exitcode=1 --leak-check=full "$1"
