# --json: each line on stdout is one JSON object, for devices, scan, explain and verify.
. "$(dirname "$0")/common.sh"

# is_json: every line of stdout is a JSON object.
is_json() {
    [ -s stdout ] || failed "no JSON"
    if command -v python3 >/dev/null && python3 -c 'import json' 2>/dev/null; then
        python3 -c 'import json, sys
for line in sys.stdin: assert isinstance(json.loads(line), dict)' <stdout || failed "no JSON"
    else
        [ "$(grep -c '^{".*}$' stdout)" -eq "$(wc -l <stdout)" ] || failed "no JSON"
    fi
}

expect 0 devices --json
is_json
says stdout '"default":true'
for key in device name platform driver type compute_units max_work_group_size local_memory_bytes fp16 fp64 \
    opencl_c_version; do
    says stdout "\"$key\":"
done
index=$(sed -n 's/^{"device":"\([0-9]*:[0-9]*\)".*"default":true.*/\1/p' stdout)
expect 0 devices
says stdout "$index  "
says stdout "(default)"
expect 0 devices -d "$index" --json
is_json
[ "$(wc -l <stdout)" -eq 1 ] || failed "not one device"
says stdout "{\"device\":\"$index\""

awk 'BEGIN { for (i = 0; i < 5000; i++) print i % 17 }' >in.txt
expect 0 scan -d "$index" --time --check --json in.txt out.txt
is_json
for pair in '"type":"long"' '"op":"add"' '"exclusive":false' '"count":5000' '"checked":true' '"rounds":' \
    '"scan_seconds":' '"copy_seconds":' '"percent_of_copy":'; do
    says stdout "$pair"
done
says stderr "verified 5000 elements"
says stderr "% of the copy's speed"

# On a CPU, scan --time compares with the host's copy, as bench does, with one thread for each compute unit.
"$CLSCAN" devices --json | grep "\"device\":\"$index\"" >device.json
units=$(sed -n 's/.*"compute_units":\([0-9]*\).*/\1/p' device.json)
if grep -q '"type":"cpu"' device.json; then
    grep -Eq "\"copied_by\":\"$units threads?, (non-temporal|memcpy)\"" stdout || failed "not the host's copy"
    grep -Eq "copied by $units threads?, (non-temporal|memcpy):" stderr || failed "not the host's copy"
else
    says stdout '"copied_by":"the driver"'
fi

expect 0 explain --json 1000
is_json
says stdout '"plan":"'

expect 0 verify --quick --json --type int --op add --seed 7
is_json
says stdout '"problem":"int add"'
says stdout '"result":"ok","seed":7,'
says stderr "seed 7"
says stderr "0 failed"
if grep -q "$(printf '\033')" stderr; then
    failed "control codes outside a terminal"
fi
cp stdout first
expect 0 verify --quick --json --type int --op add --seed 7
same stdout first
passed
