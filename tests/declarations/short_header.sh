# short_header.sh ROOT OPENCL-C.H OUT: writes clang's header without comments, and without the declarations of functions
# whose names are not words of the sources in ROOT. Conversions stay, except those with a rounding mode: the library
# makes their names. A line with a declaration begins with @, the function's name and a blank.
set -eu
find "$1/cl" "$1/src" "$1/tests" "$1/tools" '(' -name '*.[ch]' -o -name '*.cl' ')' -exec cat {} + |
    tr -cs 'A-Za-z0-9_' '\n' | sort -u >"$3.words"
awk 'FNR == NR { known[$1]; next }
    /^#include "opencl-c-base.h"/ { next } # PoCL includes it before
    /^\/\*/ { comment = 1 }
    comment { if (/\*\//) comment = 0; next }
    /^(\/\/.*)?$/ { next }
    { sub(/_OPENCL_H_/, "CLSCAN_TEST_SHORT_HEADER_H") }
    /^[a-z]/ || begun != "" { # a declaration of several lines
        begun = begun (begun == "" ? "" : " ") $0
        if (!/;$/) next
        $0 = begun
        begun = ""
    }
    /^[a-z].*__ovld.*\);$/ {
        name = $0
        sub(/\(.*/, "", name)
        sub(/.*[ *]/, "", name)
        if (name in known || name ~ /^convert_[a-z]+[0-9]*(_sat)?$/) print "@" name " " $0
        next
    }
    { print }' "$3.words" "$2" >"$3.new"
mv "$3.new" "$3"
