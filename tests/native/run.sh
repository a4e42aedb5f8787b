#!/bin/sh
# run.sh KERNEL WORK: cl/grid/KERNEL.cl under the sanitizers, on the host: some work-groups at once, a thread for
# each work-item. With the options below, against what each must come to:
#   clean  right, and nobody reads what another may be writing
#   race   the sanitizer finds where somebody does
set -eu
kernel=$1 work=$2 failed=0
here=$(cd "$(dirname "$0")" && pwd)
lanes=1
# The file of the kernel, that of its barriers, and how many elements its work-items have and where.
case $kernel in
slices) file=slices barriers='' form=-DCLSCAN_ITEMS=100 ;;
column_blocks) file=columns barriers=grid/line_blocks.h form='-DCLSCAN_ITEMS=12 -DCLSCAN_BATCHED=1' ;;
*) file=$kernel barriers=grid/one_pass.h form='' ;;
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

# host WG_SIZE: the program for work-groups of this size.
host() {
    wg_size=$1
    $sanitize -Wall -Wextra -Werror $library -DWG_SIZE="$wg_size" "$here/groups.c" -rdynamic -o groups -lpthread -ldl
}

# outcome PLACE OPTION...: of the kernel in ./cl.
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
        cat report.txt >&2
        echo wrong
    fi
}

# expect OUTCOME PLACE OPTION...
expect() {
    wanted=$1 && shift
    found=$(outcome "$@")
    printf '%-5s  %s\n' "$found" "$change $*"
    [ "$found" = "$wanted" ] || { failed=1 && echo "       expected: $wanted" && head -40 report.txt; }
}

# change FILE SED_SCRIPT: in a copy of the device library as it is.
change() {
    change=$2
    rm -rf cl && cp -RL "$here/../../cl" cl
    sed "$2" "$here/../../cl/$1" >"cl/$1"
    [ -z "$2" ] || ! cmp -s "$here/../../cl/$1" "cl/$1" || { echo "nothing to change in $1: $2" && exit 1; }
}

# In place, a fallback may read what is being overwritten, and drops it: the sanitizer reports that as a race.
wait=-DCLSCAN_SPIN_LIMIT=0xFFFFFFFF
right() {
    change grid/tile_state.h ''
    change="work-groups of $wg_size,"
    for bits in 64 32; do
        expect clean out -DCLSCAN_STATE_BITS=$bits
        expect clean out -DCLSCAN_STATE_BITS=$bits -DCLSCAN_SPIN_LIMIT=0
        expect clean in -DCLSCAN_STATE_BITS=$bits $wait
        # By the atomics of OpenCL 1.2, without a fence.
        expect clean out -DCLSCAN_STATE_BITS=$bits -DCLSCAN_ATOMICS=1
        expect clean out -DCLSCAN_STATE_BITS=$bits -DCLSCAN_ATOMICS=1 -DCLSCAN_SPIN_LIMIT=0
    done
}

# Two words instead of one take an order (of 32 bits: as many as the record of an int has anyway). x86 gives it
# unasked: only the sanitizer tells.
ordered() {
    separate='/^static bool clscan_record_load/,/^}/d; /^static void clscan_record_store/,/^}/c #include "separate_flag.h"'
    change grid/tile_state.h "$separate"
    change="flag and element apart,"
    set -- -DCLSCAN_STATE_BITS=32 $wait
    expect clean out "$@" '-DNATIVE_ORDER(order)=memory_order_##order'
    expect race out "$@" '-DNATIVE_ORDER(order)=memory_order_relaxed'
}

# Neither is a barrier missed that is not there.
barriers() {
    # shellcheck disable=SC2013 # numbers
    for barrier in $(grep -n 'clscan_barrier();' "$here/../../cl/$barriers" | cut -d: -f1); do
        change "$barriers" "${barrier}d"
        expect race out $wait
    done
}

# Two sub-groups, then one that is wider than a block of tiles.
sub_groups() {
    change grid/tile_state.h ''
    for lanes in 2 4; do
        change="sub-groups of $lanes,"
        set -- -DCLSCAN_SUB_GROUPS=2 -DCLSCAN_PREFIX_EVERY=$((lanes == 2 ? 32 : 2))
        expect clean out "$@"
        expect clean out "$@" -DCLSCAN_SPIN_LIMIT=0
        expect clean in "$@" $wait
    done
    lanes=1
}

# Nobody leaves an array. (Kernels add nothing to pointers to nothing.)
in_bounds() {
    sanitize="$clang -g -O1 -fPIC -fsanitize=address,undefined -fno-sanitize-recover=all -fno-sanitize=pointer-overflow"
    for size; do
        host "$size"
        change grid/tile_state.h ''
        change="within arrays, work-groups of $size,"
        expect clean out
        expect clean out -DCLSCAN_SPIN_LIMIT=0
        expect clean in
    done
}

# As wide as any; their threads are too many for the sanitizer.
wide_sub_groups() {
    sanitize="$clang -g -O1 -fPIC" groups="0 1"
    host 128
    change grid/tile_state.h ''
    for lanes in 1 8 16 32 64 128; do
        change="sub-groups of $lanes,"
        expect clean out -DCLSCAN_SUB_GROUPS=2
    done
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
slices) alone && in_bounds 1 ;;
column_blocks) alone && together && in_bounds 1 4 ;;
*) together && sub_groups && in_bounds 4 && wide_sub_groups ;;
esac
exit $failed
