# clscan sort: both directions, the indices, and special numbers. sort(1) computes the expected results. The third
# argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

awk 'BEGIN { for (i = 0; i < 3000; i++) print (i * 7919) % 1009 - 500 }' >in.txt
awk '{ print $1 "\t" NR - 1 }' in.txt >numbered.txt

# sorts OPTION SORT: clscan sort with this option gives the results of sort(1) with the key SORT.
sorts() {
    sort -s -k "$2" numbered.txt >want.txt
    # shellcheck disable=SC2086 # nothing or one word
    expect 0 sort $1 --argsort index.txt --check in.txt out.txt
    says stderr "verified 3000 sorted elements"
    paste out.txt index.txt >got.txt
    same got.txt want.txt
    rm out.txt index.txt
}
sorts '' 1,1n
sorts --descending 1,1nr
self_test=yes
sorts '' 1,1n
self_test=${CLSCAN_TEST_WHOLE:-}

# --- special numbers, on the standard streams
printf '1.5\nnan\n0\n-0\n-inf\ninf\n-2\n' >special.txt
for type in double float; do
    expect 0 sort --type $type special.txt
    prints "-inf -2 -0 0 1.5 inf nan"
    expect 0 sort --type $type --descending special.txt
    prints "inf 1.5 0 -0 -2 -inf nan"
done
expect 0 sort --descending --argsort - special.txt /dev/null
prints "5 0 2 3 6 4 1"
printf 'b\t3\na\t1\nc\t2\n' >table.tsv
expect 0 sort -f 2 table.tsv
prints "1 2 3"

# --- segments by keys, flags and offsets, each sorted by itself, and rows
awk 'BEGIN { for (i = 0; i < 3000; i++) print int(i * i / 10000) "\t" (i * 7919) % 1009 - 500 "\t" (int(i * i / 10000) != int((i - 1) * (i - 1) / 10000)) }' \
    >keyed.tsv
cut -f 2 keyed.tsv >values.txt
cut -f 3 keyed.tsv >flags.txt
awk '$3 || NR == 1 { print NR - 1 } END { print NR }' keyed.tsv >offsets.txt
sort -s -k 1,1n -k 2,2n keyed.tsv | cut -f 2 >want.txt
expect 0 sort -f 2 --by-key 1 --check keyed.tsv out.txt
says stderr "verified 3000 sorted elements"
same out.txt want.txt
expect 0 sort --segment-by flags.txt --check --argsort index.txt values.txt out.txt
says stderr "verified 3000 sorted elements"
same out.txt want.txt
expect 0 sort --segment-by offsets:offsets.txt --check values.txt out.txt
same out.txt want.txt
sort -s -k 1,1n -k 2,2nr keyed.tsv | cut -f 2 >want.txt
expect 0 sort -f 2 --by-key 1 --descending --check keyed.tsv out.txt
same out.txt want.txt
expect 2 sort --by-key 1 --segment-by flags.txt values.txt
says stderr "--segment-by and --by-key exclude each other"
expect 2 sort --axis 1 values.txt
says stderr "--axis: 1, but the input has 1 dimension"
{ npy '<i4' '(2, 3)' && i4 3 1 2 9 7 8; } >matrix.npy
i4 1 2 3 7 8 9 >want.data
expect 0 sort --axis -1 --check matrix.npy out.npy
tail -c 24 out.npy >out.data
same out.data want.data
head -c 128 out.npy | grep -qaF "'shape': (2, 3)" || failed "the shape of sorted rows"
expect 0 sort --axis -1 --argsort index.txt --check matrix.npy out.npy
printf '1\t2\t0\n1\t2\t0\n' >want.txt # indices in the row
same index.txt want.txt
printf '3\t1\t2\n9\t7\t8\n' >want.txt
expect 0 sort --axis 0 --check matrix.npy out.txt
same out.txt want.txt
{ npy '<i4' '(2, 3, 2)' && i4 3 1 2 9 7 8 5 5 4 0 6 5; } >cube.npy
{ npy '|u1' '(2, 3, 2)' && bytes 0 1 2 3 4 5 6 7 8 9 10 11; } >bytes.npy
expect 0 sort --axis 1 --check --argsort index.txt --second bytes.npy --second-out second.txt cube.npy out.txt
printf '2\t1\n3\t8\n7\t9\n4\t0\n5\t5\n6\t5\n' >want.txt
same out.txt want.txt
printf '1\t0\n0\t2\n2\t1\n1\t1\n0\t0\n2\t2\n' >want.txt
same index.txt want.txt
printf '2\t1\n0\t5\n4\t3\n8\t9\n6\t7\n10\t11\n' >want.txt
same second.txt want.txt
expect 0 sort --axis -2 --descending --check --time cube.npy out.npy
head -c 128 out.npy | grep -qaF "'shape': (2, 3, 2)" || failed "the shape of sorted columns"
{ npy '<i4' '(3, 0)'; } >none.npy
expect 0 sort --axis 0 --check none.npy out.npy
head -c 128 out.npy | grep -qaF "'shape': (3, 0)" || failed "the shape of no columns"
refuses "--axis 0 and --by-key exclude each other: segments are sorted in rows along the last dimension only" \
    sort --axis 0 --by-key cube.npy cube.npy -
