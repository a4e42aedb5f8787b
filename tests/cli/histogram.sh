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

# --- bins between edges, as a list and as files, of integers and of floating-point numbers
# between FILE EDGE...: what awk counts between these edges. The last edge is in no bin.
between() {
    awk -v edges="$(shift && echo "$*")" 'BEGIN { n = split(edges, edge, " ") }
        { for (i = n; i > 0 && $1 < edge[i]; i--); if (i > 0 && i < n) count[i] += NF > 1 ? $2 : 1 }
        END { for (i = 1; i < n; i++) printf "%.0f\n", count[i] }' "$1"
}
between in.txt -500 -0.5 0 0 7.25 1000 30000 >want.txt
expect 0 histogram --edges=-500,-0.5,0,0,7.25,1000,3e4 --check in.txt out.txt
says stderr "verified 6 bins"
same out.txt want.txt
for type in int float double; do
    expect 0 histogram --edges=-500,-0.5,0,0,7.25,1000,3e4 --check --type $type in.txt out.txt
    same out.txt want.txt
done
printf '%s\n' -500 -0.5 0 0 7.25 1000 30000 >edges.txt
expect 0 histogram --edges edges.txt in.txt out.txt
same out.txt want.txt
expect 0 scan --op max --type double edges.txt edges.npy
expect 0 histogram --edges edges.npy in.txt out.txt
same out.txt want.txt
printf '%s\n' 2 3 7 >whole.txt
for type in uchar long; do
    expect 0 scan --op max --type $type whole.txt whole.npy
    expect 0 histogram --edges whole.npy --check second.txt out.txt
    between second.txt 2 3 7 | cmp -s - out.txt || failed "edges of $type"
done
expect 0 histogram --edges=-inf,inf --check reals.txt out.txt
echo 4 >want.txt
same out.txt want.txt
expect 0 histogram --edges 0,2,4 --axis 0 --check cube.npy out.npy
head -c 128 out.npy | grep -qaF "'shape': (3, 4, 2)" || failed "the shape of counts between edges"

printf '0\n1\n5\n0\n0\n2\n' >six.txt
expect 0 histogram --edges 0,2,4 --rows 3 --check six.txt out.txt
printf '2\t0\n2\t1\n' >want.txt
same out.txt want.txt

# --- weights: a column and files, with even bins and edges, of every kind of element
awk '{ printf "%d\t%.0f\n", $1, ($2 - 3) * 1000000007 }' table.tsv >weighted.tsv
cut -f 2 weighted.tsv >weights.txt
between weighted.tsv -500 -0.5 0 7 1000 30000 >want.txt
for type in long int float double; do
    expect 0 histogram --edges=-500,-0.5,0,7,1000,3e4 --weights weights.txt --type $type --check in.txt out.txt
    same out.txt want.txt
done
self_test=yes
expect 0 histogram --edges=-500,-0.5,0,7,1000,3e4 -f 1 --weights 2 --check weighted.tsv out.txt
self_test=${CLSCAN_TEST_WHOLE:-}
same out.txt want.txt
expect 0 histogram --bins 7 --range 0,7 --type uchar --weights weights.txt --check second.txt out.txt
paste second.txt weights.txt >seven.tsv
between seven.tsv 0 1 2 3 4 5 6 7 >want.txt
same out.txt want.txt
{ npy '<u8' '(3,)' && bytes 255 255 255 255 255 255 255 255 1 0 0 0 0 0 0 0 2 0 0 0 0 0 0 0; } >unsigned.npy
expect 0 histogram --edges=0,2,1e30 --weights unsigned.npy --check unsigned.npy out.txt
printf '1\n1\n' >want.txt
same out.txt want.txt
i4 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 >weights.raw
expect 0 histogram --bins 2 --range 0,4 --axis 2 --weights weights.raw --check --time --json cube.npy out.npy
says stdout '"weighted":true'
says stdout '"rows":6'
: >nothing.txt
expect 0 histogram --bins 2 --range 0,4 --weights nothing.txt --check nothing.txt out.txt
printf '0\n0\n' >want.txt
same out.txt want.txt

# --- floating-point weights, whose sums are doubles, and more bins than a program has constants
# alike OPTION...: in pieces, the histogram of in.txt is that of the whole array, which --check compares with plain C.
alike() {
    expect 0 histogram "$@" --check in.txt whole.txt
    says stderr "verified"
    for buffer in 999 2^26; do
        expect 0 histogram "$@" --buffer $buffer in.txt pieces.txt
        same pieces.txt whole.txt
    done
}
awk '{ print ($2 - 3) / 8 }' table.tsv >fractions.txt
paste in.txt fractions.txt >fractional.tsv
alike --edges=-500,-0.5,0,7,1000,3e4 --weights fractions.txt
awk -F '\t' 'BEGIN { n = split("-500 -0.5 0 7 1000 30000", edge, " ") }
    { for (i = n; i > 0 && $1 < edge[i]; i--); sum[i] += $2 } END { for (i = 1; i < n; i++) print sum[i] + 0 }' \
    fractional.tsv >want.txt
