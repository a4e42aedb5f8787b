#!/bin/sh
# run.sh KERNEL WORK: runs a kernel on the host under the thread sanitizer, with several concurrent work-groups and
# one thread for each work-item. The outcome with the options below must be the expected one:
#   clean  the results are right, and the sanitizer finds nothing
#   race   the thread sanitizer finds a data race
#   wrong  the results are wrong, the program ends with an error, or it does not end in 50 seconds
set -eu
kernel=$1 work=$2 failed=0
here=$(cd "$(dirname "$0")" && pwd)
lanes=1
# file is the kernel's file, barriers the files with its barriers, and form has options that set the shape and layout.
case $kernel in
slices) file=slices barriers='' form=-DCLSCAN_ITEMS=100 ;;
column_blocks) file=columns barriers='grid/strips/line_blocks.h grid/strips/block_by_group.h' form='-DCLSCAN_ITEMS=12 -DCLSCAN_HAS_ROWS=1' ;;
reduce_one_launch) file=$kernel barriers=grid/$kernel.cl form='' ;;
sort_in_tiles) file=sort barriers=grid/sort/sort_in_tile.h form='-DCLSCAN_ITEMS=12 -DCLSCAN_HAS_ROWS=1' ;;
sort_sweep) file=sort barriers=grid/sort/sort_sweep.h form='-DCLSCAN_ITEMS=12 -DCLSCAN_STATE_BITS=32' ;;
*) file=$kernel barriers=grid/look_back/one_pass.h form='' ;;
esac
library="-I$here/../../include -I$here/../../src -DCL_TARGET_OPENCL_VERSION=120"

for clang in clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 ''; do
    [ -n "$clang" ] || { echo "no clang" && exit 77; }
    ! command -v "$clang" >/dev/null || break
done
rm -rf "$work" && mkdir -p "$work" && cd "$work"
sanitize="$clang -g -O1 -fsanitize=thread -fPIC"
echo 'int main(void) { return 0; }' >empty.c
if ! $sanitize empty.c -o empty 2>/dev/null || ! ./empty; then
    echo "no thread sanitizer" && exit 77
fi

# host WG_SIZE: builds the program that runs work-groups of this size.
host() {
    wg_size=$1
    $sanitize -Wall -Wextra -Werror $library -DWG_SIZE="$wg_size" "$here/groups.c" -rdynamic -o groups -lpthread -ldl
}

# outcome PLACE OPTION...: prints the outcome of the kernel in ./cl.
outcome() {
    place=$1 libraries=
    shift
    # shellcheck disable=SC2086 # several words
    $sanitize -x cl -cl-std=CL2.0 -include "$here/opencl.h" -Icl -I"$here" -Wno-pass-failed -Wno-psabi \
        -DCLSCAN_WG_SIZE="$wg_size" $form "$@" -c "cl/grid/$file.cl" -o kernel.o
    for group in $groups; do
        $sanitize -shared kernel.o -o "group_$group.so"
        libraries="$libraries ./group_$group.so"
    done
    # shellcheck disable=SC2086 # several words
    if TSAN_OPTIONS='exitcode=66 halt_on_error=1' timeout 50 ./groups "clscan_$kernel" "$place" $lanes $libraries 2>report.txt; then
        echo clean
    elif grep -q 'ThreadSanitizer: data race' report.txt; then
        echo race
    else
        echo wrong
    fi
}

# expect OUTCOME PLACE OPTION...: checks that the kernel in ./cl has this outcome.
expect() {
    wanted=$1 && shift
    found=$(outcome "$@")
    printf '%-5s  %s\n' "$found" "$change $*"
    [ "$found" = "$wanted" ] || { failed=1 && echo "       expected: $wanted" && head -40 report.txt; }
}

# change FILE SED_SCRIPT: copies the device library to ./cl and applies SED_SCRIPT to FILE of the copy.
change() {
    change=$2
    rm -rf cl && cp -RL "$here/../../cl" cl
    sed "$2" "$here/../../cl/$1" >"cl/$1"
    [ -z "$2" ] || ! cmp -s "$here/../../cl/$1" "cl/$1" || { echo "nothing to change in $1: $2" && exit 1; }
}

# In place, a fallback may read elements while their owner overwrites them, and then drops the result. The sanitizer
# would report that as a race, so scans in place wait without a spin limit.
wait=-DCLSCAN_SPIN_LIMIT=0xFFFFFFFF
with_barriers=$wait
right() {
    change grid/look_back/tile_state.h ''
    change="work-groups of $wg_size,"
    for bits in 64 32; do
        expect clean out -DCLSCAN_STATE_BITS=$bits
        expect clean out -DCLSCAN_STATE_BITS=$bits -DCLSCAN_SPIN_LIMIT=0
        expect clean in -DCLSCAN_STATE_BITS=$bits $wait
        # With the atomics of OpenCL 1.2, without fences.
        expect clean out -DCLSCAN_STATE_BITS=$bits -DCLSCAN_ATOMICS=1
        expect clean out -DCLSCAN_STATE_BITS=$bits -DCLSCAN_ATOMICS=1 -DCLSCAN_SPIN_LIMIT=0
    done
}

