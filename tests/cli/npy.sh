# npy files: which headers the tool reads and refuses, and which files it writes.
. "$(dirname "$0")/common.sh"

{ npy '<i4' '(3,)' && i4 1 2 3; } >in.npy
{ npy '<i4' '(3,)' && i4 1 3 6; } >want.npy
expect 0 scan in.npy out.npy
expect 0 scan out.npy - --to text --op xor
prints "1 2 4"
tail -c 12 out.npy >out.data
i4 1 3 6 >want.data
same out.data want.data
[ $(($(wc -c <out.npy) % 64)) -eq 12 ] || failed "the header is not aligned"
head -c 8 out.npy >magic
printf '\223NUMPY\001\000' >want
same magic want
head -c 128 out.npy | grep -qaF "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }" || failed "header"

# An input that begins like npy is npy, unless its suffix is .raw. Output to stdout is text, unless --to says otherwise.
cp in.npy in.other
cp in.npy in_npy.txt
for in in in.other in_npy.txt; do
    expect 0 scan "$in" -
    prints "1 3 6"
done
cp in.npy npy.raw
expect 0 scan --type uchar --op max npy.raw -
[ "$(wc -l <stdout)" -eq 140 ] || failed "raw is not raw"
"$CLSCAN" scan - - <in.npy >stdout 2>stderr
prints "1 3 6"
# shellcheck disable=SC2002 # a pipe, not a file
cat in.npy | "$CLSCAN" scan --to npy - - >piped.npy
same piped.npy out.npy

# Versions 2 and 3 of the format, and headers as other programs write them.
for version in 2 3; do
    { npy_header "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }" $version && i4 1 2 3; } >v.npy
    expect 0 scan v.npy v_out.npy
    same v_out.npy out.npy
done
{ npy_header '{"shape":(3L,),"fortran_order":False,"descr":"<i4"}' && i4 1 2 3; } >v.npy
expect 0 scan v.npy v_out.npy
same v_out.npy out.npy
{ printf '\223NUMPY\001\000' && bytes 57 0 && printf '%s' "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }" && i4 1 2 3; } >odd.npy
expect 0 scan odd.npy v_out.npy --check
same v_out.npy out.npy

