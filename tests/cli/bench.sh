# clscan bench: the table, JSON, CSV and plot, the measured times, and the errors for wrong options. bench_views.sh
# tests the views.
. "$(dirname "$0")/common.sh"

expect 0 bench --size 1000,2^10..2^12 --samples 3
says stdout "int add, inclusive, on "
says stdout "% of"
for count in 1000 '2^10' '2^11' '2^12'; do
    grep -q "^ *$count  auto: .* \(wall\|event\)$" stdout || failed "no row for $count"
done
[ "$(grep -c 'auto: ' stdout)" -eq 4 ] || failed "not 4 rows"
[ ! -s stderr ] || failed "progress outside a terminal"

# Every combination has a line in the output. Combinations of a type and an operator that is not defined on the type are
# left out.
expect 0 bench --size 3000,70 --samples 2 --json --type int,float --op add,xor --strategy single_group,hierarchical \
    --group auto,brent_kung --exclusive --in-place
[ "$(wc -l <stdout)" -eq 24 ] || failed "not 24 lines"
[ "$(grep -c '^{"device":".*}$' stdout)" -eq 24 ] || failed "no JSON"
[ "$(grep -c '"type":"float","op":"add"' stdout)" -eq 8 ] || failed "float add"
for pair in '"op":"xor"' '"kind":"exclusive"' '"in_place":true' '"strategy":"hierarchical"' '"group":"brent_kung"' \
    '"count":3000' '"bytes":280' '"samples":2' '"clock":' '"scan_seconds":' '"scan_seconds_min":' \
    '"scan_seconds_max":' '"scan_seconds_mad":' '"scan_gb_per_s":' '"copy_seconds":' '"percent_of_copy":' '"call_seconds":'; do
    says stdout "$pair"
done
if command -v python3 >/dev/null && python3 -c 'import json' 2>/dev/null; then
    python3 -c 'import json, sys
for line in sys.stdin:
    p = json.loads(line)
    assert p["scan_seconds_max"] >= p["scan_seconds"] >= p["scan_seconds_min"] > 0
    assert abs(p["scan_gb_per_s"] - 2e-9 * p["bytes"] / p["scan_seconds"]) < 1e-3 * p["scan_gb_per_s"]
    assert abs(p["percent_of_copy"] - 100 * p["copy_seconds"] / p["scan_seconds"]) < 1e-3 * p["percent_of_copy"]' \
        <stdout || failed "the numbers contradict each other"
fi

expect 0 bench --size 100 --samples 1 --json
says stdout '"view":"plain"'
says stdout '"scan_seconds_mad":0,'

# --empty also measures the launch of an empty kernel.
! grep -q empty stdout || failed "an empty kernel unasked"
expect 0 bench --size 100 --samples 2 --json --empty
says stdout '"empty_seconds":'
says stdout '"percent_of_empty":'
expect 0 bench --size 100,200 --samples 2 --csv --empty
[ "$(awk -F, '{ print NF }' stdout | sort -u | wc -l)" -eq 1 ] || failed "lines of different lengths"
says stdout ',empty_seconds,percent_of_empty,'
expect 0 bench --size 100 --samples 2 --empty
says stdout "a call  empty launch    % of  clock"

# For CPU devices only, bench also measures a copy and a C loop on the host.
if grep -q '"type":"cpu"' <<EOF
$("$CLSCAN" devices --json)
EOF
then
    expect 0 bench -d cpu --size 5000 --samples 2 --json
    says stdout '"host_copy_seconds":'
    says stdout '"c_loop_seconds":'
    expect 0 bench -d cpu --size 5000 --samples 2 --cached-copy
    says stdout "host copy: memcpy, "
fi

# A kind of memory that the device lacks is skipped with a message. If nothing else is measured, the status is 2.
for memory in svm usm; do
    if has $memory; then
        expect 0 bench --size 3000 --samples 1 --json --memory $memory
        grep -F "\"view\":\"in $memory\"," stdout | grep -qF '"bytes":12000,' || failed "not 12000 bytes in $memory"
        # A pointer has no size. The tool says for how many segments the arrays have room.
        expect 0 bench --size 70000 --samples 1 --memory $memory --task histogram --bins 8 --range 0,8 --segments keys
    else
        expect 2 bench --size 100 --memory $memory
        says stderr "skipped: int add: the device has no $memory"
        says stderr "nothing was measured"
    fi
    expect 2 bench --size 100 --view $memory --memory svm
    says stderr "--view $memory and --memory exclude each other"