# Records that have a value and a separate flag need acquire and release order. x86 keeps this order even for relaxed
# accesses, so only the sanitizer detects a missing order. With words of 32 bits, the record of an int has room for
# both.
ordered() {
    separate='/^static bool clscan_record_load/,/^}/d; /^static void clscan_record_store/,/^}/c #include "separate_flag.h"'
    change grid/look_back/tile_state.h "$separate"
    change="flag and element apart,"
    set -- -DCLSCAN_STATE_BITS=32 $wait
    expect clean out "$@" '-DNATIVE_ORDER(order)=memory_order_##order'
    expect race out "$@" '-DNATIVE_ORDER(order)=memory_order_relaxed'
}

# barriers_of FILE: prints the lines with barriers. In a sweep, some barriers are left out. The next look-back begins
# with a barrier, so the barrier after a fallback is left out. The sanitizer finds races of an atomic_max or atomic_min
# with an access to a single word in some runs only, so the barriers of a function that calls one of them are left out.
barriers_of() {
    awk '/clscan_barrier\(\);/ && last !~ /fall_back\(/ { line[n++] = NR } /atomic_(max|min)/ { raised = 1 }
        /^}/ { for (i = 0; i < n && !raised; i++) print line[i]; n = raised = 0 } { last = $0 }' "$here/../../cl/$1"
}

# barriers [MOST]: if one of the barriers of a file is removed, or of its first MOST barriers, the sanitizer finds a race.
barriers() {
    for with in $barriers; do
        # shellcheck disable=SC2013 # numbers
        for barrier in $(barriers_of "$with" | head -n "${1:-99}"); do
            change "$with" "${barrier}d"
            expect race out $with_barriers
        done
    done
}

# Work-groups of two sub-groups, and of one sub-group with more lanes than a block has tiles.
sub_groups() {
    change grid/look_back/tile_state.h ''
    for lanes in 2 4; do
        change="sub-groups of $lanes,"
        set -- -DCLSCAN_SUB_GROUPS=2 -DCLSCAN_TILES_PER_PREFIX=$((lanes == 2 ? 32 : 2))
        expect clean out "$@"
        expect clean out "$@" -DCLSCAN_SPIN_LIMIT=0
        expect clean in "$@" $wait
    done
    lanes=1
}

# Passes of a sort read other memory than they write, so a fallback needs no fence and is not a race, even in place. It is
# forced by a tile that publishes nothing.
sweeps() {
    change grid/sort/sort_sweep.h ''
    withheld="-DCLSCAN_WITHHELD_TILE=3 -DCLSCAN_SPIN_LIMIT=0"
    expect clean out $wait
    expect clean in $withheld
    expect clean out -DCLSCAN_ATOMICS=1 -DCLSCAN_SPIN_LIMIT=2
    with_barriers=$withheld
    barriers
}

# Work-groups share nothing but the arrays, in which each of them has whole rows, so that only barriers can be missing.
# The barriers after the first three are needed only if elements are larger than keys, or if there are several arrays.
rows() {
    change grid/sort/sort_in_tile.h ''
    expect clean in
    with_barriers=
    barriers 3
    change grid/sort/sort_in_tile.h 's/clscan_barrier_after_loads()/(void)0/'
    expect race in
}

# The last work-group of a line misses records, and reduces a part by itself.
reductions() {
    change grid/reduce_one_launch.cl ''
    expect clean out -DCLSCAN_SPIN_LIMIT=0
    expect clean out -DCLSCAN_STATE_BITS=32 -DCLSCAN_SPIN_LIMIT=2 -DCLSCAN_WITHHELD_TILE=3
    expect clean out -DCLSCAN_ATOMICS=1 -DCLSCAN_SPIN_LIMIT=0 -DCLSCAN_WITHHELD_TILE=29
    ordered
    barriers
}

alone() {
    groups="0 1 2 3 4 5"
    host 1
    right
    ordered
}

together() {
    groups="0 1 2"
    host 4
    right
    ordered
    barriers
}

case $kernel in
slices) alone ;;
sort_sweep) groups="0 1 2" && host 4 && sweeps ;;
sort_in_tiles) groups="0 1 2" && host 4 && rows ;;
reduce_one_launch) groups="0 1 2" && host 4 && reductions ;;
column_blocks) alone && together ;;
*) together && sub_groups ;;
esac
exit $failed