# Every dtype is written and read back.
for pair in '|i1 char' '|u1 uchar' '<i2 short' '<u2 ushort' '<i4 int' '<u4 uint' '<i8 long' '<u8 ulong' \
    '<f4 float' '<f8 double'; do
    dtype=${pair% *}
    type=${pair#* }
    printf '1\n2\n3\n' >in.txt
    expect 0 scan --type "$type" in.txt "$type.npy"
    grep -qaF "'descr': '$dtype'" "$type.npy" || failed "dtype of $type"
    expect 0 scan "$type.npy" - --check
    [ "$(tr '\n' ' ' <stdout)" = "1 4 10 " ] || failed "$type"
    expect 0 scan --type "$type" "$type.npy" -
done

# Booleans are read as bytes. Then an array with an empty dimension, and one dimension in Fortran order, which is the
# same as in C order.
{ npy '|b1' '(3,)' && bytes 1 0 1; } >bool.npy
expect 0 scan bool.npy -
prints "1 1 2"
npy '<i4' '(3, 0)' >empty.npy
expect 0 scan empty.npy out2.npy --axis 0 --total -
prints 0
head -c 128 out2.npy | grep -qaF "'shape': (3, 0), }" || failed "shape of nothing"
{ npy '<i4' '(3,)' True && i4 1 2 3; } >v.npy
expect 0 scan v.npy v_out.npy
same v_out.npy out.npy

# Big-endian elements, for which single bytes need no conversion, and Fortran order. The output is in C order.
{ npy '>i4' '(3,)' && bytes 0 0 0 1 0 0 0 2 0 0 0 3; } >v.npy
expect 0 scan v.npy v_out.npy --check
same v_out.npy out.npy
{ npy '>f8' '(1,)' && bytes 63 248 0 0 0 0 0 0; } >v.npy
expect 0 scan v.npy
prints 1.5
{ npy '>i1' '(3,)' && bytes 1 2 3; } >v.npy
expect 0 scan v.npy
prints "1 3 6"
{ npy '>V4' '(1,)' && bytes 1 0 0 0; } >v.npy
expect 0 scan v.npy v_out.npy --op-source /dev/null --type-name int --combine max
tail -c 4 v_out.npy >v.data
bytes 1 0 0 0 >want.data
same v.data want.data
npy '>i4' '(0,)' >v.npy
expect 0 scan v.npy
prints ""
{ npy '<i4' '(2, 3)' True && i4 1 4 2 5 3 6; } >v.npy
expect 0 scan v.npy v_out.npy --axis 1
{ npy '<i4' '(2, 3)' && i4 1 3 6 4 9 15; } >want.npy
expect 0 scan want.npy want_out.npy --op max
tail -c 24 want.npy >want.data
tail -c 24 v_out.npy >v.data
same v.data want.data
grep -qaF "'fortran_order': False, 'shape': (2, 3), }" v_out.npy || failed "the order that is written"
expect 0 scan v.npy
prints "1	3	6 10	15	21"

# Arrays of no elements and of one element.
npy '<i4' '(0,)' >empty.npy
expect 0 scan empty.npy out.npy --check --time
expect 0 scan out.npy -
prints ""
{ npy '<i4' '(1,)' && i4 42; } >one.npy
expect 0 scan one.npy - --exclusive
prints 0

refuses "in.npy: holds int, not float as --in-type says" scan --in-type float in.npy -
refuses "user types are not converted" scan --type user --combine f --identity 0 in.npy -
for shape in '()' '(2)' '(,)' '(2, 3, 1, 1, 1)' '(2, -3)' '(2, x)' '(03,)' '(2 3,)' '(2,, 3)' '(2, 3_0)'; do
    npy '<i4' "$shape" >bad.npy
    refuses "the shape is $shape; 1 to 4 dimensions are accepted" scan bad.npy -
done
{ npy '<i4' '(4,)' && i4 1 2 3; } >bad.npy
refuses "truncated: the header promises 4 elements of 4 bytes, 12 bytes follow" scan bad.npy -
for shape in '(18446744073709551617,)' '(99999999999999999999, 0)'; do
    npy '<i4' "$shape" >bad.npy
    refuses "the shape is $shape; 1 to 4 dimensions are accepted, like (5,) or (2, 5), each less than" scan bad.npy -
done
npy '<i4' '(4611686018427387905,)' >bad.npy
refuses truncated scan bad.npy -
npy '<c8' '(0,)' >bad.npy
refuses "dtype '<c8' is not supported" scan bad.npy -
npy '<i' '(0,)' >bad.npy
refuses "dtype '<i' is not supported" scan bad.npy -
npy '' '(0,)' >bad.npy
refuses "dtype '' is not supported" scan bad.npy -
npy "$(printf '\033[2J')" '(0,)' >bad.npy
refuses "dtype '?[2J' is not supported" scan bad.npy -
npy_header "{'descr': [('a', '<i4')], 'fortran_order': False, 'shape': (0,), }" >bad.npy
refuses "structured dtype" scan bad.npy -
npy_header "{'fortran_order': False, 'shape': (0,), }" >bad.npy
refuses "'descr' is missing" scan bad.npy -
npy_header "{'descr': '<i4', 'fortran_order': False, }" >bad.npy
refuses "'shape' is missing" scan bad.npy -
npy_header "{'descr': '<i4', 'fortran_order': Perhaps, 'shape': (0,), }" >bad.npy
refuses "'fortran_order' is missing" scan bad.npy -
# The header must be one dict. Keys inside of its strings do not count.
# malformed TEXT DICT: the header DICT is refused with the message TEXT.
malformed() {
    { npy_header "$2" && i4 1 2 3; } >bad.npy
    refuses "bad.npy: bad npy header: $1" scan bad.npy -
}
malformed "'shape' is missing" "{'descr': \"'shape': (3,)\", 'fortran_order': False, }"
malformed "'shape' is missing" "{'fortran_order': False, 'descr': \"'shape': (3,), 'descr': '<i4'\"}"
malformed "'comment' is none of" \
    "{'comment': \"'shape': (9,)\", 'descr': '<i4', 'fortran_order': False, 'shape': (3,), }"
malformed "the key 'shape' occurs twice" "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), 'shape': (2,), }"
malformed "',' or '}' expected at byte 54" "{'descr': '<i4', 'fortran_order': False, 'shape': (3,)(9,), }"
malformed "',' or '}' expected at byte 17" "{'descr': '<i4, 'shape': ("
malformed "',' or '}' expected at byte 16" "{'descr': '<i4' '<i8', 'fortran_order': False, 'shape': (3,), }"
malformed "',' or '}' expected" "{'descr': '<i4', 'fortran_order': Falsehood, 'shape': (3,), }"
malformed "',' or '}' expected" "{'descr': '<i4', 'fortran_order': False, 'shape': (3,)"
malformed "the end expected at byte 58" "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), } + {}"
malformed "':' expected at byte 9" "{'descr' '<i4', 'fortran_order': False, 'shape': (3,), }"
malformed "a key expected at byte 1" "{descr: '<i4', 'fortran_order': False, 'shape': (3,), }"
malformed "a key expected at byte 16" "{'descr': '<i4',, 'fortran_order': False, 'shape': (3,), }"
malformed "'{' expected at byte 0" "('descr', '<i4')"
malformed "'descr' is missing or malformed" "{'descr': '\\x3ci4', 'fortran_order': False, 'shape': (3,), }"
malformed "'descr' is missing or malformed" "{'descr': ('<i4', (2,)), 'fortran_order': False, 'shape': (3,), }"
{ npy_header "{'descr': '<i4', 'fortran_order': False, 'shape': (3,), }" | tr '\n' '\000' && i4 1 2 3; } >bad.npy
refuses "the end expected at byte 117" scan bad.npy -
printf '{\t"descr":\t"<i4" ,\n"fortran_order" : False,\r\n"shape": ( 3 , ) }' >dict
{ npy_header "$(cat dict)" && i4 1 2 3; } >v.npy
expect 0 scan v.npy -
prints "1 3 6"
for length in 0 5; do
    head -c $length in.npy >bad.npy
    refuses "bad.npy: not an npy file" scan bad.npy -
done
for length in 6 7 9 10 40; do
    head -c $length in.npy >bad.npy
    refuses "truncated within the header" scan bad.npy -
done
{ printf '\223NUMPY\007\000' && tail -c +9 in.npy; } >bad.npy
refuses "npy version 7 is not known" scan bad.npy -
printf 'this is not an npy file' >bad.npy
refuses "bad.npy: not an npy file" scan bad.npy -

passed
