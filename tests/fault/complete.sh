#!/bin/sh
# complete.sh ROOT: calls.def has every OpenCL call of the library except one that looks up functions, and each public
# function that can fail is tested by FAULTED.
set -eu
cd "$1"
missing=$(
    grep -rohE '\bcl[A-Z][A-Za-z]+\(' src | tr -d '(' | sort -u | while read -r call; do
        [ "$call" = clGetExtensionFunctionAddressForPlatform ] || grep -qE "[( ]$call," tests/fault/calls.def ||
            echo "$call is not in calls.def"
    done
    sed -n 's/^CLSCAN_API clscan_status \(clscan_[a-z_]*\)(.*/\1/p' include/clscan/clscan.h | while read -r function; do
        grep -qE "FAULTED\($function\(" tests/fault/*.c || echo "no fault comes below $function"
    done
)
[ -z "$missing" ] || { printf '%s\n' "$missing" && exit 1; }
echo "every call, every function"
