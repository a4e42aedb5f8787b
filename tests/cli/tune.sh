# tune: it prints no rows if the built-in rows are as fast, and removes the old rows of the device. Wrong options are
# refused, and wrong results are found. The third argument is the folder of the kernel files. tune_search.sh has what
# takes longer.
kernels=$3
here=$(cd "$(dirname "$0")" && pwd)
. "$here/common.sh"
. "$here/tune_common.sh"
dawdles slow_for_few '< (1 << 20)' 10000000

# The time is so short that one row is tried for each number of elements: the built-in row, or one that is slow for
# fewer elements.
hasty() {
    expect 0 tune --budget 0.001 --cl-dir slow_for_few "$@"
}
hasty
grep -q '^# add of int: [0-9]* shapes tried in [0-9]* s, the library.s own are as fast$' stdout || failed "no head"
[ "$(wc -l <stdout)" -eq 1 ] || failed "rows that are not faster"
[ "$(grep -c '^[0-9]* elements: .* ms, by the library.s own row .* ms, which stays, a copy .* ms$' stderr)" -eq 3 ] ||
    failed "not three stages"
[ ! -e config ] || failed "stored unasked"

# If no new row is faster, the old rows of this device are still removed. Then a file that has only a comment, without a
# newline at its end.
stores_rows
hasty --type short --store
says stderr "0 rows stored in $CLSCAN_TUNING"
sed 2q before >want
same want config/clscan/tuning
printf '# mine' >config/clscan/tuning
hasty --store
[ "$(cat config/clscan/tuning)" = "# mine" ] || failed "not the comment"

echo nonsense >config/clscan/tuning
refuses "tuning:1: the line ends before column 3 of 11 (up to)" explain 10
echo "\"$name\" \"$driver\" task=bort all 2 reduce_scan sub_group 64 4 0 0 4" >config/clscan/tuning
refuses "tuning:1: task is \"bort\", which is not a task" tune --task sort --store
echo nonsense >config/clscan/tuning
refuses "$CLSCAN_TUNING:1: the line ends before column 3 of 11 (up to)" tune --store
[ "$(cat config/clscan/tuning)" = nonsense ] || failed "a file that the library refuses was written to"

# If the rows cannot be stored, tune fails before the search.
CLSCAN_TUNING=$PWD/before/tuning
refuses "before" tune --store
CLSCAN_TUNING=$PWD/config
refuses "is not a regular file" tune --store
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
refuses "and is not defined on float" tune --type float --op and
refuses "'user' is none of int, " tune --type user
refuses "--task sort is not possible with --op max" tune --task sort --op max
refuses "'bort' is none of scan, " tune --task bort
refuses "-k K is needed" tune --task top_k
refuses "--bins N and --range A,B are both needed" tune --task histogram
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
plant wrong_counts grid/histogram.cl 's/clscan_histogram_add(&v, lines, parts,/clscan_histogram_add(\&v, lines, 1,/'
expect 1 tune --budget 0.001 --cl-dir wrong_counts --task histogram --bins 256 --range 0,256 --type uchar --store
says stderr "mismatch: element "
[ ! -e stored ] || failed "stored though wrong"
passed
