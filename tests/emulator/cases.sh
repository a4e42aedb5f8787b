#!/bin/sh
# cases.sh BUILD: prints commands that run kernels on the emulator, one on each line. Together they reach all lines and
# branches of the kernels. The first ones are the pairwise cases of test_random, shared between four devices. The others
# reach code that no description alone selects, such as the fallback.
set -eu
cd "$(dirname "$0")/../.."
build=$1
emulator="LD_PRELOAD=$build/tests/emulator/libclscan_emulator.so CLSCAN_TUNING= CLSCAN_DEVICE="

device() {
    case $1 in
    0) echo "EMULATOR_ALIGNMENT=1 CLSCAN_TEST_BUILD_OPTIONS=-DCLSCAN_SPIN_LIMIT=16" ;;
    1) echo "EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=khr EMULATOR_LANES=8 CLSCAN_TEST_BUILD_OPTIONS=-DCLSCAN_SPIN_LIMIT=0" ;;
    2) echo "EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=intel EMULATOR_LANES=32" \
        "CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=2 -DCLSCAN_STATE_BITS=32'" ;;
    3) echo "EMULATOR_TYPE=cpu EMULATOR_WG_SIZE=32" \
        "CLSCAN_TEST_BUILD_OPTIONS='-DPOCL_DEVICE_ADDRESS_BITS=64 -DCLSCAN_SPIN_LIMIT=16'" ;;
    4) echo "EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=khr EMULATOR_LANES=32" ;;
    5) echo "EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=khr EMULATOR_LANES=64 CLSCAN_TEST_BUILD_OPTIONS=-DCLSCAN_SPIN_LIMIT=1" ;;
    6) echo "EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=khr EMULATOR_LANES=16" \
        "CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=2 -DCLSCAN_TILE_ORDER(ticket,tiles)=((tiles)-1-(ticket))'" ;;
    7) echo "EMULATOR_VERSION='OpenCL 1.2'" ;;
    8) echo "EMULATOR_VERSION='OpenCL 1.2' EMULATOR_TYPE=cpu" ;;
    9) echo "EMULATOR_BEGIN=1 EMULATOR_TYPE=cpu EMULATOR_WG_SIZE=32" ;;
    10) echo "EMULATOR_ALIGNMENT=1 EMULATOR_TYPE=cpu EMULATOR_WG_SIZE=32" ;;
    11) echo "CLSCAN_TUNING=tests/emulator/rows.tuning $(device 1)" ;;
    12) echo "CLSCAN_TUNING=tests/emulator/rows.tuning $(device 4)" ;;
    13) echo "EMULATOR_BEGIN=1" ;;
    14) echo "EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=amd EMULATOR_LANES=64" \
        "CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=1 -D__GFX9__'" ;;
    15) echo "EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=amd EMULATOR_LANES=32" ;;
    16) echo "EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=uniform EMULATOR_LANES=8 CLSCAN_TEST_BUILD_OPTIONS=-DCLSCAN_SPIN_LIMIT=0" ;;
    17) echo "EMULATOR_VERSION='OpenCL 1.2' CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=2 -DCLSCAN_STATE_BITS=32'" ;;
    18) echo "EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=amd EMULATOR_LANES=64" ;; # ds_bpermute does not reach all lanes
    19) echo "EMULATOR_TYPE=cpu EMULATOR_WG_SIZE=32 CLSCAN_TEST_BUILD_OPTIONS=-U__SSE2__" ;;
    esac
}

case_on() { echo "$emulator $(device "$1") $build/tests/random/test_random --case '$2' ${3:-6}"; }

env $emulator "$build/tests/random/test_random" --list | grep = | {
    n=0
    while read -r case; do
        case_on $((n % 4)) "$case" 4
        n=$((n + 1))
    done
}

