# Cases of cases.sh, which reads this file and has its functions: several tiles of a top-k, sorts by sweeps whose tiles
# are late, withheld or out of order, and reductions in one launch that miss parts.
# shellcheck shell=sh disable=SC2154 # $emulator and $build are set by cases.sh

# Sorts, top-k and histograms, by work-groups and by work-items, in buffers that end or begin at an unmapped page.
for case in '0 histogram shape=6 layout=rows length=20 bins=30' '0 top_k shape=6 reverse=1 index=uint in_place=1' \
    '9 histogram weighted=1 lengths=ulong' '9 top_k carried=two room=drawn k=700' '9 sort carried=two room=drawn' \
    '0 top_k shape=6 layout=rows length=40 k=9' \
    '9 top_k layout=columns length=70 columns=5 index=uint k=9' \
    '0 top_k shape=6 layout=columns_apart gap=3 length=70 columns=5 carried=one k=9 dims=three_swapped' \
    '9 histogram segments=flags density=64 bins=30 weighted=1 lengths=float' '9 histogram segments=offsets bins=30' \
    '0 histogram shape=6 segments=keys density=2048 bins=31' '0 histogram shape=6 segments=bits bins=2900' \
    '0 histogram shape=5 segments=ulong_offsets weighted=1 lengths=double bins=30' \
    '0 top_k shape=6 segments=flags density=8 k=3 index=uint' \
    '9 sort strategy=reduce_scan layout=columns length=20 columns=6 index=uint' \
    '0 sort strategy=reduce_scan shape=6 layout=columns length=70 carried=one' \
    '0 histogram shape=6 weighted=1 lengths=double' '9 histogram weighted=1 lengths=float bin_kind=function' \
    '0 sort shape=6 type=float op=add reverse=1 index=uint in_place=1' \
    '4 sort group=sub_group strategy=reduce_scan shape=13 type=ushort op=xor map=odd_box first_bit=3 carried=one' \
    '10 histogram type=float op=add bin_kind=edges bins=300' '0 histogram shape=6 type=long op=min load=two_arrays' \
    '0 histogram shape=6 op=affine bin_kind=function weighted=1 counted=1'; do
    case_on "${case%% *}" "task=${case#* } count=1500" 3
done
# Rows that work-groups sort alone: several rows in a tile, one row in a tile, and rows longer than a tile.
for case in '0 shape=5 length=5 index=uint carried=one reverse=1' '9 length=5 index=uint' \
    '0 shape=5 type=ulong op=add length=7' '0 shape=5 length=7 first_bit=3 num_bits=17' \
    '0 shape=4 layout=columns length=99 columns=5 index=uint in_place=1' '9 layout=columns length=99 columns=5' \
    '0 shape=4 length=299 carried=two room=drawn' '9 length=299 index=ulong' '0 shape=6 map=odd_box length=9' \
    '0 shape=6 segments=flags layout=contiguous density=8' '0 shape=6 layout=contiguous carried=one in_place=1'; do
    case_on "${case%% *}" "task=sort strategy=single_group layout=rows ${case#* } count=1500" 3
done
# Segments in rows that lie apart.
for case in '0 shape=6 strategy=reduce_scan layout=columns_apart gap=2 columns=4 length=70 segments=flags density=8' \
    '9 layout=rows_apart gap=3 length=30 segments=keys density=8 index=uint' \
    '0 shape=4 strategy=single_group layout=rows_apart gap=3 length=70 segments=bits density=8 carried=one'; do
    case_on "${case%% *}" "task=sort ${case#* } count=1500" 3
done
# Sorts by comparison, of rows that lie apart and of segments, by several work-items and by one.
for case in '0 shape=6 layout=rows_apart gap=3 length=20 index=uint carried=one' \
    '9 layout=columns_apart gap=2 length=99' '0 shape=5 segments=flags density=64 in_place=1 carried=one' \
    '9 segments=offsets density=8 index=uint' \
    '0 shape=6 layout=columns columns=4 length=70 segments=keys density=64 reverse=1' \
    '9 layout=rows length=299 segments=bits density=2048 carried=one room=drawn' '0 shape=9 map=odd_box'; do
    case_on "${case%% *}" "task=sort compared=1 ${case#* } count=1500" 3
done
# Elements that a function loads first.
case_on 0 'task=sort shape=6 load=three_arrays map=odd_box segments=offsets workspace=1 count=1500' 3
case_on 9 'task=top_k load=two_arrays layout=columns length=20 columns=5 count=1500' 3
# Parts of exactly two rows, and a tile with more rows than a digit has values.
case_on 9 'task=sort strategy=single_group layout=rows shape=6 density=1 count=2' 1
case_on 0 'task=sort strategy=single_group layout=rows shape=5 density=1 count=6' 1
case_on 4 'task=sort strategy=single_group layout=rows shape=16 density=1 count=3000' 1
case_on 15 'task=sort strategy=single_group layout=rows shape=13 length=20 index=uint count=1500' 2 # ranks by ballots
# The workspace of the caller is not cleared, and used once.
case_on 0 'task=sort strategy=single_group shape=6 segments=flags workspace=1 out_of_order=1 count=1500' 1
for case in 'shape=4 index=uint k=100' 'shape=8 carried=one reverse=1 k=700' 'shape=9 type=long op=min k=1499'; do
    case_on 0 "task=top_k strategy=reduce_scan $case count=1500" 2
done
for late in -DCLSCAN_TICKETS=0 -DCLSCAN_SPIN_LIMIT=0 '-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=3' \
    '-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_TILE_ORDER(ticket,tiles)=((tiles)-1-(ticket))'; do
    for case in 'shape=4 index=uint carried=one count=900' 'shape=8 type=long op=min in_place=1 count=1500' \
        'shape=9 layout=rows length=77 reverse=1 count=400'; do
        echo "$emulator CLSCAN_TEST_BUILD_OPTIONS='$late' $build/tests/random/test_random --case" \
            "'task=sort strategy=lookback $case' 2"
    done
done

# Reductions in one launch, whose work-groups miss parts.
for late in -DCLSCAN_SPIN_LIMIT=0 '-DCLSCAN_SPIN_LIMIT=2 -DCLSCAN_WITHHELD_TILE=3' \
    '-DCLSCAN_STATE_BITS=32 -DCLSCAN_WITHHELD_TILE=0 -DCLSCAN_SPIN_LIMIT=1'; do
    for case in 'shape=6 op=affine count=900' 'shape=3 layout=rows length=290 reverse=1 count=1500' \
        'shape=9 layout=rows length=290 count=3000' 'shape=9 init=cell total=1 count=1500' \
        'shape=8 type=long op=min no_identity=1 total=1 count=1500' 'shape=6 type=char op=mul count=900'; do
        echo "$emulator CLSCAN_TEST_BUILD_OPTIONS='$late' $build/tests/random/test_random --case" \
            "'task=reduce strategy=lookback $case' 3"
    done
    for case in 'op=affine count=9000' 'layout=rows length=290 type=float op=add count=1500'; do
        echo "$emulator EMULATOR_TYPE=cpu CLSCAN_TEST_BUILD_OPTIONS='$late' $build/tests/random/test_random --case" \
            "'task=reduce strategy=lookback shape=6 $case' 3"
    done
done
# In the self-test, the first parts have no work-group, in one line and in several.
for case in 'op=affine count=900' 'layout=rows length=290 count=1500'; do
    echo "CLSCAN_TEST_SELF_TEST=1 $(case_on 0 "task=reduce strategy=lookback shape=6 $case" 1)"
done
