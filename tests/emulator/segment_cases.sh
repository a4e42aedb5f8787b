# Cases of cases.sh, which reads this file and has its functions: results for each segment.
# shellcheck shell=sh

# Reductions by segments.
for case in 'segments=keys density=64' 'segments=bits reverse=1' 'segments=offsets op=affine' \
    'segments=flags type=float op=add density=2048 init=host' 'segments=ulong_offsets reverse=1 density=2'; do
    case_on 3 "task=reduce strategy=slices $case count=3000"
    case_on 1 "task=reduce strategy=lookback $case count=3000"
    case_on 15 "task=reduce strategy=chained $case count_type=ulong count=3000" 3
    case_on 0 "task=reduce strategy=reduce_scan map=box $case count=1000" 3
done

# Selections and partitions by segments.
for case in 'segments=flags mask=bits offsets_room=one_less total=1' 'segments=bits reverse=1 map=box index=uint' \
    'segments=keys load=two_arrays density=64' 'segments=offsets mask=flags carried=one density=2' \
    'segments=ulong_offsets reverse=1 density=2 count_type=ulong total=1'; do
    case_on 3 "task=select strategy=slices $case count=3000" 3
    case_on 1 "task=select strategy=lookback $case count=3000" 3
    case_on 15 "task=select strategy=lookback $case count=3000" 3
    case_on 4 "task=select strategy=reduce_scan $case count=3000" 3
    case_on 3 "task=partition $case count=3000" 3
    case_on 4 "task=partition strategy=reduce_scan $case count=3000" 3
done
