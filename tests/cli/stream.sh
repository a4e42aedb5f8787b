# Scans by streams: results are written while elements are read, whatever pieces they come in, and memory is bounded.
# With --check, the tool scans the array as a whole, so that both ways are compared.
. "$(dirname "$0")/common.sh"

awk 'BEGIN { for (i = 0; i < 30000; i++) print (i * 7919) % 2003 - 1000, int(i / 77), i % 97 == 0 }' >table.txt
for column in 1 2 3; do
    cut -d ' ' -f $column table.txt >column$column.txt
done
expect 0 scan --type long column1.txt sums.npy
expect 0 scan --type uint column2.txt keys.npy --op max
expect 0 scan --type uchar column3.txt flags.raw --op xor

# alike IN OPTION...: files and pipes in pieces of few and of many elements give what the array gives as a whole.
alike() {
    in=$1
    shift
    expect 0 scan --check "$in" whole.npy "$@"
    for buffer in 5000 2^20; do
        expect 0 scan --buffer $buffer "$in" pieces.npy "$@"
        same pieces.npy whole.npy
    done
    # shellcheck disable=SC2002 # a pipe is read in other portions than a file
    cat "$in" | "$CLSCAN" scan --no-self-test --buffer 9999 - pieces.npy "$@" 2>stderr || failed "from a pipe: $*"
    same pieces.npy whole.npy
    checks=$((checks + 1))
}
alike column1.txt
expect 0 scan column1.txt out.txt
"$CLSCAN" scan --no-self-test --buffer 9999 <column1.txt >pieces.txt 2>stderr || failed "from a file as stdin"
same pieces.txt out.txt
seq 9 | "$CLSCAN" scan --no-self-test --buffer 1 >stdout 2>stderr || failed "pieces of one element"
prints "1 3 6 10 15 21 28 36 45"
alike column1.txt --exclusive --init 7
alike sums.npy --op max
alike column1.txt --by-key column2.txt
alike sums.npy --wrap --by-key keys.npy --exclusive
alike sums.npy --wrap --segment-by flags.raw
alike table.txt -t ' ' -f 1 --by-key 2
alike table.txt -t ' ' -f 1 --segment-by 3 --init 5

# Operators with second arrays are compared with the whole array by --time, because plain C does not know them.
second() {
    in=$1
    shift
    expect 0 scan --time "$in" whole.npy "$@"
    for buffer in 1000 2^20; do
        expect 0 scan --buffer $buffer "$in" pieces.npy "$@"
        same pieces.npy whole.npy
    done
}
second column1.txt --op last_seen --second column3.txt
second column1.txt --op last_seen --second flags.raw
second table.txt -t ' ' -f 1 --op last_seen --second 3
second column1.txt --op argmax --second-out whole.txt
cp whole.txt indices.txt
expect 0 scan --buffer 3000 column1.txt pieces.npy --op argmax --second-out whole.txt
same whole.txt indices.txt
expect 0 scan --buffer 3000 --type short column1.txt pieces.npy --op add_checked --second-out whole.txt
[ "$(cat whole.txt)" -eq 1 ] || failed "no overflow in a short"

# Reductions.
for op in add max; do
    expect 0 reduce --op $op --check column1.txt whole.npy
    expect 0 reduce --op $op --buffer 1000 column1.txt pieces.npy
    same pieces.npy whole.npy
done
expect 0 reduce --op argmax --buffer 1000 --second-out - column1.txt /dev/null
prints "$(awk '$1 > most { most = $1; at = NR - 1 } END { print at }' column1.txt)"

# Formats: a header is corrected when the number of elements is known, and text has the shape of the array.
expect 0 scan --buffer 3000 sums.npy --op max --total total.txt
[ "$(cat total.txt)" = "$(tail -n 1 stdout)" ] || failed "the total"
"$CLSCAN" scan --no-self-test --to npy - <column1.txt >pieces.npy 2>stderr || failed "npy on stdout"
same pieces.npy sums.npy

# wait_until CONDITION: waits a minute at most, while the tool is running.
wait_until() {
    tenths=0
    until eval "$1"; do
        kill -0 $tool || failed "ended before its input"
        sleep 0.1
        tenths=$((tenths + 1))
        [ $tenths -lt 600 ] || { kill $tool && failed "a minute without $1"; }
    done
}

