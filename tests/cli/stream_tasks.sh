# Streams of other tasks than scans: select, unique, runs, histogram and reduce by segments write results while elements
# are read, whatever pieces they come in, and their memory is bounded. With --check, the tool computes with the array as
# a whole, so that both ways are compared.
. "$(dirname "$0")/common.sh"

awk 'BEGIN { for (i = 0; i < 6000; i++) print int(i * i / 900) % 503 - 250, int(i / 77), i % 97 == 0, i % 31 / 4 }' >table.txt
for column in 1 2 3 4; do
    cut -d ' ' -f $column table.txt >column$column.txt
done
expect 0 scan --type int --op max column2.txt keys.npy
expect 0 scan --type uchar --op xor column3.txt flags.raw
expect 0 scan --type int --wrap column1.txt elements.npy

# alike FILES COMMAND IN OPTION...: files and pipes in pieces of few and of many elements give the FILES that the array
# gives as a whole.
alike() {
    files=$1 command=$2 in=$3
    shift 3
    rm -f whole.* pieces.*
    expect 0 "$command" --check "$in" out.npy "$@"
    for file in $files; do mv "$file" "whole.$file"; done
    for buffer in 999 2^20; do
        expect 0 "$command" --buffer $buffer "$in" out.npy "$@"
        for file in $files; do same "$file" "whole.$file"; done
    done
    # shellcheck disable=SC2002 # a pipe is read in other portions than a file
    cat "$in" | "$CLSCAN" "$command" --no-self-test --buffer 9999 - out.npy "$@" 2>stderr || failed "from a pipe: $*"
    for file in $files; do same "$file" "whole.$file"; done
    checks=$((checks + 1))
}
alike "out.npy index.txt total.txt" select column1.txt --flags column3.txt --indices index.txt --total total.txt
alike "out.npy index.npy" select elements.npy --flags flags.raw --indices index.npy
alike "out.npy second.npy" select table.txt -t ' ' -f 1 --flags 3 --second 4 --second-out second.npy
alike "out.npy second.npy" select elements.npy --flags flags.raw --second keys.npy --second-out second.npy
alike "out.npy index.txt total.txt" unique column1.txt --indices index.txt --total total.txt
alike "out.npy index.txt total.txt" unique column2.txt --last --indices index.txt --total total.txt
alike "out.npy second.txt" unique elements.npy --by-key keys.npy --second flags.raw --second-type uchar --second-out second.txt
alike "out.npy index.txt lengths.npy total.txt" runs column2.txt --indices index.txt --lengths lengths.npy --total total.txt
alike "out.npy lengths.txt" runs table.txt -t ' ' -f 1 --by-key 2 --lengths lengths.txt
alike out.npy histogram column1.txt --bins 10 --range -250,250
alike out.npy histogram elements.npy --edges=-250,-1,0,0.5,300
alike out.npy histogram column1.txt --edges=-250,-1,0,0.5,300 --weights column2.txt
alike out.npy histogram table.txt -t ' ' -f 1 --edges=-250,-1,0,0.5,300 --weights 4
alike out.npy histogram elements.npy --bins 5 --range 0,100 --weights keys.npy
alike out.npy reduce column1.txt --by-key column2.txt
alike out.npy reduce elements.npy --segment-by flags.raw --op max
alike out.npy reduce table.txt -t ' ' -f 1 --by-key 2 --init 7 --type int
expect 0 reduce --time --by-key keys.npy --op argmax --second-out whole.txt elements.npy whole.npy
expect 0 reduce --buffer 999 --by-key keys.npy --op argmax --second-out pieces.txt elements.npy pieces.npy
same pieces.npy whole.npy
same pieces.txt whole.txt

# An expression, which plain C does not know, and pieces of which no element is kept.
awk '$1 > 7' column1.txt >want.txt
for buffer in 99 2^20; do
    expect 0 select --where 'x > 7' --buffer $buffer --total total.txt column1.txt out.txt
    same out.txt want.txt
    [ "$(cat total.txt)" = "$(wc -l <want.txt)" ] || failed "the total"
done
timeout 100 "$CLSCAN" select --no-self-test --where 'x > 1000' --buffer 99 --total - column1.txt /dev/null >stdout \
    2>stderr || failed "no element is kept"
prints 0
{ cat column1.txt && echo 5000; } >last.txt
timeout 100 "$CLSCAN" select --no-self-test --where 'x > 1000' --buffer 99 last.txt >stdout 2>stderr || failed "one is kept"
prints 5000
timeout 100 "$CLSCAN" unique --no-self-test --buffer 99 --indices - flags.raw --type uchar --by-key column3.txt /dev/null \
    >stdout 2>stderr || failed "runs longer than a piece"

# The user's types, and JSON.
echo 'typedef struct { int key; float value; } pair;' >pair.cl
i4 5 100 2 101 4 102 >pairs.raw
i4 5 100 4 102 >want.raw
expect 0 select --json --type user --type-size 8 --op-source pair.cl --type-name pair --where 'x.key > 3' pairs.raw out.raw
says stdout '"count":3,"kept":2,"checked":false'
same out.raw want.raw
expect 0 histogram --json --bins 2 --range 0,300 column1.txt out.txt
says stdout '"count":6000,"bins":2,"rows":1,"weighted":false,"checked":false'
expect 0 reduce --json --by-key column2.txt column1.txt out.txt
says stdout '"count":6000,"results":78'
for command in "select --where x" unique "runs --lengths lengths.txt" "reduce --by-key empty.txt"; do
    : >empty.txt
    # shellcheck disable=SC2086 # several words
    expect 0 $command empty.txt out.txt
    [ ! -s out.txt ] || failed "$command: results from nothing"
