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
expect ends  any  FALLBACK HALT W=3 N=4
expect ends  any  FALLBACK HALT TICKETS
[ "$name" = chained ] || expect ends any FALLBACK HALT TICKETS B=3
[ "$name" = chained ] || expect ends any FALLBACK TICKETS TOTALS
[ "$name" = chained ] || [ -z "${CLSCAN_TEST_WHOLE:-}" ] || expect ends any FALLBACK HALT TICKETS TOTALS # 6.4 million states
[ "$name" = chained ] || expect ends fair TICKETS HALT TOTALS

# A tile is not published, because its owner halts or because a fault withholds the aggregate.
expect hangs fair TICKETS WITHHOLD
expect ends  any  FALLBACK HALT WITHHOLD N=4
expect ends  any  FALLBACK HALT WITHHOLD TICKETS N=4

# Scans in place: the fallback must check again after it has read, and the owner must publish before it writes. Fences
# must keep this order in memory.
expect ends  any  FALLBACK HALT IN_PLACE RECHECK W=3 N=4
expect wrong any  FALLBACK IN_PLACE
expect wrong any  FALLBACK IN_PLACE RECHECK WITHHOLD N=4
expect wrong any  FALLBACK IN_PLACE RECHECK UNFENCED N=4

exit $failed
