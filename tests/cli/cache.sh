# clscan cache, and the disk cache as scan uses it: which files it has, and that no state of the cache can make a scan
# fail. The third argument is the folder of the kernel files.
. "$(dirname "$0")/common.sh"
self_test=yes

export XDG_CACHE_HOME="$WORK/xdg" CLSCAN_EXPLAIN=1
awk 'BEGIN { for (i = 1; i <= 100; i++) print i }' >in.txt
folder=$XDG_CACHE_HOME/clscan

# scans WORDS OPTION...: a scan with these options has the right result and prints WORDS to stderr.
scans() {
    words=$1
    shift
    rm -f out.txt
    expect 0 scan --no-self-test --type int --strategy single_group --wg-size 8 --items 4 --check "$@" in.txt out.txt
    [ "$(tail -n 1 out.txt)" = 5050 ] || failed "the sum is wrong"
    says stderr "$words"
}
uncached() {
    scans "$@"
    [ "$(grep -c "disk cache:" stderr)" -eq 1 ] || failed "not one line"
}

expect 0 cache path
prints "$folder"
(unset XDG_CACHE_HOME && export HOME=/nobody && expect 0 cache path && prints /nobody/.cache/clscan)
nowhere="neither XDG_CACHE_HOME nor HOME is set to an absolute path"
(unset XDG_CACHE_HOME HOME && refuses "no cache folder: $nowhere" cache path)
(unset XDG_CACHE_HOME HOME && refuses "$nowhere" cache list)
expect 0 cache path --json
prints "{\"path\":\"$folder\"}"
expect 0 cache list
says stderr "0 files, 0 bytes, in $folder"

