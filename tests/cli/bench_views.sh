# bench: every operator and every view, with verified results and the true numbers of bytes, and the detection of wrong
# results. The third argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

# Every operator has a line for each count.
expect 0 bench --size '2^4..2^8*4' --samples 1 --csv --type user,char --op all
[ "$(head -1 stdout | cut -d, -f1-5)" = device,type,op,kind,in_place ] || failed "no header"
[ "$(wc -l <stdout)" -eq 49 ] || failed "not a header and 48 lines"
[ "$(awk -F, '{ print NF }' stdout | sort -u | wc -l)" -eq 1 ] || failed "lines of different lengths"
for name in affine interval char,and char,or char,add_checked char,argmin char,recurrence char,last_seen; do
    says stdout ",$name,"
done
grep -q ',plain,' stdout || failed "no plain view"
mad=$(head -1 stdout | tr , '\n' | grep -n '^scan_seconds_mad$' | cut -d: -f1)
[ "$(sed 1d stdout | cut -d, -f"$mad" | sort -u)" = 0 ] || failed "the MAD of one sample is not 0"

# --view prints one line for each view. Each result is verified, and the bytes of each view are the true ones.
lacking=0
for memory in svm usm; do
    has $memory || lacking=$((lacking + 1))
done
expect 0 bench --size 3000 --samples 1 --json --view all --rows 100 --columns 10
[ "$(wc -l <stdout)" -eq $((21 - lacking)) ] || failed "not 21 views, less those in memory that is not there"
views() {
    grep -F "\"view\":\"$1\"," stdout | grep -qF "\"bytes\":$2," || failed "not $2 bytes: $1"
}
views plain 12000
views reverse 12000
views "from uchar" 7500
views "segments of 1000 by flags" 13500
views "segments of 1000 by bits" 12188
views "segments of 1000 by keys" 18000
# 12000 + (3 * 4 + 2 * 94 * 4) / 2 bytes: three offsets are read, and 94 words of head bits are written and read.
views "segments of 1000 by offsets" 12382
views "rows of 100" 12000
views "columns of 10" 12000
views "by functions on load and store" 12000
views "vectors of 4" 48000
grep -F '"view":"columns of 10",' stdout | grep -qF '"chosen":"columns"' || failed "columns by another strategy"
expect 0 bench --size 100 --samples 1 --json --rows 2^4
views "rows of 16" 384
expect 0 bench --size 2050 --samples 1 --json --reverse --init --total --segments keys --segment-length 7 --rows 10 \
    --in-type uchar --out-type ulong --op max
views "reverse, with an initial value, with the total, from uchar, to ulong, segments of 7 by keys, rows of 10" 13325
expect 0 bench --size 301 --samples 1 --json --components 3 --type float --in-type char --op max --init --total --reverse
views "vectors of 3, reverse, with an initial value, with the total, from char" 3010
# some VIEWS: prints VIEWS, or "all" if CLSCAN_TEST_WHOLE is set.
some() {
    if [ -n "${CLSCAN_TEST_WHOLE:-}" ]; then echo all; else echo "$1"; fi
}
views=$(some converted,flags,keys,columns,transform)
expect 0 bench --size 3000,200 --samples 1 --view "$views" --type user --op add --strategy single_group
says stderr "skipped: affine: user types are not converted"
views=$(some compact,reverse,offsets,rows,stride)
expect 0 bench --size 3000,200 --samples 1 --view "$views" --type float --op add --strategy reduce_scan
says stderr "skipped: float add: --compact is of sums of ints"
expect 2 bench --size 100 --rows 1000
says stderr "skipped: 100 elements are less than a row of 1000"
says stderr "nothing was measured"
expect 2 bench --size 100 --view flags --segments keys
says stderr "--view flags and --segments exclude each other"
expect 2 bench --size 100 --type float --compact
says stderr "skipped: float add: --compact is of sums of ints"