# Work-groups of one work-item, which scan chunks of vectors or interleaved runs, also with stores that bypass the cache.
for case in 'strategy=slices shape=1' 'kind=exclusive reverse=1' \
    'type=uchar op=max in_type=float strategy=reduce_scan' 'type=float op=add out_offset=3' \
    'type=float op=add strategy=reduce_scan kind=exclusive' \
    'type=float op=add strategy=reduce_scan segments=flags init=host' 'strategy=slices shape=2 store=all' \
    'strategy=reduce_scan reverse=1 store=all' 'strategy=reduce_scan load=two_arrays' \
    'strategy=slices map=box store=all in_place=1' 'map=odd_box store=all reverse=1 load=two_arrays' \
    'strategy=reduce_scan segments=flags kind=exclusive density=2048 init=host' \
    'strategy=reduce_scan segments=bits reverse=1 density=2048' 'segments=keys strategy=slices shape=3' \
    'segments=offsets strategy=slices shape=4 reverse=1' 'layout=rows length=19 segments=struct_keys' \
    'layout=rows length=299' 'layout=rows length=299 reverse=1 strategy=reduce_scan' \
    'layout=rows_apart length=150 gap=2' 'layout=rows_apart length=150' 'layout=columns_apart length=99 gap=1' \
    'layout=columns_apart length=99' 'layout=columns_apart length=299 count=300' \
    'layout=rows length=9 reverse=1 no_identity=1 type=long op=min' \
    'layout=rows length=150 no_identity=1 type=long op=min strategy=reduce_scan' \
    'type=long op=min no_identity=1 strategy=slices shape=1' 'op=affine strategy=slices shape=2' \
    'op=interval strategy=reduce_scan reverse=1' 'op=latest segments=flags strategy=slices shape=3 kind=exclusive' \
    'op=affine layout=rows length=30 strategy=slices shape=4'; do
    case_on 3 "$case count=3000"
done
case_on 3 'layout=rows length=299 count=300'
case_on 3 'layout=rows length=299 reverse=1 strategy=reduce_scan count=299'
case_on 3 'layout=columns length=40 columns=37 strategy=slices count=3000'
case_on 3 'layout=rows_apart length=150 gap=2 strategy=reduce_scan count=3000' 1
for gap in 0 1 2; do
    case_on 3 "layout=columns_apart length=299 gap=$gap strategy=slices count=3000" 1
done
case_on 3 'strategy=reduce_scan segments=flags kind=exclusive density=2048 init=host count=3000' 1
# Slices of 131 elements, which do not start at aligned addresses.
for case in 'out_offset=3' 'out_offset=3 reverse=1' 'segments=flags density=2048'; do
    case_on 3 "strategy=slices shape=29 $case count=3011" 1
done
case_on 3 'strategy=slices shape=29 out_offset=3 reverse=1 count=3014' 1
case_on 3 'type=ulong op=add strategy=slices out_offset=3 count=131100' 1 # stores bypass the cache
case_on 3 'layout=rows length=9 strategy=reduce_scan segments=flags density=2048 count=3000'
# In each chunk, only the first element begins a row.
case_on 3 'type=double op=mul layout=rows length=256 strategy=reduce_scan count=3072' 3
case_on 3 'type=double op=mul count=150000' 2
case_on 3 'type=ulong op=add segments=flags count=150000' 2
case_on 3 'type=ulong op=add strategy=slices kind=exclusive in_place=1 count=150000' 2
# Selections that store whole cache lines. The last two compare keys beside the ends of arrays.
case_on 3 'type=uchar task=partition parts=three reverse=1 density=2 room=drawn count=3000' 2
case_on 3 'type=ushort task=select mask=flags strategy=slices density=7/8 out_offset=3 room=as_kept count=3001' 2
case_on 3 'type=double task=select strategy=slices reverse=1 density=2 out_offset=3 room=as_kept count=199936' 2
case_on 9 'type=uint task=unique strategy=slices density=2 count=2048' 2
case_on 10 'type=uint task=unique_last segments=keys strategy=slices density=2 count=2048' 2
case_on 19 'type=uint task=partition parts=three mask=flags density=2 count=3000' 2
case_on 3 'op=affine strategy=slices count=150000' 1
case_on 3 'op=affine strategy=slices count=2048' 1 # a multiple of the chunk size
case_on 3 'op=affine strategy=slices segments=flags shape=7 count=6000' 1

. tests/emulator/segment_cases.sh
. tests/emulator/sort_cases.sh
. tests/emulator/split_cases.sh

