# explain: its description of rows, columns and segments is what a scan with the same options does. A description that
# cannot be scanned is refused, and the message has the numbers.
. "$(dirname "$0")/common.sh"

# does STRATEGY COUNT OPTION...: explain names STRATEGY, and bench runs the same plan with this strategy and the same
# numbers of work-groups. Up to 2^20 elements bench repeats each scan 50 times, so large scans here have more.
does() {
    strategy=$1 count=$2
    shift 2
    expect 0 explain "$@" "$count"
    says stdout "strategy   $strategy"
    problem=$(sed -n 's/^problem  *\(.*\), [0-9]* elements$/\1/p' stdout)
    groups=$(sed -n 's/^launches  *[0-9]*: \(.*\) work-groups*$/\1/p' stdout)
    launches=$(sed -n 's/^launches  *\([0-9]*\):.*/\1/p' stdout)
    export CLSCAN_EXPLAIN=1
    expect 0 bench --size "$count" --samples 1 --json "$@"
    unset CLSCAN_EXPLAIN
    says stdout "\"chosen\":\"$strategy\""
    says stdout "\"plan\":\"$problem\""
    launched=$(sed -n 's/.*launch: kernel [0-9]* on \([0-9]*\) work-groups.*/\1/p' stderr | head -n "$launches" |
        paste -sd , - | sed 's/,/, /g')
    [ "$groups" = "$launched" ] || failed "explained: $groups; launched: $launched: $*"
}
does columns 1100000 --columns 1000
does columns 1100000 --columns 100000 --reverse --type short
does reduce_scan 1100000 --columns 1000 --strategy reduce_scan --segments flags
does reduce_scan 1100000 --rows 1000 --pitch 1010 --strategy reduce_scan --groups 7
does hierarchical 30000 --rows 10 --stride 3 --pitch 40 --strategy hierarchical --wg-size 4 --items 4
does hierarchical 30000 --segments offsets --strategy hierarchical --wg-size 4 --items 4 --in-type uchar
does hierarchical 30000 --components 3 --in-type uchar --out-type double --strategy hierarchical --wg-size 4 --items 4
does reduce_scan 30000 --op argmax_last --columns 10 --strategy reduce_scan --in-type uchar --groups 7
does hierarchical 30000 --op last_seen --components 3 --strategy hierarchical --wg-size 4 --items 4
does single_group 3000 --op mean_variance --type float
does single_group 3000 --stride 3 --segments keys --key-type double

expect 0 explain --rows 10 --stride 2 --pitch 30 1000
says stdout "rows       100 of 10 elements, 1 adjacent; stride 2 in, 2 out; pitch 30 in, 30 out"
expect 0 explain --columns 10 1000
says stdout "rows       100 of 10 elements, 100 adjacent; stride 100 in, 100 out; pitch 1000 in, 1000 out"
refuses "COUNT is 1000, which is not a multiple of length, 7" explain --rows 7 1000
refuses "COUNT is 1000, which is not a multiple of length, 7" explain --columns 7 1000
refuses "COUNT is 1000, which is not a multiple of length, 2000" explain --columns 2000 1000
refuses "10 elements, 1 apart, with a pitch of 9" explain --rows 10 --pitch 9 1000
refuses "9223372036854775808: the last element would be past SIZE_MAX" explain --rows 2 --stride 2^63 1000
refuses "count is 4611686018427387904: no memory holds" explain 2^62
refuses "--pitch needs --rows" explain --pitch 10 1000
refuses "--columns and --rows exclude each other" explain --rows 10 --columns 10 1000
refuses "--components: there are no vectors of 5" explain --components 5 1000
refuses "--components is 4, but --type is user" explain --type user --combine f --type-size 8 --components 4 1000
refuses "add_checked is not defined on float" explain --op add_checked --type float 1000
refuses "'--memory'" explain --memory svm 1000
refuses "offsets are of one range" explain --rows 10 --segments offsets 1000

# The tuning row is printed as a line of the tuning file, in which it is found again.
for task in scan sort; do
    expect 0 explain --task $task 1000
    sed -n 's/^tuning  *//p' stdout >tuning
    export CLSCAN_TUNING="$PWD/tuning"
    expect 0 explain --task $task 1000
    says stdout "$(sed 's/ #.*//' tuning) # $PWD/tuning:1"
    export CLSCAN_TUNING=
done

# --source prints the complete programs of the plan, including the generated problem.h.
expect 0 explain --source --type short --op max 1000
for text in "// program 1 of the plan" '#line 1 "cl/grid/' '#line 1 "cl/problem.h"' "CLSCAN_KERNEL" short; do
    says stdout "$text"
done
! grep -q '#include' stdout || failed "an include is left"
expect 0 explain --source --type short --op max --json 1000
says stdout '"source":"// program 1 of the plan'
refuses "'--source' is not an option" scan --source in out
passed
