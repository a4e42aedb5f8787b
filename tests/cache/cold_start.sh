#!/bin/sh
# cold_start.sh CLSCAN WORK ROUNDS: ROUNDS times, eight processes start together on an empty cache, and each must
# succeed with the right result. Then ROUNDS times, some of the processes are killed at a random moment. The other
# processes must succeed, and so must another process afterwards, which must find no damaged entry.
set -eu
clscan=$1 work=$2 rounds=$3
export CLSCAN_TUNING=
rm -rf "$work" && mkdir -p "$work"
cd "$work"
"$clscan" devices >/dev/null 2>&1 || { echo "no OpenCL device" && exit 77; }
awk 'BEGIN { for (i = 0; i < 1000; i++) print i }' >in.txt

scan() {
    exec "$clscan" scan --check --no-self-test --type int --strategy single_group --wg-size 8 --items 4 in.txt "$1"
}

# The folders XDG_CACHE_HOME and POCL_CACHE_DIR are empty, so that every process compiles.
empty_caches() {
    export XDG_CACHE_HOME="$work/cache.$1" POCL_CACHE_DIR="$work/pocl.$1"
    rm -rf "$work"/cache.* "$work"/pocl.*
    mkdir -p "$POCL_CACHE_DIR"
}

# start N...: starts processes in the background, and stores their ids in $started.
start() {
    started=
    for n; do
        (scan out.$n) >log.$n 2>&1 &
        started="$started $!"
    done
}

# end_well PID...
end_well() {
    for process; do
        got=0
        wait "$process" || got=$?
        [ $got -eq 0 ] || { echo "round $round: status $got" && cat log.* && exit 1; }
    done
}

stored() {
    "$clscan" cache verify 2>verify.log || { cat verify.log && exit 1; }
    grep -q '^1 file, 0 damaged' verify.log || { echo "round $round:" && cat verify.log && exit 1; }
}

round=0
while [ $((round += 1)) -le "$rounds" ]; do
    empty_caches $round
    start 1 2 3 4 5 6 7 8
    end_well $started
    stored
done
echo "$((8 * rounds)) cold starts, all well"

# seconds BOUND: prints a random number below BOUND, which depends on the round.
seconds() {
    awk -v seed="$round" -v bound="$1" 'BEGIN { srand(seed); rand(); print bound * rand() }'
}

round=0
while [ $((round += 1)) -le "$rounds" ]; do
    empty_caches $round
    start 1 2 3 4
    victims=$started
    start 5 6 7 8
    sleep "$(seconds 6)"
    # shellcheck disable=SC2086 # several words
    kill -9 $victims 2>/dev/null || :
    end_well $started
    for process in $victims; do wait "$process" 2>/dev/null || :; done
    start 9
    end_well $started
    stored
done
echo "$((4 * rounds)) killed, all others well"
