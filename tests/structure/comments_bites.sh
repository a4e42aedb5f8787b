#!/bin/sh
# comments_bites.sh ROOT WORK: comments.sh passes on an unchanged copy of the tree, and reports faults planted in the
# copy.
set -eu
check=$(cd "$(dirname "$0")" && pwd)/comments.sh
cd "$1"
work=$2
rm -rf "$work" && mkdir -p "$work"
cp -r README.md include src cl tests tools "$work"
sh "$check" "$work" >/dev/null || { echo "it fails on a plain copy" && exit 1; }

# sees FILE TEXT NAME: TEXT, added at the end of FILE, makes comments.sh report NAME.
sees() {
    cp "$work/$1" "$work/kept"
    printf '\n%s\n' "$2" >>"$work/$1"
    if said=$(sh "$check" "$work"); then
        echo "not seen in $1: $2" && exit 1
    fi
    case $said in *"$1:"*"a comment names $3, which is not there"*) ;; *) echo "$said" && exit 1 ;; esac
    mv "$work/kept" "$work/$1"
}
sees src/api.c '/* See gone.c. */' gone.c
sees src/table/op.def '/* The kernels
 * are in cl/grid/gone.cl, and more. */' cl/grid/gone.cl
sees cl/grid/lookback.cl 'int x; /* a number */ int y; /* as in table/gone.def */' table/gone.def
sees cl/base.h '/* A folder without the file: grid/base.h */' grid/base.h

# Code is not a comment.
printf '\nconst char *name = "gone.c"; /* a name */\n' >>"$work/src/api.c"
sh "$check" "$work" >/dev/null || { echo "it takes code for a comment" && exit 1; }

# A renamed file is missed where comments name it.
mv "$work/src/table/op_accumulator.def" "$work/src/table/renamed.def"
said=$(sh "$check" "$work") && echo "a renamed file is not missed" && exit 1
case $said in *"op_accumulator.def, which is not there"*) ;; *) echo "$said" && exit 1 ;; esac
