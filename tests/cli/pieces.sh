# Arrays that are larger than a buffer of the device. POCL_MEMORY_LIMIT, in GiB, makes the largest buffer of PoCL 256 MiB.
. "$(dirname "$0")/common.sh"
export POCL_MEMORY_LIMIT=1

count=34000000 # as many longs have 272 MB
head -c $count /dev/zero | tr '\0' '\1' >ones.bin

# --check and --time need buffers for whole arrays, so that arrays that are too large are refused. A device without
# the limit does not refuse them, and would test nothing here.
got=0
"$CLSCAN" scan --no-self-test --check --type long --in-type uchar --segment-by ones.bin ones.bin /dev/null 2>stderr ||
    got=$?
[ "$got" -ne 0 ] || { echo "the buffers of this device are not limited" && exit 77; }
says stderr "clscan: can't compute the scan: OUT has 272000000 bytes, but a buffer of "
says stderr " has 268435456 at most"
refuses "can't select: the array of indices has 272000000 bytes, but a buffer of " \
    select --where x --type uchar --time --indices /dev/null ones.bin /dev/null
refuses "can't select: the array of --offsets has 272000008 bytes, but a buffer of " \
    select --where x --type uchar --segment-by ones.bin --offsets /dev/null ones.bin /dev/null
refuses "can't find runs: the array of indices has 272000000 bytes, but a buffer of " \
    unique --type uchar --time --indices /dev/null ones.bin /dev/null

# Contiguous scans and reductions are executed in pieces. The index of the last greatest element is in the last piece.
for order in '' --reverse; do
    # shellcheck disable=SC2086 # an empty word is not an option
    expect 0 scan --check --type long --in-type uchar --init 7 --total total.txt $order ones.bin /dev/null
    says stderr "verified $count elements and the total"
    [ "$(cat total.txt)" -eq $((count + 7)) ] || failed "the total $order"
done
expect 0 reduce --check --type long --in-type uchar ones.bin total.txt
[ "$(cat total.txt)" -eq $count ] || failed "the sum of the whole array"
expect 0 reduce --type long --in-type uchar --to text ones.bin
prints $count
expect 0 reduce --op argmax_last --type uchar --second-out - ones.bin /dev/null
prints $((count - 1))

# A stream takes segments, too.
expect 0 scan --type long --in-type uchar --segment-by ones.bin --total total.txt ones.bin /dev/null
[ "$(cat total.txt)" -eq 1 ] || failed "the total of the last segment"
rm ones.bin
passed
