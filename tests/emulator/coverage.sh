#!/bin/sh
# coverage.sh BUILD WORK: runs commands of cases.sh with coverage counters in the kernels, and prints the coverage. Fails
# if too few lines or branches of cl/ were reached. With CLSCAN_TEST_WHOLE=1 it runs all commands, which reach more than
# 99 %. By default it runs a third of the random cases and the short form of each other program, which together reach
# more than 97 %: most cases are there to notice faults that tools/mutate plants.
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
    least=99
    cp "$work/all" "$work/cases"
else
    # The choice depends on the command alone, so that a new command changes it for no other.
    least=97
    python3 -c 'import sys, zlib
for line in open(sys.argv[2]):
    if "test_random" not in line or zlib.crc32(line.replace(sys.argv[1], "").encode()) % 3 == 0:
        print(line.replace("CLSCAN_TEST_WHOLE=1 ", ""), end="")' "$build" "$work/all" >"$work/cases"
fi
tr '\n' '\0' <"$work/cases" | xargs -0 -n 1 -P "${JOBS:-1}" sh -c 'eval "$0" >"$EMULATOR_WORK/$$.out" 2>&1 ||
    { printf "%s\n" "$0" && cat "$EMULATOR_WORK/$$.out" && exit 255; }'

exec python3 -B tests/emulator/counts.py $least $least cl/ "$cov gcov" "$work"
