# The output file appears only when it is complete.
. "$(dirname "$0")/common.sh"

printf '1\n2\n3\n' >in.txt
printf '1\nx\n3\n' >bad.txt
printf '1\n3\n6\n' >want

# nothing_left: checks that the folder has no half-written file.
nothing_left() {
    [ -z "$(find . -name '.clscan.*')" ] || failed "a half-written file is left"
}

# An existing output file survives a run that fails because of the input, of the device, or while it writes.
echo precious >out.txt
echo precious >old
expect 2 scan bad.txt out.txt
same out.txt old
expect 2 scan -d nothing-of-that-name in.txt out.txt
same out.txt old
expect 2 scan --type half -d cpu --wg-size 3 in.txt out.txt
same out.txt old
printf '1234' >in.bin
expect 2 scan --from raw --type user --type-size 4 --type-name int --combine max --identity 0 in.bin out.txt
says stderr "text can't hold a user type"
same out.txt old
nothing_left
expect 0 scan in.txt out.txt
same out.txt want
nothing_left

# Files that are open already are written from their position on.
for place in /dev/stdout /dev/fd/1 /proc/self/fd/1; do
    echo old >log.txt
    {
        echo before
        "$CLSCAN" scan --no-self-test in.txt "$place"
        echo behind
    } >>log.txt
    printf 'old\nbefore\n1\n3\n6\nbehind\n' >want_log
    same log.txt want_log
done
{
    echo before >&2
    "$CLSCAN" scan --no-self-test --total /dev/stderr in.txt out.txt
    echo behind >&2
} 2>log.txt
printf 'before\n6\nbehind\n' >want_log
same log.txt want_log
refuses "/dev/fd/99: can't write: " scan in.txt /dev/fd/99
nothing_left

# Files that cannot be read or written.
refuses "missing.txt: can't read: No such file or directory" scan missing.txt out.txt
refuses ": is a folder" scan . out.txt
mkdir folder
refuses "can't write" scan in.txt folder
refuses "nowhere/out.txt: can't write: No such file or directory" scan in.txt nowhere/out.txt
refuses "in.txt/out.txt: can't write: Not a directory" scan in.txt in.txt/out.txt
if [ "$(id -u)" -ne 0 ]; then
    chmod a-w folder
    refuses "can't write: Permission denied" scan in.txt folder/out.txt
    touch readonly.txt
    chmod a-w readonly.txt
    refuses "can't write: Permission denied" scan in.txt readonly.txt
    touch secret.txt
    chmod a-r secret.txt
    refuses "can't read: Permission denied" scan secret.txt out.txt
fi
if [ -w /dev/full ]; then
    refuses "/dev/full: can't write" scan in.txt /dev/full
fi
# A limit on the size of files imitates a full disk. Its signal, SIGXFSZ, is ignored, as many callers do. The limit is
# large enough for the files of the driver's compiler.
awk 'BEGIN { for (i = 0; i < 600000; i++) print 1000000000 + i }' >large.txt
echo precious >out.txt
got=0
(trap '' XFSZ && ulimit -f 6000 && exec "$CLSCAN" scan large.txt out.txt) 2>stderr || got=$?
[ "$got" -eq 2 ] || failed "status $got on a full disk"
same out.txt old
nothing_left

