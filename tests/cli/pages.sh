# The man page and the completion for bash, which the tool prints from the tables of --help.
. "$(dirname "$0")/common.sh"

expect 0 --man
cp stdout clscan.1
expect 0 --completion
cp stdout completion.bash

# Both pages contain everything that --help lists.
: >examples
expect 0 --help
sed '1,/^Examples:$/d; s/^  //' stdout >>examples
[ -s examples ] || failed "--help has no examples"
for command in devices scan reduce select partition unique runs sort topk histogram verify bench tune explain cache; do
    grep -q "^\.SH \"clscan $command \[OPTION\]" clscan.1 || failed "the man page has no $command"
    expect 0 $command --help
    sed -n 's/^  \(-.,\)* *--\([a-z-]*\).*/\2/p' stdout >options
    sed -n "/^\.SH \"clscan $command /,/^\.SH/p" clscan.1 >section
    grep -x '[A-Z][a-z ]*:' stdout | while read -r heading; do
        grep -qxF ".SS ${heading%:}" section || failed "the man page has no heading '$heading' of $command"
    done
    while read -r option; do
        dashed=$(printf '%s' "$option" | sed 's/-/\\\\-/g')
        grep -q "fB.*\\\\-\\\\-$dashed\\\\fR" section ||
            failed "the man page has no --$option of $command"
        grep -q " $command:.*--$option " completion.bash || failed "no completion of --$option of $command"
    done <options
    sed '1,/^Examples:$/d; s/^  //' stdout >these
    [ -s these ] || failed "$command --help has no examples"
    cat these >>examples
done
if command -v groff >/dev/null; then
    groff -man -ww -Tascii clscan.1 2>stderr | sed 's/.\x08//g' >stdout || failed "groff"
    [ ! -s stderr ] || failed "groff warns of the man page"
    says stdout "Scans the numbers of IN (text: one a line) into OUT."
    says stdout "clscan cache [OPTION]... path|list|verify|clear"
    # The lines of the man page are indented. The man page has the examples of the subcommands, without the two of
    # --help.
    sed 's/^ *//' stdout >unindented
    sed 1,2d examples | while read -r line; do
        grep -qxF -e "$line" unindented || failed "the man page has no example '$line'"
    done
fi

# Each example works, in a folder of its own. The search of tune is made shorter, and bench gets fewer elements.
clscan() { "$CLSCAN" "$@"; }
mkdir examples_run && : >examples_run/tuning
while read -r line; do
    (
        cd examples_run
        export CLSCAN_TUNING="$PWD/tuning"
        case $line in "clscan cache"*) export XDG_CACHE_HOME="$PWD" ;; esac
        line=$(printf '%s\n' "$line" | sed 's/--budget [0-9]*/--budget 1/; /bench/s/2^2/2^1/g')
        eval "$line" >../stdout 2>../stderr </dev/null
    ) || failed "the example: $line"
    checks=$((checks + 1))
done <examples

# completes WORD... = WANTED: the completions of the last WORD of the command line are WANTED.
completes() {
    bash -c '. ./completion.bash
        want=${!#}
        COMP_WORDS=("${@:1:$#-2}") COMP_CWORD=$(($# - 3)) COMPREPLY=()
        _clscan
        [ "${COMPREPLY[*]}" = "$want" ] || { echo "${COMPREPLY[*]}, not $want" && exit 1; }' bash "$@" >stdout 2>&1 ||
        failed "completion of $*"
    checks=$((checks + 1))
}
command -v bash >/dev/null || { passed && exit 0; }
: >data.npy
completes clscan ex = explain
completes clscan scan --in = "--init --in-type"
completes clscan scan --op max = "max"
completes clscan scan --op = mean = mean_variance
completes clscan bench --type int,flo = int,float
completes clscan scan -d x --format n = npy
completes clscan scan dat = data.npy
completes clscan select --flags dat = data.npy
completes clscan histogram --edges dat = data.npy
completes clscan sel = select
completes clscan scan --total dat = data.npy
completes clscan cache cl = clear
completes clscan explain dat = ""
passed
