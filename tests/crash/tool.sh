#!/bin/sh
# tool.sh CLSCAN WORK LAYER: runs the tool on a driver that crashes or hangs with some kernels. verify, bench and tune
# report each crash in one line and continue with the remaining combinations.
. "$(dirname "$0")/../cli/common.sh"
export OPENCL_LAYERS="$3${OPENCL_LAYERS:+:$OPENCL_LAYERS}" CRASH_KERNELS=

# crashed HOW COUNT: exactly COUNT lines on stderr begin with HOW and a colon.
crashed() {
    [ "$(grep -c "^$1: " stderr)" -eq "$2" ] || failed "not $2 lines '$1: ...'"
}

# begin NAME ARGUMENT...: starts the tool in a folder of its own, on a driver that hangs. It ends after the timeout, and
# other checks run meanwhile.
begin() {
    mkdir "$1"
    (
        cd "$1"
        shift
        got=0
        CRASH_HOW=hang "$CLSCAN" "$@" >stdout 2>stderr || got=$?
        echo $got >status
    ) &
    begun=$!
}

# finish PROCESS NAME STATUS: waits for what `begin` started, and checks its exit status. Then its output is in the
# files stdout and stderr.
finish() {
    wait "$1"
    cp "$2/stdout" "$2/stderr" .
    [ "$(cat "$2/status")" -eq "$3" ] || failed "status $(cat "$2/status"), not $3: $2"
    checks=$((checks + 1))
}

# -------------------------------------------------------------------------------------------------------- verify
# Each strategy runs once. reduce_scan crashes: no other strategy launches kernels of these names.
verify="verify --type int --op add --size 3000 --group auto --exclusive --seed 1"
expect 0 $verify --json
cp stdout whole
passed=$(sed -n 's/.*"passed":\([0-9]*\).*/\1/p' stdout)
export CRASH_KERNELS="clscan_scan_spans clscan_reduce_spans "
begin verify_hangs $verify --timeout 5 --json
verify_hangs=$begun
begin bench_hangs bench --size 3000 --samples 2 --strategy reduce_scan,hierarchical --timeout 5 --json
bench_hangs=$begun
expect 1 $verify --json
crashed "crashed: SIGSEGV in the driver" 1
says stderr "crashed: SIGSEGV in the driver: int add, exclusive, reduce_scan, auto, wg_size auto"
says stderr "NOT OK: $((passed - 1)) combinations passed, 1 failed, "
says stdout '"strategy":"reduce_scan","group":"auto","wg_size":0,"result":"crashed","how":"SIGSEGV in the driver"}'
grep -v '"strategy":"reduce_scan"\|"seed"' whole >want
grep -v '"strategy":"reduce_scan"\|"seed"' stdout >rest
same want rest
expect 1 $verify --strategy reduce_scan
says stderr "NOT OK: 0 combinations passed, 1 failed, 0 skipped"
CRASH_HOW='exit' expect 1 $verify --strategy reduce_scan
says stderr "crashed: exit status 3 in the driver: int add, exclusive, reduce_scan, "

finish $verify_hangs verify_hangs 1
crashed "hung: no answer in 5 s" 1
says stderr "hung: no answer in 5 s: int add, exclusive, reduce_scan, auto, wg_size auto"
says stdout '"result":"hung","how":"no answer in 5 s"}'
says stderr "NOT OK: $((passed - 1)) combinations passed, 1 failed, "

# The driver crashes only for one work-group size.
CRASH_WG_SIZE=16 expect 0 $verify --strategy reduce_scan --wg-size 8
CRASH_WG_SIZE=16 expect 1 $verify --strategy reduce_scan --wg-size 16
says stderr "crashed: SIGSEGV in the driver: int add, exclusive, reduce_scan, auto, wg_size 16"

# The driver crashes while the laws of operators are tested: first of the built-in operators, then of a user operator.
CRASH_KERNELS="clscan_single_group "
expect 1 verify --type int --laws
[ "$(grep -c '^crashed: SIGSEGV in the driver: the laws of [a-z_]* over int$' stderr)" -gt 1 ] || failed "not each"
grep -q '^\([0-9]*\) operators, \1 of them wrong: ' stderr || failed "some laws hold"
expect 1 verify --combine max --type int
says stderr "crashed: SIGSEGV in the driver: the laws of the operator"