# interrupted SIGNAL COUNT ARGUMENT...: sends SIGNAL when COUNT half-written files exist. The signal ends the tool, and
# no file is left.
interrupted() {
    signal=$1 count=$2
    shift 2
    (ulimit -c 0 && exec "$CLSCAN" "$@") >stdout 2>stderr &
    tool=$!
    while kill -0 $tool 2>/dev/null; do
        # shellcheck disable=SC2144 # each name is looked at
        set -- .clscan.*
        [ ! -e "$1" ] || [ $# -lt "$count" ] || break
    done
    for _ in 1 2 3 4 5; do # a driver's compiler may catch one of the signals
        kill -"$signal" $tool 2>/dev/null || true
        sleep 0.1
    done
    got=0
    wait $tool || got=$?
    [ "$(kill -l $got)" = "$signal" ] || failed "status $got after SIG$signal"
    [ "$(echo interrupted*)" = "interrupted*" ] || failed "an interrupted run has left its output"
    nothing_left
    checks=$((checks + 1))
}

# Signals end the tool while half-written files exist. A crash or abort() in a driver sends some of these signals.
head -c 100000000 /dev/zero >zeros.bin
for signal in TERM XCPU ABRT SEGV BUS FPE ILL; do
    interrupted $signal 1 scan --type int --time zeros.bin interrupted.txt
done
for signal in TERM SEGV; do
    interrupted $signal 2 scan --type int --op argmax_last --no-self-test --second-out interrupted_2.txt zeros.bin \
        interrupted.npy
done
rm zeros.bin

# Devices and pipes are not replaced by files, links stay links, and files keep their modes.
expect 0 scan in.txt /dev/null
[ -c /dev/null ] || failed "/dev/null was replaced"
mkfifo pipe
"$CLSCAN" scan in.txt pipe --to text &
cat pipe >from_pipe
wait $!
same from_pipe want
echo old >target.txt
ln -s target.txt link.txt
expect 0 scan in.txt link.txt
[ -L link.txt ] || failed "the link was replaced"
same target.txt want
for target in not_yet.txt "$PWD/not_yet.txt" not/yet.txt; do
    mkdir -p not links
    ln -s "../hop.txt" links/first.txt
    ln -s "$target" hop.txt
    expect 0 scan in.txt links/first.txt
    [ -L links/first.txt ] && [ -L hop.txt ] || failed "a dangling link was replaced"
    same "$target" want
    rm -r not_yet.txt not links hop.txt 2>/dev/null || true
done
ln -s circle.txt circle.txt
refuses "circle.txt: can't write" scan in.txt circle.txt
echo old >out.txt
chmod 640 out.txt
expect 0 scan in.txt out.txt
[ -n "$(find out.txt -perm 640)" ] || failed "the mode changed"
chmod 6750 out.txt
expect 0 scan in.txt out.txt
[ -n "$(find out.txt -perm 750)" ] || failed "whom it runs as went on"
rm out.txt
(umask 027 && "$CLSCAN" scan in.txt out.txt)
[ -n "$(find out.txt -perm 640)" ] || failed "the mode ignores the umask"

# The output has the longest possible name.
longest=$(printf '%0251d' 0).txt
expect 0 scan in.txt "$longest"
same "$longest" want
rm "$longest"

# If stdin, stdout or stderr is closed, the output file must not get its file descriptor.
expect_closed() {
    [ "$got" -eq "$1" ] || failed "status $got, not $1, with a standard file closed"
}
for closed in '<&-' '>&-' '2>&-' '<&- >&- 2>&-'; do
    got=0
    eval "\"\$CLSCAN\" scan in.txt closed.txt $closed" || got=$?
    expect_closed 0
    same closed.txt want
    rm closed.txt
done
nothing_left
got=0
"$CLSCAN" scan in.txt - 2>stderr >&- || got=$?
expect_closed 2
says stderr "stdout: can't write"
got=0
"$CLSCAN" scan - closed.txt 2>stderr <&- || got=$?
expect_closed 2
says stderr "stdin: can't read"

# The output file is the input file.
cp in.txt self.txt
expect 0 scan self.txt self.txt
same self.txt want

# Two outputs must not be the same file, by whatever path. A device may take both.
echo precious >both.txt
ln -s both.txt to_both.txt
for total in both.txt ./both.txt "$PWD/both.txt" to_both.txt; do
    refuses "--total and the output are both $total" scan in.txt both.txt --total "$total"
    [ "$(cat both.txt)" = precious ] || failed "--total has replaced the output"
done
refuses "--total and the output are both ./new.txt" scan in.txt new.txt --total ./new.txt
refuses "nowhere/total.txt" scan in.txt both.txt --total nowhere/total.txt
[ "$(cat both.txt)" = precious ] || failed "the output is replaced, and its total is nowhere"
nothing_left
expect 0 scan in.txt /dev/null --total /dev/null
mkdir totals
expect 0 scan in.txt both.txt --total totals/both.txt
same both.txt want
[ "$(cat totals/both.txt)" = 6 ] || failed "the total"

# No result replaces a file that the scan reads, except the output the input.
printf '1\n0\n1\n' >heads.txt
printf '1\n2\n3\n' >kept.txt
cp heads.txt heads.kept
ln -s in.txt to_in.txt
for path in in.txt ./in.txt to_in.txt; do
    refuses "--total and the input are both $path" scan in.txt out.new --total "$path"
    refuses "--second-out and the input are both $path" scan --op argmax in.txt out.new --second-out "$path"
done
refuses "--total and the input are both in.txt" scan - out.new --total in.txt <in.txt
refuses "--total and the file of --segment-by are both heads.txt" \
    scan in.txt out.new --segment-by heads.txt --total heads.txt
refuses "--total and the file of --by-key are both heads.txt" scan in.txt out.new --by-key heads.txt --total heads.txt
refuses "the output and the file of --second are both heads.txt" \
    scan --op last_seen --second heads.txt in.txt heads.txt
same in.txt kept.txt
same heads.txt heads.kept
[ ! -e out.new ] || failed "a refused scan has written"
printf '0\n3\n' >offsets.txt
refuses "--total and the file of --segment-by are both offsets.txt" \
    scan in.txt out.new --segment-by offsets:offsets.txt --total offsets.txt

# The reader of the pipe ends early.
"$CLSCAN" scan large.txt - 2>stderr | head -n 1 >first
[ "$(cat first)" = 1000000000 ] || failed "first line"
[ ! -s stderr ] || failed "words about a broken pipe"
passed
