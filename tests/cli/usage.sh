# The command line itself: help, version, and the errors for wrong options.
. "$(dirname "$0")/common.sh"

expect 0 --version
grep -Eq '^clscan [0-9]+\.[0-9]+\.[0-9]+$' stdout || failed "version"
expect 0 --help
says stdout "Prefix scans, selections, reductions, sorts and histograms on any OpenCL device."
says stdout "clscan SUBCOMMAND --help describes a subcommand, and clscan --version prints the version."
commands="devices scan reduce select partition unique runs sort topk histogram verify bench tune explain cache"
for command in $commands; do
    says stdout "  $command "
done
for command in $commands; do
    expect 0 $command --help
    says stdout "usage: clscan $command"
    ! grep -Eq '^.{111}| $' stdout || failed "lines that are too long, or end in blanks"
    sed -n 's/^  \(-.,\)* *\(--[a-z-]*\).*/\2/p' stdout | sort >options
    grep -o -e '--[a-z][a-z-]*' stdout | sort -u | comm -23 - options >unknown
    [ ! -s unknown ] || failed "$command has no option $(cat unknown), which its help names"
    awk '/^[A-Z][a-z ]*:$/ && !/^Examples:$/ { bad += seen[$0]++ || (heading && !options); heading = 1; options = 0 }
        /^  (-.,|   ) --/ { bad += !heading; options++ }
        END { exit bad || !options }' stdout || failed "an option of $command without a heading, or a heading without options"
    expect 0 $command -h
done
for command in scan reduce select partition unique runs sort topk histogram; do
    expect 0 $command --help
    says stdout "All others, such as .raw, .bin and names without an ending,"
    says stdout "--from and --to choose another format for IN and OUT."
done
expect 0 scan --help
headings=$(grep -x '[A-Z][a-z ]*:' stdout | tr '\n' ' ')
[ "$headings" = "What is computed: Input and output: Elements: Rows and segments: Checks and measurements: \
Your own types and operators: Device: Tuning: Other: Examples: " ] || failed "the headings $headings"
for name in int half reduce_scan brent_kung; do
    says stdout "$name"
done
expect 0 bench --help
says stdout "or enough (columns)"
for option in "sort --by-key COLUMN" "scan --segment-by COLUMN" "scan --second COLUMN" "select --flags COLUMN" \
    "select --by-key COLUMN" "histogram --weights COLUMN" "histogram --edges LIST"; do
    expect 0 "${option%% *}" --help
    says stdout " ${option#* }|FILE "
done

refuses "subcommand is missing"
refuses "'sacn' is not a subcommand" sacn
refuses "--frobnicate" scan --frobnicate in out
refuses "--exclusive" tune --exclusive
refuses "'--edges' is not an option of clscan sort, but of histogram; clscan sort --help lists all" sort --edges 1,2
refuses "'--three-way' is not an option of clscan select, but of partition, verify, bench, tune, explain;" \
    select --three-way --where 1
refuses "'--argsort' is not an option of clscan scan, but of sort, topk;" scan --argsort=index.txt
refuses "'--nothing' is not an option of clscan scan [IN [OUT]]; clscan scan --help lists all" scan --nothing
refuses "'--nothing' is not an option of clscan devices; clscan devices --help lists all" devices --nothing
refuses "'-k' is not an option of clscan sort, but of topk, verify, bench, tune, explain;" sort -k 3
refuses "'-o' is not an option of clscan sort [IN [OUT]];" sort -o out in
refuses "'--op' wants a value; clscan scan --help lists all" scan in out --op
refuses "'--json=3' takes no value" scan in out --json=3
refuses "'--in' begins several options: --init, --in-type" scan in out --in
refuses "'--se' begins several options: --second, --second-out, --segment-by" scan in out --se=3
refuses "'-q' is not an option" scan in out -q
refuses "usage: clscan scan [OPTION]... [IN [OUT]]; 3 given, not at most 2 (see clscan scan --help)" scan in out more
refuses "--json and the output both want stdout: give OUT a name, or /dev/null for no output" scan --json in
refuses "usage: clscan explain" explain
refuses "usage: clscan verify" verify more
refuses "'plus' is none of add, mul, min, max, and, or, xor, add_sat, add_compensated, log_sum_exp" scan --op plus in out
refuses "argmin writes another array: name it by --second-out" scan --op argmin --type int /dev/null out
refuses "--op: last_seen reads or writes a second array" tune --op last_seen
refuses "'plus' is none of add" bench --op last_seen,plus
refuses "'plus' is none of add" explain --op plus 1000
refuses "'last' is none of add" scan --op last in out
refuses "'integer' is none of int" scan --type integer in out
refuses "'fast' is none of auto" scan --strategy fast in out
refuses "'best' is none of auto" scan --group best in out
refuses "'csv' is none of npy, raw, text" scan --format csv in out
refuses "--items: 'x' is not a whole number" scan --items x in out
refuses "--items: '-1' is not a whole number" scan --items -1 in out
refuses "--items: 0 is too small; the least is 1" scan --items 0 in out
refuses "--items: 2000000 is out of range, which is from 1 to 1048576" scan --items 2000000 in out
refuses "--rows: '2^x' is not a whole number like 1000 or 2^20" bench --rows 2^x
refuses "--columns: 2^64 is out of range" bench --columns 2^64
refuses "--skip: 10^20 is out of range" scan --skip 10^20 in out
refuses "--seed: 18446744073709551616 is out of range" verify --seed 18446744073709551616
refuses "'ab' is not one character" scan -f 1 -t ab in out
refuses "has a number out of range" scan -f 2,00000000000000000000001x in out
refuses "needs --identity or --init" scan --combine max --exclusive in out
refuses "needs --identity" scan --combine max --exclusive --type user in out
! grep -q -e --init stderr || failed "a number for a user type"
refuses "need --op-source or --combine" scan --identity 0 in out
refuses "--op and --combine exclude each other: a scan has one operator" scan --combine max --identity 0 --op add in out
refuses "--check and --combine exclude each other: plain C does not know your operator" scan --combine max --identity 0 --check in out
refuses "both want stdout" scan --json in -
refuses "--total and the output both want stdout" scan --total - in -
refuses "--json and --total both want stdout" scan --json --total - in out
refuses "--segment-by and --by-key exclude each other: segments are given in one way only" scan --by-key a --segment-by b in out
refuses "--columns and --rows exclude each other: columns are rows with a stride of their own" bench --rows 10 --columns 10
refuses "--segments offsets and --key-type exclude each other: offsets are of uint or ulong" verify --segments offsets --key-type float
refuses "--segment-length needs --segments" bench --segment-length 10
refuses "--axis: '4' is not a number from -4 to 3" scan --axis 4 in out
refuses "--axis: 'x' is not a number from -4 to 3" scan --axis x in out
refuses "--field: '' is not a whole number" scan -f 1, in out
refuses "--field: 0 is too small" scan -f 0 in out
refuses "usage: clscan cache" cache
refuses "'lost' is none of path, list, verify, clear" cache lost
refuses "'many' is not a whole number" explain many
refuses "'2^' is not a whole number" explain 2^
refuses "COUNT: 2^64 is out of range" explain 2^64
refuses "'-5' is not a whole number" explain -- -5
refuses "can't open the device" explain -d 77:0 100
refuses "can't open the device" devices -d 77:0
refuses "can't open the device" verify -d nothing-of-that-name
refuses "xor is not defined on float" verify --type float --op xor
refuses "--task partition is not possible with this --op, --type, --strategy or --group" verify --task partition \
    --strategy lookback