# --------------------------------------------------------------------------------------------------------- bench
bench="bench --size 3000,1000 --samples 2 --type int --strategy single_group,reduce_scan,hierarchical"
CRASH_KERNELS="clscan_scan_spans clscan_reduce_spans "
expect 1 $bench --json
[ "$(wc -l <stdout)" -eq 4 ] || failed "not 4 lines"
! grep reduce_scan stdout || failed "measured in spite of the crash"
crashed "crashed: SIGSEGV in the driver" 2
says stderr "crashed: SIGSEGV in the driver: int add, inclusive, reduce_scan, auto, 3000 elements"
says stderr "crashed: SIGSEGV in the driver: int add, inclusive, reduce_scan, auto, 1000 elements"
expect 1 $bench
[ "$(grep -c 'int add, inclusive, on ' stdout)" -eq 1 ] || failed "not one head"
finish $bench_hangs bench_hangs 1
says stderr "hung: no answer in 5 s: int add, inclusive, reduce_scan, auto, 3000 elements"
says stdout '"strategy":"hierarchical"'
expect 2 bench --size 1000 --strategy reduce_scan
says stderr "nothing was measured"

# ---------------------------------------------------------------------------------------------------------- tune
# The strategy of the built-in tuning row for many elements crashes or hangs: tune writes a row of another strategy.
expect 0 explain 100000000
own=$(sed -n 's/^strategy *//p' stdout)
CRASH_KERNELS="clscan_$own "
[ "$own" != reduce_scan ] || CRASH_KERNELS="clscan_scan_spans clscan_reduce_spans "
begin tune_hangs tune --budget 0.001 --timeout 5
expect 0 tune --budget 0.001
grep -q "^crashed: SIGSEGV in the driver: $own, .* elements$" stderr || failed "no word about $own"
grep -q '^".* all 4 ' stdout || failed "no row for many elements"
! grep -q " all 4 $own " stdout || failed "the row that crashes is kept"
finish $begun tune_hangs 0
grep -q "^hung: no answer in 5 s: $own, .* elements$" stderr || failed "no word about $own"
! grep -q " all 4 $own " stdout || failed "the row that hangs is kept"

# The driver crashes with every strategy.
CRASH_KERNELS="clscan_single_group clscan_gather clscan_scan_tiles clscan_scan_spans clscan_reduce_spans clscan_lookback clscan_chained clscan_slices "
expect 2 tune --budget 0.001
says stderr "no strategy runs on "
[ ! -s stdout ] || failed "a row in spite of the crashes"

# -------------------------------------------------------------------------------------------------- ended early
# gone PID: the process PID ends within 20 s.
gone() {
    for _ in $(seq 200); do
        kill -0 "$1" 2>/dev/null || return 0
        sleep 0.1
    done
    failed "process $1 goes on"
}

# A signal that ends the tool also ends its child that hangs, even SIGKILL.
CRASH_KERNELS="clscan_scan_spans clscan_reduce_spans "
for signal in TERM KILL; do
    rm -f pid
    CRASH_HOW=hang CRASH_PID=pid "$CLSCAN" $verify --strategy reduce_scan >stdout 2>stderr &
    tool=$!
    for _ in $(seq 600); do
        [ ! -s pid ] || break
        sleep 0.1
    done
    [ -s pid ] || failed "nothing hangs"
    [ "$(cat pid)" != "$tool" ] || failed "the tool itself hangs"
    kill -$signal $tool
    got=0
    wait $tool || got=$?
    [ "$got" -gt 128 ] || failed "status $got after SIG$signal"
    gone "$(cat pid)"
    checks=$((checks + 1))
done

# If SIGTERM ends the child, as when a user interrupts the run, the tool ends too, and with the same status.
got=0
CRASH_HOW=SIGTERM "$CLSCAN" $verify >stdout 2>stderr || got=$?
[ "$got" -eq 143 ] || failed "status $got after the child's SIGTERM"

refuses "'trials' is for the tool's own use" trials 77 verify
passed
