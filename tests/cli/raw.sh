# Raw binary files, and user operators on them.
. "$(dirname "$0")/common.sh"

i4 1 2 3 >in.bin
i4 1 3 6 >want.bin
expect 0 scan --type int in.bin out.bin
same out.bin want.bin
expect 0 scan --type int in.bin out --check
says stderr "verified 3 elements"
same out want.bin
expect 0 scan --type int --from raw --to text in.bin out.bin
printf '1\n3\n6\n' >want.txt
same out.bin want.txt
expect 0 scan --type int --format raw - - <in.bin
same stdout want.bin
: >empty.bin
expect 0 scan --type double empty.bin out.bin
same out.bin empty.bin
expect 0 scan --type int in.bin in.bin
same in.bin want.bin

printf '12345' >bad.bin
refuses "truncated: 5 bytes can't be divided into elements of 4 bytes (int)" scan --type int bad.bin out.bin
printf 1 >one.bin
refuses "truncated: 1 byte can't be divided into elements of 4 bytes (int)" scan --type int one.bin out.bin
expect 0 scan --type uchar --check one.bin out.bin
[ "$(cat stderr)" = "verified 1 element" ] || failed "one element"
refuses "raw data needs --type; if it is text, give --from text" scan bad.bin out.bin
refuses "raw data needs --type" scan --from raw bad.bin out.bin
! grep -q text stderr || failed "advice against --from raw"
refuses "columns are of text: the input is raw; a file may be ./2" scan --type char --by-key 2 bad.bin out.bin
refuses "needs --type-size" scan --type user --combine f --identity 0 bad.bin out.bin
refuses "a user type needs an operator" scan --type user --type-size 5 bad.bin out.bin

# The maps x -> a x + b, first map applied first: (2, 1) then (3, 0) is (6, 3), and that then (1, 5) is (6, 8).
cat >affine.cl <<'END'
typedef struct { uint a, b; } affine;
static affine then(affine f, affine g) {
    affine h = { f.a * g.a, g.a * f.b + g.b };
    return h;
}
END
i4 2 1 3 0 1 5 >maps.bin
i4 2 1 6 3 6 8 >want.bin
set -- --op-source affine.cl --combine 'then' --identity '{ 1, 0 }' --type-name affine
expect 0 scan --type user --type-size 8 "$@" maps.bin out.bin
same out.bin want.bin
i4 1 0 2 1 6 3 >want.bin
expect 0 scan --exclusive --type user --type-size 8 "$@" maps.bin out.bin
same out.bin want.bin
{ npy '|V8' '(3,)' && cat maps.bin; } >maps.npy
expect 0 scan "$@" maps.npy out.npy --time
grep -qaF "'descr': '|V8'" out.npy || failed "dtype of a user type"
expect 0 explain --type-size 8 "$@" 1000
refuses "user type of 8 bytes, not of 12 bytes as --type-size says" scan --type-size 12 "$@" maps.npy out.npy
refuses "text can't hold a user type" scan "$@" maps.npy -
printf '1\n2\n' >numbers.txt
refuses "text can't hold a user type" scan "$@" numbers.txt out.npy
refuses "--op-source over text: --type says of which type" scan --op-source affine.cl --combine then numbers.txt -
expect 0 scan --combine max numbers.txt -

# By default the function is called combine and the type element.
sed 's/affine/element/g; s/then/combine/' affine.cl >element.cl
expect 0 scan --type user --type-size 8 --op-source element.cl --identity '{ 1, 0 }' --exclusive maps.bin out.bin
same out.bin want.bin

# A function of OpenCL C as a user operator on a built-in type.
i4 5 3 9 1 >in.bin
i4 5 5 9 9 >want.bin
expect 0 scan --type int --combine max --identity INT_MIN in.bin out.bin
same out.bin want.bin

# The total of no elements is the identity, also of a user type, or the initial value.
expect 0 scan --type int --combine max --identity 7 --total - empty.bin out.bin
prints 7
expect 0 scan --type int --combine max --identity 7 --init 8 --total - empty.bin out.bin
prints 8
expect 0 scan --type user --type-size 8 --op-source element.cl --identity '{ 1, 0 }' --total total.bin empty.bin out.bin
i4 1 0 >want.bin
same total.bin want.bin
refuses "the input has no elements, so the total is --init or --identity, but neither is given" \
    scan --type int --combine max --total total.txt empty.bin out.bin

# A source that does not compile: the tool prints one sentence and then the compiler's messages.
echo 'not OpenCL C at all' >bad.cl
expect 2 scan --type int --op-source bad.cl --identity 0 in.bin new.bin
says stderr "can't plan the scan"
[ ! -e new.bin ] || failed "an output after a failure"
expect 2 scan --type int --op-source missing.cl --identity 0 in.bin new.bin
says stderr "missing.cl: can't read"
printf 'int f(int a, int b) { return a; }\0 }' >nul.cl
expect 2 scan --type int --op-source nul.cl --combine f in.bin new.bin
says stderr "nul.cl: byte 33 is 0, so this is not text"
expect 2 scan --type int --cl-dir /nowhere in.bin new.bin
passed
