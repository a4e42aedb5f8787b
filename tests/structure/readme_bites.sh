#!/bin/sh
# readme_bites.sh ROOT WORK: readme.sh passes on an unchanged copy of the tree, and reports faults planted in the copy.
set -eu
check=$(cd "$(dirname "$0")" && pwd)/readme.sh
cd "$1"
work=$2
rm -rf "$work" && mkdir -p "$work"
cp -r README.md include src cl tests tools "$work"
sh "$check" "$work" >/dev/null || { echo "it fails on a plain copy" && exit 1; }

# sees FILE TEXT MESSAGE: TEXT, added at the end of FILE, makes readme.sh fail with MESSAGE.
sees() {
    cp "$work/$1" "$work/kept"
    printf '\n%s\n' "$2" >>"$work/$1"
    if said=$(sh "$check" "$work"); then
        echo "not seen in $1: $2" && exit 1
    fi
    case $said in *"$3"*) ;; *) echo "$said" && exit 1 ;; esac
    mv "$work/kept" "$work/$1"
}
# shellcheck disable=SC2016 # backticks are meant as they are
{
    sees cl/README.md '`grid/gone.cl`' 'names grid/gone.cl'
    sees tests/README.md '`gone.h`' 'names gone.h'
    sees tests/known_results.md '`gone.h`' 'names gone.h'
}
sees include/clscan/clscan.h '    CLSCAN_OP_PLANTED = 99,' 'include/clscan/README.md has a row for planted'
sees include/clscan/clscan.h '    CLSCAN_TASK_PLANTED = 99,' 'no table of the guide has CLSCAN_TASK_PLANTED'
sees include/clscan/clscan.h '    CLSCAN_GROUP_PLANTED = 99,' 'cl/README.md has a row for planted'
sees README.md '[gone](cl/gone.md)' 'links to cl/gone.md'
sees README.md '[gone](cl/README.md#gone)' 'not a heading'
sees README.md "$(seq 200)" 'more than 150 lines'
sees README.md "| $(head -c 11000 /dev/zero | tr '\0' x)" 'more than 10 KB'
sees src/README.md "$(head -c 121 /dev/zero | tr '\0' x)" 'has 121 columns'
sees tools/peers/README.md '| | clscan |
| wishes | yes |' 'no test: wishes'

touch "$work/cl/group/planted.h" "$work/src/planted.c"
mkdir "$work/tests/planted"
said=$(sh "$check" "$work") && echo "new files are not seen" && exit 1
for name in cl src tests; do
    case $said in *"$name/README.md does not name planted"*) ;; *) echo "$said" && exit 1 ;; esac
done
