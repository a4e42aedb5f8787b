#!/bin/sh
# peers.sh ROOT WORK: tests the parts of tools/peers that need neither a device nor another library. The plain loop
# passes the check of its results for each type and scan, and a loop with a planted fault fails the check.
# tools/peers/get_cub finds the headers of CUB in a folder and in a wheel, and prints the reason where there are none.
set -eu
root=$1 work=$2
cxx=$(command -v g++ || command -v c++) || { echo "no C++ compiler" && exit 77; }
rm -rf "$work" && mkdir -p "$work/tools"
cp -R "$root/tools/peers" "$work/tools/"
cd "$work"
fail() { echo "$1" && exit 1; }

build() { "$cxx" -O1 -std=c++17 -fwrapv -Itools/peers "$1" -o "$2"; }
build tools/peers/data.cpp data
build tools/peers/c_loop.cpp loop
# With the fault, the loop writes nothing for the second count. Its result would be right if the first were still there.
sed 's/^ *to\[[a-z]*\] =/if (count == 1500) &/; s/^ *\*to = sum/if (count == 1500) &/
     s/^ *std::sort(/if (count == 1500) &/; s/^ *counts\[peer::bin_of/if (count == 1500) &/' tools/peers/c_loop.cpp \
    >fault.cpp
build fault.cpp fault

./data keys 1500 keys
for type in int float long double short uchar; do
    ./data $type 1500 numbers
    more='' # each count takes 0.2 s
    [ $type != int ] || more='reduce sort partition unique run_length histogram'
    for scan in sum select by_key $more; do
        for loop in loop:ok fault:WRONG; do
            said=$("./${loop%:*}" 0:0 "$scan" $type . 1500 1000)
            echo "$said" | awk -v type=$type -v second="${loop#*:}" '
                $1 != "c_loop" || $2 != type { exit 1 }
                $3 != (NR == 1 ? 1500 : 1000) || $8 != (NR == 1 ? "ok" : second) { exit 1 }
                END { if (NR != 2) exit 1 }' || fail "$loop, $scan of $type: $said"
        done
    done
done
! ./loop 0:0 sum half . 1000 2>/dev/null || fail "half is not a type of a peer"

get() { CLSCAN_CUB=$1 tools/peers/get_cub 2>&1; }
mkdir -p there/include/cub empty
touch there/include/cub/version.cuh
[ "$(get there)" = "$PWD/there/include" ] || fail "not found in a folder: $(get there)"
case $(get empty) in *"empty has neither"*) ;; *) fail "an empty folder: $(get empty)" ;; esac
if command -v python3 >/dev/null; then
    mkdir wheels
    (cd there && python3 -m zipfile -c ../wheels/nvidia_cuda_cccl-1-py3-none-any.whl include)
    for from in wheels wheels/nvidia_cuda_cccl-1-py3-none-any.whl; do
        found=$(get $from)
        [ -f "$found/cub/version.cuh" ] || fail "not found in $from: $found"
    done
fi
