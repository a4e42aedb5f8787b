# clscan unique: runs of elements and of keys, first and last, in both directions. awk computes the expected results.
# The third argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

awk 'BEGIN { for (i = 0; i < 5000; i++) print int(i * i / 900) % 7 "\t" "key" int(i / (1 + i % 5)) % 11 }' >table.tsv
cut -f 1 table.tsv >in.txt
cut -f 2 table.tsv >keys.txt
backwards() {
    sed '1!G;h;$!d' "$@"
}

# keeps COLUMN OPTION...: finds the runs of equal values in this column of table.tsv, by these options. out.txt, index.txt
# and total.txt must have the first column, the index, and the number of the kept lines.
keeps() {
    awk -F '\t' "NR == 1 || \$$1 != before { print \$1 }; { before = \$$1 }" table.tsv >first.txt
    awk -F '\t' "NR == 1 || \$$1 != before { print NR - 1 }; { before = \$$1 }" table.tsv >first_index.txt
    awk -F '\t' "NR > 1 && \$$1 != before { print kept }; { before = \$$1; kept = \$1 } END { print kept }" \
        table.tsv >last.txt
    awk 'NR > 1 { print $1 - 1 } END { print 4999 }' first_index.txt >last_index.txt
    wc -l <first.txt | tr -d ' ' >want_total.txt
    shift
    for of_run in first last; do
        for option in '' --reverse; do
            last=
            [ $of_run = first ] || last=--last
            # shellcheck disable=SC2086 # nothing or one word
            expect 0 unique $last $option --indices index.txt --total total.txt --check "$@" out.txt
            says stderr "verified $(cat want_total.txt) kept elements of 5000"
            for name in $of_run ${of_run}_index; do
                if [ -n "$option" ]; then backwards $name.txt; else cat $name.txt; fi >want_$name.txt
            done
            same out.txt want_$of_run.txt
            same index.txt want_${of_run}_index.txt
            same total.txt want_total.txt
            rm out.txt index.txt total.txt
        done
    done
}

keeps 1 in.txt

# The same with the self-test, as users run it.
self_test=yes
keeps 1 in.txt
self_test=${CLSCAN_TEST_WHOLE:-}
keeps 1 --strategy reduce_scan --groups 3 --type int in.txt
keeps 2 --by-key keys.txt in.txt
keeps 2 --by-key 2 -f 1 table.tsv

# --- zeros of both signs are equal, and NaN equals nothing
printf '0\n-0\n0.5\nnan\nnan\n0.5\n' >special.txt
expect 0 unique special.txt /dev/null --check
expect 0 unique special.txt
prints "0 0.5 nan nan 0.5"
for type in float half; do
    # not every device has half
    if [ $type = float ] || "$CLSCAN" unique --type half special.txt >/dev/null 2>&1; then
        expect 0 unique --type $type special.txt /dev/null --check
        expect 0 unique --type $type special.txt
        prints "0 0.5 nan nan 0.5"
    fi
done
expect 0 unique --type float --last special.txt /dev/null --check
expect 0 unique --type float --last special.txt
prints "-0 0.5 nan nan 0.5"

# --- a run also ends where a segment begins
awk '{ print NR % 37 == 5 }' in.txt >heads.txt
awk 'NR % 37 == 5 { print NR - 1 }' in.txt >offsets.txt
paste in.txt heads.txt | awk 'NR == 1 || $1 != before || $2 { print $1 } { before = $1 }' >want.txt
for segments in heads.txt offsets:offsets.txt; do
    expect 0 unique --segment-by $segments --check in.txt out.txt
    same out.txt want.txt
done
expect 0 unique --segment-by heads.txt --buffer 1000 in.txt out.txt
same out.txt want.txt
paste in.txt heads.txt | awk 'NR > 1 && ($1 != before || $2) { print before } { before = $1 } END { print before }' >want.txt
paste in.txt heads.txt >segments.tsv
expect 0 unique --last --segment-by 2 -f 1 segments.tsv out.txt
same out.txt want.txt
refuses "--segment-by and --by-key exclude each other" unique --segment-by heads.txt --by-key keys.txt in.txt
refuses "heads.txt" unique --segment-by heads.txt in.txt heads.txt
expect 0 unique --axis 0 --segment-by heads.txt --check in.txt /dev/null

# --- words
printf 'one\none\ntwo\n' >words.txt
refuses "words.txt:1: 'one' is not a number (elements are numbers; --by-key FILE finds runs of equal lines" unique words.txt
seq 3 >numbers.txt
expect 0 unique --by-key words.txt numbers.txt
prints "1 3"

# --- files of one element and of none
echo 7 >one.txt
expect 0 unique one.txt /dev/null --check
expect 0 unique one.txt
prints 7
: >empty.txt
expect 0 unique empty.txt out.txt --check --total total.txt
[ ! -s out.txt ] || failed "elements from nothing"
[ "$(cat total.txt)" = 0 ] || failed "a total of nothing"

# --- elements of a type of the user's are equal if all bytes are
printf 'aaaabbbbbbbbbbbcbbbb' >words.raw
expect 0 unique --type user --type-size 4 words.raw out.raw --check
[ "$(cat out.raw)" = aaaabbbbbbbcbbbb ] || failed "runs of words: $(cat out.raw)"
printf "1\n1\n1\n2\n2\n" >five.txt
expect 0 unique --type user --type-size 4 --by-key five.txt words.raw out.raw --check
[ "$(cat out.raw)" = aaaabbbc ] || failed "runs of words by keys: $(cat out.raw)"

# --- --json and --time
expect 0 unique in.txt out.txt --check --time --json --last
for key in '"type":"long"' '"keep":"last"' '"count":5000' '"kept":' '"checked":true' '"unique_last_seconds":'; do
    says stdout "$key"
done
says stderr "the selection runs at"

# --- --check notices wrong results, and leaves no output
rm -f out.txt
plant wrong task/runs.h 's/keys\[before\], keys\[i\]/keys[i], keys[i]/'
expect 1 unique --cl-dir wrong --check in.txt out.txt
says stderr "clscan: mismatch"
[ ! -e out.txt ] || failed "an output of a mismatch"

refuses "--where" unique --where 1 in.txt
refuses "--lengths" unique --lengths lengths.txt in.txt
refuses "--by-key: keys.txt has 5000 values, but one.txt has 1 element" unique --by-key keys.txt one.txt
refuses "--field: a selection reads one column, not 2" unique -f 1,2 table.tsv
refuses "--total and the output both want stdout" unique --total - in.txt
refuses "the output and the file of --by-key are both keys.txt" unique --by-key keys.txt in.txt keys.txt
passed
