# clscan partition: in two and in three parts, of segments, by a predicate and by flags, in both directions. The third
# argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

backwards() {
    sed '1!G;h;$!d' "$@"
}

# --- two parts
seq 1 5000 >numbers.txt
expect 0 partition --where 'x % 3 == 0' --total kept.txt --indices index.txt numbers.txt parts.txt
[ "$(cat kept.txt)" = 1666 ] || failed "the number of kept elements"
{ seq 3 3 5000 && seq 1 5000 | awk '$1 % 3'; } | cmp -s - parts.txt || failed "the parts of a partition"
awk '{ print $1 - 1 }' parts.txt | cmp -s - index.txt || failed "the indices of a partition"
awk '{ print $1 % 3 == 0 ? 1 : 0 }' numbers.txt >thirds.txt
expect 0 partition --flags thirds.txt --reverse --check numbers.txt parts.txt
says stderr "verified 1666 kept elements of 5000"
[ "$(sed -n '1p;1666p;1667p;5000p' parts.txt | tr '\n' ' ')" = "4998 3 5000 1 " ] || failed "a partition in reverse"

# --- three parts
{ seq 3 3 5000 && seq 1 3 5000 && seq 2 3 5000; } >want.txt
expect 0 partition --where 'x % 3' --three-way --total sizes.txt --indices index.txt numbers.txt parts.txt
[ "$(tr '\n' ' ' <sizes.txt)" = "1666 1667 1667 " ] || failed "the sizes of three parts"
same parts.txt want.txt
awk '{ print $1 - 1 }' parts.txt | cmp -s - index.txt || failed "the indices of three parts"
awk '{ print $1 % 3 == 2 ? -7 : $1 % 3 }' numbers.txt >parts_of.txt
backwards want.txt | awk '$1 % 3 == 0' >want_reverse.txt
expect 0 partition --flags parts_of.txt --three-way --reverse --check --time --json numbers.txt parts.txt
says stderr "verified parts of 1666, 1667 and 1667 elements"
says stdout '"part_0":1666,"part_1":1667,"part_2":1667'
head -n 1666 parts.txt | cmp -s - want_reverse.txt || failed "three parts in reverse"
plant wrong task/select.h 's/third = (ulong)part_sizes.x/& + 1/'
expect 1 partition --cl-dir wrong --flags parts_of.txt --three-way --check numbers.txt parts.txt
says stderr "clscan: mismatch at element 3333 of 5000"
plant wrong item/total.h 's/ total\[1\] = x.y/& - 1/'
expect 1 partition --cl-dir wrong --flags parts_of.txt --three-way --check numbers.txt parts.txt
says stderr "clscan: mismatch of the size of part 1: expected 1667, got 1666"
plant wrong item/total.h 's/ total\[1\] = x.y/& + 1/'
expect 2 partition --cl-dir wrong --flags parts_of.txt --three-way numbers.txt parts.txt
says stderr "clscan: the device says that the parts have 1666, 1668 and 1667 of 5000 elements"

# --- by segments
# Each hundred of the numbers is a segment. --offsets has two numbers for each, and one more.
seq 1 5000 | awk '{ print int(($1 - 1) / 100) % 2 }' >keys.txt
seq 1 5000 | awk '{ print $1 % 100 == 1 }' >heads.txt
seq 0 100 5000 >rows.txt
sort -s -t ' ' -k 1n,1 -k 2nr,2 >pairs.txt <<EOF
$(awk '{ print int(($1 - 1) / 100), $1 % 3 == 0, $1 }' numbers.txt)
EOF
awk '{ print $3 }' pairs.txt >want.txt
awk 'NR % 100 == 1 { print NR - 1; n = 0 } { n += $2 } NR % 100 == 0 { print NR - 100 + n } END { print NR }' \
    pairs.txt >want_offsets.txt
for segments in keys heads rows; do
    case $segments in
    keys) set -- --by-key keys.txt ;;
    heads) set -- --segment-by heads.txt ;;
    rows) set -- --segment-by offsets:rows.txt ;;
    esac
    expect 0 partition --flags thirds.txt "$@" --offsets offsets.txt --total kept.txt --check numbers.txt parts.txt
    says stderr "verified 1666 kept elements of 5000 and 101 offsets"
    same parts.txt want.txt
    same offsets.txt want_offsets.txt
    [ "$(cat kept.txt)" = 1666 ] || failed "the total of segments"
done
expect 0 partition --flags thirds.txt --by-key keys.txt --reverse --check --time --json numbers.txt parts.txt
says stdout '"kept":1666,"segments":50,'
[ "$(sed -n '1p;33p;34p;5000p' parts.txt | tr '\n' ' ')" = "4998 4902 5000 1 " ] || failed "segments in reverse"
# The parts are the segments of a second call. Elements outside of the offsets are partitioned too.
sed '1d;$d' want_offsets.txt >inner.txt
expect 0 partition --flags thirds.txt --segment-by offsets:inner.txt --check want.txt parts.txt
says stderr "verified 1666 kept elements of 5000 and 197 offsets"
: >empty.txt
expect 0 partition --where 'x > 5' --by-key empty.txt --offsets - empty.txt /dev/null
prints 0
plant wrong item/segment_starts.h 's/(ulong)sizes.0./& + (n == 7)/'
expect 1 partition --cl-dir wrong --flags thirds.txt --by-key keys.txt --check numbers.txt parts.txt
says stderr "clscan: mismatch at offset 15 of 101: expected "

# --- no elements, one result to stdout, and JSON
expect 0 partition --flags empty.txt empty.txt out.txt --check --total total.txt
[ ! -s out.txt ] && [ "$(cat total.txt)" = 0 ] || failed "a partition of nothing"
expect 0 partition --where 'x > 4998' numbers.txt /dev/null --total -
prints 2
expect 0 partition --flags thirds.txt --check --time --json numbers.txt out.txt
for pair in '"flags":"thirds.txt"' '"count":5000' '"kept":1666' '"checked":true' '"partition_seconds":'; do
    says stdout "$pair"
done
says stderr "the partition runs at"

# --- mistakes
refuses "give --where EXPRESSION or --flags COLUMN|FILE: one of them says which elements are kept" partition numbers.txt
refuses "--where and --flags exclude each other" partition --where 1 --flags thirds.txt numbers.txt
refuses "--check needs --flags: plain C does not know the expression" partition --where 1 --check numbers.txt
refuses "--field: a partition reads one column, not 2" partition -f 1,2 --where 1 numbers.txt
refuses "--flags: empty.txt has 0 values, but numbers.txt has 5000 elements" partition --flags empty.txt numbers.txt
expect 2 partition --where y numbers.txt out.txt
says stderr "clscan: can't partition by --where 'y': "
refuses "--offsets needs --segment-by or --by-key" partition --where 1 --offsets o.txt numbers.txt out.txt
refuses "--three-way and --by-key exclude each other: a partition in three parts has no segments" \
    partition --where 1 --three-way --by-key keys.txt numbers.txt out.txt
refuses "--axis and --by-key exclude each other: a partition takes segments of all elements, or rows" \
    partition --where 1 --by-key keys.txt --axis 0 numbers.txt out.txt
refuses "--total and the output both want stdout" partition --where 1 --total - numbers.txt
passed