done

# Results do not wait for further elements.
yes 1 | head -c 100000000 | "$CLSCAN" select --no-self-test --where 'x > 0' 2>stderr | head -n 3 >stdout
prints "1 1 1"
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
mkfifo pipe
# slow RESULTS OPTION...: the lines 5, 5 and 6 give the first result before the pipe ends, and all RESULTS then.
slow() {
    want=$1
    shift
    rm -f stdout
    "$CLSCAN" "$@" --no-self-test <pipe >stdout 2>stderr &
    tool=$!
    exec 3>pipe
    printf '5\n5\n6\n' >&3
    wait_until '[ -s stdout ]' # the shell makes this file when the pipe is open
    [ "$(head -n 1 stdout)" = "${want%% *}" ] || failed "not ${want%% *}"
    exec 3>&-
    wait $tool || failed "status $? of $*"
    prints "$want"
}
slow "5 5" select --where 'x < 6'
slow "5 6" unique
slow "5 6" unique --last
slow "2 1" runs --lengths - - /dev/null
slow "5 6" runs --type long --indices /dev/null

# Mistakes far into the input leave the old output in place, and so do signals.
for file in out.txt index.txt; do echo old >$file; done
{ seq 6000 && echo x; } >wrong.txt
refuses "wrong.txt:6001: 'x' is not a number" select --where 'x > 0' --buffer 1000 --indices index.txt wrong.txt out.txt
refuses "wrong.txt:6001: 'x' is not a number" unique --buffer 1000 --indices index.txt wrong.txt out.txt
refuses "wrong.txt:6001: 'x' is not a number" histogram --bins 2 --range 0,9 --buffer 1000 wrong.txt out.txt
refuses "wrong.txt:6001: 'x' is not a number" reduce --by-key wrong.txt --buffer 1000 wrong.txt out.txt
head -n 4000 column3.txt >fewer.txt
refuses "--flags: fewer.txt has 4000 values, but column1.txt has more elements" \
    select --flags fewer.txt --buffer 1000 column1.txt out.txt
refuses "--weights: fewer.txt has 4000 values, but column1.txt has more elements" \
    histogram --bins 2 --range 0,9 --weights fewer.txt --buffer 1000 column1.txt out.txt
refuses "--by-key: column2.txt has 6000 values, but fewer.txt has 4000 elements" unique --by-key column2.txt fewer.txt out.txt
refuses "--second: fewer.txt has 4000 values, but column1.txt has more elements" \
    select --where 1 --second fewer.txt --second-out index.txt --buffer 1000 column1.txt out.txt
refuses "--buffer" partition --where 1 --buffer 1000 column1.txt out.txt
refuses "--buffer: 0 is too small" select --where 1 --buffer 0 column1.txt out.txt
got=0
(cat column1.txt && sleep 1 && echo 0.5) | "$CLSCAN" select --where 1 --no-self-test 2>stderr >stdout || got=$?
[ "$got" -eq 2 ] || failed "status $got after a late fraction"
says stderr "stdin:6001: '0.5' is not of type long, as the first lines are (--type double reads all)"
"$CLSCAN" select --where 'x > 0' --no-self-test --indices index.txt <pipe - out.txt 2>stderr &
tool=$!
exec 3>pipe
cat column1.txt >&3
wait_until '[ -n "$(find . -name ".clscan.*")" ]'
kill -TERM $tool
wait $tool && failed "SIGTERM changes nothing"
exec 3>&-
for file in out.txt index.txt; do [ "$(cat $file)" = old ] || failed "the old $file is gone"; done
[ -z "$(find . -name '.clscan.*')" ] || failed "a half-written file is left"

# Memory does not grow with the input: a file of 400 MB takes as much as one of 4 MB, up to 16 MB.
command -v python3 >/dev/null || { passed && exit 0; }
truncate -s 4000000 short.raw
truncate -s 400000000 long.raw
python3 - "$CLSCAN" <<'END' || failed "memory"
import os, subprocess, sys

def peak(file, command, *options):
    """Runs a subcommand, and returns the tool's greatest resident memory in MB."""
    tool = subprocess.Popen([sys.argv[1], command, "--no-self-test", "--type", "int", *options, file, "/dev/null"])
    _, status, usage = os.wait4(tool.pid, 0)
    assert status == 0, status
    return usage.ru_maxrss / 1e3

for command in (["select", "--where", "x < 1"], ["runs"], ["histogram", "--bins", "4", "--range", "0,4"]):
    peak("short.raw", *command)  # compiles the kernels, which takes memory too
    short, long = peak("short.raw", *command), peak("long.raw", *command)
    print(f"{command[0]}: {short:.0f} MB, {long:.0f} MB")
    assert long < short + 16, (command, short, long)
END
checks=$((checks + 1))
passed