# Results do not wait for further elements.
yes 1 | head -c 100000000 | "$CLSCAN" scan --no-self-test 2>stderr | head -n 3 >stdout
prints "1 2 3"
mkfifo pipe
rm stdout
"$CLSCAN" scan --no-self-test <pipe >stdout 2>stderr &
tool=$!
exec 3>pipe
echo 5 >&3
wait_until '[ -s stdout ]' # the shell makes this file when the pipe is open
[ "$(cat stdout)" = 5 ] || failed "not 5"
echo 6 >&3
exec 3>&-
wait $tool || failed "status $? after two lines"
prints "5 11"

# The type of a text is that of all its lines. Later lines of a pipe must have the type of the first lines.
{ seq 30000 && echo 0.5; } >late.txt
expect 0 scan late.txt out.txt
expect 0 scan --type double late.txt doubles.txt
same out.txt doubles.txt
got=0
(cat column1.txt && sleep 1 && echo 0.5) | "$CLSCAN" scan --no-self-test 2>stderr >stdout || got=$?
[ "$got" -eq 2 ] || failed "status $got after a late fraction"
says stderr "stdin:30001: '0.5' is not of type long, as the first lines are (--type double reads all)"

# Mistakes far into the input leave the old output in place, and so do signals.
echo old >out.txt
{ seq 30000 && echo x; } >wrong.txt
refuses "wrong.txt:30001: 'x' is not a number" scan --buffer 1000 wrong.txt out.txt
{ seq 30000 && echo && echo 1; } >wrong.txt
refuses "wrong.txt:30001: a number is missing" scan --buffer 1000 wrong.txt out.txt
{ seq 30000 && printf '\n \n\n'; } >right.txt
expect 0 scan --buffer 1000 right.txt /dev/null
refuses "right.txt:256: 32640 + 256 is out of range for short" scan --buffer 99 --type short right.txt out.txt
head -c 100001 column1.txt >odd.bin
refuses "truncated: 100001 bytes can't be divided into elements of 4 bytes" scan --type int odd.bin out.txt
got=0
head -c 100001 column1.txt | "$CLSCAN" scan --no-self-test --from raw --type int - out.txt 2>stderr || got=$?
[ "$got" -eq 2 ] || failed "status $got after a truncated pipe"
says stderr "truncated: 100001 bytes can't be divided into elements of 4 bytes"
got=0
head -c 100000 sums.npy | "$CLSCAN" scan --no-self-test - out.txt 2>stderr || got=$?
[ "$got" -eq 2 ] || failed "status $got after a truncated npy"
says stderr "stdin: truncated: the header promises 30000 elements of 8 bytes, 12476 follow"
"$CLSCAN" scan --no-self-test <pipe - out.txt 2>stderr &
tool=$!
exec 3>pipe
cat column1.txt >&3
wait_until '[ -n "$(find . -name ".clscan.*")" ]'
kill -TERM $tool
wait $tool && failed "SIGTERM changes nothing"
exec 3>&-
[ "$(cat out.txt)" = old ] || failed "the old output is gone"
[ -z "$(find . -name '.clscan.*')" ] || failed "a half-written file is left"

# Memory does not grow with the input: a file of 400 MB takes as much as one of 4 MB, up to 16 MB.
command -v python3 >/dev/null || { passed && exit 0; }
truncate -s 4000000 short.raw
truncate -s 400000000 long.raw
python3 - "$CLSCAN" <<'END' || failed "memory"
import os, subprocess, sys

def peak(file):
    """Scans a file, and returns the tool's greatest resident memory in MB."""
    tool = subprocess.Popen([sys.argv[1], "scan", "--no-self-test", "--type", "int", file, "/dev/null"])
    _, status, usage = os.wait4(tool.pid, 0)
    assert status == 0, status
    return usage.ru_maxrss / 1e3

short, long = peak("short.raw"), peak("long.raw")
print(f"{short:.0f} MB, {long:.0f} MB")
assert long < short + 16, (short, long)
END
checks=$((checks + 1))
passed
