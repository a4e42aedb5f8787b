#!/bin/sh
# header.sh FOLDER...: the header compiles and links without the library, in every version of C and C++ that it
# supports. The FOLDERs are the include folders of the library. All except clscan's own are system folders, without
# warnings.
set -eu
rm -rf "$WORK" && mkdir -p "$WORK"

includes="-I$SOURCE/include"
for folder in "$@"; do
    [ "$folder" = "$SOURCE/include" ] || includes="$includes -isystem $folder"
done
cat >"$WORK/alone.c" <<'C'
#include <clscan/clscan.h>
int main(void) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    clscan_cache_stats stats = CLSCAN_CACHE_STATS_INIT;
    clscan_stream_options stream = CLSCAN_STREAM_OPTIONS_INIT;
    return desc.struct_size == sizeof(clscan_desc) && !desc.value.name && args.struct_size == sizeof args &&
                   !args.count && options.struct_size == sizeof options && !options.log &&
                   stats.struct_size == sizeof stats && stream.struct_size == sizeof stream && !stream.init
               ? 0
               : 1;
}
C
cp "$WORK/alone.c" "$WORK/alone.cpp"

compile() {
    # shellcheck disable=SC2086 # includes are several words
    "$@" -O0 -Wall -Wextra -Wpedantic -Werror -DCL_TARGET_OPENCL_VERSION=120 $includes -o "$WORK/alone"
    "$WORK/alone"
    echo "$*"
}

for standard in c99 c11 c17; do
    compile "$CC" -std=$standard "$WORK/alone.c"
    compile "$CC" -std=$standard "$WORK/alone.c" -DCLSCAN_STATIC
done
[ -n "$CXX" ] || { echo "no C++ compiler" && exit 77; }
for standard in c++11 c++17 c++20; do
    compile "$CXX" -std=$standard "$WORK/alone.cpp"
done
