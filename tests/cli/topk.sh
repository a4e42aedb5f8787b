# clscan topk: both directions, the indices, and special numbers. clscan sort has tests against sort(1). The third argument
# is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

awk 'BEGIN { for (i = 0; i < 3000; i++) print (i * 7919) % 1009 - 500 }' >in.txt
awk '{ print $1 "\t" NR - 1 }' in.txt >numbered.txt

# takes K OPTION SORT: the results with -k K and this option are the first lines of sort(1) with the key SORT.
takes() {
    sort -s -k "$3" numbered.txt | head -n "$1" >want.txt
    # shellcheck disable=SC2086 # nothing or one word
    expect 0 topk -k "$1" $2 --argsort index.txt --check in.txt out.txt
    says stderr "verified $(wc -l <want.txt) sorted elements"
    paste out.txt index.txt >got.txt
    same got.txt want.txt
    rm out.txt index.txt
}
takes 10 '' 1,1n
takes 400 --descending 1,1nr
takes 5000 '' 1,1n
takes 4294967295 '' 1,1n
self_test=yes
takes 2 --descending 1,1nr
self_test=${CLSCAN_TEST_WHOLE:-}

# --- special numbers, on the standard streams
printf '1.5\nnan\n0\n-0\n-inf\ninf\n-2\n' >special.txt
for type in double float; do
    expect 0 topk -k 4 --type $type special.txt
    prints "-inf -2 -0 0"
    expect 0 topk --k 7 --type $type --descending special.txt
    prints "inf 1.5 0 -0 -2 -inf nan"
done
expect 0 topk -k 3 --descending --argsort - special.txt /dev/null
prints "5 0 2"

# --- files of bytes, and of no element
printf 'sorting' >letters.raw
expect 0 topk -k 3 --type uchar --check letters.raw out.raw
[ "$(cat out.raw)" = gin ] || failed "letters: $(cat out.raw)"
: >empty.txt
expect 0 topk -k 3 empty.txt out.txt --check --argsort index.txt
[ ! -s out.txt ] && [ ! -s index.txt ] || failed "elements from nothing"

# --- the first numbers of each row
{ npy '<i4' '(2, 2, 3)' && i4 3 1 2 9 7 8 5 5 4 0 6 0; } >rows.npy
printf '1\t2\n7\t8\n4\t5\n0\t0\n' >want.txt
expect 0 topk -k 2 --axis -1 --argsort index.txt --check rows.npy out.txt
same out.txt want.txt
printf '1\t2\n1\t2\n2\t0\n0\t2\n' >want.txt
same index.txt want.txt
expect 0 topk -k 2 --axis 2 --check rows.npy out.npy
head -c 128 out.npy | grep -qaF "'shape': (2, 2, 2)" || failed "the shape of the first numbers of rows"
expect 0 topk -k 9 --axis 2 --descending --check rows.npy out.txt
printf '3\t2\t1\n9\t8\t7\n5\t5\t4\n6\t0\t0\n' >want.txt
same out.txt want.txt

# --- the first numbers of each column, and of rows along the middle of three dimensions
expect 0 topk -k 1 --axis 0 --argsort index.txt --check rows.npy out.txt
printf '3\n1\n2\n0\n6\n0\n' >want.txt
same out.txt want.txt
printf '0\n0\n0\n1\n1\n1\n' >want.txt
same index.txt want.txt
expect 0 topk -k 2 --axis 1 --descending --check --time rows.npy out.npy
head -c 128 out.npy | grep -qaF "'shape': (2, 3, 2)" || failed "the shape of the first numbers of columns"
expect 0 topk -k 5 --axis 1 --argsort index.txt --check rows.npy out.txt
printf '3\t9\n1\t7\n2\t8\n0\t5\n5\t6\n0\t4\n' >want.txt
same out.txt want.txt
printf '0\t1\n0\t1\n0\t1\n1\t0\n0\t1\n1\t0\n' >want.txt
same index.txt want.txt
rm -f out.txt index.txt

