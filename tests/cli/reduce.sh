# clscan reduce: operators, axes, formats and types. awk computes the expected results. The third argument is the folder
# of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

awk 'BEGIN { for (i = 0; i < 5000; i++) print (i * 7919) % 103 - 50 }' >in.txt
awk 'BEGIN { for (i = 0; i < 5000; i++) print (i * 31) % 997 }' >other.txt
paste in.txt other.txt >table.tsv

# reduces RESULT OPTION...: the result of in.txt, compared with plain C too.
reduces() {
    result=$1
    shift
    expect 0 reduce --check "$@" in.txt out.txt
    says stderr "verified 1 element"
    [ "$(cat out.txt)" = "$result" ] || failed "$(cat out.txt) is not $result: $*"
}
sum=$(awk '{ n += $1 } END { print n }' in.txt)
reduces "$sum"
reduces "$sum" --strategy reduce_scan --groups 3 --wg-size 1
reduces "$sum" --strategy lookback --groups 3 --wg-size 1
reduces "$sum" --strategy single_group
reduces "$((sum + 7))" --init 7
reduces 52 --op max
reduces -50 --op min --reverse
reduces "$sum" --type int --out-type double
expect 0 reduce --type double --op add --check in.txt out.txt
says stderr "verified 1 element, within rounding"
[ "$(cat out.txt)" = "$sum" ] || failed "a sum of doubles"
expect 0 reduce <in.txt
prints "$sum"

# Columns are reduced each by itself, to one line.
other=$(awk '{ n += $1 } END { print n }' other.txt)
expect 0 reduce -f 1,2 table.tsv
[ "$(cat stdout)" = "$sum	$other" ] || failed "the sums of two columns"
expect 0 reduce -f 1,2 --axis 1 --check table.tsv rows.txt
says stderr "verified 5000 elements"
awk '{ print $1 + $2 }' table.tsv >want.txt
same rows.txt want.txt

# Operators that read or write two arrays.
printf '3\n-4\n8\n-4\n' >four.txt
expect 0 reduce --op argmin --second-out index.txt four.txt
prints -4
[ "$(cat index.txt)" = 1 ] || failed "the index of the least number"
expect 0 reduce --op argmin --reverse --second-out index.txt -f 1,2 --axis 0 table.tsv least.txt
printf '1\t2\n3\t1\n' >ab.tsv
expect 0 reduce -f 1 --second 2 --op recurrence ab.tsv
prints 7
printf '3\n3\n3\n' >threes.txt
expect 0 reduce --op mean_variance --type double --second-out variance.txt threes.txt
prints 3
[ "$(cat variance.txt)" = 0 ] || failed "the variance of equal numbers"

# One result for each segment: by keys, flags and offsets, which may leave segments without elements.
awk '{ print int(NR / 7 + NR / 31) }' in.txt >keys.txt
awk 'NR == FNR { key[NR] = $1; next } FNR > 1 && key[FNR] != key[FNR - 1] { print n; n = 0 } { n += $1 } END { print n }' \
    keys.txt in.txt >want.txt
expect 0 reduce --check --by-key keys.txt in.txt out.txt
says stderr "verified $(wc -l <want.txt) elements"
same out.txt want.txt
awk 'NR > 1 { print $1 != was } { was = $1 }' keys.txt | sed '1i 0' >flags.txt
paste flags.txt in.txt >beside.tsv
expect 0 reduce --check --segment-by 1 -f 2 beside.tsv out.txt
same out.txt want.txt
expect 0 reduce --check --reverse --op max --by-key keys.txt in.txt out.txt
awk 'NR == FNR { key[NR] = $1; next } FNR > 1 && key[FNR] != key[FNR - 1] { print n; n = -99 } { n = $1 > n ? $1 : n }
    END { print n }' keys.txt in.txt | awk '{ line[NR] = $0 } END { for (i = NR; i > 0; i--) print line[i] }' >want.txt
