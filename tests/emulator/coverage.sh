#!/bin/sh
# coverage.sh BUILD WORK: runs all commands of cases.sh with coverage counters in the kernels, and prints the coverage.
# Fails if less than 99 % of the lines or branches of cl/ were reached.
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
sh tests/emulator/cases.sh "$build" >"$work/cases"
tr '\n' '\0' <"$work/cases" | xargs -0 -n 1 -P "${JOBS:-1}" sh -c 'eval "$0" >"$EMULATOR_WORK/$$.out" 2>&1 ||
    { printf "%s\n" "$0" && cat "$EMULATOR_WORK/$$.out" && exit 255; }'

exec python3 -B tests/emulator/counts.py 99 99 cl/ "$cov gcov" "$work"
