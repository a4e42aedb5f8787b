# clscan histogram: text, npy and raw files, bins of integers and of floating-point numbers. awk computes the expected
# results. The third argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

# counted BINS LOWER UPPER FILE: what awk counts. Integers stay below 2^31, so that no product rounds.
counted() {
    awk -v bins="$1" -v lower="$2" -v upper="$3" '
        $1 >= lower && $1 < upper { count[int(($1 - lower) * bins / (upper - lower))]++ }
        END { for (i = 0; i < bins; i++) print count[i] + 0 }' "$4"
}

awk 'BEGIN { for (i = 0; i < 5000; i++) print int(i * i / 700) - 1000 "\t" i % 7 }' >table.tsv
cut -f 1 table.tsv >in.txt
for bins in "1 -1000 40000" "7 -1000 34713" "256 0 256" "1000 0 5000" "10 100000 100010"; do
    # shellcheck disable=SC2086 # three words
    set -- $bins
    counted "$1" "$2" "$3" in.txt >want.txt
    expect 0 histogram --bins "$1" --range "$2,$3" in.txt out.txt
    same out.txt want.txt
done

# A column of a table, other types, other formats and shapes.
counted 7 0 7 /dev/null >none.txt
cut -f 2 table.tsv >second.txt
counted 7 0 7 second.txt >want.txt
expect 0 histogram --bins 7 --range 0,7 --field 2 --type uchar table.tsv out.txt
same out.txt want.txt
expect 0 histogram --bins 7 --range 0,7 --type float --wg-size 1 --groups 2 second.txt out.npy
expect 0 scan --exclusive out.npy sums.txt
head -n 2 sums.txt | tail -n 1 >first.txt
head -n 1 want.txt >want_first.txt
same first.txt want_first.txt
expect 0 histogram --bins 7 --range 0,7 --cl-dir "$kernels" second.txt out.txt
same out.txt want.txt
: >empty.txt
expect 0 histogram --bins 7 --range 0,7 empty.txt out.txt
same out.txt none.txt
printf '0.5\nnan\n-0.25\n1\n0.75\n' >reals.txt
printf '1\n0\n2\n' >want.txt
expect 0 histogram --bins 3 --range -0.5,1 reals.txt out.txt
same out.txt want.txt

# --- each row by itself: an array of 2 x 3 x 4 along each axis, and the columns of a text
{ npy '<i4' '(2, 3, 4)' && i4 0 1 2 3 0 0 0 0 3 3 2 1 5 0 0 1 2 2 2 2 1 1 1 0; } >cube.npy
expect 0 histogram --bins 2 --range 0,4 --axis 2 cube.npy out.npy
head -c 128 out.npy | grep -qaF "'shape': (2, 3, 2)" || failed "the shape of counts of rows"
expect 0 histogram --bins 2 --range 0,4 --axis -1 cube.npy out.txt
printf '2\t2\n4\t0\n1\t3\n3\t0\n0\t4\n4\t0\n' >want.txt
same out.txt want.txt
expect 0 histogram --bins 2 --range 0,4 --axis 1 --wg-size 1 cube.npy out.txt
printf '2\t1\n2\t1\n1\t2\n2\t1\n1\t1\n2\t1\n2\t1\n2\t1\n' >want.txt
same out.txt want.txt
expect 0 histogram --bins 1 --range 0,4 --axis 0 cube.npy out.npy
head -c 128 out.npy | grep -qaF "'shape': (3, 4, 1)" || failed "the shape of counts of columns"
expect 0 histogram --bins 7 --range 0,7 --axis 0 --field 1,2 table.tsv out.txt
for column in in.txt second.txt; do
    counted 7 0 7 $column | paste -s -
done >want.txt
same out.txt want.txt
{ npy '<i4' '(0, 2)'; } >nothing.npy
expect 0 histogram --bins 2 --range 0,7 --axis 0 nothing.npy out.txt
printf '0\t0\n0\t0\n' >want.txt
same out.txt want.txt
expect 2 histogram --bins 2 --range 0,7 --axis 3 cube.npy out.txt
says stderr "--axis: 3, but the input has 3 dimensions"

# Options and inputs that are refused. A refused call leaves the output as it was.
echo before >out.txt
expect 2 histogram --bins 7 in.txt out.txt
says stderr "--bins N and --range A,B are both needed, and A has to be less than B"
expect 2 histogram --range 0,7 in.txt out.txt
says stderr "--bins N and --range A,B are both needed, and A has to be less than B"
expect 2 histogram --bins 7 --range 7,0 in.txt out.txt
says stderr "--range: 7,0 is not a range from a lower to a greater number"
expect 2 histogram --bins 7 --range 7 in.txt out.txt
says stderr "--range: '7' is not two numbers with a comma between them"
expect 2 histogram --bins 7 --range 0.5,7 in.txt out.txt
says stderr "the lower bound of --range is 0.5, but elements are long"
expect 2 histogram --bins 7 --range 0,7 --field 1,2 table.tsv out.txt
says stderr "a histogram reads one column, not 2"
expect 0 histogram --bins 7 --range 0,7 second.txt bins.npy
expect 2 histogram --bins 7 --range 0,7 --type int bins.npy out.txt
says stderr "holds ulong, not int as --type says"
grep -q before out.txt
passed
