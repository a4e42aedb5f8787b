# clscan partition: in two and in three parts, by a predicate and by flags, in both directions. The third argument is
# the folder of the kernel files.
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
plant wrong item/arrays.h 's/ total\[1\] = x.y/& - 1/'
expect 1 partition --cl-dir wrong --flags parts_of.txt --three-way --check numbers.txt parts.txt
says stderr "clscan: mismatch of the size of part 1: expected 1667, got 1666"
plant wrong item/arrays.h 's/ total\[1\] = x.y/& + 1/'
expect 2 partition --cl-dir wrong --flags parts_of.txt --three-way numbers.txt parts.txt
says stderr "clscan: the device says that the parts have 1666, 1668 and 1667 of 5000 elements"

# --- no elements, one result to stdout, and JSON
: >empty.txt
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
refuses "--check goes with --flags: plain C does not know the expression" partition --where 1 --check numbers.txt
refuses "--field: a partition reads one column, not 2" partition -f 1,2 --where 1 numbers.txt
refuses "--flags: empty.txt has 0 values, but numbers.txt has 5000 elements" partition --flags empty.txt numbers.txt
expect 2 partition --where y numbers.txt out.txt
says stderr "clscan: can't partition by --where 'y': "
refuses "--total and the output both want stdout" partition --where 1 --total - numbers.txt
passed
