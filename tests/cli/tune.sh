# tune: rows on stdout, rows in the file that the library then follows, what is refused, and that a wrong result is
# found. Third argument: the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"
export CLSCAN_TUNING="$PWD/config/clscan/tuning"

expect 0 tune --budget 2
grep -q '^# add of int: [0-9]* shapes tried in [0-9]* s$' stdout || failed "no head"
[ "$(grep -c '^"[^"]*" "[^"]*" [0-9al]* 4 [a-z_]* [a-z_]*\( [0-9]*\)\{5\}$' stdout)" -eq $(($(wc -l <stdout) - 1)) ] ||
    failed "not rows alone"
tail -1 stdout | grep -q '" all 4 ' || failed "the last row has a limit"
says stderr "elements: "
[ ! -e config ] || failed "stored unasked"

# What is in the file stays, but for rows of the same device and element size, behind the new ones; the library reads
# the result.
mkdir -p config/clscan
row=$(tail -1 stdout)
{
    echo "# mine"
    echo "\"another device\" \"1\" all 2 reduce_scan sub_group 64 4 0 0 4"
    printf %s "$row" | sed 's/ all 4 / 77 2 /'
} >config/clscan/tuning
cp config/clscan/tuning before
expect 0 tune --budget 1 --type short --op max --store
says stderr "stored in $CLSCAN_TUNING"
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

# Where comments are all of it, and the last has no end.
printf '# mine' >config/clscan/tuning
expect 0 tune --budget 1 --store
{
    echo "# mine"
    sed 1d stdout
} >want
cmp -s want config/clscan/tuning || failed "not the comment and the rows"

echo nonsense >config/clscan/tuning
refuses "tuning:1: the line ends before column 3 of 11 (up to)" explain 10
refuses "$CLSCAN_TUNING:1: the line ends before column 3 of 11 (up to)" tune --store
[ "$(cat config/clscan/tuning)" = nonsense ] || failed "a file that the library refuses was written to"

# As many rows as the library takes: more are not stored.
for _ in $(seq 64); do printf %s "$row" | sed 's/ all 4 / 77 2 /' && echo; done >config/clscan/tuning
cp config/clscan/tuning before
expect 2 tune --budget 1 --store
says stderr "$CLSCAN_TUNING, with the new rows: "
says stderr "more than 64 rows for "
same before config/clscan/tuning
[ "$(find config -type f | wc -l)" -eq 1 ] || failed "more than one file"

# Where nothing can be, nothing is looked for.
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
expect 0 tune --budget 1 --store
says stdout '" all 4 '
grep -q '" all 4 ' config/clscan/tuning || failed "no file in a new folder"

export CLSCAN_TUNING=
refuses "there is no tuning file" tune --store
refuses "no such combination: and of float" tune --type float --op and
refuses "'user' is none of int, " tune --type user
expect 0 tune --help
! grep -qw user stdout || failed "the help names a type that is refused"
refuses "--budget: 0 is out of range" tune --budget 0
refuses "can't open the device" tune -d nothing-of-that-name
refuses "usage: clscan tune" tune more

# A kernel that forgets its carry: nothing is stored.
CLSCAN_TUNING=$PWD/stored
cp -r "$kernels" wrong
for file in item/serial.h item/stream.h item/vector.h; do
    sed 's/clscan_t next = clscan_combine(carry, /clscan_t next = clscan_combine(CLSCAN_IDENTITY, /
         s/inclusive = clscan_combine_vectors(before, y)/inclusive = y/' "$kernels/$file" >wrong/$file
done
expect 1 tune --budget 1 --cl-dir wrong --store
says stderr "mismatch: element "
[ ! -e stored ] || failed "stored though wrong"
passed
