# Text: numbers, columns, stdin and stdout, and errors in numbers.
. "$(dirname "$0")/common.sh"

printf '1\n2\n3\n' >three.txt
expect 0 scan three.txt -
prints "1 3 6"
expect 0 scan --exclusive three.txt -
prints "0 1 3"
expect 0 scan --op mul three.txt -
prints "1 2 6"
expect 0 scan three.txt sums.txt
printf '1\n3\n6\n' >want
same sums.txt want
"$CLSCAN" scan - - <three.txt >stdout 2>stderr
prints "1 3 6"
# shellcheck disable=SC2002 # a pipe, not a file
cat three.txt | "$CLSCAN" scan - - >stdout 2>stderr
prints "1 3 6"

# Without an input the tool reads stdin, and without an output it writes to stdout.
expect 0 scan three.txt
prints "1 3 6"
"$CLSCAN" scan --exclusive <three.txt >stdout 2>stderr || failed "no operands"
prints "0 1 3"

# Operators with accumulators that hold more than an element.
printf '200\n50\n100\n' >in.txt
expect 0 scan --type uchar --op add_sat in.txt -
prints "200 250 255"
printf '1e30\n1\n-1e30\n' >in.txt
expect 0 scan --op add_compensated in.txt -
prints "1e+30 1e+30 1"
printf '1000\n999.5\n' >in.txt
expect 0 scan --op log_sum_exp --exclusive in.txt -
prints "-inf 1000"
refuses "--check has no plain C for log_sum_exp of double" scan --op log_sum_exp --check in.txt -

