# bench: every pair of options that describe the scan either works, and then the output line shows both, or is refused
# with a message that names both. No option is ignored. By default every third pair is tried, and an option that
# changes the plan is tried with one kind of segments; with CLSCAN_TEST_WHOLE=1 all pairs are tried. The third argument is the folder of the kernel files.
kernels=$3
. "$(dirname "$0")/common.sh"

options='--op=argmin --exclusive --reverse --deterministic --init --total --count-buffer --offset=3 --in-place --in-type=uchar
--out-type=long --segments=flags --segments=bits --segments=keys --segments=offsets --rows=10 --columns=10 --stride=2
--transform --compact --components=2'
for memory in svm usm; do
    ! has $memory || options="$options --memory=$memory"
done

# pattern_of OPTION: prints a pattern of the JSON line that shows OPTION: in the plan, if the option changes the plan.
pattern_of() {
    case $1 in
    --op=argmin) echo '"op":"argmin"' ;;
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
    --components=2) echo '"view":"[^"]*vectors of 2' ;;
    --memory=*) echo "\"view\":\"[^\"]*in ${1#*=}" ;;
    --compact) echo '"view":"[^"]*half of them kept.*"plan":"[^"]*mapped by odd, stored by put' ;;
    esac
}

# fault_of OPTION: prints a fault for the files of item/ that changes results only with OPTION. Only options that are
# not a part of the plan have one.
fault_of() {
    case $1 in
    --init) echo 's/= words->word\[i\]/= 0/' ;;
    --total) echo 's/TOTAL_NUMBERS, clscan_result_of(v, carry)/TOTAL_NUMBERS, clscan_initial_value(v)/' ;;
    --count-buffer) echo 's/min(low | high << 32, n->count)/n->count/' ;;
    --offset=3) echo 's/in + params.in_offset\[0\], out/in, out/' ;;
    --in-place) echo 's/clscan_count(count + params.count_offset, &params)/& - (params.in_place > 0)/' ;;
    esac
}

verify="verify --quick --type int --op add --strategy single_group --group sequential --size 5000"
for option in $options; do
    [ -n "$(fault_of "$option")" ] || continue
    plant "wrong$option" 'item/*.h' "$(fault_of "$option")"
    expect 0 $verify --cl-dir "wrong$option" --reverse
done

# is_excluded OPTION OPTION: succeeds if the two options contradict each other.
is_excluded() {
    case "$1 $2" in
    "--op=argmin --init" | "--op=argmin --total" | "--op=argmin --transform" | "--op=argmin --compact") ;;
    "--op=argmin --components=2") ;;
    "--rows=10 --columns=10" | "--columns=10 --stride=2") ;;
    "--count-buffer "--[rcs]*[ws]=10 | "--count-buffer --stride=2") ;;
    "--segments=offsets "--[rc]*=10 | "--segments=offsets --stride=2") ;;
    "--in-place "--*-type=* | --*-type=*" --transform") ;;
    "--exclusive --compact" | "--init --compact" | "--in-place --compact" | "--transform --compact") ;;
    --*-type=*" --compact" | --segments=*" --compact" | "--columns=10 --compact" | "--stride=2 --compact" | "--compact --components=2") ;;
    *) return 1 ;;
    esac
}

# segments OPTION: prints the kind of segments with which OPTION is tried.
segments() {
    kinds='flags bits keys offsets'
    for option in $options; do
        kinds="${kinds#* } ${kinds%% *}"
        [ "$option" != "$1" ] || break
    done
    echo "${kinds%% *}"
}

# is_dealt OPTION OPTION: succeeds if the pair is left out, because OPTION is tried with another kind of segments.
is_dealt() {
    case "$(pattern_of "$1")$(pattern_of "$2")" in *plan*plan* | *op*plan*) ;; *) return 1 ;; esac
    case "$1 $2" in
    *--segments=*--segments=*) return 1 ;;
    --segments=*) [ "$1" != "--segments=$(segments "$2")" ] ;;
    *--segments=*) [ "$2" != "--segments=$(segments "$1")" ] ;;
    *) return 1 ;;
    esac
}

# try OPTION OPTION: tries the pair. Both may be the same option.
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
    [ -n "${CLSCAN_TEST_WHOLE:-}" ] || [ "$one" = "$other" ] || { [ $((pair % 3)) = 0 ] && ! is_dealt "$one" "$other"; } ||
        return 0
    expect 0 "$@"
    for option in "$one" "$other"; do
        grep -q "$(pattern_of "$option")" stdout || failed "$option was passed over: $one $other"
    done
    [ -n "$(fault_of "$one")" ] && [ -n "$(fault_of "$other")" ] || return 0
    expect 1 $verify --cl-dir "wrong$one" "$one" "$other"
    expect 1 bench --size 5000 --samples 1 --strategy single_group --cl-dir "wrong$other" "$one" "$other"
}

seen=
pair=0
for other in $options; do
    seen="$seen $other"
    for one in $seen; do
        pair=$((pair + 1))
        case "$one $other" in
        --segments=*\ --segments=* | --memory=*\ --memory=*) [ "$one" != "$other" ] || try "$one" "$other" ;; # the last of two wins
        *) try "$one" "$other" ;;
        esac
    done
done

# Views are combined with the other options. Lengths apply to the views that have a length.
expect 0 bench --size 5000 --samples 1 --json --view flags,rows,columns,compact --reverse --rows 10
[ "$(grep -c '"plan":"reverse' stdout)" -eq 4 ] || failed "not 4 in reverse"
[ "$(grep -c 'rows of 10"' stdout)" -eq 1 ] || failed "not one in rows of 10"
expect 0 bench --size 5000 --samples 1 --view plain,bytes --in-type ushort
says stderr "skipped: int add: --view bytes and --in-type exclude each other"
expect 0 bench --size 5000 --samples 1 --view compact,reverse --exclusive
says stderr "skipped: int add: --compact and --exclusive exclude each other"
refuses "--rows is possible with none of these views" bench --view flags,plain --rows 10
refuses "--segment-length is possible with none of these views" bench --view rows --segment-length 10
refuses "--pitch needs --rows" bench --pitch 10
refuses "--key-type needs --segments keys or offsets" bench --segments bits --key-type long
expect 2 bench --size 5000 --rows 10 --stride 2 --pitch 18
says stderr "--pitch 18 is less than a row, 19"
says stderr "nothing was measured"
passed
