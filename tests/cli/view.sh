# Scans with views: initial value and total, reverse, axes, segments, keys, several columns, and other input and output
# types. awk computes the expected results, and --check verifies them too. The third argument is the folder of the
# kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

awk 'BEGIN { for (i = 0; i < 5000; i++) print (i * 7919) % 103 - 50 }' >in.txt
awk 'BEGIN { for (i = 0; i < 5000; i++) print (i * 31 % 997 < 20) + 0 }' >flags.txt
awk 'BEGIN { for (i = 0; i < 5000; i++) print "key " int(i * i / 9000) % 5 }' >keys.txt
paste in.txt flags.txt keys.txt >table.tsv

# scans PROGRAM ARGUMENT...: the output is what the awk program PROGRAM prints for the lines of in.txt, flags.txt and
# keys.txt.
scans() {
    program=$1
    shift
    expect 0 scan "$@" out.txt --type long --check
    says stderr "verified 5000 elements"
    paste in.txt flags.txt keys.txt | awk -F '\t' "$program" >want.txt
    same out.txt want.txt
}
# shows TEXT: stdout is TEXT, and --check has verified the result.
shows() {
    says stderr "verified "
    : >stderr
    prints "$1"
}
backwards() {
    sed '1!G;h;$!d' "$@"
}

# --- initial value, total, reverse
scans 'BEGIN { s = -7 } { s += $1; print s }' --init -7 in.txt
scans 'BEGIN { s = -7 } { print s; s += $1 }' --init -7 --exclusive in.txt
expect 0 scan --exclusive in.txt out.txt --total - --check
says stderr "verified 5000 elements and the total"
[ "$(cat stdout)" = "$(awk '{ s += $1 } END { print s }' in.txt)" ] || failed "total"
expect 0 scan --init 5 in.txt out.npy --total total.npy
expect 0 scan total.npy -
prints "$(awk '{ s += $1 } END { print s + 5 }' in.txt)"
for kind in '' --exclusive; do
    # shellcheck disable=SC2086 # nothing or one word
    expect 0 scan in.txt out.txt --reverse $kind --check --init 3
    backwards in.txt | awk "BEGIN { s = 3 } { ${kind:+print s;} s += \$1; ${kind:+#} print s
}" | backwards >want.txt
    same out.txt want.txt
done
: >empty.txt
expect 0 scan empty.txt - --total total.txt --init 4
prints ""
expect 0 scan total.txt -
prints 4

# --- segments and keys, from a column or a file, forward and in reverse
by_flag='{ s = NR == 1 || $2 ? $1 : s + $1; print s }'
by_key='{ s = NR == 1 || $3 != k ? $1 : s + $1; k = $3; print s }'
scans "$by_flag" --segment-by flags.txt in.txt
scans "$by_flag" --segment-by 2 -f 1 table.tsv
sed 's/1/1000/; s/^0$/0/' flags.txt >wide_flags.txt
scans "$by_flag" --segment-by wide_flags.txt in.txt
scans "$by_key" --by-key keys.txt in.txt
scans "$by_key" --by-key 3 -f 1 table.tsv
scans '{ s = NR == 1 || $3 != k ? 100 : s; k = $3; print s; s += $1 }' --by-key 3 -f 1 table.tsv --init 100 --exclusive
expect 0 scan --reverse --by-key 3 -f 1 table.tsv out.txt --check
backwards table.tsv | awk -F '\t' "$by_key" | backwards >want.txt
same out.txt want.txt
expect 0 scan --reverse --segment-by 2 -f 1 table.tsv out.txt --check
backwards table.tsv | awk -F '\t' '{ s = NR == 1 || cut ? $1 : s + $1; cut = $2; print s }' | backwards >want.txt
same out.txt want.txt