plant wrong task/sort.h 's/CLSCAN_REVERSE ? ordered ^/!CLSCAN_REVERSE ? ordered ^/'
expect 1 sort --axis 1 --check --cl-dir wrong cube.npy out.txt
says stderr "clscan: mismatch at element "
expect 0 sort --axis -1 values.txt out.txt
sort -n values.txt >want.txt
same out.txt want.txt

printf '3\n1\n2\n9\n7\n8\n' >six.txt
expect 0 sort --rows 3 --check six.txt out.txt
printf '1\t2\t3\n7\t8\t9\n' >want.txt
same out.txt want.txt
refuses "--rows: the input has 6 elements, which is not a multiple of 5" sort --rows 5 six.txt out.txt

# --- files of bytes, of one element and of none
printf 'sorting' >letters.raw
expect 0 sort --type uchar --check letters.raw out.raw
[ "$(cat out.raw)" = ginorst ] || failed "letters: $(cat out.raw)"
echo 7 >one.txt
expect 0 sort one.txt
prints 7
: >empty.txt
expect 0 sort empty.txt out.txt --check --argsort index.txt
[ ! -s out.txt ] && [ ! -s index.txt ] || failed "elements from nothing"

# --- --json, and --check of wrong results, which leaves no output
expect 0 sort in.txt out.txt --check --json
for key in '"type":"long"' '"count":3000' '"descending":false' '"checked":true'; do
    says stdout "$key"
done
expect 0 sort in.txt out.txt --time --json --argsort index.txt
says stderr "the sort runs at"
says stdout '"sort_seconds":'
expect 0 sort -f 2 --by-key 1 --time keyed.tsv out.txt
says stderr "the sort runs at"
expect 0 sort empty.txt --time
says stderr "no elements: nothing to time"
rm -f out.txt
plant wrong task/sort.h 's/CLSCAN_REVERSE ? ordered ^/!CLSCAN_REVERSE ? ordered ^/'
expect 1 sort --cl-dir wrong --check in.txt out.txt
says stderr "clscan: mismatch at element 0 of 3000"
[ ! -e out.txt ] || failed "an output of a mismatch"

refuses "--where" sort --where 1 in.txt
refuses "--field: a sort reads one column, not 2" sort -f 1,2 table.tsv
refuses "--argsort and the output both want stdout" sort --argsort - in.txt
refuses "--argsort and the input are both in.txt" sort --argsort in.txt in.txt out.txt
refuses "--argsort and the output are both out.txt" sort --argsort out.txt in.txt out.txt
refuses "--strategy" sort --strategy reduce_scan in.txt
passed