# Strategy columns.
for case in '' 'kind=exclusive' 'op=affine' 'type=uchar op=max in_type=int' 'segments=flags' 'store=all' 'shape=2' \
    'layout=columns_apart reverse=1' 'shape=4 in_place=1' 'layout=columns_apart map=box store=all gap=3'; do
    case_on 3 "layout=columns length=40 columns=37 count=3000 strategy=columns $case"
    case_on 1 "layout=columns length=40 columns=37 count=3000 strategy=columns $case"
    case_on 0 "layout=columns length=299 columns=2 count=9000 strategy=columns $case"
done
for case in 'segments=flags reverse=1 density=2048' 'segments=bits kind=exclusive init=host' 'segments=bits reverse=1' \
    'segments=keys init=host' 'segments=keys reverse=1 kind=exclusive in_place=1' 'load=two_arrays store=all' \
    'store=all_reread segments=flags kind=exclusive' 'type=float op=add segments=keys'; do
    case_on 3 "layout=columns length=40 columns=37 count=3000 strategy=columns $case"
done
# Head bits of rows are not aligned to words.
case_on 3 'layout=columns length=40 columns=36 strategy=columns segments=bits density=2 count=3000' 3
# Columns that are long enough to be cut into blocks even in work-groups of one work-item.
for case in '--segments flags --exclusive' '--segments keys' '--segments bits --reverse --init'; do
    echo "$emulator $(device 3) $build/tools/clscan/clscan bench --columns 5003 --size 300000 --op mul --samples 1" \
        "--segment-length 900 --no-cache --cl-dir \${CLSCAN_TEST_CL_DIR:-cl} $case"
done
case_on 3 'type=double op=mul layout=columns length=299 columns=39 strategy=columns count=150000' 2
case_on 3 'strategy=columns in_place=1 count=150000' 2
case_on 3 'op=affine strategy=columns count=150000' 2
case_on 3 'layout=columns strategy=columns total=1 count=0' 1
case_on 0 'layout=columns strategy=columns total=1 count=0' 1
case_on 7 'strategy=columns count=3000'
case_on 8 'strategy=columns op=affine count=3000'
# The last strip runs first.
echo "EMULATOR_SEED=47 $(case_on 3 'layout=columns length=40 columns=3 strategy=columns shape=6 total=1 count=300' 1)"
case_on 0 'layout=columns length=299 columns=2 strategy=columns total=1 count=9000' 1
case_on 0 'strategy=columns shape=3 total=1 count=257' 1 # the last block has one row
case_on 6 'layout=columns length=252 columns=5 strategy=columns shape=32 count=1518' 2 # the last block runs first
# The smallest possible workspace.
case_on 0 'layout=columns length=252 columns=5 strategy=columns shape=32 workspace=1 count=1518' 1

# Arrays at the very end of a buffer, or at its very beginning, so that an access out of bounds ends the process.
case_on 10 'layout=columns_apart length=16 columns=15 gap=1 strategy=columns segments=bits count=272' 1
case_on 10 'layout=columns length=15 columns=15 strategy=columns segments=bits count=256' 1
case_on 10 'strategy=reduce_scan map=odd_box store=all load=two_arrays count=3072' 3
case_on 9 'layout=rows length=19 segments=keys strategy=reduce_scan count=304' 3
case_on 10 'layout=rows length=299 segments=flags reverse=1 strategy=reduce_scan count=3000' 2
for strategy in global_steps reduce_scan; do case_on 0 "strategy=$strategy count=5"; done
for strategy in lookback chained; do
    case_on 0 "strategy=$strategy total=1 count=0"
    case_on 1 "strategy=$strategy total=1 count=300 counted=1 counted_as=negative"
done
for case in 'strategy=single_group segments=flags reverse=1' strategy=global_steps strategy=hierarchical; do
    case_on 9 "$case shape=6 total=1 count=0" 1 # one work-item, so that no other repeats its work
    case_on 9 "$case shape=6 total=1 count=3" 1
