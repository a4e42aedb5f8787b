#!/bin/sh
# kernel_lint.sh ROOT: every file of cl/ compiles alone, without a warning, for each language version and each
# choice that the page problem.h leaves. A second compiler reads what the drivers' compilers let pass.
set -eu
other_page=$(cd "$(dirname "$0")" && pwd)/affine_page.h
cd "$1/cl"

for clang in clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 ''; do
    [ -n "$clang" ] || { echo "no clang" && exit 77; }
    ! command -v "$clang" >/dev/null || break
done

# Every line holds the options of one page.
pages() {
    echo "-DCLSCAN_EXCLUSIVE=1 -DCLSCAN_ITEMS=1"
    echo "-include $other_page"
    for group in $(grep -l 'define CLSCAN_GROUP_WIDTH' group/*.h); do
        for wg_size in 1 64; do
            echo "-DCLSCAN_GROUP=\"$group\" -DCLSCAN_WG_SIZE=$wg_size"
        done
    done
}

# A header's functions are not all used in every file.
compile() {
    "$clang" -x cl -Xclang -finclude-default-header -target spir64 -fsyntax-only -I. \
        -Wall -Wextra -Werror -Wno-unused-function "$@"
}

files=$(find . -name '*.h' -o -name '*.cl' | sort)
for file in $files; do
    pages | while read -r page; do
        for standard in CL1.2 CL3.0; do
            # shellcheck disable=SC2086 # a page is several words
            compile -cl-std=$standard $page "$file" || { echo "$file as $standard with $page" && exit 1; }
        done
    done
done
echo "$(echo "$files" | wc -l) files, $(pages | wc -l) pages, CL1.2 and CL3.0: no warning from $clang"
