# Integer sums and products that overflow are an error for text input and with --check, unless --wrap is given.
. "$(dirname "$0")/common.sh"

# out_of_range WHERE STEP ARGUMENT...: the scan is refused with WHERE and STEP in the message.
out_of_range() {
    where=$1
    step=$2
    shift 2
    refuses "$where: $step is out of range for" scan "$@"
}

# overflows WHERE STEP ARGUMENT...: the same, and with --wrap the scan is not refused.
overflows() {
    out_of_range "$@"
    shift 2
    expect 0 scan --wrap "$@"
}

# A result may be the smallest or largest value of its type, but not beyond. A refused scan compiles no kernel, so every
# type has all of them. Others compile: they are done with the types of the list `scanned`, or all types if
# CLSCAN_TEST_WHOLE is set.
scanned=' char uint long '
[ -z "${CLSCAN_TEST_WHOLE:-}" ] || scanned=' char uchar short ushort int uint long ulong '
ends() {
    beyond=out_of_range
    case $scanned in *" $1 "*) beyond=overflows ;; esac
    printf '%s\n0\n' "$3" >in.txt
    expect 0 scan --type "$1" in.txt
    prints "$3 $3"
    printf '%s\n1\n' "$3" >in.txt
    $beyond in.txt:2 "$3 + 1" --type "$1" in.txt
    printf '%s\n1\n2\n' "$3" >in.txt
    $beyond in.txt:3 "$3 * 2" --type "$1" --op mul in.txt
    if [ "$2" != 0 ]; then
        printf '%s\n-1\n' "$2" >in.txt
        $beyond in.txt:2 "$2 + -1" --type "$1" in.txt
        $beyond in.txt:2 "$2 * -1" --type "$1" --op mul in.txt
        printf -- '-1\n%s\n' "$2" >in.txt
        $beyond in.txt:2 "-1 * $2" --type "$1" --op mul in.txt
    fi
    if [ "$2" != 0 ] && [ $beyond = overflows ]; then
        printf '1\n%s\n' "$2" >in.txt
        expect 0 scan --type "$1" --op mul in.txt
        prints "1 $2"
    fi
}
ends char -128 127
ends uchar 0 255
ends short -32768 32767
ends ushort 0 65535
ends int -2147483648 2147483647
ends uint 0 4294967295
ends long -9223372036854775808 9223372036854775807
ends ulong 0 18446744073709551615
printf '4294967296\n4294967295\n' >in.txt
expect 0 scan --type ulong --op mul in.txt
prints "4294967296 18446744069414584320"

# The messages for different types and formats.
printf '2147483647\n1\n' >in.txt
refuses "for int (--type long holds more; --wrap accepts results that wrap)" scan --type int in.txt
expect 0 scan --type long in.txt
prints "2147483647 2147483648"
printf '9223372036854775807\n1\n' >in.txt
refuses "for long (--type double rounds such results;" scan in.txt
expect 0 scan --type double in.txt
printf '200\n100\n' >in.txt
printf '\310\144' >in.raw
overflows "in.raw: element 1 of 2" "200 + 100" --check --type uchar in.raw out.txt
refuses "for uchar (--in-type uchar --type long holds more;" scan --check --type uchar in.raw out.txt
expect 0 scan --check --in-type uchar --type long in.raw out.txt
{ npy '|u1' '(2,)' && printf '\310\144'; } >in.npy
overflows "in.npy: element 1 of 2" "200 + 100" --check in.npy out.txt
# Sums of binary input wrap without an error, unless --check is given.
expect 0 scan in.npy
prints "200 44"
expect 0 scan --type uchar --to text in.raw
prints "200 44"

# The message names the right line: after skipped lines, for columns, and in reverse.
printf 'a\tb\n100\t1\n100\t2\n' >in.tsv
out_of_range in.tsv:3 "100 + 100" --type char --skip 1 -f 1,2 in.tsv
out_of_range in.tsv:2 "100 + 100" --type char --skip 1 -f 1 --reverse in.tsv
expect 0 scan --type char --skip 1 -f 2,2 in.tsv