done
# Whole tiles with keys, at the beginning of a buffer: nothing may be read before the first key.
case_on 13 'strategy=lookback store=all segments=keys count=3000' 2
case_on 13 'strategy=lookback map=box store=all segments=keys count=3000' 2
case_on 0 'layout=rows length=19 reverse=1 segments=flags count=304'
case_on 0 'layout=rows length=19 reverse=1 segments=keys strategy=reduce_scan count=304'
case_on 0 'reverse=1 segments=keys strategy=reduce_scan count=77'
# A reverse scan in which a block begins with the last row, with nothing after it in memory.
for segments in flags keys; do
    case_on 10 "layout=rows length=64 segments=$segments reverse=1 strategy=slices total=1 count=130" 3
done
for segments in flags bits keys struct_keys offsets; do
    for device in 9 10; do
        case_on $device "segments=$segments strategy=slices count=3008"
        case_on $device "segments=$segments strategy=reduce_scan reverse=1 count=3008"
    done
done

# Each group algorithm, in work-groups of several work-items and of one. Devices 0 and 9 have no sub-groups, so sub_group
# has cases of its own.
for group in $(sed -n 's/^GROUP([^"]*"\([a-z_]*\)".*/\1/p' src/table/group.def | grep -v '^sub_group$'); do
    case_on 0 "strategy=hierarchical group=$group count=300" 1
    case_on 9 "strategy=hierarchical group=$group shape=6 count=300" 1
done
case_on 1 'strategy=hierarchical group=sub_group shape=6 count=300' 1
case_on 1 'op=affine strategy=single_group group=sub_group count=3000' 2

# Counts that the kernel reads from a buffer: larger than args.count, and negative.
case_on 1 'strategy=lookback total=1 count=300 count_type=long counted=1 counted_as=more' 1
case_on 1 'strategy=lookback total=1 count=300 count_type=long counted=1 counted_as=negative' 1

# A count in a buffer that ends within the span of a work-group.
case_on 0 'strategy=reduce_scan shape=15 total=1 count=300 counted=1'

# Segment offsets: more words of head bits than two work-groups make, less than one word, and many empty segments before
# the first element.
for case in 'count=65500' 'count=33 workspace=1' 'count=20 data=66'; do
    case_on 0 "segments=offsets $case" 1
    case_on 3 "segments=offsets strategy=slices $case" 1
done
case_on 3 'segments=offsets strategy=slices density=2048 count=65500' 1
case_on 0 'segments=offsets strategy=single_group shape=1 count=65500' 1 # work-groups of two work-items
case_on 0 'segments=offsets strategy=single_group shape=1 density=2 count=199999' 6
case_on 0 'segments=offsets strategy=single_group shape=1 density=2048 count=199999' 20
# Many equal offsets at the first element.
case_on 0 'segments=offsets strategy=single_group shape=1 density=2 count=3 data=2' 1
case_on 3 'segments=offsets strategy=slices density=2 count=199999' 6

# An initial value with an operator that does not commute, whole tiles, and tiles that only one of two work-items scans.
case_on 0 'op=affine strategy=hierarchical shape=6 init=host count=300' 1
case_on 0 'op=affine strategy=reduce_scan init=host count=3000' 2
case_on 0 'strategy=lookback shape=1 total=1 count=1600' 1
case_on 0 'strategy=single_group shape=1 in_place=1 count=300' 1

# Many tiles, and work-groups of 128 work-items with several sub-groups.
for strategy in lookback chained; do
    for case in count=60000 'kind=exclusive in_place=1 count=60000' 'op=affine count=30000' \
        'op=interval total=1 count=20000' 'segments=flags kind=exclusive count=60000' \
        'type=uchar op=max init=host count=60000'; do
        case_on 1 "strategy=$strategy $case" 1
        case_on 2 "strategy=$strategy $case" 1
    done
    for case in '' 'op=affine' 'segments=flags'; do
        case_on 4 "strategy=$strategy $case count=60000" 1
        case_on 5 "strategy=$strategy $case count=60000" 1
        case_on 6 "strategy=$strategy $case count=60000" 1
    done
done

