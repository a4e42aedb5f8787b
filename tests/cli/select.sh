# clscan select: by a predicate and by flags, in every format and both directions. awk computes the expected results.
# The third argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

awk 'BEGIN { for (i = 0; i < 5000; i++) print (i * 7919) % 103 - 50 }' >in.txt
awk 'BEGIN { for (i = 0; i < 5000; i++) print (i * 31 % 997 < 300) * (i % 3 + 1) }' >flags.txt
paste in.txt flags.txt >table.tsv
backwards() {
    sed '1!G;h;$!d' "$@"
}

# keeps CONDITION OPTION...: selects from in.txt with these options, forwards and with --reverse. out.txt, index.txt and
# total.txt must have the elements that fulfil CONDITION, their indices and their number. CONDITION is for awk: $1 is
# the element, and $2 its flag.
keeps() {
    awk -F '\t' "$1 { print \$1 }" table.tsv >want_forward.txt
    awk -F '\t' "$1 { print NR - 1 }" table.tsv >want_index_forward.txt
    wc -l <want_forward.txt | tr -d ' ' >want_total.txt
    shift
    for direction in forward reverse; do
        option=
        [ $direction = forward ] || option=--reverse
        # shellcheck disable=SC2086 # nothing or one word
        expect 0 select $option --indices index.txt --total total.txt "$@" out.txt
        if [ $direction = reverse ]; then
            backwards want_forward.txt >want.txt
            backwards want_index_forward.txt >want_index.txt
        else
            cp want_forward.txt want.txt
            cp want_index_forward.txt want_index.txt
        fi
        same out.txt want.txt
        same index.txt want_index.txt
        same total.txt want_total.txt
        rm out.txt index.txt total.txt
    done
}

keeps '$1 > 7' --where 'x > 7' in.txt
keeps '$1 % 3 == 0' --where 'x % 3 == 0' --strategy reduce_scan --groups 3 in.txt
keeps '$1 > 7 && $1 < 9 || $1 == -4' --type int -f 1 --where '(x > 7 && x < 9) ||
    x == -4' table.tsv
keeps '$2 != 0' --flags flags.txt in.txt --check
says stderr "verified $(cat want_total.txt) kept elements of 5000"
keeps '$2 != 0' --flags 2 -f 1 table.tsv --check
keeps '1' --where 1 in.txt
keeps '0' --where 'x == 1000' in.txt
awk '{ print 1 }' in.txt >all.txt
keeps '1' --flags all.txt in.txt --check
awk '{ print 0 }' in.txt >none.txt
keeps '0' --flags none.txt in.txt --check

# An expression is true if it is not 0, and 0.5 is not 0.
printf '0.5\n0\n-0.25\n3\n' >fractions.txt
expect 0 select --where x fractions.txt
prints "0.5 -0.25 3"
printf '5\n59\n60\n' >codes.txt
expect 0 select --type uchar --where "x == ';' || x == ')'" codes.txt
prints 59

# One result each may go to stdout.
expect 0 select --where 'x > 0' codes.txt /dev/null --total -
prints 3
expect 0 select --where 'x > 5' codes.txt /dev/null --indices -
prints "1 2"
expect 0 select --where 'x > 5' <codes.txt
prints "59 60"

# No elements.
: >empty.txt
expect 0 select --where 'x > 0' empty.txt out.txt --indices index.npy --total total.txt
same out.txt empty.txt
[ "$(cat total.txt)" = 0 ] || failed "the total of no elements"
grep -qaF "'descr': '<u8', 'fortran_order': False, 'shape': (0,)" index.npy || failed "the indices of no elements"
expect 0 select --flags empty.txt empty.txt - --check --time
says stderr "verified 0 kept elements of 0"
expect 2 select --where 'x >' empty.txt -
says stderr "--where:1:4: "
says stderr "expected expression"

