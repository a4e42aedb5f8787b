#!/bin/sh
# coverage.sh BUILD WORK: runs all the cases with counters in the kernels, and prints a table of what has run. Fails where
# less than the limits has.
#
# Not counted, as no compiler but one for NVIDIA's GPUs sees it: what stands in PTX, and chooses it. Nor the page
# cl/problem.h, in whose place the host writes another for each plan.
set -eu
build=$1 work=$2
cd "$(dirname "$0")/../.."
clang=$(command -v clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 | head -n 1)
version=$("$clang" -dumpversion | cut -d. -f1)
cov=$(command -v "llvm-cov-$version" llvm-cov | head -n 1)
[ -n "$cov" ] || { echo "no llvm-cov" && exit 77; }
command -v gcovr >/dev/null || { echo "no gcovr" && exit 77; }

rm -rf "$work" && mkdir -p "$work"
export EMULATOR_WORK="$work" EMULATOR_CFLAGS=--coverage
sh tests/emulator/cases.sh "$build" >"$work/cases"
tr '\n' '\0' <"$work/cases" | xargs -0 -n 1 -P "${JOBS:-1}" sh -c 'eval "$0" >"$EMULATOR_WORK/$$.out" 2>&1 ||
    { printf "%s\n" "$0" && cat "$EMULATOR_WORK/$$.out" && exit 255; }'

sh tests/emulator/table.sh 99 --gcov-executable "$cov gcov" --exclude cl/problem.h --filter cl/ "$work"
