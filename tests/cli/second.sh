# clscan scan with operators that read or write a second array.
. "$(dirname "$0")/common.sh"

# gives OUT SECOND OPTION...: the output is OUT and the second output is SECOND, with blanks for newlines.
gives() {
    out=$1 second=$2
    shift 2
    rm -f out.txt second.txt
    expect 0 scan --no-self-test "$@" out.txt
    [ "$(tr '\n' ' ' <out.txt)" = "$out" ] || failed "$*: the output is $(tr '\n' ' ' <out.txt)"
    [ -z "$second" ] || [ "$(tr '\n' ' ' <second.txt)" = "$second" ] ||
        failed "$*: the second output is $(tr '\n' ' ' <second.txt)"
}

printf '%s\n' 3 1 4 1 5 5 >in.txt
gives "3 3 4 4 5 5 " "0 0 2 2 4 4 " --op argmax --second-out second.txt in.txt
gives "3 1 1 1 1 1 " "0 1 1 3 3 3 " --op argmin_last --second-out second.txt in.txt
gives "5 5 5 5 5 5 " "4 4 4 4 4 5 " --op argmax --reverse --second-out second.txt in.txt
printf '%s\n' 2 4 0 >even.txt
gives "2 3 2 " "0 1 2.6666667 " --op mean_variance --type float --second-out second.txt even.txt
gives "3 4 8 9 14 19 " "0 " --op add_checked --type char --second-out second.txt in.txt
printf '%s\n' 100 27 1 -1 >large.txt
gives "100 127 -128 127 " "1 " --op add_checked --type char --second-out second.txt large.txt
printf '%s\n' 1 0 0 1 0 2 >flags.txt
gives "3 3 3 1 1 5 " "" --op last_seen --second flags.txt in.txt
gives "0 3 3 3 1 1 " "" --op last_seen --second flags.txt --exclusive in.txt
printf '%s\n' 1,2,a 3,4,a 5,6,b >table.csv
gives "2 10 56 " "" --op recurrence -f 1 -t , --second 2 table.csv
gives "2 10 6 " "" --op recurrence -f 1 -t , --second 2 --by-key 3 table.csv

# holds FILE TYPE: FILE is an npy array of TYPE, of two rows of three elements, which want.raw holds.
holds() {
    head -c 128 "$1" | grep -qF "'descr': '$2', 'fortran_order': False, 'shape': (2, 3)" || failed "$1 is another array"
    tail -c "$(wc -c <want.raw)" "$1" | cmp -s - want.raw || failed "$1 has other elements"
}

# Arrays of several dimensions keep their shape. The indices of argmax count all elements.
{ npy '<i4' '(2, 3)' && i4 1 5 2 7 0 9; } >in.npy
expect 0 scan --op argmax --axis 1 --second-out index.npy in.npy out.npy
i4 1 5 5 7 7 9 >want.raw
holds out.npy '<i4'
i4 0 0 1 0 1 0 3 0 3 0 5 0 >want.raw
holds index.npy '<u8'
{ npy '<i4' '(2, 3)' && i4 1 1 1 2 2 2; } >b.npy
expect 0 scan --op recurrence --axis 0 --second b.npy in.npy out.npy
i4 1 1 1 9 2 11 >want.raw
holds out.npy '<i4'
expect 0 scan --op argmin --type int --second-out - in.txt /dev/null
prints "0 1 1 1 1 1"
: >none.txt
gives "" "0 " --op add_checked --type int --second-out second.txt none.txt

refuses "argmin writes another array: name it by --second-out" scan --op argmin in.txt -
refuses "recurrence reads another array: name it by --second" scan --op recurrence in.txt -
refuses "--second: argmin reads no other array" scan --op argmin --second-out x --second flags.txt in.txt -
refuses "--second-out: add writes no other array" scan --second-out x in.txt -
refuses "--second: flags.txt has 6 values, but large.txt has 4 elements" scan --op last_seen --second flags.txt large.txt -
refuses "in.npy: holds int; of this operator's second input they are long" \
    scan --op recurrence --type long --second in.npy in.txt -
refuses "--init: argmax scans an accumulator" scan --op argmax --init 3 --second-out x in.txt -
refuses "--total: log_sum_exp scans an accumulator" scan --op log_sum_exp --type float --total x in.txt -
refuses "--second-out and the output both want stdout" scan --op argmax --second-out - in.txt -
refuses "--second-out and the output are both same.txt" scan --op argmax --second-out same.txt in.txt same.txt
refuses "mean_variance is not defined" scan --op mean_variance --second-out x in.txt -
[ ! -e x ] && [ ! -e same.txt ] || failed "something is left of what was refused"
passed
