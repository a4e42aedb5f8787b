#!/bin/sh
# tool.sh CLSCAN WORK LAYER one|all: OpenCL calls fail in turn below one scan, or below every subcommand. The tool
# either succeeds without the call, or ends with status 2, names the call, and leaves an existing output file unchanged.
. "$(dirname "$0")/../cli/common.sh"
kept=$(dirname "$WORK")/kept
export OPENCL_LAYERS="$3" FAULT_HIT="$WORK/hit" XDG_CACHE_HOME="$kept"
which=$4
mkdir out

# judge STATUS ARGUMENT...: checks the exit status, the output file and the message.
judge() {
    status=$1 call=$(cat hit)
    shift
    case $status in
    0) [ ! -e expected ] || same out/result.txt expected ;;
    2)
        grep -q "^clscan: .*$call" stderr || failed "no sentence about $call: clscan $*"
        [ "$(ls -A out)" = result.txt ] && [ "$(cat out/result.txt)" = old ] || failed "$call left a trace: clscan $*"
        ;;
    *) failed "status $status as call $at, $call, failed: clscan $*" ;;
    esac
    checks=$((checks + 1))
}

# sweep DENSE ARGUMENT...: fails every call up to number DENSE, and then fewer and fewer.
sweep() {
    dense=$1 at=1
    shift
    while :; do
        rm -rf hit "$WORK/cold"
        echo old >out/result.txt
        status=0
        FAULT_AT=$at timeout 300 "$CLSCAN" "$@" >stdout 2>stderr || status=$?
        [ -e hit ] || break
        judge "$status" "$@"
        at=$((at + 1 + at / dense))
    done
    [ "$status" -eq 0 ] || failed "status $status where nothing fails: clscan $*"
    echo "fewer than $at calls: clscan $*"
}

printf '%s\n' 3 1 7 0 4 1 6 3 >in.txt
printf '%s\n' 3 4 11 11 15 16 22 25 >expected
sweep 1000 scan in.txt out/result.txt --type int --strategy single_group
[ "$which" = all ] || { passed && exit; }

# With an empty cache, programs are compiled, tested and stored.
XDG_CACHE_HOME=$WORK/cold
sweep 1000 scan in.txt out/result.txt --type int --strategy single_group
XDG_CACHE_HOME=$kept
sweep 1000 scan in.txt out/result.txt --check
sweep 20 scan in.txt out/result.txt --time
printf '%s\n' a a a a a a a a >keys.txt
paste in.txt keys.txt >table.txt
sweep 1000 scan -f 1 --by-key 2 table.txt out/result.txt
echo 25 >expected
sweep 1000 reduce in.txt out/result.txt
printf '%s\n' 7 4 6 >expected
sweep 1000 select --where 'x > 3' in.txt out/result.txt
printf '%s\n' 1 1 0 0 0 0 0 1 >flags.txt
printf '%s\n' 3 1 3 >expected
sweep 1000 select --flags flags.txt in.txt out/result.txt --indices index.txt
sweep 30 select --flags flags.txt --by-key keys.txt in.txt out/result.txt --offsets offsets.txt
printf '%s\n' 2 0 1 >expected
printf '%s\n' 2 2 2 0 0 1 1 1 >runs.txt
sweep 1000 unique runs.txt out/result.txt --indices index.txt --check
sweep 1000 unique runs.txt out/result.txt --indices index.txt
printf '%s\n' 11 4 10 >expected
sweep 1000 reduce --by-key runs.txt in.txt out/result.txt
printf '%s\n' 7 4 6 >expected
sweep 30 select --rows 4 --where 'x > 3' in.txt out/result.txt --total total.txt
printf '%s\n' 0 0 1 1 1 2 2 2 >expected
sweep 30 sort runs.txt out/result.txt --argsort index.txt --check
printf '%s\n' 2 2 >expected
sweep 30 topk -k 2 --descending runs.txt out/result.txt --argsort index.txt --check
printf '%s\n' 8 0 >expected
sweep 1000 histogram --bins 2 --range 0,6 runs.txt out/result.txt
printf '%s\n' 25 0 >expected
sweep 30 histogram --bins 2 --range 0,6 --weights in.txt runs.txt out/result.txt
rm expected
sweep 1000 devices
sweep 1000 devices --json
sweep 1000 explain 1000000
sweep 20 bench --size 1000 --samples 2 --empty
sweep 10 tune --budget 2 --type int
sweep 20 verify --quick --type int --op add
passed