scans "bytes, stored"
entry=$(echo "$folder"/*)
scans "disk cache: single_group,"
! grep -q building stderr || failed "compiled again"
scans "miss, building" --no-cache
! grep -q "disk cache" stderr || failed "--no-cache uses it"

expect 0 cache list
says stdout "$(basename "$entry" | cut -c 1-16)  "
says stdout " 0 min  "
says stdout ", single_group"
says stderr "1 file, $(wc -c <"$entry") bytes, in $folder"
expect 0 cache list --json
says stdout "{\"key\":\"$(basename "$entry")\",\"bytes\":$(wc -c <"$entry"),\"age_seconds\":"
says stdout ',"result":"ok"}'
expect 0 cache verify
says stderr "1 file, 0 damaged"
[ ! -s stdout ] || failed "stdout is not empty"
expect 0 cache verify --json
says stdout ',"result":"ok"}'

printf x | dd of="$entry" bs=1 seek=5000 conv=notrunc 2>/dev/null
expect 1 cache verify
says stdout "damaged: its bytes have changed"
says stderr "1 file, 1 damaged"
expect 1 cache verify --json
says stdout ',"result":"its bytes have changed"}'
expect 0 cache list
says stdout damaged
scans "single_group not taken: its bytes have changed"
says stderr "bytes, stored"
expect 0 cache verify

# An entry that other users can write to is treated as damaged.
entry=$(echo "$folder"/*)
chmod 666 "$entry"
expect 1 cache verify
says stdout "damaged: others can write to it"
scans "single_group not taken: others can write to it"
says stderr "bytes, stored"
expect 0 cache verify

touch "$folder/of-the-user" && expect 0 cache clear
says stderr "1 file, "
[ ! -e "$entry" ] && [ -e "$folder/of-the-user" ] || failed "clear"
expect 0 cache clear
says stderr "0 files, 0 bytes, removed"
mkdir "$entry" && refuses "1 of 1 entries can't be removed from $folder" cache clear
rmdir "$entry"

# The cache also holds the verdicts of the self-test. If a verdict is damaged, the self-test runs again.
tested() {
    expect 0 scan --type int --strategy single_group --wg-size 8 --items 4 in.txt out.txt
    grep -c "self-test: single_group is right" stderr
}
[ "$(tested)" = 1 ] || failed "no self-test"
[ "$(tested)" = 0 ] || failed "the self-test again"
verdict=$(grep -l "single_group: right" "$folder"/*)
printf '\002' | dd of="$verdict" bs=1 seek=$(($(wc -c <"$verdict") - 1)) conv=notrunc 2>/dev/null
[ "$(tested)" = 1 ] || failed "a damaged verdict counts"

# Changed kernel files are compiled to a new program.
cp -r "$3" other
echo >>other/grid/single_group.cl
scans "disk cache: single_group,"
scans "miss, building" --cl-dir other
expect 0 cache clear

# Programs that PoCL compiled with additional options from the environment are not used without these options. Here
# -cl-finite-math-only changes the maximum of numbers and a NaN, which is NaN otherwise.
if "$CLSCAN" devices | grep -qi pocl; then
    printf '%s\n' 1 2 nan 4 >nan.txt
    for flags in "" -cl-finite-math-only ""; do
        POCL_EXTRA_BUILD_FLAGS=$flags "$CLSCAN" scan --type float --op max --no-self-test nan.txt nan_max.txt 2>stderr
        [ -n "$flags" ] || [ "$(tail -n 1 nan_max.txt)" = nan ] || failed "max is $(tail -n 1 nan_max.txt)"
    done
    rm -r "$folder"
    POCL_EXTRA_BUILD_FLAGS=-cl-finite-math-only "$CLSCAN" scan --type float --op max nan.txt nan_max.txt 2>stderr
    expect 0 scan --type float --op max nan.txt nan_max.txt
    [ "$(tail -n 1 nan_max.txt)" = nan ] || failed "max is $(tail -n 1 nan_max.txt), as of another environment"
    expect 0 cache clear
fi

# Without a folder, or with a folder that other users can write to, scans run without the cache.
(unset XDG_CACHE_HOME HOME && uncached "disk cache: ignored: ")
(export XDG_CACHE_HOME=/proc && uncached "disk cache: ignored: /proc/clscan: ")
chmod 777 "$folder"
uncached "others can write to it"
refuses "others can write to it" cache list
mv "$folder" elsewhere && ln -s "$WORK/elsewhere" "$folder"
chmod 700 elsewhere
uncached "disk cache: ignored: $folder: "
rm "$folder" && mkdir -m 700 "$folder"
if mount -t tmpfs -o size=8k,mode=700 tmpfs "$folder" 2>/dev/null; then
    status=0
    (scans "not stored: No space left on device" && [ -z "$(ls -A "$folder")" ]) || status=1
    umount "$folder"
    [ $status -eq 0 ] || exit 1
else
    echo "not looked at: a full disk, for want of the right to mount one"
fi

# A second process compiles nothing, even if the driver's own cache is empty.
unset CLSCAN_EXPLAIN
for option in --size=1000 --csv --type=long --reverse --view=all --strategy=lookback --items=4 --no-cache; do
    refuses "${option%%=*} is not possible with it" bench --first-call --json $option
done
expect 0 bench --first-call --samples 3 --json
cpu() { sed -n "s/.*\"first_call\":\"$1\".*\"cpu_seconds\":\([0-9.e-]*\),.*/\1/p" stdout; }
awk "BEGIN { exit !($(cpu start) < $(cpu disk_cache) && 4 * $(cpu disk_cache) < $(cpu cold)) }" ||
    failed "$(cpu disk_cache) s from the disk cache, $(cpu cold) s to compile"
# The first call from the disk cache took 40 ms where the driver's own start took 23 ms. The limit is this ratio and
# half as much again, for slow disks and other processes. If a kernel were compiled or tested, the call would take
# several times as long.
awk "BEGIN { exit !(2 * 23 * $(cpu disk_cache) <= 3 * 40 * $(cpu start)) }" ||
    failed "$(cpu disk_cache) s from the disk cache, of which the driver's own start takes $(cpu start)"
passed