# --- the first numbers of each segment, by keys, flags and offsets
awk '{ print int(NR * NR / 9000), $1, NR % 41 == 7 }' in.txt >keyed.txt
# first K [r]: awk and sort(1) take the K first numbers and indices of each key of keyed.txt.
first() {
    awk '{ print $1, $2, NR - 1 }' keyed.txt | sort -s -k 1,1n -k "2,2n${2:-}" |
        awk -v k="$1" '{ rank = NR > 1 && $1 == before ? rank + 1 : 0; before = $1 } rank < k { print $2 "\t" $3 }'
}
for direction in '' r; do
    for k in 1 3 5000; do
        option=${direction:+--descending}
        # shellcheck disable=SC2086 # nothing or one word
        first $k $direction >want.txt
        # shellcheck disable=SC2086 # nothing or one word
        expect 0 topk -k $k $option --by-key 1 -t ' ' -f 2 --argsort index.txt --check --json keyed.txt out.txt
        says stderr "verified $(wc -l <want.txt) sorted elements"
        says stdout "\"written\":$(wc -l <want.txt)"
        paste out.txt index.txt >got.txt
        same got.txt want.txt
    done
done
cut -d ' ' -f 3 keyed.txt >flags.txt
awk '$1 { print NR - 1 }' flags.txt >offsets.txt
seq 0 2999 >numbers.txt
expect 0 topk -k 2 --segment-by flags.txt --second numbers.txt --second-out second.txt --argsort index.txt --check in.txt \
    flagged.txt
same second.txt index.txt
expect 0 topk -k 2 --segment-by offsets:offsets.txt --check --time in.txt out.txt
same out.txt flagged.txt
says stderr "the top-k runs at"
expect 0 topk -k 2 --by-key empty.txt --check empty.txt out.txt
[ ! -s out.txt ] || failed "elements from no segment"
refuses "--segment-by and --by-key exclude each other" topk -k 2 --segment-by flags.txt --by-key flags.txt in.txt
{ npy '<i4' '(2, 2, 3)' && i4 1 1 2 2 2 2 2 3 3 4 4 4; } >keys.npy
expect 0 topk -k 1 --axis -1 --by-key keys.npy --argsort index.txt --check rows.npy out.txt
printf '1\n2\n7\n5\n4\n0\n' >want.txt
same out.txt want.txt
printf '1\n2\n1\n0\n2\n0\n' >want.txt
same index.txt want.txt
refuses "--axis 0 and --by-key exclude each other: segments are sorted in rows along the last dimension only" \
    topk -k 1 --axis 0 --by-key keys.npy rows.npy -
refuses "in.txt:1: '-500' is out of range for ulong" topk -k 2 --segment-by offsets:in.txt in.txt -
rm -f out.txt index.txt

# --- --json, and --check of wrong results, which leaves no output
expect 0 topk -k 5 in.txt out.txt --check --json
for key in '"type":"long"' '"count":3000' '"written":5' '"descending":false' '"checked":true'; do
    says stdout "$key"
done
expect 0 topk -k 2 --axis -1 --time --json --argsort index.txt rows.npy out.txt
says stderr "the top-k runs at"
says stdout '"top_k_seconds":'
rm -f out.txt
plant wrong task/sort.h 's/CLSCAN_REVERSE ? ordered ^/!CLSCAN_REVERSE ? ordered ^/'
expect 1 topk -k 5 --cl-dir wrong --check in.txt out.txt
says stderr "clscan: mismatch at element 0 of 5"
expect 1 topk -k 2 --segment-by flags.txt --cl-dir wrong --check in.txt out.txt
says stderr "clscan: mismatch at element "
[ ! -e out.txt ] || failed "an output of a mismatch"

refuses "-k K is needed" topk in.txt
refuses "--k: 0 is too small" topk -k 0 in.txt
refuses "--k: 2^32 is out of range, which is from 1 to 4294967295" topk -k 2^32 in.txt
refuses "--k" sort --k 3 in.txt
refuses "--field: a top-k reads one column, not 2" topk -k 1 -f 1,2 numbered.txt
refuses "--argsort and the output both want stdout" topk -k 1 --argsort - in.txt
passed
