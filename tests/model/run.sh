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
    "$CC" -O1 -w -o pan pan.c
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
    [ "$name" = chained ] || [ -n "${CLSCAN_TEST_WHOLE:-}" ] || return 0
    expect "$@"
}

# Groups that wait for others need tickets, because without tickets all groups end only if all are resident together.
# They also need a fair scheduler. In lookback, a group may halt once it has published, because no other group waits for
# it any more. In chained, a group that waits has not published yet, so it must not halt.
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
[ "$name" = chained ] || expect ends any FALLBACK HALT TICKETS B=3
[ "$name" = chained ] || expect ends any FALLBACK TICKETS TOTALS
[ "$name" = chained ] || [ -z "${CLSCAN_TEST_WHOLE:-}" ] || expect ends any FALLBACK HALT TICKETS TOTALS # 6.4 million states
[ "$name" = chained ] || at_leisure ends fair TICKETS HALT TOTALS # above, totals without HALT and HALT without totals

# A tile is not published, because its owner halts or because a fault withholds the aggregate.
expect hangs fair TICKETS WITHHOLD
at_leisure ends any FALLBACK HALT WITHHOLD N=4 # with TICKETS also, in the next line
expect ends  any  FALLBACK HALT WITHHOLD TICKETS N=4

# Scans in place: the fallback must check again after it has read, and the owner must publish before it writes. Fences
# must keep this order in memory.
expect ends  any  FALLBACK HALT IN_PLACE RECHECK W=3 N=4
expect wrong any  FALLBACK IN_PLACE
expect wrong any  FALLBACK IN_PLACE RECHECK WITHHOLD N=4
expect wrong any  FALLBACK IN_PLACE RECHECK UNFENCED N=4

exit $failed
