# Binary output is written to the mapped output file directly. The file has the same bytes as output through a pipe, and
# a scan that fails leaves no file behind.
. "$(dirname "$0")/common.sh"

nothing_left() {
    [ -z "$(find . -name '.clscan.*')" ] || failed "a half-written file is left"
}

# as_piped IN OUT OPTION...: the output file has the same bytes as output to a pipe, which cannot be mapped.
as_piped() {
    in=$1
    out=$2
    shift 2
    expect 0 scan "$in" "$out" --check --wrap "$@"
    "$CLSCAN" scan --wrap "$in" - --to "${out##*.}" "$@" 2>stderr | cat >piped
    same "$out" piped
}

# Output of no elements, of one, of about a page (with and without the npy header of 128 bytes), and of more than a
# slice.
od -An -v -tu1 -N 65536 "$CLSCAN" | awk '{ for (i = 1; i <= NF; i++) print $i * 16909 % 65521 }' >numbers.txt
cat numbers.txt numbers.txt numbers.txt numbers.txt numbers.txt numbers.txt numbers.txt numbers.txt >all.txt
for count in 0 1 991 992 993 1023 1024 1025 500001; do
    head -n $count all.txt >in.txt
    as_piped in.txt out.npy --type int
    as_piped in.txt out.raw --type int --exclusive
done
as_piped out.npy again.npy --exclusive
as_piped in.txt wide.npy --type double
as_piped out.npy narrow.raw --op max

# The output file is the input file.
cp out.npy self.npy
expect 0 scan self.npy self.npy
expect 0 scan out.npy sums.npy
same self.npy sums.npy
nothing_left

# There is no room for the output: the size of files is limited, or the disk is full.
echo precious >old
cp old out.npy
for to in out.npy out.raw out.txt; do
    cp old $to
    got=0
    (ulimit -f 3000 && exec "$CLSCAN" scan sums.npy $to) 2>stderr || got=$?
    [ "$got" -eq 2 ] || failed "status $got beyond the limit on files"
    says stderr "$to: can't write: File too large"
    same $to old
done
nothing_left
(ulimit -f 100 && exec "$CLSCAN" scan sums.npy out.npy) 2>stderr && failed "so small a limit stops nobody"
same out.npy old
nothing_left # the limit may also have ended the process in the device's compiler
mkdir disk
if mount -t tmpfs -o size=1m tmpfs disk 2>/dev/null; then
    trap 'umount disk' EXIT
    cp old disk/out.npy
    refuses "disk/out.npy: can't write: No space left on device" scan sums.npy disk/out.npy
    same disk/out.npy old
    nothing_left
else
    echo "no tmpfs may be mounted: a full disk is not tried"
fi

# begin OUT: starts a scan of 100 million bytes, and returns as soon as its temporary output file exists.
begin() {
    head -c 100000000 /dev/zero >zeros.bin
    "$CLSCAN" scan --type int --time --check zeros.bin "$1" >stdout 2>stderr &
    tool=$!
    while [ -z "$(find . -name '.clscan.*')" ] && kill -0 $tool 2>/dev/null; do :; done
}

# ended STATUS WHEN: the scan has ended with STATUS and left no file. WHEN describes the event for the message.
ended() {
    got=0
    wait $tool || got=$?
    [ "$got" -eq "$1" ] || failed "status $got $2"
    [ ! -e out.bin ] || failed "an output $2"
    nothing_left
    checks=$((checks + 1))
}

# The tool is interrupted while the device starts, and while it scans.
for delay in 0 0.4; do
    begin out.bin
    sleep $delay
    kill -TERM $tool
    ended 143 "after SIGTERM"
done

# The input file is truncated while it is mapped.
begin out.bin
kill -STOP $tool
: >zeros.bin
kill -CONT $tool
ended 2 "after the input was cut short"
says stderr "clscan: a file was cut short while it was in use"
rm -f zeros.bin
passed