# Offsets, also of empty segments, with elements before the first and after the last segment.
printf '%s\n' 3 700 700 701 4096 4990 >offsets.txt
by_offset='BEGIN { split("3 700 701 4096 4990", o, " "); for (k in o) head[o[k] + 1] } { s = NR in head ? $1 : s + $1; print s }'
scans "$by_offset" --segment-by offsets:offsets.txt in.txt
expect 0 scan offsets.txt --type long offsets.npy --op max
scans "$by_offset" --segment-by offsets:offsets.npy in.txt
expect 0 scan in.txt out.txt --reverse --segment-by offsets:offsets.txt --check --type double
says stderr "verified 5000 elements"
awk 'BEGIN { split("3 700 701 4096 4990", o, " "); for (k in o) head[o[k] + 1] } { print $1 "\t" (NR in head) }' in.txt >heads.tsv
backwards heads.tsv | awk '{ s = NR == 1 || cut ? $1 : s + $1; cut = $2; print s }' | backwards >want.txt
same out.txt want.txt

# Bytes, booleans and ints in binary files.
{ npy '<i4' '(6,)' && i4 1 2 3 4 5 6; } >six.npy
bytes 0 0 7 0 1 0 >flags.raw
{ npy '|b1' '(6,)' && bytes 0 0 1 0 1 0; } >flags.npy
for file in flags.raw flags.npy; do
    expect 0 scan six.npy - --segment-by $file
    prints "1 3 3 7 5 11"
done
i4 5 5 -1 -1 5 5 >keys.raw
{ npy '<i4' '(6,)' && cat keys.raw; } >keys.npy
expect 0 scan --type float --to npy keys.npy keys_float.npy --op max
for file in keys.raw keys.npy; do
    expect 0 scan six.npy - --by-key $file
    prints "1 3 3 7 5 11"
done
printf '0\n-0\n0\n1\n1\n0\n' >zeros.txt
expect 0 scan --type float zeros.txt zeros.npy --op min --by-key zeros.txt
expect 0 scan six.npy - --by-key zeros.npy --check # as keys, 0 and -0 are equal
shows "1 3 6 4 9 6"

# --- several columns, scanned down each column or along each line
printf '1,10,a\n2,20,a\n3,30,b\n' >in.csv
expect 0 scan -f 1,2 -t , in.csv -
prints "1,10 3,30 6,60"
expect 0 scan -f 2,1 -t , in.csv - --axis 1 --check
shows "10,11 20,22 30,33"
expect 0 scan -f 1,2 -t , in.csv - --by-key 3 --check
shows "1,10 3,30 3,30"

# --- axes
{ npy '<i4' '(2, 3, 2)' && i4 1 2 3 4 5 6 7 8 9 10 11 12; } >cube.npy
along() {
    axis=$1
    shift
    expect 0 scan cube.npy out.npy --axis "$axis" --check "$@"
    head -c 128 out.npy | grep -qaF "'shape': (2, 3, 2), }" || failed "the shape has changed"
    expect 0 scan out.npy - --axis 2 --op xor --segment-by ones.raw
    tr '\t' ' ' <stdout >lines && mv lines stdout
}
bytes 1 1 1 1 1 1 1 1 1 1 1 1 >ones.raw
along 0
prints "1 2 3 4 5 6 8 10 12 14 16 18"
along 1
prints "1 2 4 6 9 12 7 8 16 18 27 30"
along -1
prints "1 3 3 7 5 11 7 15 9 19 11 23"
along -3 --reverse
prints "8 10 12 14 16 18 7 8 9 10 11 12"
expect 0 scan cube.npy - --op max
prints "1	2 3	4 5	6 7	8 9	10 11	12"
refuses "--axis: 3, but the input has 3 dimensions" scan cube.npy - --axis 3
refuses "--axis: 1, but the input has 1 dimension" scan six.npy - --axis 1
expect 0 scan in.txt out.txt --axis 0 --check

# --- types
{ npy '|u1' '(4,)' && bytes 200 100 50 6; } >bytes.npy
expect 0 scan bytes.npy -
prints "200 44 94 100"
expect 0 scan bytes.npy - --type int --check
shows "200 300 350 356"
expect 0 scan bytes.npy out.npy --type int --out-type uchar --check --wrap
expect 0 scan out.npy - --op xor --segment-by out.npy
prints "200 44 94 100"
expect 0 scan bytes.npy - --type double --init 0.5 --check
shows "200.5 300.5 350.5 356.5"
expect 0 scan bytes.npy - --type float --out-type char --op max --check
shows "127 127 127 127"
printf '1.9\n-1.9\n1e10\n' >in.txt
expect 0 scan in.txt - --in-type float --type int --op xor --check
shows "1 -2 -2147483647"
bytes 1 2 3 >in.raw
expect 0 scan in.raw - --in-type uchar --type short --check
shows "1 3 6"

