# clscan runs: the values, lengths and beginnings of runs of elements and of keys, in both directions, with and without
# short runs. awk computes the expected results. The third argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

awk 'BEGIN { for (i = 0; i < 5000; i++) print int(i * i / 900) % 7 "\t" "key" int(i / (1 + i % 5)) % 11 }' >table.tsv
cut -f 1 table.tsv >in.txt
cut -f 2 table.tsv >keys.txt
backwards() {
    sed '1!G;h;$!d' "$@"
}

# --- decoding gives the input
for option in '' --reverse '--strategy reduce_scan --groups 3'; do
    # shellcheck disable=SC2086 # several words or none
    expect 0 runs $option --lengths lengths.txt in.txt out.txt --check
    paste out.txt lengths.txt | awk '{ for (i = 0; i < $2; i++) print $1 }' >decoded.txt
    if [ "$option" = --reverse ]; then backwards in.txt >want.txt; else cp in.txt want.txt; fi
    same decoded.txt want.txt
done
expect 0 runs --by-key keys.txt --lengths - in.txt /dev/null
uniq -c keys.txt | awk '{ print $1 }' >want.txt
same stdout want.txt
: >empty.txt
expect 0 runs empty.txt out.txt --lengths lengths.txt --check
[ ! -s lengths.txt ] || failed "lengths of nothing"
rm -f out.txt lengths.txt
plant wrong grid/run_lengths.h 's/begin = max(before, 0L)/begin = 2/'
expect 1 runs --cl-dir wrong --check in.txt out.txt --lengths lengths.txt
says stderr "clscan: mismatch at length 1 of "
[ ! -e out.txt ] && [ ! -e lengths.txt ] || failed "an output of a mismatch"
refuses "--last" runs --last --lengths lengths.txt in.txt
refuses "--lengths and the output both want stdout" runs --lengths - in.txt

# --- runs by segments
awk 'NR % 37 == 5 { print NR - 1 }' in.txt >offsets.txt
awk 'function end() { if (n > 1) print value "\t" n }
    $1 != value || NR % 37 == 5 || NR == 1 { end(); value = $1; n = 0 } { n++ } END { end() }' in.txt >want.tsv
expect 0 runs --segment-by offsets:offsets.txt --min-length 2 --lengths lengths.txt --check in.txt out.txt
paste out.txt lengths.txt >got.tsv
same got.tsv want.tsv
rm out.txt lengths.txt

# --- runs of at least a length, of elements and of keys
# long COLUMN N OPTION...: finds the runs of N and more equal values in this column of table.tsv, by these options.
long() {
    awk -F '\t' -v least="$2" "
        function end() { if (n >= least) print value \"\t\" first \"\t\" n }
        \$$1 != before || NR == 1 { end(); value = \$1; first = NR - 1; n = 0 }
        { before = \$$1; n++ }
        END { end() }" table.tsv >forward.tsv
    least=$2
    shift 2
    for option in '' --reverse; do
        if [ -n "$option" ]; then backwards forward.tsv; else cat forward.tsv; fi >want.tsv
        # shellcheck disable=SC2086 # nothing or one word
        expect 0 runs $option --min-length "$least" --lengths lengths.txt --indices index.txt \
            --total total.txt --check "$@" out.txt
        says stderr "verified $(wc -l <want.tsv | tr -d ' ') kept element"
        paste out.txt index.txt lengths.txt >got.tsv
        same got.tsv want.tsv
        [ "$(cat total.txt)" = "$(wc -l <want.tsv | tr -d ' ')" ] || failed "the number of runs"
    done
}
self_test=yes
long 1 2 in.txt
self_test=${CLSCAN_TEST_WHOLE:-}
long 1 3 --strategy reduce_scan --groups 3 in.txt
long 1 1 in.txt
long 1 1000 in.txt
long 2 2 --by-key 2 -f 1 table.tsv
expect 0 runs --min-length 2 in.txt /dev/null --total -
for count in 1 2; do
    yes 5 | head -n $count >few.txt
    expect 0 runs --min-length 2 few.txt --check
    [ "$(wc -l <stdout)" = $((count - 1)) ] || failed "runs in $count elements"
done
rm -f out.txt lengths.txt
plant wrong task/select.h 's/first_index + index + 1/first_index + index/'
expect 1 runs --min-length 2 --cl-dir wrong --check in.txt out.txt --lengths lengths.txt
says stderr "clscan: mismatch at length 0 of "
[ ! -e out.txt ] && [ ! -e lengths.txt ] || failed "an output of a mismatch"

# --- --json and --time
expect 0 runs in.txt out.txt --check --time --json
for key in '"type":"long"' '"count":5000' '"kept":' '"checked":true' '"run_length_seconds":'; do
    says stdout "$key"
done
says stderr "the run-length encoding runs at"

head -n 1000 in.txt >few1000.txt
refuses "--where" runs --where 1 in.txt
refuses "--min-length: 0 is too small" runs --min-length 0 in.txt
refuses "--min-length is 1025; the least length of a run is from 1 to 1024" runs --min-length 1025 in.txt
refuses "--field: a run-length encoding reads one column, not 2" runs -f 1,2 table.tsv
refuses "--by-key: keys.txt has 5000 values, but few1000.txt has 1000 elements" runs --by-key keys.txt few1000.txt
refuses "are both same.txt" runs --lengths same.txt --indices same.txt in.txt out.txt
passed