same whole.txt want.txt
expect 0 scan --op max --type float fractions.txt most.npy
alike --edges=-500,-0.5,0,7,1000,3e4 --weights most.npy
expect 0 histogram --edges=-500,-0.5,0,7,1000,3e4 -f 1 --weights 2 --type double fractional.tsv out.txt
same out.txt want.txt
alike --bins 5000 --range -1000,4000 --weights fractions.txt --weights-type float
alike --bins 5000 --range -1000,4000 --weights weights.txt
seq -1000 3999 >lower.txt
awk 'NR == FNR { sum[$1] += $2; next } { printf "%.0f\n", sum[$1] }' weighted.tsv lower.txt >want.txt
same whole.txt want.txt
alike --bins 5000 --range -1000.5,4000 --type double --weights weights.txt
printf 'inf\n-inf\n1e308\nnan\n1\n' >special.txt
printf '1\n1\n2\n3\n4\n' >places.txt
expect 0 histogram --edges 1,2,3,4,5 --weights special.txt --check places.txt
[ "$(tr -d - <stdout | tr '\n' ' ')" = "nan 1e+308 nan 1 " ] || failed "weights that are not finite"
rm -f out.txt
plant wrong item/binned.h 's/? CLSCAN_WEIGHT(/? 2 * CLSCAN_WEIGHT(/'
expect 1 histogram --edges=-500,-0.5,0,7,1000,3e4 --weights fractions.txt --cl-dir wrong --check in.txt out.txt
says stderr "clscan: mismatch at bin 2 of row 0: expected 0.75, got 1.5"
[ ! -e out.txt ] || failed "an output of a mismatch"

# --- --check, --time and --json
expect 0 histogram --bins 7 --range 0,7 --check --time --json second.txt out.txt
says stderr "verified 7 bins"
says stderr "the histogram runs at"
for key in '"type":"long"' '"count":5000' '"bins":7' '"rows":1' '"weighted":false' '"checked":true' \
    '"histogram_seconds":'; do
    says stdout "$key"
done
for type in float double; do
    expect 0 histogram --bins 3 --range -0.5,1 --type $type --check reals.txt out.txt
done
rm -f out.txt
plant wrong item/binned.h 's/: 1/: 2/'
expect 1 histogram --bins 7 --range 0,7 --cl-dir wrong --check second.txt out.txt
says stderr "clscan: mismatch at bin 0 of row 0: expected "
[ ! -e out.txt ] || failed "an output of a mismatch"

# Options and inputs that are refused. A refused call leaves the output as it was.
echo before >out.txt
refuses "--edges and --bins exclude each other: the edges are the bounds of all bins" histogram --edges 1,2 --bins 3 --range 0,1 in.txt out.txt
refuses "--edges and --range exclude each other" histogram --edges 1,2 --range 0,1 in.txt out.txt
refuses "--edges: number 3 is 2, less than the one before, 5" histogram --edges 1,5,2 in.txt out.txt
refuses "--edges: number 2 is not a number" histogram --edges 1,nan,2 in.txt out.txt
refuses "--edges: 'b' is not a number" histogram --edges 1,b,2 in.txt out.txt
echo 3 >one.txt
refuses "--edges: 1 number; bins have from 2 to 268435457 edges" histogram --edges one.txt in.txt out.txt
refuses "--edges: unsigned.npy: number 1 is an integer that no double represents" \
    histogram --edges unsigned.npy in.txt out.txt
refuses "--edges: 9007199254740993 is an integer that no double represents" \
    histogram --edges 0,9007199254740993 in.txt out.txt
printf '%s\n' -9007199254740993 0 >past.txt
refuses "--edges: -9007199254740993 is an integer that no double represents" histogram --edges past.txt in.txt out.txt
refuses "--range: 0,9007199254740993 has an integer that no double represents" \
    histogram --bins 1 --range 0,9007199254740993 in.txt out.txt
expect 0 histogram --edges=-9223372036854775808,0,9007199254740994,18446744073709551616,1e30 in.txt /dev/null
refuses "--edges: 1 is one edge; bins have two or more, as in 1,inf; a file may be ./1" histogram --edges 1 in.txt out.txt
refuses "missing.txt: can't read" histogram --edges missing.txt in.txt out.txt
refuses "--weights: one.txt has 1 value, but in.txt has 5000 elements" \
    histogram --edges 1,2 --weights one.txt in.txt out.txt
refuses "--weights: edges.npy has 7 values, but in.txt has 5000 elements" histogram --edges 1,2 --weights edges.npy in.txt out.txt
refuses "--weights-type needs --weights" histogram --edges 1,2 --weights-type int in.txt out.txt
refuses "--weights: edges.npy holds double, not float as --weights-type says; nothing is converted" \
    histogram --edges 1,2 --weights edges.npy --weights-type float in.txt out.txt
{ npy '|V2' '(3,)' && printf aabbcc; } >structs.npy
refuses "--weights: structs.npy holds user type of 2 bytes; weights are numbers" \
    histogram --edges 1,2 --weights structs.npy one.txt out.txt
refuses "fractions.txt:1: '-0.375' is not of type int" histogram --edges 1,2 --weights fractions.txt --weights-type int in.txt out.txt
printf '1\t2.5\n' >fraction.tsv
refuses "fraction.tsv:1: '2.5' is not a whole number, as flags have to be" scan -f 1 --segment-by 2 fraction.tsv out.txt
cut -f 2 fraction.tsv >fraction.txt
refuses "fraction.txt:1: '2.5' is not a whole number, as flags have to be" scan -f 1 --segment-by fraction.txt fraction.tsv -
refuses "the output and the file of --weights are both weights.txt" \
    histogram --edges 1,2 --weights weights.txt in.txt weights.txt
refuses "--json and the output both want stdout" histogram --edges 1,2 --json in.txt
refuses "--where" histogram --edges 1,2 --where 1 in.txt
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
