#!/bin/sh
# include_direction_bites.sh ROOT WORK: include_direction.sh reports violations that are planted in a copy of the tree.
set -eu
root=$1 work=$2
check=$(dirname "$0")/include_direction.sh

# planted FILE TEXT WORDS: if TEXT is appended to FILE, the check fails and its output contains WORDS.
planted() {
    rm -rf "$work" && mkdir -p "$work/tools"
    cp -RL "$root/src" "$root/cl" "$work" # -L: never write into what a link points to
    cp -RL "$root/tools/clscan" "$work/tools"
    mkdir -p "$work/${1%/*}"
    printf '%s\n' "$2" >>"$work/$1"
    if said=$(sh "$check" "$work"); then
        echo "not found: $2 in $1" && exit 1
    fi
    case $said in *"$3"*) echo "found: $said" ;; *) echo "expected '$3', got: $said" && exit 1 ;; esac
}

planted cl/base.h '#include "tile/tile.h"' 'cl/base.h includes tile/tile.h, which is above it'
planted cl/group/values.h '  #  include "grid/look_back/lookback_context.h" // why' \
    'cl/group/values.h includes grid/look_back/lookback_context.h, which is above it'
planted src/base/status.c '#include "plan/plan.h"' 'src/base/status.c includes plan/plan.h, which is above it'
planted src/table/op.def '#include "source/source.h"' 'src/table/op.def includes source/source.h, which is above it'
planted src/problem/desc.h '#include "host/execute.h"' 'src/problem/desc.h includes host/execute.h, which is above it'
planted src/problem/desc.c '#include "program/program.h"' \
    'src/problem/desc.c includes program/program.h, which is beside it'
planted src/plan/variant.h '#include "plan/plan.h"' 'src/plan/variant is in a circle of includes'
planted cl/tile/tile.h '#include "tile/move.h"' 'cl/tile/tile is in a circle of includes'
planted src/stray/stray.c 'int stray;' 'src/stray/stray.c is in no layer'
planted src/plan/plan_create.c '#include "nowhere.h"' 'src/plan/plan_create.c includes nowhere.h, which is in no layer'
planted tools/clscan/common/count.h '#include "options/options.h"' \
    'tools/clscan/common/count.h includes options/options.h, which is above it'
# shellcheck disable=SC2016 # the variable is CMake's
planted tools/clscan/CMakeLists.txt 'target_sources(clscan_tool PRIVATE ${PROJECT_SOURCE_DIR}/src/base/strbuf.c)' \
    'tools/clscan/CMakeLists.txt uses private code of the library: line '
planted tools/clscan/scan/scan.c '#include "base/status.h"' \
    'tools/clscan/scan/scan.c includes base/status.h, which is in no layer'
planted src/mpi/agree.c '#include "base/try.h"' 'in clscan_mpi, which uses public headers only'
