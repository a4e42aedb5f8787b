# tune: it prints rows, or stores them in the file that the library reads, unless the built-in rows are as fast. Wrong
# options are refused, and wrong results are found. The third argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

# dawdles FOLDER COMPARISON STEPS: copies the kernel files to FOLDER, and adds a long loop to the kernel that the
# library chooses for many elements. The loop runs if the count fulfils COMPARISON, and takes much longer than a scan.
expect 0 explain 100000000
name=$(sed -n 's/^device *//p' stdout)
own=$(sed -n 's/^strategy *//p' stdout)
expect 0 devices --json
driver=$(grep -F "\"name\":\"$name\"" stdout | sed 's/.*"driver":"\([^"]*\)".*/\1/;q')
dawdles() {
    cp -r "$kernels" "$1"
    sed "s/const clscan_view \([a-z]*\) = CLSCAN_VIEW;/&\
         for (volatile uint i = 0; i < $3 * (\1.count $2); i++) {}/" \
        "$kernels/grid/$own.cl" >"$1/grid/$own.cl"
    ! cmp -s "$kernels/grid/$own.cl" "$1/grid/$own.cl" || failed "$own does not dawdle"
}
dawdles slow '> 0' 100000000
dawdles slow_for_few '< (1 << 20)' 10000000
export CLSCAN_TUNING="$PWD/config/clscan/tuning"

# The time is so short that one row is tried for each number of elements: the built-in row, or one that is slow for
# fewer elements.
hasty() {
    expect 0 tune --budget 0.001 --cl-dir slow_for_few "$@"
}
hasty
grep -q '^# add of int: [0-9]* shapes tried in [0-9]* s, the library.s own are as fast$' stdout || failed "no head"
[ "$(wc -l <stdout)" -eq 1 ] || failed "rows that are no faster"
[ "$(grep -c '^[0-9]* elements: .* ms, by the library.s own row .* ms, which stays, a copy .* ms$' stderr)" -eq 3 ] ||
    failed "not three stages"
[ ! -e config ] || failed "stored unasked"

# finds STATUS ARGUMENT...: like expect, but runs tune with the slow kernels, first for 8 seconds, and for 32 seconds if
# 8 were not enough to find a faster row.
finds() {
    want=$1
    shift
    for budget in 8 32; do
        got=0
        timeout 100 "$CLSCAN" tune --budget $budget --cl-dir slow "$@" >stdout 2>stderr || got=$?
        ! tail -1 stdout | grep -q '" all 2 ' || break
    done
    tail -1 stdout | grep -q '" all 2 ' || failed "no row for many elements"
    [ "$got" -eq "$want" ] || failed "status $got, not $want: clscan tune $*"
    checks=$((checks + 1))
}

# Old rows stay in the file after the new ones, except rows of the same device and element size, which are replaced. The
# library reads the result.
mkdir -p config/clscan
row="\"$name\" \"$driver\" 77 2 reduce_scan sub_group 64 4 0 0 4"
{
    echo "# mine"
    echo '"another device" "1" all 2 reduce_scan sub_group 64 4 0 0 4'
    echo "$row"
} >config/clscan/tuning
cp config/clscan/tuning before
finds 0 --type short --op max --store
grep -q '^# max of short: [0-9]* shapes tried in [0-9]* s$' stdout || failed "no head"
[ "$(grep -c '^"[^"]*" "[^"]*" [0-9al]* 2 [a-z_]* [a-z_]*\( [0-9]*\)\{5\}$' stdout)" -eq $(($(wc -l <stdout) - 1)) ] ||
    failed "not rows alone"
! grep -q "\" all 2 $own " stdout || failed "the slow one is kept"
grep -q '^[0-9]* elements: .* ms, by the library.s own row .* ms, a copy .* ms$' stderr || failed "no gain"
says stderr " stored in $CLSCAN_TUNING"
{
    sed -n 1p before
    sed 1d stdout
    sed -n 2p before
} >want
cmp -s want config/clscan/tuning || failed "the file is not the old one with the new rows before its rows"
expect 0 explain --type short 100000000
says stdout "($CLSCAN_TUNING:"
expect 0 explain --type int 100000000
grep -q "^tuning .*($CLSCAN_TUNING" stdout && failed "ints follow the rows of shorts"
[ "$(find config -type f | wc -l)" -eq 1 ] || failed "more than one file"

# If no new row is faster, the old rows of this device are still removed. Then a file that has only a comment, without a
# newline at its end.
hasty --type short --store
says stderr "0 rows stored in $CLSCAN_TUNING"
sed 2q before >want
same want config/clscan/tuning
printf '# mine' >config/clscan/tuning
hasty --store
[ "$(cat config/clscan/tuning)" = "# mine" ] || failed "not the comment"

echo nonsense >config/clscan/tuning
refuses "tuning:1: the line ends before column 3 of 11 (up to)" explain 10
refuses "$CLSCAN_TUNING:1: the line ends before column 3 of 11 (up to)" tune --store
[ "$(cat config/clscan/tuning)" = nonsense ] || failed "a file that the library refuses was written to"

# The file has as many rows as the library reads, so that more rows are not stored.
for _ in $(seq 64); do echo "$row" | sed 's/ 77 2 / 77 4 /'; done >config/clscan/tuning
cp config/clscan/tuning before
finds 2 --type short --store
says stderr "$CLSCAN_TUNING, with the new rows: "
says stderr "more than 64 rows for "
same before config/clscan/tuning
[ "$(find config -type f | wc -l)" -eq 1 ] || failed "more than one file"

# If the rows cannot be stored, tune fails before the search.
CLSCAN_TUNING=$PWD/before/tuning
refuses "before" tune --store
CLSCAN_TUNING=$PWD/config
refuses "no regular file" tune --store
echo nonsense >config/clscan/tuning
unset CLSCAN_TUNING
XDG_CONFIG_HOME=$PWD/config
export XDG_CONFIG_HOME
expect 0 explain 10
rm -r config
hasty --store
[ -s config/clscan/tuning ] || failed "no file in a new folder"

export CLSCAN_TUNING=
refuses "there is no tuning file" tune --store
refuses "no such combination: and of float" tune --type float --op and
refuses "'user' is none of int, " tune --type user
expect 0 tune --help
! grep -qw user stdout || failed "the help names a type that is refused"
refuses "--budget: 0 is out of range, which is from above 0 to 1e+09 seconds" tune --budget 0
refuses "--budget: nan is out of range" tune --budget nan
refuses "--budget: 'long' is not a number" tune --budget long
refuses "can't open the device" tune -d nothing-of-that-name
refuses "usage: clscan tune" tune more

# The kernel drops its carry, so the results are wrong and no rows are stored.
CLSCAN_TUNING=$PWD/stored
plant wrong 'item/*.h' 's/clscan_t next = clscan_combine(carry, /clscan_t next = clscan_combine(CLSCAN_IDENTITY, /
                        s/inclusive = clscan_combine_vectors(before, y)/inclusive = y/'
expect 1 tune --budget 0.001 --cl-dir wrong --store
says stderr "mismatch: element "
[ ! -e stored ] || failed "stored though wrong"
passed