same out.txt want.txt
printf '2\n2\n5\n5\n4990\n' >offsets.txt
expect 0 reduce --check --init 3 --segment-by offsets:offsets.txt in.txt out.txt
awk 'NR > 2 && NR <= 5 { a += $1 } NR > 5 && NR <= 4990 { b += $1 } END { print 3; print 3 + a; print 3; print 3 + b }' \
    in.txt >want.txt
same out.txt want.txt
: >none.txt
expect 0 reduce --by-key none.txt none.txt out.txt
[ ! -s out.txt ] || failed "results of no segments"
expect 2 reduce --by-key flags.txt -f 1,2 table.tsv
says stderr "--field with several columns and --by-key exclude each other: rows and columns have one result each"
expect 2 reduce --check --type double --by-key keys.txt in.txt
says stderr "can't judge add of double by segments"

# No elements: the identity, or the initial value.
: >empty.txt
expect 0 reduce --check empty.txt out.txt
[ "$(cat out.txt)" = 0 ] || failed "the sum of nothing"
expect 0 reduce --op mul --type int --init 5 --check --time empty.txt
[ "$(cat stdout)" = 5 ] || failed "the initial value"
expect 0 reduce --axis 0 --op min --type int --check empty.txt
[ "$(cat stdout)" = 2147483647 ] || failed "the identity of a column of no elements"
expect 0 reduce --op argmin --type int --second-out index.txt empty.txt
[ "$(cat stdout index.txt | tr '\n' ' ')" = "2147483647 18446744073709551615 " ] || failed "the index of nothing"

# --- npy: the dimension along the axis goes
# holds FILE TYPE SHAPE: FILE is an npy array of this type and shape, whose elements want.raw holds.
holds() {
    head -c 192 "$1" | grep -qaF "'descr': '$2', 'fortran_order': False, 'shape': $3" || failed "$1 is another array"
    tail -c +193 "$1" >elements.raw
    same elements.raw want.raw
}
{ npy '<i4' '(2, 3, 2)' && i4 1 2 3 4 5 6 10 20 30 40 50 60; } >in.npy
i4 11 22 33 44 55 66 >want.raw
expect 0 reduce --axis 0 --check in.npy out.npy
holds out.npy '<i4' '(3, 2)'
i4 9 12 90 120 >want.raw
expect 0 reduce --axis 1 --check in.npy out.npy
holds out.npy '<i4' '(2, 2)'
i4 3 7 11 30 70 110 >want.raw
expect 0 reduce --axis -1 --check --strategy columns in.npy out.npy
holds out.npy '<i4' '(2, 3)'
i4 231 >want.raw
expect 0 reduce --check in.npy out.npy
holds out.npy '<i4' '(1,)'
expect 0 reduce --type int --check --to raw in.npy out.raw
same out.raw want.raw

# --- rows without elements have the identity as their result, and no rows have no result
npy '<i4' '(2, 0, 3)' >hollow.npy
for op in add max; do
    expect 0 reduce --axis 1 --op $op --check hollow.npy out.npy
    case $op in add) i4 0 0 0 0 0 0 ;; *) for _ in 1 2 3 4 5 6; do i4 -2147483648; done ;; esac >want.raw
    holds out.npy '<i4' '(2, 3)'
done
expect 0 reduce --axis 1 --init 7 --check --time hollow.npy out.npy
i4 7 7 7 7 7 7 >want.raw
holds out.npy '<i4' '(2, 3)'
: >want.raw
expect 0 reduce --axis 2 --check hollow.npy out.npy
holds out.npy '<i4' '(2, 0)'
expect 0 reduce --axis 1 --op argmin hollow.npy out.npy --second-out index.txt
[ "$(sort -u index.txt)" = "$(printf '18446744073709551615\t18446744073709551615\t18446744073709551615')" ] ||
    failed "indices in rows without elements"
expect 0 reduce --axis 2 --op mean_variance --type float hollow.npy /dev/null --second-out index.txt
[ ! -s index.txt ] || failed "variances of no rows"
refuses "the input has no elements, so the result is --init or --identity, but neither is given" \
    reduce --type int --axis 1 --combine max hollow.npy out.npy

