#!/bin/sh
# run.sh TARGET CORPUS WORK: TARGET for CLSCAN_FUZZ_SECONDS (60), from what CORPUS holds and what it found before, which
# WORK keeps. An input that breaks it is left in WORK: run TARGET with that to see it again. Its exit status is 1: that of
# libFuzzer, 77, would say that there was nothing to run.
set -eu
target=$1 corpus=$2 work=$3
mkdir -p "$work/corpus" && cd "$work"
"$target" -max_total_time="${CLSCAN_FUZZ_SECONDS:-60}" -timeout=10 -error_exitcode=1 -close_fd_mask=2 -print_final_stats=1 \
    -artifact_prefix="$work/" corpus "$corpus"
