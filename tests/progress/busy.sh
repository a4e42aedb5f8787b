#!/bin/sh
# busy.sh PROGRAM ARGUMENT... [whole ARGUMENT...]: runs PROGRAM with each ARGUMENT, all concurrently, while other
# processes keep all cores busy. The arguments after "whole" are left out unless CLSCAN_TEST_WHOLE is set.
set -eu
program=$1 runs= others= status=77
shift
trap 'kill $others 2>/dev/null || :' EXIT
for _ in $(seq "$(getconf _NPROCESSORS_ONLN)"); do
    (while :; do :; done) &
    others="$others $!"
done
for argument; do
    if [ "$argument" = whole ]; then
        [ -n "${CLSCAN_TEST_WHOLE:-}" ] || break
        continue
    fi
    "$program" "$argument" &
    runs="$runs $!"
done
for run in $runs; do
    got=0
    wait "$run" || got=$?
    case $got in
    0) [ "$status" -ne 77 ] || status=0 ;;
    77) ;; # the device does not run this strategy
    *) status=$got ;;
    esac
done
exit "$status"
