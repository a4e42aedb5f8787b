#!/bin/sh
# run.sh MODEL WORK: checks MODEL.pml with the options below. The model checker visits every reachable state, and the
# outcome must be the expected one:
#   ends    on every path all groups end with the right prefix: a proof for these sizes
#   hangs   on some path a group never ends
#   wrong   on some path a prefix is wrong
# "any" stands for any scheduler, "fair" for a scheduler that eventually runs every group that can run. To print the
# path that was found: spin -t -p -g -l -DOPTION... MODEL.pml, in the folder of WORK for these options.
set -eu
CC=${CC:-cc}
command -v spin >/dev/null || { echo "no spin" && exit 77; }
command -v "$CC" >/dev/null || { echo "no C compiler" && exit 77; }
name=$1 work=$2 failed=0
model=$(cd "$(dirname "$0")" && pwd)/$name.pml
rm -rf "$work"

# outcome SCHEDULER OPTION...: prints the outcome of the model in the current folder.
outcome() {
    case $1 in fair) fair=-f ;; *) fair= ;; esac
    shift
    spin -P"$CC -E -x c" "$@" -a "$name.pml" >spin.txt || { cat spin.txt >&2 && exit 1; }
    "$CC" -O1 -w -DNFAIR=3 -o pan pan.c # up to 10 processes
    # shellcheck disable=SC2086 # a word or none
    ./pan -a -n $fair >pan.txt
    case $(cat pan.txt) in
    *'assertion violated'*) echo wrong ;;
    *'acceptance cycle'*) echo hangs ;;
    *'not completed'* | *'too small'*) echo unfinished ;;
    *'errors: 0'*) echo ends ;;
    *) echo unknown ;;
    esac
}

# expect OUTCOME SCHEDULER OPTION...: checks that the model has this outcome.
expect() {
    wanted=$1 scheduler=$2 && shift 2
    mkdir -p "$work/$scheduler $*" && cd "$work/$scheduler $*" && cp "$model" .
    # shellcheck disable=SC2046 # several words
    found=$(outcome "$scheduler" $(printf -- '-D%s ' "$@"))
    states=$(sed -n 's/^ *\([^ ]*\) states, stored.*/\1/p' pan.txt)
    printf '%-5s  %-4s  %-40s %8s states\n' "$found" "$scheduler" "$*" "$states"
    [ "$found" = "$wanted" ] || { failed=1 && echo "       expected: $wanted; see $PWD"; }
}

# at_leisure OUTCOME SCHEDULER OPTION...: like expect, but checks lookback with CLSCAN_TEST_WHOLE=1 only. These are half
# of the states. Each of them has a neighbour below or above that differs in one option and is always checked.
at_leisure() {
    [ "$name" != lookback ] || [ -n "${CLSCAN_TEST_WHOLE:-}" ] || return 0
    expect "$@"
}

# Reductions in one launch. Only the last group of a line waits for anything: for records that are late.
arrivals() {
    expect ends  any  N=5
    expect ends  fair LATE
    expect hangs any  LATE
    expect hangs fair WITHHOLD
    expect ends  any  FALLBACK LATE
    expect ends  any  FALLBACK WITHHOLD LATE N=3
    # The workspace of an earlier launch, which may have failed halfway.
    expect ends  any  FALLBACK LAUNCHES=2
    expect ends  any  FALLBACK LATE WITHHOLD LAUNCHES=2 N=2
    expect ends  any  FALLBACK HALT LAUNCHES=2 N=3
    expect wrong any  FALLBACK UNTAGGED LATE LAUNCHES=2 N=2
    expect wrong any  FALLBACK KEEP LAUNCHES=2 N=3
}
if [ "$name" = arrivals ]; then
    arrivals
    exit $failed
fi

# Groups that wait for others need tickets, because without tickets all groups end only if all are resident together.
# They also need a fair scheduler. In lookback and sweep, a group may halt once it has published, because no other group
# waits for it any more. In chained, a group that waits has not published yet, so it must not halt.
case $name in chained) halted=hangs ;; *) halted=ends ;; esac
expect ends  fair TICKETS
expect $halted fair TICKETS HALT
expect hangs any  TICKETS
expect hangs fair W=2
expect ends  fair W=4 N=4

# With the fallback none of this is needed. With W=3, an owner and two fallbacks run concurrently, or two groups run
# while one has halted.
at_leisure ends any FALLBACK HALT W=3 N=4 # IN_PLACE RECHECK, below, also has W=3
at_leisure ends any FALLBACK HALT TICKETS # B=3 also has tickets
if [ "$name" = lookback ]; then
    expect ends any FALLBACK HALT TICKETS B=3
    expect ends any FALLBACK TICKETS TOTALS
    [ -z "${CLSCAN_TEST_WHOLE:-}" ] || expect ends any FALLBACK HALT TICKETS TOTALS # 6.4 million states
    at_leisure ends fair TICKETS HALT TOTALS # above, totals without HALT and HALT without totals
fi

# A tile is not published, because its owner halts or because a fault withholds the aggregate.
expect hangs fair TICKETS WITHHOLD
at_leisure ends any FALLBACK HALT WITHHOLD N=4 # with TICKETS also, in the next line
expect ends  any  FALLBACK HALT WITHHOLD TICKETS N=4

# Scans in place: the fallback must check again after it has read, and the owner must publish before it writes. Fences
# must keep this order in memory.
in_place() {
    expect ends  any  FALLBACK HALT IN_PLACE RECHECK W=3 N=4
    expect wrong any  FALLBACK IN_PLACE
    expect wrong any  FALLBACK IN_PLACE RECHECK WITHHOLD N=4
    expect wrong any  FALLBACK IN_PLACE RECHECK UNFENCED N=4
}

# Sweeps: with several digits, one of which some tiles do not have, and with two passes. No pass overwrites what a
# fallback reads, so that no fence is needed. A fallback may put a count back over a place, and all places are right.
sweep() {
    expect ends  any  FALLBACK HALT WITHHOLD W=3 N=4
    expect ends  any  FALLBACK D=2 N=4
    expect ends  any  FALLBACK D=2 W=3 N=3
    expect ends  any  FALLBACK PASSES=2 N=3
    expect wrong any  FALLBACK NEVER_BACK N=4
    expect wrong any  FALLBACK OVERWRITE N=4
    expect wrong any  FALLBACK WRONG_COUNT N=4
    expect wrong any  FALLBACK FIRST_COUNTS N=4
    expect hangs any  FALLBACK UNTAGGED D=2 N=4
    expect wrong any  FALLBACK KEEP PASSES=2 N=3
    expect wrong any  FALLBACK ONE_ARRAY PASSES=2 N=3
}

case $name in sweep) sweep ;; *) in_place ;; esac
exit $failed