# --- options that are refused
refuses "--init: 'x' is not of type int" scan six.npy - --init x
refuses "--init: '1.5' is not of type int" scan six.npy - --init 1.5
refuses "columns are of text: the input is npy; a file may be ./2" scan six.npy - --by-key 2
refuses "can't read" scan six.npy - --segment-by missing
refuses "--segment-by: in.raw has 3 values, but six.npy has 6 elements (offsets:FILE names a file of offsets); values are read as raw binary, unless" scan six.npy - --segment-by in.raw
refuses "flags are bytes or booleans (offsets:FILE names a file of offsets)" scan six.npy - --segment-by six.npy
i4 0 3 1 >offsets.raw
refuses "offsets.raw: offset 3 is 1, less than the one before, 3 (a raw file has offsets of uint)" scan six.npy - --segment-by offsets:offsets.raw
refuses "offsets are whole numbers" scan six.npy - --segment-by offsets:keys_float.npy
: >none.txt
refuses "none.txt holds 0 offsets; a segment has two" scan six.npy - --segment-by offsets:none.txt
echo 6 >one.txt
refuses "one.txt holds 1 offset; a segment has two" scan six.npy - --segment-by offsets:one.txt
printf '0\n7\n' >past.txt
refuses "past.txt: offset 2 is 7, for 6 elements" scan six.npy - --segment-by offsets:past.txt
{ npy '<i4' '(2,)' && bytes 0 0 0 0 255 255 255 255; } >negative.npy
refuses "negative.npy: offset 2 is -1, for 6 elements" scan six.npy - --segment-by offsets:negative.npy
refuses "--axis and --segment-by offsets:FILE exclude each other: offsets are of one range" scan six.npy - --segment-by offsets:in.raw --axis 0
{ npy '|V4' '(6,)' && i4 1 2 3 4 5 6; } >user.npy
refuses "keys are numbers or text" scan six.npy - --by-key user.npy
refuses "no column 4" scan -f 1 -t , in.csv - --by-key 4
refuses "--check can't judge" scan --type double in.txt - --out-type float --check

# --- user operators without an identity, and with an initial value
printf 'int first(int a, int b) { return a; }\n' >first.cl
expect 0 scan --op-source first.cl --combine first six.npy -
prints "1 1 1 1 1 1"
expect 0 scan --op-source first.cl --combine first six.npy - --exclusive --init 9 --segment-by flags.npy
prints "9 9 9 9 9 9"

rm total.txt
# --- kernels that ignore the heads of segments, or the initial value, are found
awk 'BEGIN { for (i = 1; i <= 1000; i++) print i }' >in.txt
awk 'BEGIN { for (i = 1; i <= 1000; i++) print (i % 10 == 0) + 0 }' >flags.txt
wrong() {
    plant wrong "$1" "$2"
    shift 2
    expect 1 scan in.txt out.txt --check --no-self-test --cl-dir wrong "$@"
    says stderr "mismatch"
}
wrong 'item/*.h' 's/((segments)\[at\] != 0)/false/' --segment-by flags.txt
wrong 'item/*.h' 's/CLSCAN_REVERSE ? at + stride : at/at/' --segment-by flags.txt --reverse
wrong 'item/*.h' 's/(!CLSCAN_SAME_KEY(.*))$/false/' --by-key flags.txt
printf '0\n77\n' >offsets.txt
wrong grid/prologue.h 's/num_offsets, &stretch/1, \&stretch/' --segment-by offsets:offsets.txt
wrong 'item/*.h' 's/TOTAL_NUMBERS, clscan_result_of(v, carry)/TOTAL_NUMBERS, clscan_initial_value(v)/' --total total.txt
wrong 'item/*.h' 's/= words->word\[i\]/= 0/' --init 5
[ ! -e total.txt ] || failed "a wrong total was written"
passed
