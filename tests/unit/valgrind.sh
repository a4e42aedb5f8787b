#!/bin/sh
# valgrind.sh PROGRAM: runs PROGRAM under valgrind, and fails if valgrind reports an error or a leak.
command -v valgrind >/dev/null || { echo "no valgrind" && exit 77; }
exec valgrind --quiet --error-exitcode=1 --leak-check=full "$1"
