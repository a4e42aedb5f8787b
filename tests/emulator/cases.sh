#!/bin/sh
# cases.sh BUILD: prints commands that run kernels on the emulator, one a line; together they run all there is of them.
# Every pair of what a description can say, dealt to four devices; then what no description says.
set -eu
cd "$(dirname "$0")/../.."
build=$1
emulator="LD_PRELOAD=$build/tests/emulator/libclscan_emulator.so CLSCAN_TUNING= CLSCAN_DEVICE="

device() {
    case $1 in
    0) echo "EMULATOR_ALIGNMENT=1 CLSCAN_TEST_BUILD_OPTIONS=-DCLSCAN_POLLS=16" ;;
    1) echo "EMULATOR_SUB_GROUPS=khr EMULATOR_LANES=8 CLSCAN_TEST_BUILD_OPTIONS=-DCLSCAN_POLLS=0" ;;
    2) echo "EMULATOR_SUB_GROUPS=intel EMULATOR_LANES=32" \
        "CLSCAN_TEST_BUILD_OPTIONS='-DCLSCAN_POLLS=2 -DCLSCAN_STATE_BITS=32'" ;;
    3) echo "EMULATOR_TYPE=cpu EMULATOR_WG_SIZE=32" \
        "CLSCAN_TEST_BUILD_OPTIONS='-DPOCL_DEVICE_ADDRESS_BITS=64 -DCLSCAN_POLLS=16'" ;;
    esac
}

env $emulator "$build/tests/random/test_random" --list | grep = | {
    n=0
    while read -r case; do
        echo "$emulator $(device $((n % 4))) $build/tests/random/test_random --case '$case' 6"
        n=$((n + 1))
    done
}
for operator in $(sed -n 's/^OP_STATE([^"]*"\([a-z_]*\)".*/\1/p' src/table/op_state.def); do
    echo "$emulator $build/tests/scan/test_scan_operators $operator"
done
for strategy in lookback chained slices columns; do
    echo "$emulator $build/tests/progress/test_progress_fallback $strategy"
done
