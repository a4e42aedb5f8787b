#!/bin/sh
# run.sh TARGET CORPUS WORK: runs TARGET for CLSCAN_FUZZ_SECONDS (60), from the inputs in CORPUS and the inputs of
# earlier runs in WORK. An input that breaks TARGET is stored in WORK: run TARGET with that file to reproduce. The exit
# status is then 1, because libFuzzer's own, 77, means in this suite that the test was skipped.
set -eu
target=$1 corpus=$2 work=$3
mkdir -p "$work/corpus" && cd "$work"
"$target" -max_total_time="${CLSCAN_FUZZ_SECONDS:-60}" -timeout=10 -error_exitcode=1 -close_fd_mask=2 -print_final_stats=1 \
    -artifact_prefix="$work/" corpus "$corpus"
