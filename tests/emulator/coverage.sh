#!/bin/sh
# coverage.sh BUILD WORK: runs commands of cases.sh with coverage counters in the kernels, and prints the coverage.
# Fails if less than 99 % of the lines or branches of cl/ were reached. With CLSCAN_TEST_WHOLE=1 it runs all commands,
# most of which are there to notice faults that tools/mutate plants. By default it runs a quarter of the random cases,
# the random cases that alone reach some branch, and the short form of each other program. JOBS is the number of
# commands that run at the same time.
set -eu
build=$1 work=$2
cd "$(dirname "$0")/../.."
clang=$(command -v clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 | head -n 1)
version=$("$clang" -dumpversion | cut -d. -f1)
cov=$(command -v "llvm-cov-$version" llvm-cov | head -n 1)
[ -n "$cov" ] || { echo "no llvm-cov" && exit 77; }
command -v python3 >/dev/null || { echo "no python3" && exit 77; }

rm -rf "$work" && mkdir -p "$work"
export EMULATOR_WORK="$work" EMULATOR_CFLAGS=--coverage
sh tests/emulator/cases.sh "$build" >"$work/all"
if [ -n "${CLSCAN_TEST_WHOLE:-}" ]; then
    cp "$work/all" "$work/cases"
else
    # Cases of few elements, and cases that reach lines or branches that no other chosen case reaches. If the
    # coverage falls after a change, add words here of a case that reaches what is missing.
    always="total=1 count=|narrow_rows|group=sub_group|(hierarchical|columns) group=brent_kung|slices group=kogge_stone"
    always="$always|layout=rows length=(299 reverse=1|8|1 count)|layout=rows_apart length=150 gap=2 count"
    always="$always|op=affine strategy=slices count|lookback shape=13 count=60000|SUB_GROUPS=amd.*count=3000|LATE_TILE"
    # The choice depends on the command alone, so that a new command changes it for no other. The build folder and the
    # suffix of tuning files make no difference.
    python3 -c 'import re, sys, zlib
for line in open(sys.argv[2]):
    command = line.replace(sys.argv[1], "").replace(".tuning", "")
    chosen = re.search(sys.argv[3], line) or zlib.crc32(command.encode()) % 4 == 0
    if "test_random" not in line or chosen:
        print(line.replace("CLSCAN_TEST_WHOLE=1 ", ""), end="")' "$build" "$work/all" "$always" >"$work/cases"
fi
tr '\n' '\0' <"$work/cases" | xargs -0 -n 1 -P "${JOBS:-1}" sh -c 'eval "$0" >"$EMULATOR_WORK/$$.out" 2>&1 ||
    { printf "%s\n" "$0" && cat "$EMULATOR_WORK/$$.out" && exit 255; }'

exec python3 -B tests/emulator/counts.py 99 99 cl/ "$cov gcov" "$work"