# Without --type, whole numbers are of type long, and other numbers of type double.
printf '2147483647\n1\n' >in.txt
expect 0 scan in.txt -
prints "2147483647 2147483648"
expect 0 scan --type int --wrap in.txt -
prints "2147483647 -2147483648"
printf '1\n2.5\n' >in.txt
expect 0 scan in.txt - --check
[ "$(cat stdout)" = "1
3.5" ] || failed "double"
says stderr "verified 2 elements"

# Lines may have blanks, carriage returns and signs. The last line may lack a newline, or be followed by empty lines.
printf ' 1\t\r\n+2\r\n-3' >in.txt
expect 0 scan in.txt -
prints "1 3 0"
printf '1\n2\n\n\n' >in.txt
expect 0 scan in.txt -
prints "1 3"
: >in.txt
expect 0 scan in.txt -
prints ""
printf 7 >in.txt
expect 0 scan in.txt - --type uchar
prints 7

# ends TYPE LEAST MOST BELOW ABOVE: LEAST and MOST are numbers of TYPE, and BELOW and ABOVE are out of its range.
ends() {
    printf '%s\n%s\n' "$2" "$3" >in.txt
    expect 0 scan --type "$1" --op max in.txt -
    prints "$2 $3"
    printf '0\n%s\n' "$4" >in.txt
    refuses "in.txt:2: '$4' is out of range for $1" scan --type "$1" in.txt -
    printf '0\n%s\n' "$5" >in.txt
    refuses "in.txt:2: '$5' is out of range for $1" scan --type "$1" in.txt -
}
# With an empty cache of the driver, so that messages of its compiler would show too.
mkdir cold
export POCL_CACHE_DIR="$PWD/cold"
ends char -128 127 -129 128
ends uchar 0 255 -1 256
ends short -32768 32767 -32769 32768
ends ushort 0 65535 -1 65536
ends int -2147483648 2147483647 -2147483649 2147483648
ends uint 0 4294967295 -1 4294967296
ends long -9223372036854775808 9223372036854775807 -9223372036854775809 9223372036854775808
ends ulong 0 18446744073709551615 -1 18446744073709551616
printf '9223372036854775808\n' >in.txt
refuses "--type ulong or double may hold it" scan in.txt -
printf '1e39\n' >in.txt
refuses "in.txt:1: '1e39' is out of range for float" scan --type float in.txt -
printf '1e309\n' >in.txt
refuses "in.txt:1: '1e309' is out of range for double" scan in.txt -
if grep -q 'may hold it' stderr; then
    failed "advice that does not help"
fi
printf '%0400d\n' 1 | tr 0 9 >in.txt
refuses "is out of range for long" scan in.txt -
if grep -q 'may hold it' stderr; then
    failed "advice that does not help"
fi
for type in '' --type=int --type=float --type=double --type=half; do
    printf '0x10\n' >in.txt
    refuses "in.txt:1: '0x10' is not a number" scan $type in.txt in.npy
done

# Floating-point numbers that are written as text are read back as the same bits.
for number in 0.1 -2.5e-3 3.4028234663852886e38 1.17549435e-38 1e-45 -0 inf nan 16777217; do
    echo "$number" >one.txt
    expect 0 scan --type float one.txt one.npy
    expect 0 scan one.npy again.txt
    expect 0 scan --type float again.txt again.npy
    same one.npy again.npy
done
for number in 0.1 2.2250738585072014e-308 5e-324 1.7976931348623157e308 -inf 9007199254740993 \
    123456789012345678901234567890 .5 5.; do
    echo "$number" >one.txt
    expect 0 scan --type double one.txt one.npy
    expect 0 scan one.npy again.txt
    expect 0 scan --type double again.txt again.npy
    same one.npy again.npy
done
# No shorter number is read back as the same bits.
printf '%s\n' -0.3 1e-05 0.0001 0.02 0.1 0.25 0.7 1.1 7 16.7 2047 30000 >shortest.txt
for type in float double half; do
    # not every device has double or half
    if [ $type = float ] || "$CLSCAN" scan --type $type shortest.txt >/dev/null 2>&1; then
        expect 0 scan --type $type --op max shortest.txt out.txt
        same out.txt shortest.txt
    fi
done
printf '%s\n' 0.5 1.25 -2.0625 3 100000.5 1e15 1.1 -0.1 1e300 >in.txt
printf '%s\n' 0.5 1.25 3 100000.5 1e+15 1e+300 >want
expect 0 scan --op max in.txt maxima.txt
uniq maxima.txt >out.txt
same out.txt want

printf '1\n2\n' >in.txt
expect 0 scan --skip 9 in.txt -
prints ""

# Columns, with the options of cut.
printf 'name,n\na,1\nb, 2\nc,3,x\n' >in.csv
expect 0 scan --skip 1 -f 2 -t , in.csv -
prints "1 3 6"
expect 0 scan --skip=1 --field=2 --delimiter=, in.csv -
prints "1 3 6"
printf '1\t10\n2\t20\n' >in.tsv
expect 0 scan -f 2 in.tsv -
prints "10 30"
printf '1 x\n2 y\n' >in.txt
expect 0 scan -f 1 -t ' ' in.txt -
prints "1 3"
refuses "in.csv:1: 'n' is not a number" scan -f 2 -t , in.csv -
refuses "in.csv:2: no column 3: the line has 2" scan --skip 1 -f 3 -t , in.csv -
printf '1,2\n1,\n1,3\n' >in.csv
refuses "in.csv:2: a number is missing" scan -f 2 -t , in.csv -

# A line with a delimiter is not blank, even at the end of the file.
printf '1\t2\n\t\n' >in.tsv
refuses "in.tsv:2: a number is missing" scan -f 1 in.tsv -
printf '1\t2\n3\t\n' >in.tsv
refuses "in.tsv:2: a number is missing" scan -f 2 in.tsv -
expect 0 scan -f 1 in.tsv -
prints "1 4"
printf '1,2\n \t\r\n\n' >in.csv
expect 0 scan -f 2 -t , in.csv -
prints 2
printf '\n\n' >in.txt
expect 0 scan in.txt -
prints ""

# A byte order mark is skipped at the beginning of a file only.
printf '\357\273\277%s\n' 1 2 >in.txt
refuses "in.txt:2:" scan in.txt -
printf '\357\273\2771\n2\n' >in.txt
expect 0 scan in.txt -
prints "1 3"

# Lines that are not numbers.
printf '1\ntwo\n3\n' >in.txt
refuses "in.txt:2: 'two' is not a number" scan in.txt -
printf '1\n2 3\n' >in.txt
refuses "in.txt:2: '2 3' is not a number (one number a line is read; --field 1 -t ' ' reads the first column)" scan in.txt -
printf '1\t2\n' >in.txt
refuses "in.txt:1: '1 2' is not a number (one number a line is read; --field 1 reads the first column)" scan in.txt -
printf 'a,b\n1,2\n' >in.txt
refuses "in.txt:1: 'a,b' is not a number (--skip 1 passes over a line of headings)" scan in.txt -
refuses "in.txt:2: '1,2' is not a number (one number a line is read; --field 1 -t , reads the first column)" scan --skip 1 in.txt -
printf '1\n\n3\n' >in.txt
refuses "in.txt:2: a number is missing" scan in.txt -
# UTF-16 without a byte order mark.
printf '1\0002\000\n\000' >in.txt
refuses "iconv -f UTF-16LE" scan in.txt -
printf '\0001\0002\000\n' >in.txt
refuses "iconv -f UTF-16BE" scan in.txt -
# The message gives advice only if it would help: a quoted number is not a heading, and neither is the only line.
# advises TEXT INPUT ARGUMENT...: the message of the scan ends with TEXT.
advises() {
    printf '%b' "$2" >in.txt
    text=$1
    shift 2
    refuses "$text" scan "$@" in.txt
    [ "$(tail -c $((${#text} + 1)) stderr)" = "$text" ] || failed "not the end: $text"
}
advises "'\"5\"' is not a number (quotes around numbers are not read: tr -d removes them)" '"5"\n"6"\n'
advises "'\"n\"' is not a number (--skip 1 passes over a line of headings)" '"n"\n5\n'
advises "'_n' is not a number (--skip 1 passes over a line of headings)" '_n\n5\n'
advises "'two' is not a number" 'two\n'
advises "'two' is not a number" 'two\nthree\n'
! grep -q headings stderr || failed "words are no headings"
advises "'%5' is not a number" '%5\n6\n'
advises "'1;2' is not a number (is the delimiter a semicolon? Give -t ';')" '1;2\n' -f 1 -t ,
advises "'1,2' is not a number (is the delimiter a comma? Give -t ,)" '1,2\n' -f 1
advises "'1 2' is not a number (is the delimiter a blank? Give -t ' ')" '1 2\n' -f 1
advises "'1 2' is not a number (is the delimiter a tab? Leave out -t)" '1\t2\n' -f 1 -t ,
advises "'1!2' is not a number" '1!2\n' -f 1 -t ,
advises "no column 2: the line has 1 (is the delimiter a comma? Give -t ,)" '1,2\n' -f 2
advises "no column 2: the line has 1 (is the delimiter a semicolon? Give -t ';')" '1;2\n' -f 2 -t ,
advises "no column 2: the line has 1" '12\n' -f 2
advises "is out of range for long (--type double rounds it)" '18446744073709551616\n'
advises "is out of range for long (--type double rounds it)" '-9223372036854775809\n'
printf '1.5\n' >in.txt
refuses "in.txt:1: '1.5' is not of type int" scan --type int in.txt -
printf -- '-\n' >in.txt
refuses "in.txt:1: '-' is not a number" scan in.txt -
printf '1\0\n' >in.txt
refuses "in.txt:1:" scan in.txt -
printf '%0600d\n' 1 >in.txt
expect 0 scan in.txt -
prints 1
printf '1.%04000d\n' 1 >in.txt
expect 0 scan in.txt -
prints 1
expect 0 scan --type float in.txt -
prints 1
printf '1.%05000d\n' 1 >in.txt
refuses "is too long for a number: over 4095 characters" scan in.txt -
refuses "is too long for a number: over 4095 characters" scan --type float in.txt -
refuses "text can't hold a user type" scan --type user --type-size 8 --combine f --identity 0 three.txt -

# The output is so long that it is written in several blocks.
awk 'BEGIN { for (i = 0; i < 100000; i++) print (i * 7919) % 100003 - 50000 }' >in.txt
awk '{ s += $1; print s }' in.txt >want
expect 0 scan in.txt out.txt --check
says stderr "verified 100000 elements"
same out.txt want
passed
