# --second of sort, topk, select, partition, unique and runs: elements that move along with the elements of the input.
# awk and sort(1) compute the expected results. The third argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

awk 'BEGIN { for (i = 0; i < 3000; i++) print int(i * i / 90) % 103 - 50 "\t" i / 4 "\t" (i * 31 % 97 < 30) }' \
    >table.tsv
for column in 1 2 3; do cut -f $column table.tsv >column$column.txt; done

# carries TABLE OPTION...: clscan with these options gives the first two columns of TABLE, with --second 2 and with a
# file.
carries() {
    cut -f 1 "$1" >want.txt
    cut -f 2 "$1" >want_second.txt
    shift
    expect 0 "$@" -f 1 --second 2 --second-out second.txt table.tsv out.txt
    same out.txt want.txt
    same second.txt want_second.txt
    expect 0 "$@" --second column2.txt --second-out second.txt column1.txt out.txt
    same out.txt want.txt
    same second.txt want_second.txt
    rm out.txt second.txt
}
sort -s -k 1,1n table.tsv >want.tsv
carries want.tsv sort --check
self_test=yes
carries want.tsv sort --check --argsort index.txt
self_test=${CLSCAN_TEST_WHOLE:-}
sort -s -k 1,1nr table.tsv >want.tsv
carries want.tsv sort --check --descending
head -n 7 want.tsv >want7.tsv
carries want7.tsv topk -k 7 --check --descending
awk '$1 > 7' table.tsv >want.tsv
carries want.tsv select --where 'x > 7'
awk '$3' table.tsv >want.tsv
carries want.tsv select --flags column3.txt --check --indices index.txt
sed '1!G;h;$!d' want.tsv >reversed.tsv
carries reversed.tsv select --flags column3.txt --check --reverse
awk '!$3' table.tsv | cat want.tsv - >parts.tsv
carries parts.tsv partition --flags column3.txt --check
awk 'NR == 1 || $1 != before; { before = $1 }' table.tsv >want.tsv
carries want.tsv unique --check
carries want.tsv runs --check --lengths lengths.txt
awk 'NR > 1 && $1 != before { print line } { before = $1; line = $0 } END { print line }' table.tsv >want.tsv
carries want.tsv unique --last --check
sort -s -k 3,3n -k 1,1n table.tsv >keyed.tsv
cut -f 3 keyed.tsv >keys.txt
sort -s -k 3,3n -k 1,1nr table.tsv | cut -f 2 >want.txt
cut -f 2 keyed.tsv >second.txt
cut -f 1 keyed.tsv | expect 0 sort --descending --by-key keys.txt --second second.txt --second-out - --check - /dev/null
same stdout want.txt

# --- rows, npy and raw files, and elements of other sizes, which keep all their bits
{ npy '<i4' '(2, 3)' && i4 3 1 2 9 7 8; } >matrix.npy
{ npy '|u1' '(2, 3)' && bytes 0 1 2 3 4 5; } >bytes.npy
expect 0 topk -k 2 --axis -1 --second bytes.npy --second-out out.npy --check matrix.npy /dev/null
head -c 128 out.npy | grep -qaF "'descr': '|u1', 'fortran_order': False, 'shape': (2, 2)" || failed "carried rows"
[ "$(tail -c 4 out.npy | od -An -tu1 | tr -s ' ')" = " 1 2 4 5" ] || failed "bytes that are carried along"
{ npy '<f4' '(3,)' && bytes 1 0 192 127 0 0 0 128 35 18 192 255; } >nan.npy
i4 3 2 1 >three.raw
expect 0 sort --type int --second nan.npy --second-out nan_out.npy --check three.raw /dev/null
bytes 35 18 192 255 0 0 0 128 1 0 192 127 >want.raw
tail -c 12 nan_out.npy >got.raw
same got.raw want.raw
printf 'aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbbcccccccccccccccc' >words.data
{ npy '|V16' '(3,)' && cat words.data; } >words.npy
expect 0 sort --type int --second words.npy --second-out words_out.npy --check three.raw /dev/null
[ "$(tail -c 48 words_out.npy)" = ccccccccccccccccbbbbbbbbbbbbbbbbaaaaaaaaaaaaaaaa ] || failed "structs of 16 bytes"
expect 0 sort --type int --second three.raw --second-type uint --second-out second.raw --check three.raw out.raw
same second.raw out.raw
printf '0.5\n1\n2\n' >halves.txt
expect 0 sort --type int --second halves.txt --second-type float --second-out second.raw three.raw out.raw
bytes 0 0 0 64 0 0 128 63 0 0 0 63 >want.raw
same second.raw want.raw
: >empty.txt
expect 0 sort --second empty.txt --second-out second.txt --check empty.txt out.txt
[ ! -s second.txt ] || failed "elements from nothing"

# --- time, and --check of wrong results, which leaves no output
for command in "sort" "topk -k 5" "select --flags column3.txt" "unique"; do
    # shellcheck disable=SC2086 # several words
    expect 0 $command --second column2.txt --second-out second.txt --check --time column1.txt out.txt
    says stderr "of the copy's speed"
done
rm -f out.txt second.txt
plant wrong task/select.h 's/CLSCAN_COPY_ALONG(to, CLSCAN_SOURCE(i), /CLSCAN_COPY_ALONG(to, CLSCAN_SOURCE(i) - (CLSCAN_SOURCE(i) > 9), /'
expect 1 select --cl-dir wrong --flags column3.txt --check --second column2.txt --second-out second.txt column1.txt \
    out.txt
says stderr "of --second-out: it is not element "
[ ! -e out.txt ] && [ ! -e second.txt ] || failed "an output of a mismatch"

# --- mistakes
refuses "--second: halves.txt has 3 values, but column1.txt has 3000 elements" \
    sort --second halves.txt --second-out second.txt column1.txt
refuses "--second: name the file for what is carried along by --second-out" sort --second column2.txt column1.txt
refuses "--second-out: name what is carried along by --second" unique --second-out second.txt column1.txt
refuses "--second-type needs --second" topk -k 2 --second-type int column1.txt
refuses "--second: three.raw: raw data needs --second-type" \
    sort --type int --second three.raw --second-out second.raw three.raw
refuses "--second: nan.npy holds float, not int as --second-type says" \
    sort --type int --second nan.npy --second-type int --second-out second.raw three.raw
{ npy '|V3' '(3,)' && printf aaabbbccc; } >odd.npy
refuses "--second: odd.npy holds user type of 3 bytes; elements of 1, 2, 4, 8 or 16 bytes are carried along" \
    sort --type int --second odd.npy --second-out out.npy three.raw
refuses "--second: column 2 needs --field" sort --second 2 --second-out second.txt column1.txt
refuses "--second-out and the output both want stdout" sort --second column2.txt --second-out - column1.txt
refuses "--second-out and the file of --second are both column2.txt" \
    sort --second column2.txt --second-out column2.txt column1.txt out.txt
refuses "the output and the file of --second are both column2.txt" \
    select --where 1 --second column2.txt --second-out second.txt column1.txt column2.txt
refuses "are both out.txt" sort --second column2.txt --second-out out.txt column1.txt out.txt
refuses "missing.txt: can't read" sort --second missing.txt --second-out second.txt column1.txt
[ ! -e out.txt ] && [ ! -e second.txt ] || failed "something is left of what was refused"
passed
