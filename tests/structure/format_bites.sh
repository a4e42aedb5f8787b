#!/bin/sh
# format_bites.sh ROOT WORK: format.sh accepts a copy of the tree, and notices faults that are planted in the copy.
set -eu
root=$1 work=$2
check=$(cd "$(dirname "$0")" && pwd)/format.sh
rm -rf "$work" && mkdir -p "$work"
for part in src cl include tools tests; do
    mkdir "$work/$part"
    (cd "$root/$part" && find . -type f \( -name '*.[ch]' -o -name '*.cl' -o -name '*.def' \) | tar -cf - -T -) | tar -xf - -C "$work/$part"
done
cp "$root/.clang-format" "$work/"

status=0
said=$(sh "$check" "$work" 2>&1) || status=$?
[ $status = 0 ] || { echo "$said" && exit $status; } # 77 without clang-format

# notices FILE SED_SCRIPT TEXT: with this change of FILE, format.sh fails and says TEXT.
notices() {
    cp "$work/$1" "$work/original"
    sed "$2" "$work/original" >"$work/$1"
    ! cmp -s "$work/original" "$work/$1" || { echo "no change: $2" && exit 1; }
    if said=$(sh "$check" "$work" 2>&1); then
        echo "not noticed: $2 in $1" && exit 1
    fi
    case $said in *"$3"*) echo "noticed: $2 in $1" ;; *) echo "expected '$3', got: $said" && exit 1 ;; esac
    mv "$work/original" "$work/$1"
}

notices src/base/fork.c 's|^    |   |' 'src/base/fork.c:'
notices cl/grid/slices.cl 's|(CLSCAN_WG_SIZE \* |(CLSCAN_WG_SIZE*|' 'cl/grid/slices.cl:'
notices include/clscan/clscan.h 's|^typedef struct clscan_plan clscan_plan; *|typedef struct clscan_plan clscan_plan; |' 'include/clscan/clscan.h:'
notices tools/oracle/type.c '1s|^|/* clang-format off */ |' 'clang-format is off in these files'
notices src/table/sort.def '1s|device class|the class of the device, which has a longer name|' 'src/table/sort.def:1: '
notices tests/support/memory.c 's|^\(    .*\);$|\1 ;|' 'tests/support/memory.c:'