# More blocks of tiles than a block has tiles, also with sub-groups; then tiles that swap places with their neighbours.
case_on 0 'strategy=lookback shape=6 count=6000'
case_on 4 'strategy=lookback shape=13 count=60000' 1
echo "$emulator CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_TILE_ORDER(ticket,tiles)=((void)(tiles),(ticket)^1)'" \
    "$build/tests/random/test_random --case 'strategy=lookback shape=6 count=6000' 1"

# The same in one level. The number of tiles is even, so that each has a neighbour.
narrow="EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=khr EMULATOR_LANES=8 CLSCAN_TUNING=tests/emulator/narrow_rows.tuning"
for case in 'strategy=lookback count=58000' 'strategy=lookback op=affine count=57800'; do
    echo "$emulator $narrow CLSCAN_TEST_BUILD_OPTIONS=-DCLSCAN_SPIN_LIMIT=64 $build/tests/random/test_random --case '$case' 1"
    echo "$emulator $narrow CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_TILE_ORDER(ticket,tiles)=((void)(tiles),(ticket)^1)'" \
        "$build/tests/random/test_random --case '$case' 1"
done

# Blocks without a published prefix, with one element for each work-item.
for lanes in 8 32 64; do
    for case in op=interval 'op=affine segments=flags density=2' 'type=uchar op=max strategy=chained' \
        'type=uchar op=max' in_offset=1; do
        echo "$emulator EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=khr EMULATOR_LANES=$lanes" \
            "CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_PREFIX(block)=((block)%5!=2)'" \
            "$build/tests/random/test_random --case 'strategy=lookback shape=13 $case count=30000' 1"
    done
done

# AMD's waves of 32 and of 64 lanes, and sub-groups without shuffles. Then the atomics of OpenCL 1.2; scans in place use
# another strategy there.
for device in 14 15 16 18; do
    for case in 'strategy=lookback count=6000' 'strategy=lookback shape=13 op=interval count=6000' \
        'strategy=chained op=affine segments=flags count=6000' 'strategy=single_group shape=13 count=6000' \
        'strategy=lookback shape=13 segments=bits op=affine count=3000' \
        'strategy=lookback layout=rows length=19 count=3000'; do
        case_on $device "$case" 1
    done
done
for case in strategy=lookback strategy=chained strategy=slices 'strategy=lookback in_place=1' \
    'strategy=chained op=affine in_place=1' 'strategy=slices op=affine in_place=1' 'strategy=columns op=affine'; do
    case_on 7 "$case count=6000" 1
    case_on 17 "$case count=6000" 1
done

# Tiles that load aggregates ahead of the search for a prefix: with published prefixes, and with one that is withheld.
case_on 11 'strategy=lookback count=101000' 1
echo "$emulator CLSCAN_TUNING=tests/emulator/rows.tuning EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=khr EMULATOR_LANES=8" \
    "CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_PREFIX(block)=((block)%5!=1)'" \
    "$build/tests/random/test_random --case 'strategy=lookback op=affine count=101000' 1"

# The same with more blocks than a block has tiles. That takes more elements than the random tests have.
echo "yes 1 | head -n 1090000 | $emulator $(device 11) $build/tools/clscan/clscan scan --strategy lookback --wg-size 128 --items 8" \
    "--no-cache --cl-dir \${CLSCAN_TEST_CL_DIR:-cl} - - | tail -n 1 | grep -qx 1090000"

# The last tiles publish first; and records of many words in the smallest possible workspace.
echo "$emulator $(device 4) CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_PREFIX(block)=((block)%5!=2)" \
    "-DCLSCAN_TILE_ORDER(ticket,tiles)=(((ticket)+(tiles)-16)%(tiles))'" \
    "$build/tests/random/test_random --case 'strategy=lookback shape=13 op=interval count=16000' 1"
case_on 2 'strategy=lookback type=long op=min components=16 workspace=1 shape=3 count=1024' 1

# The same with every other prefix withheld, so that the search finds published totals of blocks.
echo "$emulator $(device 4) CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_PREFIX(block)=((block)%2==1)" \
    "-DCLSCAN_TILE_ORDER(ticket,tiles)=(((ticket)+(tiles)-32)%(tiles))'" \
    "$build/tests/random/test_random --case 'strategy=lookback shape=13 op=interval count=16000' 2"