# --- --rows: rows of a length, in a file without a shape
i4 1 2 3 10 20 30 >rows.raw
expect 0 reduce --type int --rows 3 --check --to text rows.raw -
[ "$(tr '\n' ' ' <stdout)" = "6 60 " ] || failed "sums of rows"
expect 0 scan --type int --rows 3 --check rows.raw out.npy
i4 1 3 6 10 30 60 >want.raw
holds out.npy '<i4' '(2, 3)'
expect 0 reduce --rows 2 --check empty.txt out.txt
[ ! -s out.txt ] || failed "sums of no rows"
refuses "--rows: the input has 6 elements, which is not a multiple of 4" reduce --type int --rows 4 rows.raw out.raw
refuses "--rows: the input has 3 dimensions; --axis takes one of them" reduce --rows 3 in.npy out.npy
refuses "--rows and --axis exclude each other" reduce --axis 0 --rows 3 in.npy out.npy
refuses "--rows and --axis exclude each other" scan --rows 3 --axis 0 in.npy out.npy
refuses "--rows: 0 is too small" reduce --rows 0 in.npy out.npy

# --- an operator of one's own: the last number that is not 0
echo 'static int combine(int a, int b) { return b ? b : a; }' >latest.cl
printf '4\n0\n9\n0\n' >zeros.txt
expect 0 reduce --type int --op-source latest.cl zeros.txt
prints 9
expect 0 reduce --type int --op-source latest.cl --reverse zeros.txt
prints 4
expect 0 reduce --type int --op-source latest.cl --init 3 empty.txt
prints 3
refuses "the input has no elements, so the result is --init or --identity, but neither is given" \
    reduce --type int --op-source latest.cl empty.txt

# --- integers that do not fit
printf '100\n100\n' >large.txt
refuses "large.txt:2: 100 + 100 is out of range for char" reduce --type char large.txt out.txt
expect 0 reduce --type char --wrap large.txt
prints -56
refuses "the result 200 is out of range for char" reduce --out-type char large.txt out.txt
printf '200\n-100\n' >fits.txt
expect 0 reduce --out-type char fits.txt # only the result has to fit
prints 100

# --- time and JSON
expect 0 reduce in.txt out.txt --check --time --json
for pair in '"type":"long"' '"op":"add"' '"count":5000' '"results":1' '"checked":true' '"reduce_seconds":' \
    '"copy_seconds":' '"percent_of_copy":'; do
    says stdout "$pair"
done
says stderr "the reduction runs at"

# --- --check notices wrong results
rm -f out.txt
plant wrong grid/line_result.h 's/clscan_result_of(v, result));$/clscan_result_of(v, result) * 2 + 1);/'
expect 1 reduce --cl-dir wrong --check in.txt out.txt
says stderr "clscan: mismatch at element 0 of 1: expected $sum, got $((2 * sum + 1))"
expect 1 reduce --cl-dir wrong --type float --check -f 1,2 table.tsv out.txt
says stderr "clscan: mismatch at element 0 of 2: expected 5088, got 10177"
[ ! -e out.txt ] || failed "an output of a mismatch"

# --- mistakes
refuses "'--exclusive' is not an option" reduce --exclusive in.txt out.txt
refuses "'--total' is not an option" reduce --total t.txt in.txt out.txt
refuses "--segment-by and --by-key exclude each other" reduce --segment-by 2 --by-key 2 -f 1 table.tsv out.txt
refuses "--strategy is chained, but desc.task is CLSCAN_TASK_REDUCE" reduce --strategy chained in.txt out.txt
refuses "--axis: 1, but the input has 1 dimension" reduce --axis 1 in.txt out.txt
refuses "--second-out and the output are both out.txt" reduce --op argmax --second-out out.txt in.txt out.txt
[ ! -e out.txt ] || failed "something is left of what was refused"
passed