# --- npy: any shape is one row, and the bits stay
# holds FILE TYPE COUNT: FILE is an npy array of COUNT elements of TYPE, which want.raw holds.
holds() {
    head -c 192 "$1" | grep -qaF "'descr': '$2', 'fortran_order': False, 'shape': ($3,)" || failed "$1 is another array"
    tail -c +193 "$1" >elements.raw
    same elements.raw want.raw
}
{ npy '<i4' '(2, 3)' && i4 1 5 2 7 0 9; } >in.npy
expect 0 select --where 'x > 1' in.npy out.npy --indices index.npy --total total.npy
i4 5 2 7 9 >want.raw
holds out.npy '<i4' 4
i4 1 0 2 0 3 0 5 0 >want.raw
holds index.npy '<u8' 4
i4 4 0 >want.raw
holds total.npy '<u8' 1
{ npy '<i4' '(2, 3)' True && i4 1 7 5 0 2 9; } >fortran.npy
expect 0 select --where 'x > 1' --reverse fortran.npy out.npy
i4 9 7 2 5 >want.raw
holds out.npy '<i4' 4
{ npy '|b1' '(6,)' && bytes 0 1 0 0 0 1; } >flags.npy
expect 0 select --flags flags.npy in.npy out.npy --check
i4 5 9 >want.raw
holds out.npy '<i4' 2
{ npy '<f4' '(4,)' && bytes 1 0 192 127 0 0 0 128 1 0 0 0 35 18 192 255; } >nan.npy # NaN, -0, the least number, NaN
{ npy '|u1' '(4,)' && bytes 255 1 1 2; } >all.npy
expect 0 select --flags all.npy --strategy lookback nan.npy out.npy --check
tail -c 16 nan.npy >want.raw
holds out.npy '<f4' 4
expect 0 select --where 'x != x || signbit(x)' nan.npy out.npy
bytes 1 0 192 127 0 0 0 128 35 18 192 255 >want.raw
holds out.npy '<f4' 3

# --- segments: where the kept elements of each begin. Offsets begin behind the first elements, end before the last
# ones, and have segments without elements.
awk 'BEGIN { for (i = 0; i < 5000; i++) print (i * 61 % 37 == 5) + (i % 997 == 300) }' >heads.txt
awk '{ print "key " (heads += $1 != 0) % 3 }' heads.txt >keys.txt
awk 'NR > 40 && NR < 4900 && $1 { for (i = 0; i < 1 + NR % 3; i++) print NR - 1 }' heads.txt >rows.txt
paste table.tsv keys.txt >keyed.tsv
paste flags.txt heads.txt | awk 'NR == 1 || $2 { print kept + 0 } $1 { kept++ } END { print kept }' >want_heads.txt
awk 'NR == FNR { before[NR - 1] = kept + 0; kept += $1 != 0; next } { print before[$1] }' flags.txt rows.txt \
    >want_rows.txt
awk -F '\t' '$2 { print $1 }' table.tsv >want.txt
kept=$(wc -l <want.txt)
# divides WANT OPTION...: --offsets has the numbers in WANT, and with --reverse how many elements follow each, from the
# end. All else is as without segments.
divides() {
    awk -v all="$kept" '{ print all - $1 }' "$1" | backwards >want_reverse.txt
    cp "$1" want_forward.txt
    shift
    for direction in forward reverse; do
        option=
        [ $direction = forward ] || option=--reverse
        # shellcheck disable=SC2086 # nothing or one word
        expect 0 select $option --flags 2 -f 1 --check --offsets offsets.txt --total total.txt "$@" keyed.tsv out.txt
        says stderr "verified $kept kept elements of 5000 and $(wc -l <want_forward.txt) offsets"
        [ "$(wc -l <stderr)" -eq 1 ] || failed "a warning"
        same offsets.txt want_$direction.txt
        [ "$(cat total.txt)" = "$kept" ] || failed "the total of segments"
    done
    backwards out.txt >forward.txt
    same forward.txt want.txt
}
divides want_heads.txt --segment-by heads.txt --type int
divides want_heads.txt --by-key 3 --strategy reduce_scan --groups 3 --type int
self_test=yes
divides want_rows.txt --segment-by offsets:rows.txt --buffer 1000 --type int
self_test=${CLSCAN_TEST_WHOLE:-}
printf '7\tone\n2\tone\n1\ttwo\n9\tthree\n' >words.tsv
expect 0 select --where 'x > 5' -f 1 --by-key 2 --offsets - - /dev/null <words.tsv
prints "0 1 1 2"
# Without elements there is one offset, and by offsets as many as are given.
expect 0 select --flags empty.txt --by-key empty.txt --check --offsets - empty.txt /dev/null
[ "$(cat stdout)" = 0 ] || failed "the offsets of no segments"
printf '0\n0\n0\n' >zeros.txt
expect 0 select --where 1 --segment-by offsets:zeros.txt --offsets - --total total.txt empty.txt /dev/null
prints "0 0 0"
[ "$(cat total.txt)" = 0 ] || failed "the total of empty segments"
expect 0 select --flags flags.npy --segment-by flags.npy --offsets out.npy --time --json in.npy /dev/null
says stdout '"count":6,"kept":2,"segments":3,"checked":false'
says stderr "the selection runs at"
i4 0 0 0 0 1 0 2 0 >want.raw
holds out.npy '<u8' 4

