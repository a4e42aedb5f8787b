#!/bin/sh
# tool.sh CLSCAN WORK LAYER: the library replaces kernels with wrong results by other kernels, the results are right,
# and the tool warns of the replacement. With --no-self-test nothing is replaced, and the results are wrong.
. "$(dirname "$0")/../cli/common.sh"
self_test=yes # the tool runs its self-test
export OPENCL_LAYERS="$3${OPENCL_LAYERS:+:$OPENCL_LAYERS}"
i=0
while [ $i -lt 1000 ]; do
    echo $((i * 7919 % 1000))
    i=$((i + 1))
done >in.txt

# gives_way OTHER STRATEGY KERNEL OPTION...: if KERNEL computes wrong results, OTHER takes the place of STRATEGY.
gives_way() {
    other=$1 strategy=$2
    export CORRUPT_KERNELS="$3 "
    shift 3
    expect 1 scan in.txt out.txt --check --no-cache --no-self-test --strategy "$strategy" "$@"
    expect 0 scan in.txt out.txt --check --no-cache --strategy "$strategy" "$@"
    says stderr "clscan: warning: this driver compiles 1 of the plan's kernels wrongly or not at all"
    expect 0 explain --no-cache --strategy "$strategy" "$@" 1000
    says stdout "strategy   $other"
    says stdout "replaces   $strategy, which computes wrongly here"
}

gives_way reference single_group clscan_single_group
gives_way single_group reduce_scan clscan_scan_spans --groups 3
gives_way reduce_scan global_steps clscan_scatter
gives_way reduce_scan hierarchical clscan_add_back
gives_way reduce_scan lookback clscan_lookback
gives_way reduce_scan chained clscan_chained
gives_way reduce_scan slices clscan_slices

# The self-test of a user operator runs on the elements that are scanned.
CORRUPT_KERNELS="" expect 0 scan in.txt right.txt --op max --no-cache
CORRUPT_KERNELS="clscan_single_group " expect 0 scan in.txt out.txt --combine max --identity LONG_MIN --no-cache \
    --strategy single_group
says stderr "clscan: warning: this driver compiles 1 of the plan's kernels wrongly"
same right.txt out.txt

# If the last fallback, the kernel that scans element by element, is wrong too, the scan fails.
CORRUPT_KERNELS="clscan_reference clscan_single_group "
refuses "the reference kernel scans" scan in.txt out.txt --no-cache --strategy single_group

# Other tasks. A sort of a single work-item is its own reference.
CORRUPT_KERNELS="" expect 0 histogram --bins 100 --range 0,1000 in.txt right.txt --no-cache
for kernel in clscan_histogram_add_tables clscan_histogram_count_units; do # the second one stores the counts of few elements
    CORRUPT_KERNELS="$kernel " expect 0 histogram --bins 100 --range 0,1000 in.txt out.txt --no-cache
    says stderr "clscan: warning: this driver compiles 1 of the plan's kernels wrongly"
    same right.txt out.txt
done
CORRUPT_KERNELS="clscan_sort_move "
refuses "even the reference kernel, of a single work-item, computes a sort wrongly" sort in.txt out.txt --no-cache

# A strategy whose workspace no buffer of the device can hold is skipped by bench, and refused by explain.
export CORRUPT_KERNELS="" CORRUPT_BUFFER=4096
expect 0 bench --size 1024 --samples 1 --csv --strategy single_group,hierarchical,reduce_scan
[ "$(wc -l <stdout)" -eq 3 ] || failed "not a header and 2 lines"
says stderr "skipped: count is 1024: strategy hierarchical takes "
refuses "has 4096 at most; strategy " explain 1024 --strategy hierarchical --no-self-test
passed