done
refuses "--memory: 'host' is none of buffer, svm, usm" bench --memory host

refuses "--size: '2^' is not a list" bench --size 2^
refuses "--size: '0' has a number out of range" bench --size 0
refuses "--size: '10,,20' is not a list" bench --size 10,,20
refuses "--size: '10,' is not a list" bench --size 10,
refuses "--size: '20..10' has a number out of range" bench --size 20..10
refuses "--size: '1..10*1' has a number out of range" bench --size '1..10*1'
refuses "--size: '2^64' has a number out of range" bench --size 2^64
refuses "--size: '1k' is not a list" bench --size 1k
refuses "don't fit" bench --size 10,2^60
# Offsets, strides and pitches are included in the size that must fit into the device's memory, even if the size in
# bytes overflows 64 bits.
too_large() {
    expect 2 bench --samples 1 "$@"
    says stderr " elements don't fit into the device's memory: "
    says stderr "nothing was measured"
}
export POCL_SIGFPE_HANDLER=0
too_large --size 1000 --offset 4611686018427387404
too_large --size 1024 --stride 2^62
too_large --size 1000 --rows 2 --pitch 2^63
too_large --size 1000 --rows 2 --pitch 2^50
too_large --size 1000 --offset 2^50
expect 2 bench --size 1000 --rows 2^40 --stride 2^40 --pitch 2
says stderr "--pitch 2 is less than a row, 18446744073709551615"
refuses "'fast' is none of auto" bench --strategy auto,fast
refuses "'' is none of auto" bench --group blelloch,
refuses "'plus' is none of add" bench --op plus
refuses "--components: there are no vectors of 5" bench --components 5
refuses "--components: 17 is out of range, which is from 2 to 16" bench --components 17
refuses "'integer' is none of int" bench --type integer
refuses "xor is not defined on float" bench --type float,double --op xor
refuses "--task top_k is not possible with this --op or --type" bench --task top_k -k 3 --op xor
refuses "--samples: 0 is too small" bench --samples 0
refuses "--json and --csv exclude each other: results are printed in one format" bench --json --csv
refuses "can't open the device" bench -d nothing-of-that-name
refuses "usage: clscan bench" bench more
refuses "neither in .svg nor in .png" bench --plot picture.pdf

refuses "control characters in the file name" bench --plot "$(printf "a\nsystem 'touch ran'\n.svg")"
refuses "can't write no/such/folder.svg: No such file or directory" bench --plot no/such/folder.svg

mkdir empty
refuses_without_gnuplot() {
    got=0
    sh=$(command -v sh)
    ln -s "$sh" empty/sh
    PATH=$PWD/empty "$CLSCAN" bench --size 100 --plot picture.svg >stdout 2>stderr || got=$?
    [ "$got" -eq 2 ] || failed "status $got without gnuplot"
    says stderr "--plot needs gnuplot"
}
refuses_without_gnuplot
if command -v gnuplot >/dev/null; then
    for file in picture.svg "it's.png"; do
        expect 0 bench --size 2^8..2^12 --samples 2 --strategy auto,hierarchical --type int,float --plot "$file"
        [ -s "$file" ] || failed "no $file"
        [ ! -s stderr ] || failed "gnuplot complains"
    done
    for words in 'hierarchical, float add' 'copy, int add' '2^'; do
        says picture.svg "$words"
    done
    expect 0 bench --size 1000 --samples 1 --plot one.svg
    [ ! -s stderr ] || failed "gnuplot complains of one size"
    for file in "quote'; system 'touch ran'; #.svg" '|touch ran; cat >pipe.svg' '~x`touch ran`"@x.svg'; do
        expect 0 bench --size 100 --samples 1 --plot "$file"
        [ -s "$file" ] || failed "no $file"
        [ ! -e ran ] || failed "a command in the name ran: $file"
    done
fi

passed
