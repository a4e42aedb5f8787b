# bench and verify of all tasks: what they print, that they notice a wrong kernel of each task, and the options that do
# not go together. The third argument is the folder of kernels.
. "$(dirname "$0")/common.sh"
kernels=$3

# bench prints the elements per second, and the speed in percent of a copy that moves as many bytes.
# measures BYTES OPTION...: 5000 elements, for which the copy moves BYTES in each direction.
measures() {
    bytes=$1
    shift
    expect 0 bench --size 5000 --samples 1 --json --task "$@"
    for pair in "\"task\":\"$1\"" "\"bytes\":$bytes," '"elements_per_s":' '"percent_of_copy":' '"call_seconds":'; do
        says stdout "$pair"
    done
}
measures 20000 sort
measures 40000 sort --indices
measures 10040 top_k -k 20
# Elements and bits are read, and 1353 elements of 513 segments are written.
measures 13020 top_k -k 3 --segments bits --segment-length 10
# Elements and keys are read, and of each of 513 segments 8 counts and a key are written.
measures 21734 histogram --bins 8 --range 0,256 --type uchar --segments keys --segment-length 10
measures 10500 histogram --bins 8 --range 0,256 --type uchar --rows 10
measures 2628 histogram --bins 64 --range 0,256 --type uchar
measures 10002 reduce
measures 22500 partition
# Elements, flags and bits are read, and elements and 2 * 513 + 1 offsets are written.
measures 26922 partition --segments bits --segment-length 10
measures 20008 reduce --rows 2500 --type long
measures 14400 select --rows 10  # a total of 8 bytes for each of 500 rows is written
measures 28500 partition --three-way --columns 10 # three totals for each of 500 columns
# For each of 513 keys, an element is read and written.
measures 12052 unique --segments keys --segment-length 10
# Elements and bits are read, and for each of 982 runs three numbers are written.
measures 20134 run_length --segments bits --segment-length 10
# Elements and keys are read, and for each of 255 segments a result and a key are written.
measures 21020 reduce --segments keys --segment-length 20
# (2475 * 8 + 5000 + 256 * 4 + 2 * 157 * 4 + 256 * 8) / 2 bytes: kept elements are read and written, the flags and 256
# offsets read, 157 words of head bits written and read, and 256 offsets written.
measures 14564 select --segments offsets --segment-length 20
expect 0 bench --size 2^10,2000 --samples 1 --task sort --type float --descending
says stdout "float, sort, reverse, on "
says stdout "       G/s      GB/s      copy    % of"
[ "$(grep -c 'auto: reduce_scan\|auto: lookback' stdout)" -eq 2 ] || failed "not 2 rows"
expect 0 bench --size 5000 --samples 1 --json --task run_length --segment-length 5
says stdout '"view":"run_length, runs of 5"'
expect 0 bench --size 5000 --samples 1 --json --task sort --segments keys --segment-length 30
expect 0 bench --size 5000 --samples 1 --json --task sort --rows 50 --indices

# verify tries every strategy that the task has.
verifies_one() {
    expect 0 verify --size 0,2,1000 --type float --op add --strategy auto --seed 3 --task "$@"
    says stderr "ok: 1 combination passed, 0 failed, 0 skipped"
}
# verifies_one OPTION..., verifies COMBINATIONS OPTION...: one combination, or that many. The emulator has no sweeps.
verifies() {
    combinations=$1
    shift
    expect 0 verify --size 0,1,1000 --type short --op add --group auto --seed 3 --task "$@"
    says stderr "ok: $combinations combinations passed, 0 failed, 0 skipped"
}
verifies 9 select --rows 50 --indices
verifies 9 run_length --segments flags --segment-length 3
verifies_one unique --reverse
verifies_one unique_last --indices --columns 50 --segment-length 3
verifies_one unique --segments offsets --segment-length 3
verifies_one run_length --segments keys --segment-length 3 --rows 50 --reverse
verifies 2 partition --three-way --rows 50
verifies_one partition --segments offsets --segment-length 7 --reverse --indices
verifies 5 reduce
verifies_one select --segments flags --segment-length 7 --reverse --indices
verifies_one select --segments offsets --segment-length 7 --reverse
verifies_one reduce --segments keys --segment-length 7 --rows 50 --reverse
verifies_one reduce --segments offsets --segment-length 7 --reverse
verifies_one sort --descending
verifies 2 top_k -k 70 --indices
verifies_one top_k -k 70 --columns 50 --indices
verifies_one top_k -k 3 --segments bits --segment-length 7 --rows 50 --descending
verifies 2 histogram --bins 100 --range=-1000,5000
verifies_one histogram --bins 7 --range=-4000000,3000000 --rows 50
verifies_one histogram --bins 7 --range=-4000000,3000000 --segments keys --segment-length 7 --columns 50

