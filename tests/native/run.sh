#!/bin/sh
# run.sh KERNEL WORK: cl/grid/KERNEL.cl under the thread sanitizer, on the host: some work-groups at once, a thread for
# each work-item. With the options below, against what each must come to:
#   clean  right, and nobody reads what another may be writing
#   race   the sanitizer finds where somebody does
set -eu
kernel=$1 work=$2 failed=0
here=$(cd "$(dirname "$0")" && pwd)
groups="0 1 2" wg_size=4 lanes=1
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
$sanitize -Wall -Wextra -Werror $library -DWG_SIZE=$wg_size "$here/groups.c" -rdynamic -o groups -lpthread -ldl

# outcome PLACE OPTION...: of the kernel in ./cl.
outcome() {
    place=$1 libraries=
    shift
    $sanitize -x cl -cl-std=CL2.0 -include "$here/opencl.h" -Icl -I"$here" -Wno-pass-failed \
        -DCLSCAN_WG_SIZE=$wg_size "$@" -c "cl/grid/$kernel.cl" -o kernel.o
    for group in $groups; do
        $sanitize -shared kernel.o -o "group_$group.so"
        libraries="$libraries ./group_$group.so"
    done
    # shellcheck disable=SC2086 # several words
    if TSAN_OPTIONS=exitcode=66 timeout 50 ./groups "clscan_$kernel" "$place" $lanes $libraries 2>report.txt; then
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

# In place, who helps may read what is being overwritten, and drops it: seen from here, that is a race.
wait=-DCLSCAN_POLLS=0xFFFFFFFF
change grid/tile_state.h ''
for bits in 64 32; do
    expect clean out -DCLSCAN_STATE_BITS=$bits
    expect clean out -DCLSCAN_STATE_BITS=$bits -DCLSCAN_POLLS=0
    expect clean in -DCLSCAN_STATE_BITS=$bits $wait
done

# Two sub-groups, then one that is wider than a block of tiles.
for lanes in 2 4; do
    change="sub-groups of $lanes,"
    set -- -DCLSCAN_SUB_GROUPS=2 -DCLSCAN_PREFIX_EVERY=$((lanes == 2 ? 32 : 2))
    expect clean out "$@"
    expect clean out "$@" -DCLSCAN_POLLS=0
    expect clean in "$@" $wait
done
lanes=1

# Two words instead of one take an order. x86 gives it unasked: only the sanitizer tells.
separate='/^static bool clscan_record_load/,/^}/d; /^static void clscan_record_store/,/^}/c #include "separate_flag.h"'
change grid/tile_state.h "$separate"
change="flag and element apart,"
expect clean out $wait '-DNATIVE_ORDER(order)=memory_order_##order'
expect race out $wait '-DNATIVE_ORDER(order)=memory_order_relaxed'

# Neither is a barrier missed that is not there.
# shellcheck disable=SC2013 # numbers
for barrier in $(grep -n 'clscan_barrier();' "$here/../../cl/grid/one_pass.h" | cut -d: -f1); do
    change grid/one_pass.h "${barrier}d"
    expect race out $wait
done

# Sub-groups as wide as any; their threads are too many for the sanitizer.
sanitize="$clang -g -O1 -fPIC" wg_size=128 groups="0 1"
$sanitize $library -DWG_SIZE=$wg_size "$here/groups.c" -rdynamic -o groups -lpthread -ldl
change grid/tile_state.h ''
for lanes in 1 8 16 32 64 128; do
    change="sub-groups of $lanes,"
    expect clean out -DCLSCAN_SUB_GROUPS=2
done

exit $failed