# Windows of several steps: no step, or only the last one, has all aggregates. Blocks with fewer tiles than lanes.
look_back() { echo "$emulator EMULATOR_WG_SIZE=128 EMULATOR_SUB_GROUPS=khr EMULATOR_LANES=$1 CLSCAN_TEST_BUILD_OPTIONS='$2'" \
    "$build/tests/random/test_random --case 'strategy=lookback shape=13 count=30000' 1"; }
look_back 64 -DCLSCAN_SPIN_LIMIT=0
look_back 128 -DCLSCAN_SPIN_LIMIT=0
look_back 8 '-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=31'

# Matrix rows: contiguous rows, rows of whole packets with gaps, and other rows; and head bits of a packet.
for strategy in lookback chained; do
    for case in 'layout=rows length=99' 'layout=rows length=1' 'layout=rows length=2 op=affine' \
        'layout=rows length=299 kind=exclusive' 'layout=rows_apart length=19 gap=4 in_place=1' \
        'layout=rows_apart length=19 gap=4 in_place=1 reverse=1 kind=exclusive' 'layout=columns length=30 columns=2' \
        'layout=rows_apart length=150 gap=1 segments=flags' 'segments=bits' 'segments=offsets kind=exclusive'; do
        case_on 1 "strategy=$strategy $case count=15000" 1
        case_on 4 "strategy=$strategy $case count=30000" 1
    done
    # Reverse scans: packets that begin before the first element, and the total of contiguous rows.
    case_on 4 "strategy=$strategy layout=rows length=2 reverse=1 count=30003" 1
    case_on 1 "strategy=$strategy layout=rows length=4 reverse=1 kind=exclusive count=30005" 1
    case_on 4 "strategy=$strategy layout=rows length=6 reverse=1 total=1 count=30002" 1
done

case_on 11 'layout=rows length=99 count=60000'
case_on 12 'layout=rows length=2 kind=exclusive count=60000'

# Packet rows of elements that are not contiguous, chosen by tuning rows of a user.
for strategy in lookback chained; do
    for case in 'load=two_arrays' 'load=two_arrays kind=exclusive' 'store=all kind=exclusive' \
        'op=affine store=all_reread load=two_arrays in_place=1' 'in_type=uchar out_type=float' \
        'type=uchar op=max in_type=float' 'layout=rows length=19' 'layout=rows_apart length=150 gap=2 reverse=1' \
        'segments=flags store=all' 'op=interval out_type=uchar' 'type=long op=min no_identity=1 store=all total=1' \
        'map=box store=all' 'map=box segments=flags store=all init=host kind=exclusive' 'map=odd_box store=all' \
        'map=box load=two_arrays op=affine' 'map=box store=all_reread type=uchar op=max in_place=1' \
        'map=box store=all layout=rows_apart length=150 gap=2 reverse=1'; do
        case_on 11 "strategy=$strategy $case count=9000" 2
        case_on 12 "strategy=$strategy $case count=9000" 2
    done
done

# Matrix rows a little longer than a packet. Segments in packet rows: with a non-commutative operator, with flags that
# are not aligned to packets, and in reverse.
for case in 'type=ushort op=xor layout=rows length=8' 'segments=flags op=affine' 'segments=bits op=affine' \
    'segments=flags mark_offset=1' 'segments=flags reverse=1' 'segments=bits reverse=1'; do
    case_on 1 "strategy=lookback shape=13 $case count=3000" 1
done
# Packets that are not aligned; counts that fill all tiles exactly, or all but one element.
case_on 1 'strategy=lookback shape=13 type=ulong op=add in_offset=1 count=3000' 1
case_on 1 'strategy=lookback shape=13 type=uchar op=max in_offset=1 count=9000' 1
for count in 1023 1024 30207; do case_on 4 "strategy=lookback shape=13 reverse=1 count=$count" 1; done
case_on 11 'strategy=lookback layout=rows_apart length=150 gap=1 segments=flags count=3000' 1
# The heads of the last packet row are in a second word.
case_on 11 'strategy=lookback type=ushort op=xor segments=flags count=30000' 1