# The example of README.md: a CSR matrix loses its small entries. The entries of three rows are 0.5 and 0.25,
# none, and -1.5, 0, 2 and 0.0078125.
{ npy '<f4' '(6,)' && bytes 0 0 0 63 0 0 128 62 0 0 192 191 0 0 0 0 0 0 0 64 0 0 0 60; } >data.npy
{ npy '<i4' '(6,)' && i4 1 5 0 2 3 4; } >indices.npy
{ npy '<i4' '(4,)' && i4 0 2 2 6; } >indptr.npy
sed -n '/^clscan select .*--segment-by/,/[^\\]$/p' "$kernels/../tools/clscan/README.md" >example.sh
clscan() { expect 0 "$@"; }
. ./example.sh
unset -f clscan
bytes 0 0 0 63 0 0 192 191 0 0 0 64 >want.raw
holds new_data.npy '<f4' 3
i4 1 0 3 >want.raw
holds new_indices.npy '<i4' 3
i4 0 0 1 0 1 0 3 0 >want.raw
holds new_indptr.npy '<u8' 4

# --- raw
i4 3 -1 4 -1 5 >in.raw
expect 0 select --type int --where 'x < 0' in.raw out.raw --indices index.raw
i4 -1 -1 >want.raw
same out.raw want.raw
i4 1 0 3 0 >want.raw
same index.raw want.raw
bytes 1 0 0 0 255 >flags.raw
expect 0 select --type int --flags flags.raw --to text in.raw - --check
[ "$(tr '\n' ' ' <stdout)" = "3 5 " ] || failed "flags of raw data"
expect 0 select --type int --where 'x > 3' in.raw in.raw
i4 4 5 >want.raw
same in.raw want.raw

# --- types of the user's
echo 'typedef struct { int key; float value; } pair;
static bool is_large(pair p) { return p.key > 3; }' >pair.cl
i4 5 100 2 101 4 102 >pairs.raw
i4 4 102 5 100 >want.raw
set -- --op-source pair.cl --type-name pair --reverse
expect 0 select --type user --type-size 8 "$@" --where 'x.key > 3' pairs.raw out.raw
same out.raw want.raw
{ npy '|V8' '(3,)' && cat pairs.raw; } >pairs.npy
expect 0 select "$@" --where 'is_large(x)' pairs.npy out.npy
holds out.npy '|V8' 2
bytes 1 0 1 >flags.raw
expect 0 select --reverse --flags flags.raw pairs.npy out.npy --check
holds out.npy '|V8' 2
i4 2 101 >want.raw
expect 0 select --type-name int2 --where 'x.y == 101' pairs.npy out.npy
holds out.npy '|V8' 1
echo 'static int twice(double x) { return 2 * x > 1; }' >twice.cl
expect 0 select --op-source twice.cl --where 'twice(x)' fractions.txt
prints 3

# --- time and JSON
expect 0 select --flags flags.txt in.txt out.txt --check --time --json
for pair in '"type":"long"' '"flags":"flags.txt"' '"count":5000' "\"kept\":$(wc -l <out.txt)" '"checked":true' \
    '"select_seconds":' '"copy_seconds":' '"percent_of_copy":'; do
    says stdout "$pair"
done
says stderr "the selection runs at"
echo 0 >one.txt
expect 0 select --flags one.txt one.txt - --time
[ ! -s stdout ] || failed "an element without a flag"
says stderr "the selection runs at"
expect 0 select --where 'x > "1"[0]' in.txt out.txt --json
says stdout '"where":"x > \"1\"[0]"'

