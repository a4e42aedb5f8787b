# verify: it passes with the library's kernels, and fails with wrong ones. The third argument is the folder of the
# kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"
self_test=yes

expect 0 verify --quick --type uchar --op xor
expect 0 verify --quick --type float
says stderr "0 failed"
says stderr "seed "
says stderr "float: 0 of "
expect 0 verify --type user --strategy reduce_scan --group blelloch --quick
says stderr "ok: "

# If everything is skipped, the status is 2.
expect 2 verify --quick --type int --op add --wg-size 1048576 --json
says stderr "NOTHING VERIFIED: 0 combinations passed, 0 failed, "
says stdout '"result":"skipped"'
if "$CLSCAN" devices --json | grep '"default":true' | grep -q '"fp16":false'; then
    expect 2 verify --quick --type half
    says stderr "NOTHING VERIFIED"
fi
expect 0 verify --quick --type int --op add
says stderr "ok: 1 combination passed, 0 failed, 0 skipped"

# The fault swaps the operands in one step of one group algorithm.
plant wrong group/brent_kung.h 's/clscan_combine(s->a\[k - d\], s->a\[k\])/clscan_combine(s->a[k], s->a[k - d])/'
expect 1 verify --cl-dir wrong --type user --quick --group brent_kung --strategy hierarchical --json
says stderr "mismatch: affine"
says stderr "mismatch: interval"
says stdout '"result":"mismatch"'
expect 0 verify --cl-dir wrong --type user --quick --group blelloch --strategy hierarchical

# verify takes views, descriptions and sizes like bench.
quick="verify --quick --type int --op add --strategy single_group --group sequential"
lacking=0
for memory in svm usm; do
    has $memory || lacking=$((lacking + 2))
done
expect 0 $quick --view all --size 1,300,5000
says stderr "ok: $((42 - lacking)) combinations passed, 0 failed, $lacking skipped"
expect 0 $quick --exclusive --reverse --segments keys --key-type ushort --segment-length 1,7,2^10 --rows 100 --pitch 130 \
    --offset 3 --init --total --in-place --json
says stdout '"problem":"int add, reverse, with an initial value, with the total, segments of 7 by keys of ushort, rows of 100, 130 apart, from element 3 on, in place","kind":"exclusive"'
says stderr "ok: 3 combinations passed"
expect 0 verify --quick --type user --strategy reduce_scan --group blelloch --reverse --columns 10 --in-place
says stderr "ok: 2 combinations passed"
expect 2 $quick --view converted --type float
says stderr "skipped: float add: floating sums"
says stderr "NOTHING VERIFIED"
expect 0 $quick --size 0 --in-place --json
says stdout '"problem":"int add, in place"'
expect 2 $quick --size 2^62
says stderr "skipped: 4611686018427387904 elements don't fit into the device's memory: "
says stderr "NOTHING VERIFIED"
expect 2 $quick --size 1000 --offset 4611686018427387404
expect 2 $quick --size 1000 --rows 2 --pitch 2^63
expect 2 $quick --rows 100000
says stderr "skipped: int add: 70001 elements are less than a row of 100000"
says stderr "NOTHING VERIFIED"
expect 0 $quick --rows 1000 --size 10,3000
says stderr "skipped: 10 elements are less than a row of 1000"
refuses "--compact and --exclusive exclude each other" verify --compact --exclusive
refuses "--op-source looks at three elements at a time: --reverse is not possible with it" verify --op-source a.cl --reverse
refuses "--laws looks at three elements at a time: --size is not possible with it" verify --laws --size 10

# Operators with accumulators, and with second arrays.
for op in argmin_last add_checked last_seen; do
    expect 0 verify --quick --type short --op $op --strategy single_group --group sequential --size 0,1,300 \
        --view rows,flags --offset 2 --rows 30 --reverse
    says stderr "ok: 4 combinations passed, 0 failed, 0 skipped"
done
plant wrong op/add_checked.h 's/atomic_xchg(overflowed, 1)/(void)overflowed/'
expect 1 verify --quick --cl-dir wrong --op add_checked --type int --strategy single_group --group sequential --size 3001
says stderr "mismatch: int add_checked, inclusive, single_group, sequential, wg_size auto: place 0 of the second output, "
expect 2 verify --quick --op recurrence --type int --total
says stderr "skipped: int recurrence: --total and --op recurrence exclude each other: the operator scans an accumulator"
says stderr "NOTHING VERIFIED"

# wrong_view EDIT OPTION...: kernels that ignore an option, because of the fault EDIT, are found.
wrong_view() {
    plant wrong 'item/*.h' "$1"
    shift
    expect 1 $quick --cl-dir wrong --size 3000 "$@"
    says stderr "mismatch: int add, "
}
wrong_view 's/((segments)\[at\] != 0)/false/' --segments flags --segment-length 30
wrong_view 's/return negative ? 0 : .*/return n->count;/' --count-buffer
wrong_view 's/CLSCAN_REVERSE ? v->count - 1 - c->i : c->i/c->i/' --reverse --count-buffer
wrong_view 's/TOTAL_NUMBERS, clscan_result_of(v, carry)/TOTAL_NUMBERS, clscan_initial_value(v)/' --total
says stderr ": the total, 3000 elements: expected"
wrong_view 's/= words->word\[i\]/= 0/' --init
plant wrong 'item/*.h' 's/^static clscan_value clscan_initial_value(.*/& (void)v; return clscan_identity_value(); }\
static clscan_value clscan_initial_not_called(const clscan_view *v) {/'
for type in 'int --op add' 'float --op add' user; do
    # shellcheck disable=SC2086 # several words
    expect 1 verify --quick --cl-dir wrong --type $type --strategy single_group --group sequential --init --size 300
done
for name in affine interval; do
    says stderr "mismatch: $name, with an initial value"
done
expect 1 $quick --cl-dir wrong --init --size 300 --type float --op mul

# scan --check also finds a wrong kernel, and leaves no output.
plant wrong group/brent_kung.h 's/s->a\[k - d\], s->a\[k\]/s->a[k], s->a[k]/'
awk 'BEGIN { for (i = 0; i < 1000; i++) print i }' >in.txt
expect 1 scan --check --no-self-test --cl-dir wrong --group brent_kung --wg-size 16 in.txt out.txt
says stderr "mismatch at element"
[ ! -e out.txt ] || failed "a wrong result was written"

# The self-test also finds a wrong kernel, and the library replaces it.
export CLSCAN_EXPLAIN=1
expect 0 scan --check --no-cache --cl-dir wrong --group brent_kung --wg-size 16 in.txt out.txt
says stderr "self-test: single_group is wrong from element"
says stderr "verified 1000 elements"
passed
