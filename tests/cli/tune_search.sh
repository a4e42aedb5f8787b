# tune: the search finds faster rows and stores them in the file that the library reads. The third argument is the
# folder of the kernel files.
kernels=$3
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
. "$here/tune_common.sh"
# The kernels are optimized. Otherwise one scan of many elements by hierarchical takes seconds, and the time of a search is
# over before it has tried a strategy that is faster than the slow kernel.
unset POCL_EXTRA_BUILD_FLAGS
dawdles slow '> 0' 100000000

# finds STATUS ARGUMENT...: like expect, but runs tune with the slow kernels, first for 8 seconds, and for 32 seconds if
# 8 were not enough to find a faster row.
finds() {
    want=$1
    shift
    for budget in 8 32; do
        got=0
        timeout 100 "$CLSCAN" tune --budget $budget --cl-dir slow "$@" >stdout 2>stderr || got=$?
        ! tail -1 stdout | grep -q '" all 2 ' || break
    done
    tail -1 stdout | grep -q '" all 2 ' || failed "no row for many elements"
    [ "$got" -eq "$want" ] || failed "status $got, not $want: clscan tune $*"
    checks=$((checks + 1))
}

# Old rows stay in the file after the new ones, except rows of the same device and element size, which are replaced. The
# library reads the result.
stores_rows
finds 0 --type short --op max --store
grep -q '^# max of short: [0-9]* shapes tried in [0-9]* s$' stdout || failed "no head"
[ "$(grep -c '^"[^"]*" "[^"]*" [0-9al]* 2 [a-z_]* [a-z_]*\( [0-9]*\)\{5\}$' stdout)" -eq $(($(wc -l <stdout) - 1)) ] ||
    failed "not rows alone"
! grep -q "\" all 2 $own " stdout || failed "the slow one is kept"
grep -q '^[0-9]* elements: .* ms, by the library.s own row .* ms, a copy .* ms$' stderr || failed "no gain"
says stderr " stored in $CLSCAN_TUNING"
{
    sed -n 1p before
    sed 1d stdout
    sed -n 2p before
} >want
cmp -s want config/clscan/tuning || failed "the file is not the old one with the new rows before its rows"
expect 0 explain --type short 100000000
says stdout " # $CLSCAN_TUNING:"
expect 0 explain --type int 100000000
grep -q "^tuning .*($CLSCAN_TUNING" stdout && failed "ints follow the rows of shorts"
[ "$(find config -type f | wc -l)" -eq 1 ] || failed "more than one file"

# The file has as many rows as the library reads, so that more rows are not stored.
for _ in $(seq 64); do echo "$row" | sed 's/ 77 2 / 77 4 /'; done >config/clscan/tuning
cp config/clscan/tuning before
finds 2 --type short --store
says stderr "$CLSCAN_TUNING, with the new rows: "
says stderr "more than 64 rows for "
same before config/clscan/tuning
[ "$(find config -type f | wc -l)" -eq 1 ] || failed "more than one file"

# Rows of a task replace rows of the same task and size. The strategy of reductions that the library chooses is slow, so
# that the search finds another one. It gets more time if a little was not enough. The kernels are not optimized: if they
# are, reductions by lookback of 2^23 elements in work-groups of 2 are wrong on PoCL 3.1, which ends the search.
"$CLSCAN" explain --task reduce --type short 10000000 >stdout
chosen=$(sed -n 's/^strategy *\([a-z_]*\).*/\1/p' stdout)
[ "$chosen" = lookback ] && file=reduce_one_launch.cl || file=reduce_lines.h
plant slow_sums "grid/$file" "s/const clscan_view v = CLSCAN_VIEW;/&\
    for (volatile uint i = 0; i < 10000000; i++) {}/"
of_sorts=$(echo "$row" | sed 's/ 77 / task=sort 77 /')
of_sums=$(echo "$row" | sed 's/ 77 / task=reduce 77 /')
export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
for budget in 2 8 32; do
    printf '%s\n' "# mine" "$of_sums" "$row" "$of_sorts" >config/clscan/tuning
    expect 0 tune --budget "$budget" --cl-dir slow_sums --task reduce --type short --store
    ! grep -q '" task=reduce all 2 ' stdout || break
done
unset POCL_EXTRA_BUILD_FLAGS
grep -q '^# reduce of short: [0-9]* shapes tried in [0-9]* s$' stdout || failed "no head"
grep -q '" task=reduce all 2 [a-z_]* [a-z_]* [0-9]* [0-9]* 0 0 [0-9]*$' stdout || failed "no row for many elements"
{
    echo "# mine"
    sed 1d stdout
    printf '%s\n' "$row" "$of_sorts"
} >want
same want config/clscan/tuning
expect 0 explain --task reduce --type short 10000000
says stdout " # $CLSCAN_TUNING:"
! grep -q "^strategy *$chosen" stdout || failed "the slow strategy is used"
passed