# --- --check notices wrong elements, indices and totals
# mismatches TEXT FILE FAULT: with FAULT in cl/task/FILE, --check says TEXT, and there is no output.
rm -f out.txt index.txt
mismatches() {
    plant wrong "task/$2" "$3"
    expect 1 select --cl-dir wrong --flags flags.txt --check in.txt out.txt --indices index.txt
    says stderr "clscan: mismatch $1"
    [ ! -e out.txt ] && [ ! -e index.txt ] || failed "an output of a mismatch"
}
mismatches "at element 0 of " select.h 's|out\[to\] = CLSCAN_SELECTED(.*|out[to] = in[i + 1];|'
mismatches "at index 0 of " select.h 's/CLSCAN_SOURCE_INDEX(i))$/CLSCAN_SOURCE_INDEX(i) + 1)/'
mismatches "of the total: expected " select_by_flags.h 's/return mask\[i\] != 0/& || i == 4999/'
plant wrong item/segment_starts.h 's/\[n\] = place/[n] = place + (n == 77)/'
expect 1 select --cl-dir wrong --flags flags.txt --check --by-key keys.txt --offsets index.txt in.txt out.txt
says stderr "clscan: mismatch at offset 77 of $(wc -l <want_heads.txt): expected "
plant wrong item/segment_starts.h 's/total\[1\] = segments/& - 1/'
expect 1 select --cl-dir wrong --flags flags.txt --check --by-key keys.txt --offsets index.txt in.txt out.txt
says stderr "clscan: mismatch of the number of segments: expected $(($(wc -l <want_heads.txt) - 1)), got "
expect 2 select --cl-dir wrong --where 1 --segment-by offsets:rows.txt --offsets index.txt in.txt out.txt
says stderr "the device says that there are $(($(wc -l <rows.txt) - 2)) segments, not $(($(wc -l <rows.txt) - 1))"
[ ! -e out.txt ] && [ ! -e index.txt ] || failed "an output of a mismatch"

# --- mistakes in the expression
# no_expression MESSAGE EXPRESSION: the tool refuses the expression, before the driver compiles it.
no_expression() {
    refuses "is not an expression: $1" select --where "$2" in.txt out.txt
}
no_expression "a semicolon ends it" '1; } static int other() { return 0'
no_expression "a parenthesis is closed that was not opened" 'x > 0) || (1'
no_expression "a parenthesis is not closed" '(x > 0'
no_expression "it has a comment" 'x > 0 //'
no_expression "it has a comment" 'x > 0 /* all'
no_expression "it has a directive" "x
#define x 1"
no_expression "it has a backslash outside of quotes" 'x > 0 \'
no_expression "a quote does not end" "x > '"
no_expression "it is empty" ' '
# does_not_compile PLACE MESSAGE EXPRESSION: the compiler's message names the option and the place.
does_not_compile() {
    expect 2 select --where "$3" in.txt out.txt
    says stderr "clscan: can't select by --where '$3': "
    says stderr "$1"
    says stderr "$2"
    [ ! -s stdout ] && [ ! -e out.txt ] || failed "an output of $3"
}
does_not_compile "--where:1:9: " "use of undeclared identifier 'y'" 'x > 1 + y'
does_not_compile "--where:1:3: " "cannot assign to variable 'x'" 'x = 1'
does_not_compile "--where:1:4: " "expected expression" 'x >'
does_not_compile "user:2:" "incompatible result type" '(float4)(x)'
does_not_compile "--where: " "clscan_combine: names that begin with clscan_" 'clscan_combine(x)'
expect 2 select --op-source twice.cl --where 'thrice(x)' in.txt out.txt
says stderr "--where:1:1: "
before=$self_test self_test=yes
expect 2 select --where 'x > 1 + y' in.txt out.txt
self_test=$before
says stderr "--where:1:9: "
says stderr "use of undeclared identifier 'y'"

# --- other mistakes
refuses "give --where EXPRESSION or --flags COLUMN|FILE: one of them says which elements are kept" select in.txt
refuses "--where and --flags exclude each other: each says which elements are kept" select --where 1 --flags flags.txt in.txt
refuses "--three-way" select --three-way --where 1 in.txt
refuses "--check needs --flags: plain C does not know the expression" select --where 1 --check in.txt
refuses "--op-source needs --where" select --flags flags.txt --op-source pair.cl in.txt
refuses "--type-name needs --where" select --flags flags.txt --type-name pair pairs.npy -
refuses "--type-name is for user types: int has its own" select --where 1 --type-name pair in.npy -
refuses "a user type needs --op-source" select --where 1 pairs.npy out.npy
refuses "pairs.npy: holds user type of 8 bytes, not int" select --type int --where 1 pairs.npy out.npy
refuses "in.npy: holds int, not float as --type says; a selection converts nothing" \
    select --type float --where 1 in.npy out.npy
