# bench: its table, JSON, CSV and plot, the errors for wrong options, and the detection of wrong results. The third
# argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

expect 0 bench --size 1000,2^10..2^12 --samples 3
says stdout "int add, inclusive, on "
says stdout "% of"
for count in 1000 '2^10' '2^11' '2^12'; do
    grep -q "^ *$count  auto: .* \(wall\|event\)$" stdout || failed "no row for $count"
done
[ "$(grep -c 'auto: ' stdout)" -eq 4 ] || failed "not 4 rows"
[ ! -s stderr ] || failed "progress outside a terminal"

# Every combination has a line in the output. Combinations of a type and an operator that is not defined on the type are
# left out.
expect 0 bench --size 3000,70 --samples 2 --json --type int,float --op add,xor --strategy single_group,hierarchical \
    --group auto,brent_kung --exclusive --in-place
[ "$(wc -l <stdout)" -eq 24 ] || failed "not 24 lines"
[ "$(grep -c '^{"device":".*}$' stdout)" -eq 24 ] || failed "no JSON"
[ "$(grep -c '"type":"float","op":"add"' stdout)" -eq 8 ] || failed "float add"
for pair in '"op":"xor"' '"kind":"exclusive"' '"in_place":true' '"strategy":"hierarchical"' '"group":"brent_kung"' \
    '"count":3000' '"bytes":280' '"samples":2' '"clock":' '"scan_seconds":' '"scan_seconds_min":' \
    '"scan_seconds_max":' '"scan_seconds_mad":' '"scan_gb_per_s":' '"copy_seconds":' '"percent_of_copy":' '"call_seconds":'; do
    says stdout "$pair"
done
if command -v python3 >/dev/null && python3 -c 'import json' 2>/dev/null; then
    python3 -c 'import json, sys
for line in sys.stdin:
    p = json.loads(line)
    assert p["scan_seconds_max"] >= p["scan_seconds"] >= p["scan_seconds_min"] > 0
    assert abs(p["scan_gb_per_s"] - 2e-9 * p["bytes"] / p["scan_seconds"]) < 1e-3 * p["scan_gb_per_s"]
    assert abs(p["percent_of_copy"] - 100 * p["copy_seconds"] / p["scan_seconds"]) < 1e-3 * p["percent_of_copy"]' \
        <stdout || failed "the numbers contradict each other"
fi

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
expect 0 bench --size 100 --samples 1 --json
says stdout '"view":"plain"'
says stdout '"scan_seconds_mad":0,'

# --empty also measures the launch of an empty kernel.
! grep -q empty stdout || failed "an empty kernel unasked"
expect 0 bench --size 100 --samples 2 --json --empty
says stdout '"empty_seconds":'
says stdout '"percent_of_empty":'
expect 0 bench --size 100,200 --samples 2 --csv --empty
[ "$(awk -F, '{ print NF }' stdout | sort -u | wc -l)" -eq 1 ] || failed "lines of different lengths"
says stdout ',empty_seconds,percent_of_empty,'
expect 0 bench --size 100 --samples 2 --empty
says stdout "a call  empty launch    % of  clock"

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

# For CPU devices only, bench also measures a copy and a C loop on the host.
if grep -q '"type":"cpu"' <<EOF
$("$CLSCAN" devices --json)
EOF
then
    expect 0 bench -d cpu --size 5000 --samples 2 --json
    says stdout '"host_copy_seconds":'
    says stdout '"c_loop_seconds":'
    expect 0 bench -d cpu --size 5000 --samples 2 --cached-copy
    says stdout "host copy: memcpy, "
fi

# A kind of memory that the device lacks is skipped with a message. If nothing else is measured, the status is 2.
for memory in svm usm; do
    if has $memory; then
        expect 0 bench --size 3000 --samples 1 --json --memory $memory
        views "in $memory" 12000
    else
        expect 2 bench --size 100 --memory $memory
        says stderr "skipped: int add: the device has no $memory"
        says stderr "nothing was measured"
    fi
    expect 2 bench --size 100 --view $memory --memory svm
    says stderr "--view $memory and --memory exclude each other"
done
refuses "--memory: 'host' is none of buffer, svm, usm" bench --memory host