# Compaction: in reverse, in rows with a pitch, and with the count in a buffer.
expect 0 bench --size 3000 --samples 1 --json --compact --reverse --rows 100 --pitch 130 --total --offset 5
grep -q '"plan":"reverse inclusive add over int (4 bytes), mapped by odd, stored by put, in rows"' stdout || failed "plan"
expect 0 bench --size 3000 --samples 1 --json --compact --count-buffer --total
says stdout '"view":"with the total, as many as a buffer says, half of them kept"'

# Operators with accumulators. Their second arrays are verified, and their bytes are counted.
op() {
    grep -F "\"op\":\"$1\"," stdout | grep -qF "\"bytes\":$2," || failed "not $2 bytes: $1"
}
expect 0 bench --size 3000 --samples 1 --json --type float --strategy single_group \
    --op log_sum_exp,argmin,argmax_last,mean_variance,recurrence,last_seen
[ "$(wc -l <stdout)" -eq 6 ] || failed "not 6 operators"
op log_sum_exp 12000
op argmin 24000
op argmax_last 24000
op mean_variance 18000
op recurrence 18000
op last_seen 13500
expect 0 bench --size 3000 --samples 2 --json --op add_checked --in-place
op add_checked 12002 # the second array is one number
expect 0 bench --size 3000 --samples 1 --json --op argmax,recurrence --in-type uchar --exclusive --reverse --rows 100 \
    --pitch 130 --offset 5 --segments flags --segment-length 7
[ "$(wc -l <stdout)" -eq 2 ] || failed "not 2 operators"
expect 0 bench --size 3000 --samples 1 --json --op last_seen --components 3 --stride 2
op last_seen 49500
expect 2 bench --size 3000 --op log_sum_exp --type float --out-type double
says stderr "skipped: float log_sum_exp: rounded results of another --out-type would be rounded again"

# Kernels with faults are detected, such as one that swaps operands.
plant wrong group/brent_kung.h 's/clscan_combine(s->a\[k - d\], s->a\[k\])/clscan_combine(s->a[k], s->a[k - d])/'
expect 1 bench --cl-dir wrong --type user --size 5000 --wg-size 16 --group brent_kung --strategy hierarchical
says stderr "mismatch: the scan, affine: place"
plant wrong 'item/*.h' 's/TOTAL_NUMBERS, clscan_result_of(v, carry)/TOTAL_NUMBERS, clscan_initial_value(v)/'
expect 1 bench --cl-dir wrong --size 5000 --view total
says stderr "mismatch: the scan, int add: the total: expected"
plant wrong 'item/*.h' 's/((segments)\[at\] != 0)/false/'
expect 1 bench --cl-dir wrong --size 5000 --wg-size 16 --view flags
says stderr "mismatch: the scan, int add: place"
plant wrong 'item/*.h' 's/return negative ? 0 : .*/return n->count;/'
expect 1 bench --cl-dir wrong --size 5000 --view count --strategy single_group
says stderr "mismatch: the scan, int add: place 5000 of the output"
plant wrong grid/prologue.h 's/num_offsets, &stretch/1, \&stretch/'
expect 1 bench --cl-dir wrong --size 5000 --view offsets
says stderr "mismatch: the scan, int add: place"
# wrong_op OPERATOR FILE EDIT WORDS: with the fault EDIT in op/FILE, bench reports a mismatch at place WORDS.
wrong_op() {
    plant wrong "op/$2" "$3"
    expect 1 bench --cl-dir wrong --size 5000 --type float --op "$1" --strategy single_group
    says stderr "mismatch: the scan, float $1: place $4"
}
wrong_op argmin extremum.h 's/index\[i\] = s.index/index[i] = s.index + (i == 2000)/' "2000 of the second output"
wrong_op argmax_last argmax_last.h 's/(i) + 1 > (j) + 1/(i) < (j)/' "1 of the second output"
wrong_op mean_variance mean_variance.h 's/a.squares + b.squares/a.squares/' ""
wrong_op recurrence recurrence.h 's/a \* from + b/a * from/' "0 of the output"
plant wrong 'item/*.h' 's/= words->word\[i\]/= 0/'
expect 1 bench --cl-dir wrong --size 5000 --components 3 --init
says stderr "mismatch: the scan, int add: place 0 of the output: expected { "
passed