# A wrong kernel is noticed. notices FILE SED OPTION...
notices() {
    file=$1 sed=$2
    shift 2
    rm -rf wrong
    cp -r "$kernels" wrong
    chmod -R u+w wrong
    sed -i "$sed" "wrong/$file"
    ! cmp -s "$kernels/$file" "wrong/$file" || failed "$sed changes nothing"
    expect 1 bench --cl-dir wrong --size 5000 --samples 1 --no-cache --task "$@"
    says stderr "mismatch: the $1"
    expect 1 verify --cl-dir wrong --size 5000 --no-cache --type int --op add --strategy reduce_scan --group auto \
        --task "$@"
    says stderr "1 failed"
}
notices task/sort.h 's/& field.mask;/\& field.mask \& 127;/' sort
notices task/sort.h 's/& field.mask;/\& field.mask \& 127;/' top_k -k 100
notices task/select.h 's/out\[to\] = CLSCAN_SELECTED/out[to \& ~1ul] = CLSCAN_SELECTED/' partition
notices grid/select_rows.cl 's/carry, v->length/carry + (p.row == 7), v->length/' select --rows 10
notices task/runs.h 's/(heads)\[i\] != 0/(heads)[i] > 1/' unique --segments flags --segment-length 10
notices item/segment_starts.h 's/(v, n, before.x/& + (n == 2)/' select --segments keys --segment-length 100
notices item/segment_starts.h 's/(ulong)sizes.0./& + (n == 2)/' partition --segments flags --segment-length 100
notices item/segment_results.h 's/clscan_store_key(v, c, clscan_heads_in(prefix))/clscan_store_key(v, c, 0)/' \
    reduce --segments keys
notices grid/sort/sort_top_k.h 's/\] != segment_ids/] <= segment_ids/' top_k -k 3 --segments flags --segment-length 10
notices task/bins_even_integers.h 's/? bin :/? bin ^ 1 :/' \
    histogram --bins 256 --range=-2147483648,2147483648
notices grid/histogram/segments_space.h 's/params.num_results : heads/& + 1/' histogram --bins 8 --range 0,256 \
    --segments bits

refuses "-k K is needed: the number of elements to write" bench --task top_k
refuses "-k needs --task top_k" verify --task sort -k 3
refuses "--bins N and --range A,B are both needed, and A has to be less than B" bench --task histogram --bins 3
refuses "--bins needs --task histogram" bench --task sort --bins 3
refuses "--range needs --task histogram" verify --range 1,2
refuses "--three-way needs --task partition" bench --task select --three-way
refuses "--indices needs a --task that moves elements" bench --task reduce --indices
refuses "--task sort and --exclusive exclude each other: the option is for scans only" bench --task sort --exclusive
refuses "--task histogram and --reverse exclude each other: counts have no order" bench --task histogram --bins 3 \
    --range 0,3 --reverse
refuses "--task top_k and --columns exclude each other: a top-k takes segments of contiguous rows" verify --task top_k \
    -k 3 --segments keys --columns 100
refuses "--task select and --rows exclude each other: a selection or a partition takes segments of all elements" \
    bench --task select --segments bits --rows 10
refuses "--three-way and --segments exclude each other: a partition in three parts has no segments" bench \
    --task partition --three-way --segments keys
refuses "--task sort and --components exclude each other: keys and counted elements are numbers" bench --task sort \
    --components 4
refuses "--range: plain C counts ranges of up to 2^32 integers, or bins of a whole width" bench --size 100 --type long \
    --task histogram --bins 3 --range=-9223372036854775808,9223372036854775808
expect 0 explain --task sort --descending 1000
says stdout "descending sort of int"
passed