refuses "text can't hold a user type" select --type-name pair --where 1 in.txt out.txt
refuses "raw data needs --type" select --where 1 in.raw out.raw
refuses "--flags: codes.txt has 3 values, but in.txt has 5000 elements" select --flags codes.txt in.txt out.txt
refuses "in.npy: holds int; flags are bytes or booleans" select --flags in.npy in.npy out.npy
refuses "missing.txt: can't read" select --flags missing.txt in.txt out.txt
refuses "missing.cl: can't read" select --op-source missing.cl --where 1 in.txt out.txt
refuses "--flags: column 2 needs --field" select --flags 2 in.txt out.txt
refuses "--field: a selection reads one column, not 2" select -f 1,2 --where 1 table.tsv out.txt
refuses "--exclusive" select --exclusive --where 1 in.txt out.txt
refuses "--total and the output both want stdout" select --where 1 --total - in.txt
refuses "--indices and the output both want stdout" select --where 1 --indices - in.txt
refuses "--offsets and the output both want stdout" select --where 1 --by-key keys.txt --offsets - in.txt
refuses "--json and the output both want stdout" select --where 1 --json in.txt
refuses "--indices and --total are both same.txt" select --where 1 --total same.txt --indices same.txt in.txt out.txt
refuses "--indices and the output are both ./out.txt" select --where 1 --indices ./out.txt in.txt out.txt
refuses "--indices and the input are both in.txt" select --where 1 --indices in.txt in.txt out.txt
refuses "--total and the file of --flags are both flags.txt" select --flags flags.txt --total flags.txt in.txt out.txt
refuses "the output and the file of --flags are both flags.txt" select --flags flags.txt in.txt flags.txt
refuses "--offsets and the file of --segment-by are both heads.txt" \
    select --where 1 --segment-by heads.txt --offsets heads.txt in.txt out.txt
refuses "--offsets and the file of --segment-by are both rows.txt" \
    select --where 1 --segment-by offsets:rows.txt --offsets rows.txt in.txt out.txt
refuses "--offsets and the file of --by-key are both keys.txt" \
    select --where 1 --by-key keys.txt --offsets keys.txt in.txt out.txt
refuses "--offsets and --indices are both same.txt" \
    select --where 1 --by-key keys.txt --offsets same.txt --indices same.txt in.txt out.txt
refuses "--offsets needs --segment-by or --by-key, which say where segments begin" \
    select --where 1 --offsets offsets.txt in.txt out.txt
for option in segment-by by-key; do
    refuses "--$option needs --offsets FILE" select --where 1 --$option keys.txt in.txt out.txt
    for axis in axis rows; do
        refuses "--$axis and --$option exclude each other: a selection takes segments of all elements, or rows" \
            select --where 1 --$option keys.txt --$axis 1 --offsets offsets.txt in.txt out.txt
    done
done
refuses "--segment-by and --by-key exclude each other: segments are given in one way only" \
    select --where 1 --segment-by heads.txt --by-key keys.txt --offsets offsets.txt in.txt out.txt
refuses "--by-key: codes.txt has 3 values, but in.txt has 5000 elements" \
    select --where 1 --by-key codes.txt --offsets offsets.txt in.txt out.txt
refuses "--segment-by: codes.txt: offset 1 is 5, for 4 elements" \
    select --where 1 --segment-by offsets:codes.txt --offsets offsets.txt fractions.txt out.txt
refuses "'--offsets' is not an option of clscan unique, but of select, partition" unique --offsets offsets.txt in.txt
refuses "nowhere/index.txt: can't write" select --where 1 --indices nowhere/index.txt in.txt out.txt
[ ! -e out.txt ] && [ ! -e same.txt ] || failed "something is left of what was refused"
[ -z "$(find . -name '.clscan.*')" ] || failed "a half-written file is left"
expect 0 select --where 'x > 5' codes.txt codes.txt
[ "$(tr '\n' ' ' <codes.txt)" = "59 60 " ] || failed "the output replaces the input"
passed
