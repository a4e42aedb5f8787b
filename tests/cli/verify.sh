# verify: passes as the library is, fails with a kernel that is wrong. Third argument: the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

expect 0 verify --quick --type uchar
expect 0 verify --quick --type float
says stderr "0 failed"
says stderr "seed "
says stderr "float: 0 of "
expect 0 verify --type user --strategy reduce_scan --group blelloch --quick
says stderr "ok: "

# To have skipped everything is no success.
expect 2 verify --quick --type int --op add --wg-size 1048576 --json
says stderr "NOTHING VERIFIED: 0 combinations passed, 0 failed, "
says stdout '"result":"skipped"'
if "$CLSCAN" devices --json | grep '"default":true' | grep -q '"fp16":false'; then
    expect 2 verify --quick --type half
    says stderr "NOTHING VERIFIED"
fi
expect 0 verify --quick --type int --op add
says stderr "ok: 1 combination passed, 0 failed, 0 skipped"

# The operands swapped in one step of one group algorithm.
cp -r "$kernels" wrong
sed 's/clscan_combine(s->a\[k - d\], s->a\[k\])/clscan_combine(s->a[k], s->a[k - d])/' \
    "$kernels/group/brent_kung.h" >wrong/group/brent_kung.h
if cmp -s "$kernels/group/brent_kung.h" wrong/group/brent_kung.h; then
    failed "the kernel has changed: plant another fault here"
fi
expect 1 verify --cl-dir wrong --type user --quick --group brent_kung --strategy hierarchical --json
says stderr "mismatch: affine"
says stderr "mismatch: interval"
says stdout '"result":"mismatch"'
expect 0 verify --cl-dir wrong --type user --quick --group blelloch --strategy hierarchical

# scan --check sees it too, and leaves no output.
sed 's/s->a\[k - d\], s->a\[k\]/s->a[k], s->a[k]/' "$kernels/group/brent_kung.h" >wrong/group/brent_kung.h
awk 'BEGIN { for (i = 0; i < 1000; i++) print i }' >in.txt
expect 1 scan --check --no-self-test --cl-dir wrong --group brent_kung --wg-size 16 in.txt out.txt
says stderr "mismatch at element"
[ ! -e out.txt ] || failed "a wrong result was written"

# So does the self-test, which then takes another kernel.
export CLSCAN_EXPLAIN=1
expect 0 scan --check --no-cache --cl-dir wrong --group brent_kung --wg-size 16 in.txt out.txt
says stderr "self-test: single_group is wrong from element"
says stderr "verified 1000 elements"
passed
