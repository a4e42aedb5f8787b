#!/bin/sh
# busy.sh PROGRAM ARGUMENT...: PROGRAM while as many other processes as there are cores keep them busy.
set -eu
others=
trap 'kill $others 2>/dev/null || :' EXIT
for _ in $(seq "$(getconf _NPROCESSORS_ONLN)"); do
    (while :; do :; done) &
    others="$others $!"
done
"$@"