# Only an overflow of a result is an error. The sum of all elements is not a result of an exclusive scan, except as total.
printf '100\n100\n' >in.txt
expect 0 scan --type char --exclusive in.txt
prints "0 100"
overflows in.txt:2 "100 + 100" --type char --exclusive --total total.txt in.txt
printf '100\n100\n1\n' >in.txt
out_of_range in.txt:2 "100 + 100" --type char --exclusive in.txt
out_of_range in.txt:1 "28 + 100" --type char --init 28 in.txt
# Each segment and each row has sums of its own.
printf '1\n1\n0\n' >flags.txt
out_of_range in.txt:2 "100 + 100" --type char in.txt
expect 0 scan --type char --segment-by flags.txt in.txt
prints "100 100 101"
expect 0 scan --type char --exclusive --segment-by flags.txt in.txt
prints "0 0 100"
overflows in.txt:1 "28 + 100" --type char --init 28 --segment-by flags.txt in.txt
{ npy '|i1' '(2, 2)' && bytes 100 100 1 1; } >in.npy
expect 0 scan --check --axis 0 in.npy
overflows "in.npy: element 1 of 4" "100 + 100" --check --axis 1 in.npy out.npy

# A recurrence overflows in a step, and not if the sum brings the product back into range.
printf '100,100\n100,100\n' >ab.csv
out_of_range ab.csv:2 "100 * 100 + 100" --op recurrence --type char -f 1 -t , --second 2 ab.csv
expect 0 scan --wrap --op recurrence --type char -f 1 -t , --second 2 ab.csv
prints "100 116"
printf '1,4611686018427387904\n2,-1\n' >ab.csv
expect 0 scan --op recurrence -f 1 -t , --second 2 ab.csv
prints "4611686018427387904 9223372036854775807"
printf '1,4611686018427387904\n2,0\n' >ab.csv
out_of_range ab.csv:2 "2 * 4611686018427387904 + 0" --op recurrence -f 1 -t , --second 2 ab.csv
printf '1,4294967296\n4294967296,1\n' >ab.csv
out_of_range ab.csv:2 "4294967296 * 4294967296 + 1" --type ulong --op recurrence -f 1 -t , --second 2 ab.csv

# Integers that a conversion would change are an error too: elements, and results.
printf '100\n127\n' >in.txt
refuses "in.txt:2: the result 227 is out of range for char (--out-type long holds it; --wrap accepts numbers that wrap" \
    scan --check --in-type char --type long --out-type char in.txt
expect 0 scan --wrap --in-type char --type long --out-type char in.txt
prints "100 -29"
expect 0 scan --in-type char --type long --out-type uchar in.txt
prints "100 227"
printf '1\n300\n' >in.txt
refuses "in.txt:2: the element 300 is out of range for char (--type int holds it;" scan --in-type int --type char in.txt
refuses "in.txt:2: the result 300 is out of range for uchar" scan --op max --type int --out-type uchar in.txt
refuses "in.txt:2: the result 300 is out of range for uchar" \
    scan --op argmax --second-out index.txt --type int --out-type uchar in.txt
printf '18446744073709551615\n' >in.txt
refuses "in.txt:1: the element 18446744073709551615 is out of range for long" scan --in-type ulong --type long in.txt
printf -- '-1\n' >in.txt
refuses "in.txt:1: the result -1 is out of range for ulong" scan --type int --out-type ulong in.txt

# The type of the scan decides, not the type of the elements. Operators that cannot overflow are not checked.
printf '100\n100\n' >in.txt
expect 0 scan --in-type char --type int in.txt
prints "100 200"
for op in min xor; do
    expect 0 scan --type char --op $op in.txt
done
printf '1e308\n1e308\n' >in.txt
expect 0 scan in.txt
prints "1e+308 inf"
passed