# Totals of segments: a product would show if anything were combined after the last element, or without any element.
case_on 0 'strategy=single_group type=double op=mul segments=flags total=1 count=0' 1
for op in 'type=double op=mul' op=affine; do case_on 1 "strategy=lookback $op segments=flags total=1 count=301" 2; done

# Tiles that are late, withheld or out of order (see cl/grid/look_back/fault_injection.h).
for strategy in lookback chained slices columns; do
    for late in -DCLSCAN_TICKETS=0 -DCLSCAN_SPIN_LIMIT=0 '-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=31' \
        '-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=64' '-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_TILE_ORDER(ticket,tiles)=((tiles)-1-(ticket))'; do
        for case in 'shape=3' 'op=affine shape=2' 'op=interval shape=1 kind=exclusive'; do
            echo "$emulator CLSCAN_TEST_BUILD_OPTIONS='$late' $build/tests/random/test_random --case" \
                "'strategy=$strategy $case count=1500' 2"
        done
    done
done

# No other work-group publishes for the last block.
echo "$emulator CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=31'" \
    "$build/tests/random/test_random --case 'strategy=columns shape=3 count=66' 1"
echo "$emulator CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=0 -DCLSCAN_TILE_ORDER(ticket,tiles)=((tiles)-1-(ticket))'" \
    "$build/tests/random/test_random --case 'strategy=columns shape=3 count=300' 1" # no earlier block has started yet
echo "$emulator CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_LATE_TILE=9'" \
    "$build/tests/random/test_random --case 'strategy=lookback shape=3 in_place=1 count=1500' 1"

# The kernels that scan element by element, with which the self-test compares.
for case in total=1 segments=flags 'kind=exclusive type=uchar op=max' 'type=double op=mul'; do
    echo "CLSCAN_TEST_SELF_TEST=1 $(case_on 0 "strategy=single_group $case count=30" 1)"
done
echo "$emulator $(device 4) $build/tests/api/test_api_self_test_rows"
echo "CLSCAN_TEST_SELF_TEST=1 $emulator $build/tests/scan/test_scan_reductions test_accumulators"

# Whole tests (CLSCAN_TEST_WHOLE=1), because programs compile quickly for the emulator.
for operator in $(sed -n 's/^OP_ACCUMULATOR([^"]*"\([a-z_]*\)".*/\1/p' src/table/op_accumulator.def); do
    echo "CLSCAN_TEST_WHOLE=1 $emulator $build/tests/scan/test_scan_operators $operator"
done
for test in columns partitions; do echo "$emulator EMULATOR_TYPE=cpu $build/tests/scan/test_scan_$test"; done
for test in selections partitions merge_sorts histograms weighted_histograms unique run_lengths; do
    echo "$emulator $build/tests/scan/test_scan_$test"
done
for test in selected_rows "segment_results test_every_strategy"; do echo "$emulator $(device 4) $build/tests/scan/test_scan_$test"; done
echo "EMULATOR_VERSION='OpenCL 1.2' $emulator $build/tests/scan/test_scan_sorts"
echo "EMULATOR_TYPE=cpu EMULATOR_WG_SIZE=32 $emulator $build/tests/scan/test_scan_sorted_arrays test_arrays"
for lanes in 32 64; do
    amd="$emulator EMULATOR_SUB_GROUPS=amd EMULATOR_LANES=$lanes $build/tests"
    printf '%s\n' "$amd/scan/test_scan_unique" "$amd/emulator/test_emulator_several_lanes" \
        "EMULATOR_WG_SIZE=128 $amd/scan/test_scan_sorted_arrays test_laws"
done
printf '%s\n' "$emulator $build/tests/scan/test_scan_offsets test_far_apart" \
    "$emulator EMULATOR_TYPE=cpu $build/tests/law/test_law_repeatable 3001"
for type in gpu cpu; do
    tests="$emulator EMULATOR_TYPE=$type $build/tests"
    printf '%s\n' "$tests/scan/test_scan_reductions test_order" "$tests/api/test_api_reduction"
    for test in nan_stays infinities zeros_of_both_signs sums_and_products_of_infinities; do
        echo "$tests/law/test_law_special_values test_$test"
    done
    echo "$tests/scan/test_scan_compensated 65536"
done
