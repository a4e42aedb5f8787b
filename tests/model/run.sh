#!/bin/sh
# run.sh MODEL WORK: MODEL.pml in every state that it can reach, with the options below, against what each must come to:
#   ends    on every path all groups end, with the right prefix: a proof, for these sizes
#   hangs   on some path a group never ends
#   wrong   on some path a prefix is wrong
# under any scheduler, or under a fair one: a group that can always move does at last. To see the path that was found,
# in its folder of WORK: spin -t -p -g -l -DOPTION... MODEL.pml
set -eu
CC=${CC:-cc}
command -v spin >/dev/null || { echo "no spin" && exit 77; }
command -v "$CC" >/dev/null || { echo "no C compiler" && exit 77; }
name=$1 work=$2 failed=0
model=$(cd "$(dirname "$0")" && pwd)/$name.pml
rm -rf "$work"

# outcome SCHEDULER OPTION...: of the model here.
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

# expect OUTCOME SCHEDULER OPTION...
expect() {
    wanted=$1 scheduler=$2 && shift 2
    mkdir -p "$work/$scheduler $*" && cd "$work/$scheduler $*" && cp "$model" .
    # shellcheck disable=SC2046 # several words
    found=$(outcome "$scheduler" $(printf -- '-D%s ' "$@"))
    states=$(sed -n 's/^ *\([^ ]*\) states, stored.*/\1/p' pan.txt)
    printf '%-5s  %-4s  %-40s %8s states\n' "$found" "$scheduler" "$*" "$states"
    [ "$found" = "$wanted" ] || { failed=1 && echo "       expected: $wanted; see $PWD"; }
}

# Waiting for others takes tickets: without them all groups end only where all are resident together. And it takes a
# fair scheduler. In lookback nobody waits for a group that has published: then it may halt. In a chain it has not,
# while it waits itself.
case $name in chained) halted=hangs ;; *) halted=ends ;; esac
expect ends  fair TICKETS
expect $halted fair TICKETS HALT
expect hangs any  TICKETS
expect hangs fair W=2
expect ends  fair W=4 N=4

# Falling back takes nothing. Three at once: an owner and two that fall back, or two while one has halted.
expect ends  any  FALLBACK HALT W=3 N=4
expect ends  any  FALLBACK HALT TICKETS
[ "$name" = chained ] || expect ends any FALLBACK HALT TICKETS B=3
[ "$name" = chained ] || expect ends any FALLBACK HALT TICKETS TOTALS
[ "$name" = chained ] || expect ends fair TICKETS HALT TOTALS

# A tile that its owner does not publish, since it halts before or is withheld by a fault.
expect hangs fair TICKETS WITHHOLD
expect ends  any  FALLBACK HALT WITHHOLD N=4
expect ends  any  FALLBACK HALT WITHHOLD TICKETS N=4

# In place: a fallback looks again after it has read, and an owner publishes before it writes; memory keeps that order
# where fences ask for it.
expect ends  any  FALLBACK HALT IN_PLACE RECHECK W=3 N=4
expect wrong any  FALLBACK IN_PLACE
expect wrong any  FALLBACK IN_PLACE RECHECK WITHHOLD N=4
expect wrong any  FALLBACK IN_PLACE RECHECK UNFENCED N=4

exit $failed
