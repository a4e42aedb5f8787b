# Functions that the scripts of this folder share. A script runs as `sh SCRIPT CLSCAN WORK`: CLSCAN is the tool, WORK a
# scratch folder for this script.
set -eu
CLSCAN=$1
export CLSCAN_TUNING= # ignore tuning rows that the user has stored
WORK=$2
export POCL_CACHE_DIR="${POCL_CACHE_DIR:-${XDG_CACHE_HOME:-$HOME/.cache}/pocl/kcache}" # the default, unless it is set
mkdir -p "$POCL_CACHE_DIR"
# The tool does the same with kernels that are not optimized, which PoCL compiles in half the time.
[ -n "${CLSCAN_TEST_WHOLE:-}${CLSCAN_TEST_OPTIMIZED:-}" ] || export POCL_EXTRA_BUILD_FLAGS=-cl-opt-disable
export XDG_CACHE_HOME=/dev/null # no disk cache: to store a program, PoCL compiles each of its kernels again
rm -rf "$WORK"
mkdir -p "$WORK"
cd "$WORK"
checks=0

# With CLI_EMULATOR, which is the emulator's library, the tool runs on the emulator, unless CLSCAN_TEST_WHOLE is set.
if [ -n "${CLI_EMULATOR:-}" ] && [ -z "${CLSCAN_TEST_WHOLE:-}" ]; then
    export EMULATOR_TYPE=cpu EMULATOR_WORK="$WORK.emulator" CLSCAN_DEVICE=
    rm -rf "$EMULATOR_WORK"
    mkdir "$EMULATOR_WORK"
    printf '#!/bin/sh\nLD_PRELOAD="%s" exec "%s" "$@"\n' "$CLI_EMULATOR" "$CLSCAN" >"$EMULATOR_WORK/clscan"
    chmod +x "$EMULATOR_WORK/clscan"
    CLSCAN=$EMULATOR_WORK/clscan
fi
[ -x "$CLSCAN" ] || { echo "$CLSCAN: no tool" && exit 1; }

"$CLSCAN" devices >/dev/null 2>&1 || { echo "no OpenCL device" && exit 77; }

failed() {
    echo "FAILED: $*"
    for file in stdout stderr; do
        [ ! -s "$file" ] || { echo "--- $file" && head -c 2000 "$file"; }
    done
    exit 1
}

# Scripts about the self-test set self_test. In the others, `scan`, `select` and their like run without it, unless
# CLSCAN_TEST_WHOLE is set: a new process compiles two or three times as many kernels with the self-test.
self_test=${CLSCAN_TEST_WHOLE:-}

# expect STATUS ARGUMENT...: runs the tool with its output in the files stdout and stderr, and checks its exit status.
expect() {
    want=$1
    shift
    got=0
    case "${1:-}$self_test" in
    scan | select | partition | unique | runs | sort | topk | histogram | reduce)
        subcommand=$1
        shift
        set -- "$subcommand" --no-self-test "$@"
        ;;
    esac
    "$CLSCAN" "$@" >stdout 2>stderr || got=$?
    [ "$got" -eq "$want" ] || failed "status $got, not $want: clscan $*"
    checks=$((checks + 1))
}

# says FILE TEXT: FILE (stdout or stderr) contains TEXT.
says() {
    grep -qF -e "$2" "$1" || failed "no '$2' in $1"
}

# prints TEXT: stdout is TEXT, its lines separated by blanks, and stderr is empty.
prints() {
    [ "$(tr '\n' ' ' <stdout)" = "$1${1:+ }" ] || failed "stdout is not '$1'"
    [ ! -s stderr ] || failed "stderr is not empty"
}

# refuses TEXT ARGUMENT...: status 2, one line on stderr with TEXT in it, nothing on stdout.
refuses() {
    text=$1
    shift
    expect 2 "$@"
    says stderr "$text"
    [ "$(wc -l <stderr)" -eq 1 ] || failed "more than one line: clscan $*"
    ! LC_ALL=C grep -q '[[:cntrl:]]' stderr || failed "control characters for the terminal: clscan $*"
    [ ! -s stdout ] || failed "stdout is not empty: clscan $*"
}

# has KIND: succeeds if the device has this kind of memory.
has() {
    ! "$CLSCAN" bench --memory "$1" --size 1 --samples 1 2>&1 | grep -q "the device has no $1"
}

# same FILE FILE: both files have the same contents.
same() {
    cmp -s "$1" "$2" || failed "$1 and $2 differ"
    checks=$((checks + 1))
}

# bytes N...: prints each number as one byte.
bytes() {
    for byte; do
        # shellcheck disable=SC2059 # the octal escape is the format
        printf "\\$(printf %03o "$byte")"
    done
}

# i4 N...: prints each number as four little-endian bytes. N is a signed 32-bit integer.
i4() {
    for number; do
        bytes $((number & 255)) $((number >> 8 & 255)) $((number >> 16 & 255)) $((number >> 24 & 255))
    done
}

# npy_header DICT [VERSION]: prints a npy header: magic, version, length and DICT, padded to a multiple of 64 bytes.
npy_header() {
    version=${2:-1}
    prefix=$((version == 1 ? 10 : 12))
    length=$((${#1} + 1))
    padding=$(((64 - (prefix + length) % 64) % 64))
    length=$((length + padding))
    printf '\223NUMPY'
    bytes "$version" 0 $((length & 255)) $((length >> 8))
    [ "$version" = 1 ] || bytes 0 0
    printf '%s%*s\n' "$1" "$padding" ''
}

# npy DTYPE SHAPE [FORTRAN_ORDER]: prints the npy header of such an array.
npy() {
    npy_header "{'descr': '$1', 'fortran_order': ${3:-False}, 'shape': $2, }"
}

# plant DIR FILES EDIT: copies the kernel files from $kernels to DIR, and plants a fault: applies the sed script EDIT to
# FILES. Fails if EDIT changes nothing.
plant() {
    rm -rf "$1"
    cp -r "$kernels" "$1"
    # shellcheck disable=SC2086 # several files
    (cd "$1" && sed -i "$3" $2)
    ! diff -r "$kernels" "$1" >/dev/null || failed "the kernels have changed: plant another fault than $3"
}

passed() {
    echo "$checks checks passed"
}
