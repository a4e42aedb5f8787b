#!/bin/sh
# known.sh passes for a known fault and for a driver without it, and fails for everything else.
set -u
here=$(dirname "$0")
program=$(mktemp) && trap 'rm -f "$program"' EXIT || exit 1

# expect STATUS TEXT EXIT: known.sh ends with STATUS if the program prints TEXT and exits with EXIT.
expect() {
    printf '#!/bin/sh\nprintf "%s\\n"\nexit %s\n' "$2" "$3" >"$program" && chmod +x "$program"
    sh "$here/known.sh" "$program" "driver 7[.]1" "^value 0 is 1," >/dev/null 2>&1
    status=$?
    [ "$status" -eq "$1" ] || { echo "known.sh exits with $status, not $1: \"$2\", exit status $3" && exit 1; }
}

expect 0 'cpu, driver 7.1\nvalue 0 is 1, not 0' 1
expect 0 'cpu, driver 3.1' 0
expect 1 'cpu, driver 7.1' 0
expect 1 'cpu, driver 3.1\nvalue 0 is 1, not 0' 1
expect 1 'cpu, driver 7.1\nclBuildProgram: OpenCL error -11' 1
expect 1 'cpu, driver 3.1\nclBuildProgram: OpenCL error -11' 1
expect 1 'cpu, driver 7.1' 139
expect 77 '' 77
