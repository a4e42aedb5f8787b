# clscan sort: both directions, the indices, and special numbers. sort(1) computes the expected results. The third
# argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

awk 'BEGIN { for (i = 0; i < 3000; i++) print (i * 7919) % 1009 - 500 }' >in.txt
awk '{ print $1 "\t" NR - 1 }' in.txt >numbered.txt

# sorts OPTION SORT: the results with this option of clscan sort are those of sort(1) with the key $SORT.
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
rm -f out.txt
plant wrong task/sort.h 's/CLSCAN_REVERSE ? ordered ^/!CLSCAN_REVERSE ? ordered ^/'
expect 1 sort --cl-dir wrong --check in.txt out.txt
says stderr "clscan: mismatch at element 0 of 3000"
[ ! -e out.txt ] || failed "an output of a mismatch"

refuses "--where" sort --where 1 in.txt
refuses "--time" sort --time in.txt
refuses "--field: a sort reads one column, not 2" sort -f 1,2 table.tsv
refuses "--argsort and the output both want stdout" sort --argsort - in.txt
refuses "--argsort and the input are both in.txt" sort --argsort in.txt in.txt out.txt
refuses "--argsort and the output are both out.txt" sort --argsort out.txt in.txt out.txt
refuses "--strategy" sort --strategy reduce_scan in.txt
passed
