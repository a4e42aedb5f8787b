# bench: every two of the options that say what is scanned go together, and then the line says so, or are refused, both
# named: nothing that was asked for is passed over.
. "$(dirname "$0")/common.sh"

options='--exclusive --reverse --deterministic --init --total --count-buffer --offset=3 --in-place --in-type=uchar
--out-type=long --segments=flags --segments=bits --segments=keys --segments=offsets --rows=10 --columns=10 --stride=2
--transform --compact'

# What is in the line of JSON with the option: of the plan, where it makes another one.
pattern_of() {
    case $1 in
    --exclusive) echo '"plan":"[a-z ]*exclusive' ;;
    --reverse) echo '"plan":"reverse' ;;
    --deterministic) echo '"plan":"[^"]*, deterministic' ;;
    --init) echo '"view":"[^"]*with an initial value' ;;
    --total) echo '"view":"[^"]*with the total' ;;
    --count-buffer) echo '"view":"[^"]*as many as a buffer says' ;;
    --offset=3) echo '"view":"[^"]*from element 3 on' ;;
    --in-place) echo '"in_place":true' ;;
    --in-type=uchar) echo '"plan":"[^"]*from uchar' ;;
    --out-type=long) echo '"plan":"[^"]*to long' ;;
    --segments=*) echo "\"plan\":\"[^\"]*segments by ${1#*=}" ;;
    --rows=10) echo '"view":"[^"]*rows of 10[,"].*"plan":"[^"]*in rows' ;;
    --columns=10) echo '"view":"[^"]*columns of 10[,"].*"plan":"[^"]*in rows' ;;
    --stride=2) echo '"view":"[^"]*elements 2 apart.*"plan":"[^"]*in rows' ;;
    --transform) echo '"view":"[^"]*by functions.*"plan":"[^"]*loaded by get, stored by put' ;;
    --compact) echo '"view":"[^"]*half of them kept.*"plan":"[^"]*loaded by get, stored by put' ;;
    esac
}

# Those that make no sense together.
is_excluded() {
    case "$1 $2" in
    "--rows=10 --columns=10" | "--columns=10 --stride=2") ;;
    "--count-buffer "--[rcs]*[ws]=10 | "--count-buffer --stride=2") ;;
    "--segments=offsets "--[rc]*=10 | "--segments=offsets --stride=2") ;;
    "--in-place "--*-type=* | --*-type=*" --transform") ;;
    "--exclusive --compact" | "--init --compact" | "--in-place --compact" | "--transform --compact") ;;
    --*-type=*" --compact" | --segments=*" --compact" | "--columns=10 --compact" | "--stride=2 --compact") ;;
    *) return 1 ;;
    esac
}

# try OPTION OPTION: which may be one and the same.
try() {
    set -- "$1" "$2" bench --size 5000 --samples 1 --strategy single_group --json "$1" "$2"
    one=$1 other=$2
    shift 2
    if is_excluded "$one" "$other"; then
        expect 2 "$@"
        says stderr "${one%%=*}"
        says stderr "${other%%=*}"
        return
    fi
    expect 0 "$@"
    for option in "$one" "$other"; do
        grep -q "$(pattern_of "$option")" stdout || failed "$option was passed over: $one $other"
    done
}

seen=
for other in $options; do
    seen="$seen $other"
    for one in $seen; do
        case "$one $other" in
        --segments=*\ --segments=*) [ "$one" != "$other" ] || try "$one" "$other" ;; # of two the last one counts
        *) try "$one" "$other" ;;
        esac
    done
done

# Views take what else is given, and lengths where they have such.
expect 0 bench --size 5000 --samples 1 --json --view flags,rows,columns,compact --reverse --rows 10
[ "$(grep -c '"plan":"reverse' stdout)" -eq 4 ] || failed "not 4 in reverse"
[ "$(grep -c 'rows of 10"' stdout)" -eq 1 ] || failed "not one in rows of 10"
expect 0 bench --size 5000 --samples 1 --view plain,bytes --in-type ushort
says stderr "skipped: int add: --view bytes and --in-type exclude each other"
expect 0 bench --size 5000 --samples 1 --view compact,reverse --exclusive
says stderr "skipped: int add: --compact and --exclusive exclude each other"
refuses "--rows goes with none of these views" bench --view flags,plain --rows 10
refuses "--segment-length goes with none of these views" bench --view rows --segment-length 10
refuses "--pitch goes with --rows" bench --pitch 10
refuses "--key-type goes with --segments keys or offsets" bench --segments bits --key-type long
expect 2 bench --size 5000 --rows 10 --stride 2 --pitch 18
says stderr "--pitch 18 is less than a row, 19"
says stderr "nothing was measured"
passed