refuses "can't plan the scan" explain --type float --op xor 100
refuses "can't plan the scan: --wg-size is 3, which is not a power of two" explain --wg-size 3 100
refuses "add_sat is not associative over int" explain --op add_sat 100

# Options that would have no effect are refused.
echo 1 >in.txt
printf '\1\0\0\0' >in.bin
cp in.bin in.npy
refuses "--type-size needs --type user: int has its own" scan --type int --type-size 4 in.bin out.bin
refuses "--type-size needs --type user: int has its own" explain --type int --type-size 4 1000
set -- --combine max --identity 0 --type-name mine
refuses "--type-name needs --type user: int has its own" scan --type int "$@" in.bin out.bin
refuses "text can't hold a user type; npy and raw can" scan "$@" in.txt out.txt
refuses "--type-name is for user types: int has its own" explain "$@" 1000
refuses "--delimiter needs --field" scan -t , in.txt out.txt
for option in --field=1 --skip=1; do
    refuses "are for text: the input is raw" scan --type int $option in.bin out.bin
    refuses "are for text: the input is npy" scan $option in.npy out.npy
    refuses "are for text: the input is raw" scan --type int --from raw $option in.txt out.txt
done
refuses "are for text: the input is raw" scan --type int -f 1 -t , in.bin out.bin
for option in --time --check --field=1 --delimiter=, --skip=1 --from=npy --to=npy --format=npy --axis=0 --total=-; do
    refuses "${option%%=*}" explain $option 1000
done
[ ! -e out.txt ] && [ ! -e out.bin ] || failed "an output after a refusal"

expect 0 explain 1000
says stdout single_group
expect 0 explain --strategy hierarchical --group blelloch --wg-size 16 --exclusive --type short --op max 1000
for name in hierarchical blelloch 16 exclusive short max; do
    says stdout "$name"
done
expect 0 explain 0
expect 0 explain 2^10
says stdout "1024 elements"
expect 0 explain --rows 2^4 --wg-size 2^3 --strategy reduce_scan 1600
for words in "in rows" "8 work-items"; do
    says stdout "$words"
done

# The compiler's first error is printed once. Each line of the log has a prefix, because a driver may print lines of its
# own. The log names --combine instead of the generated file.
echo 'int combine(int a, int b) { return nowhere; }' >wrong.cl
expect 2 explain --op-source wrong.cl --type int 1000
says stderr "did not compile on"
[ "$(grep -c "use of undeclared identifier 'nowhere'" stderr)" -eq 1 ] || failed "not one error"
grep -q "^clscan: compiler: .*use of undeclared identifier 'nowhere'" stderr || failed "the log has no prefix"
says stderr "the compiler's log follows (the driver itself may print lines"
expect 2 explain --op-source wrong.cl --combine other --type int 1000
says stderr "--combine:1:"
expect 0 explain --type double --op log_sum_exp 1000
says stdout "log_sum_exp over double"
expect 0 explain --reverse --segments keys --in-type uchar --rows 10 100000
says stdout "reverse inclusive add over int (4 bytes) from uchar, in rows, segments by keys"

if [ -w /dev/full ]; then
    got=0
    "$CLSCAN" devices >/dev/full 2>stderr || got=$?
    [ "$got" -eq 2 ] || failed "a full stdout gives status $got"
    says stderr "can't write"
fi
passed