refuses "--size: '2^' is no list" bench --size 2^
refuses "--size: '0' has a number out of range" bench --size 0
refuses "--size: '10,,20' is no list" bench --size 10,,20
refuses "--size: '10,' is no list" bench --size 10,
refuses "--size: '20..10' has a number out of range" bench --size 20..10
refuses "--size: '1..10*1' has a number out of range" bench --size '1..10*1'
refuses "--size: '2^64' has a number out of range" bench --size 2^64
refuses "--size: '1k' is no list" bench --size 1k
refuses "don't fit" bench --size 10,2^60
# Offsets, strides and pitches are included in the size that must fit into the device's memory, even if the size in
# bytes overflows 64 bits.
too_large() {
    expect 2 bench --samples 1 "$@"
    says stderr " elements don't fit into the device's memory: "
    says stderr "nothing was measured"
}
export POCL_SIGFPE_HANDLER=0
too_large --size 1000 --offset 4611686018427387404
too_large --size 1024 --stride 2^62
too_large --size 1000 --rows 2 --pitch 2^63
too_large --size 1000 --rows 2 --pitch 2^50
too_large --size 1000 --offset 2^50
expect 2 bench --size 1000 --rows 2^40 --stride 2^40 --pitch 2
says stderr "--pitch 2 is less than a row, 18446744073709551615"
refuses "'fast' is none of auto" bench --strategy auto,fast
refuses "'' is none of auto" bench --group blelloch,
refuses "'plus' is none of add" bench --op plus
refuses "--components: there are no vectors of 5" bench --components 5
refuses "--components: 17 is out of range, which is from 2 to 16" bench --components 17
refuses "'integer' is none of int" bench --type integer
refuses "no such combination" bench --type float --op xor
refuses "--samples: 0 is too small" bench --samples 0
refuses "exclude each other" bench --json --csv
refuses "can't open the device" bench -d nothing-of-that-name
refuses "usage: clscan bench" bench more
refuses "neither in .svg nor in .png" bench --plot picture.pdf

refuses "control characters in the file name" bench --plot "$(printf "a\nsystem 'touch ran'\n.svg")"
refuses "can't write no/such/folder.svg: No such file or directory" bench --plot no/such/folder.svg

mkdir empty
refuses_without_gnuplot() {
    got=0
    sh=$(command -v sh)
    ln -s "$sh" empty/sh
    PATH=$PWD/empty "$CLSCAN" bench --size 100 --plot picture.svg >stdout 2>stderr || got=$?
    [ "$got" -eq 2 ] || failed "status $got without gnuplot"
    says stderr "--plot needs gnuplot"
}
refuses_without_gnuplot
if command -v gnuplot >/dev/null; then
    for file in picture.svg "it's.png"; do
        expect 0 bench --size 2^8..2^12 --samples 2 --strategy auto,hierarchical --type int,float --plot "$file"
        [ -s "$file" ] || failed "no $file"
        [ ! -s stderr ] || failed "gnuplot complains"
    done
    for words in 'hierarchical, float add' 'copy, int add' '2^'; do
        says picture.svg "$words"
    done
    expect 0 bench --size 1000 --samples 1 --plot one.svg
    [ ! -s stderr ] || failed "gnuplot complains of one size"
    for file in "quote'; system 'touch ran'; #.svg" '|touch ran; cat >pipe.svg' '~x`touch ran`"@x.svg'; do
        expect 0 bench --size 100 --samples 1 --plot "$file"
        [ -s "$file" ] || failed "no $file"
        [ ! -e ran ] || failed "a command in the name ran: $file"
    done
fi

# Kernels with faults are detected, such as one that swaps operands.
plant wrong group/brent_kung.h 's/clscan_combine(s->a\[k - d\], s->a\[k\])/clscan_combine(s->a[k], s->a[k - d])/'
expect 1 bench --cl-dir wrong --type user --size 5000 --wg-size 16 --group brent_kung --strategy hierarchical
says stderr "mismatch: the scan, affine: place"
plant wrong 'item/*.h' 's/v->total = clscan_from_initial(v, carry)/v->total = clscan_initial(v)/'
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
