#!/bin/sh
# howto.sh SOURCE WORK [--without N]: follows the HowTos of src/README.md and cl/README.md in a copy of the tree, builds
# what is needed, and tries what the HowTos added: the operator, the work-group algorithm, the strategy, the tuning
# rows, the memory kind and the task. With --without, the N-th change is left out, and this test should fail.
set -eu
source=$1 work=$2
shift 2
command -v python3 >/dev/null || { echo "no python3" && exit 77; }
export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable # PoCL compiles in half the time
mkdir -p "$work"
python3 -B "$source/tests/howto/apply.py" "$source" "$work/tree" "$@"

programs="test_unit_table test_unit_desc test_unit_reference test_unit_tune test_device_combines test_api_self_test
    test_api_memory test_api_misuse_questions ${LAYER:-}"
"$CMAKE" -S "$work/tree" -B "$work/build" -DCMAKE_BUILD_TYPE=None -DCLSCAN_BUILD_TESTS=ON >/dev/null
# shellcheck disable=SC2086 # programs are several words
"$CMAKE" --build "$work/build" --parallel 2 --target clscan_tool test_random $programs >"$work/log" ||
    { cat "$work/log" && exit 1; }

# The tests that guard the lists.
guards='structure\.(collectives|include_direction|readme|size_budget)|unit\.(table|desc|reference|tune)'
"$CTEST" --test-dir "$work/build" --output-on-failure --stop-on-failure --no-tests=error \
    -R "^($guards|device\.combines|api\.(memory_system|misuse_questions))\$"
"$CTEST" --test-dir "$work/build" -N -R '^api\.memory_system$' | grep -q memory_system

# Below, too, PoCL compiles with the short header.
OPENCL_LAYERS=$(find "$work/build/tests/declarations" -name "lib${LAYER:-}.so") PATH=$work/build/tests/linker:$PATH
export OPENCL_LAYERS PATH
"$work/build/tests/random/test_random" --list >/dev/null
"$work/build/tests/random/test_random" --case 'type=int task=unique_only split=3 density=2 count=300'

# tries NAME TEST: the self-test knows the operator or strategy NAME. The tree that was copied has its own tests of the
# others.
tries() {
    CLSCAN_TUNING='' "$work/build/tests/api/test_api_self_test" "$2" "$1" >"$work/said" 2>&1 ||
        { cat "$work/said" && exit 1; }
    grep -q 'PASSED.* 1 test' "$work/said" || { cat "$work/said" && exit 1; }
}
tries one_item test_right_ones_stay
tries one_item test_wrong_ones_give_way
tries xnor test_every_operator_and_layout

# tool ARGUMENT...: runs the tool and prints its output.
tool() {
    "$work/build/tools/clscan/clscan" "$@" >"$work/said" 2>&1 || { cat "$work/said" && exit 1; }
    cat "$work/said"
}
# The operator, the algorithm and the strategy compute the same as the oracle. The strategy uses no algorithm.
tool verify --type int --size 1000 --op xnor --strategy single_group --group sequential
# The tool takes the operator for one over elements: its initial value and its total are elements.
printf '%s\n' 1 2 3 >"$work/in.txt"
tool scan --no-self-test --op xnor --init 1 --total "$work/total.txt" "$work/in.txt" "$work/out.txt"
[ "$(tr '\n' ' ' <"$work/out.txt")" = "-1 2 -2 " ] && [ "$(cat "$work/total.txt")" = -2 ]
tool tune --op xnor --type int --budget 1
tool verify --type int --size 1000 --op add --strategy reduce_scan --group sklansky
tool verify --type int --size 1000 --op add --strategy one_item --group sequential
# The kernels of the task compute what the tool and, before the first call, the self-test compute in plain C.
tool verify --type int --size 1000 --op add --task unique_only --segment-length 2 --strategy reduce_scan \
    --group sequential

# A CPU takes the tuning row for few elements of one byte, and the row for sorts of elements of two bytes. The strategy
# has a row for any device.
tool explain --type uchar 50
if grep -q '^tuning .* # cpu$' "$work/said"; then
    grep -q '^tuning .*" 100 1 single_group sequential 1 7 ' "$work/said"
fi
tool explain --task sort --type ushort 50
if grep -q '^tuning .* # cpu$' "$work/said"; then
    grep -q '^tuning .*" task=sort all 2 reduce_scan sequential 1 32 ' "$work/said"
fi
tool explain --type int --strategy one_item 50
grep -q '^tuning .* one_item sequential 1 1 .* # any$' "$work/said"
