#!/bin/sh
# kernel_lint.sh ROOT: every file of cl/ compiles alone, without a warning, for each language version that the file
# supports and for several pages that can replace cl/problem.h. clang warns of faults that drivers' compilers accept. By
# default each dialect and each page of a file is compiled once. With CLSCAN_TEST_WHOLE=1 all combinations run.
set -eu
structure=$(cd "$(dirname "$0")" && pwd)
other_page=$structure/other_page.h segments_page=$structure/segments_page.h
cd "$1/cl"

for clang in clang clang-19 clang-18 clang-17 clang-16 clang-15 clang-14 ''; do
    [ -n "$clang" ] || { echo "no clang" && exit 77; }
    ! command -v "$clang" >/dev/null || break
done

# includes FILE: prints FILE and all files that it includes.
includes() {
    "$clang" -x cl -Xclang -finclude-default-header -Xclang -cl-ext=+all -target spir64 -cl-std=CL3.0 -I. -M "$1"
}

# pages FILE: prints the compiler options of one page on each line. Files that use a group algorithm but do not choose
# it get pages for each algorithm. Files for one kind of tile get pages with tiles of this kind.
pages() {
    default="-DCLSCAN_EXCLUSIVE=1 -DCLSCAN_ITEMS=1 -DCLSCAN_SEGMENTS=4 -Dclscan_offset=ulong -Dclscan_key=ulong"
    blocked="-DCLSCAN_PRIVATE_ROWS=0 -DCLSCAN_LOCAL_ROWS=0"
    rows="-DCLSCAN_PRIVATE_ROWS=3 -DCLSCAN_LOCAL_ROWS=2"
    lengths="-DCLSCAN_SEGMENTS=5 $rows"
    results="-include $other_page -DCLSCAN_REDUCES_SEGMENTS=1"
    lengths_of_runs="-DCLSCAN_LENGTHS_OF_RUNS=out1"
    runs="-DCLSCAN_SELECTS_RUNS=1 -DCLSCAN_STORE_PARAMETERS= -DCLSCAN_STORE_ARRAYS(v)="
    runs="$runs -DCLSCAN_STORE_PASSED(at,x,inclusive,exclusive)=(void)((at)+(x)+(inclusive)+(exclusive))"
    runs="$runs -DCLSCAN_STORE(v,at,x,inclusive,exclusive)=CLSCAN_STORE_PASSED(at,x,inclusive,exclusive)"
    put="-DCLSCAN_SELECTS=1 -DCLSCAN_HAS_ROWS=1 -DCLSCAN_STORE_ARRAYS(v)="
    put="$put -Dclscan_store_selected(place,i,x)=(void)((place)+(i)+(x))"
    row="-DCLSCAN_SELECTS_ROWS=1 -DCLSCAN_HAS_ROWS=1 -DCLSCAN_LANES=0"
    of_rows="$row -include task/select.h"
    of_rows="$of_rows -DCLSCAN_STORE(v,at,x,inclusive,exclusive)=(void)((at).index+(x)+(inclusive)+(exclusive))"
    plain="-DCLSCAN_PLAIN_BYTES=4 -DCLSCAN_LANES=0"
    floats="-DCLSCAN_SORT_FLOATING=1"
    wide="-DCLSCAN_GROUP=\"group/sub_group.h\" -DCLSCAN_WG_SIZE"
    case $1 in
    tile/contiguous.h) printf '%s\n' "$default" "$lengths" "$wide=1" "$wide=64" && return ;;
    tile/transposed.h) echo "-include $other_page $rows" && return ;;
    tile/packet.h | tile/resident_rows.h)
        printf '%s\n' "$default" "-include $other_page $rows" "$results $rows" "$lengths" "$wide=1" "$wide=64" && return ;;
    tile/blocked.h)
        printf '%s\n' "$default $blocked" "-include $other_page" "$wide=1 $blocked" "$wide=64 $blocked" && return ;;
    tile/segment_rows.h) echo "$default" && return ;; # resident_rows.h has the rest that it needs
    tile/selected_packet_rows.h | tile/selected_span_tile.h)
        by_index="$rows $put -DCLSCAN_SELECT_BY_INDEX=1"
        parts="$rows $put -DCLSCAN_SELECT_BY_INDEX=0 -DCLSCAN_PART_SIZES=params.capacity"
        printf '%s\n' "$by_index" "$wide=1 $by_index" "$wide=64 $parts" && return ;;
    tile/blocked_results.h)
        printf '%s\n' "$default $blocked" "$wide=1 $blocked" "$wide=64 $blocked" "$results $blocked" \
            "$results $blocked -DCLSCAN_SEGMENTS=4" && return ;;
    tile/blocked_store.h) printf '%s\n' "-include $other_page" "-include $other_page $blocked" && return ;;
    tile/lengths.h) echo "$lengths" && return ;;
    tile/selected_segments_tile.h)
        segments="-include $segments_page -DCLSCAN_SEGMENTS=4 -Dclscan_offset=ulong $blocked"
        printf '%s\n' "$wide=1 $segments" "$wide=64 $segments" && return ;;
    tile/selected_run_tile.h) printf '%s\n' "$default $runs" "$wide=1 $runs" "$wide=64 $runs" && return ;;
    task/select.h)
        for by in FLAGS BITS FIRST_OF_RUN LAST_OF_RUN; do
            echo "$default -DCLSCAN_SELECT_$by"
        done
        echo "$default -DCLSCAN_SELECT_FIRST_OF_RUN $lengths_of_runs"
        echo "$default -DCLSCAN_SELECT_BITS -DCLSCAN_PART_SIZES=capacity"
        printf '%s\n' "$default $row -DCLSCAN_SELECT_LAST_OF_RUN $lengths_of_runs" \
            "$default $row -DCLSCAN_SELECT_BITS -DCLSCAN_PART_SIZES=capacity"
        echo "-include $other_page"
        return
        ;;
    task/bins.h)
        for by in EVEN_INTEGERS EVEN_FLOATS EDGES; do
            echo "$default -DCLSCAN_BINS_$by"
        done
        return
        ;;
    flagged_op.h | tile/flagged_elements.h) printf '%s\n' "-include $other_page" "$results" && return ;;
    item/initial_flagged.h)
        printf '%s\n' "-include $other_page" "$results" "-include $other_page -DCLSCAN_CONTINUES=1" && return ;;
    plain_op.h | item/initial_plain.h | tile/plain_elements.h) printf '%s\n' "$default" "-DCLSCAN_WG_SIZE=1" && return ;;
    item/store_results.h | tile/store_results.h) printf '%s\n' "$default" "-DCLSCAN_WG_SIZE=1" && return ;;
    item/store_by_user.h | tile/store_by_user.h) echo "-include $other_page" && return ;;
    item/store_in_rows.h) echo "$of_rows" && return ;;
    item/cursor_in_rows.h) printf '%s\n' "-DCLSCAN_HAS_ROWS=1" "-include $other_page" && return ;;
    item/cursor_in_array.h) printf '%s\n' "$default" "-DCLSCAN_WG_SIZE=1" && return ;;
    tile/store_segments.h) printf '%s\n' "$results" "$results -DCLSCAN_SEGMENTS=4" && return ;;
    tile/float_counter.h) echo "-DCLSCAN_FLOATING_WEIGHTS=1 -DCLSCAN_WG_SIZE=64" && return ;;
    task/sort.h) printf '%s\n' "$default" "$floats" && return ;;
    grid/sort/sort_sweep.h) echo "$default" && return ;;
    grid/look_back/fall_back.h) echo "-Wno-undefined-internal" && return ;; # it declares what its users define
    grid/sort/sort_top_k.h)
        printf '%s\n' "$default -DCLSCAN_SORT_TOP_K=3u" "$floats -DCLSCAN_SORT_TOP_K=3u -DCLSCAN_WG_SIZE=1" && return ;;
    grid/sort/sort_packed.h) printf '%s\n' "-DCLSCAN_HAS_ROWS=1" "$floats -DCLSCAN_HAS_ROWS=1 -DCLSCAN_WG_SIZE=1" && return ;;
    grid/sort* | grid/top_k* | tile/counts.h | tile/digit_ranks.h | tile/rank_*.h)
        for group in $(grep -l 'define CLSCAN_GROUP_WIDTH' group/*.h); do
            echo "$default -DCLSCAN_GROUP=\"$group\""
            echo "$floats -DCLSCAN_GROUP=\"$group\" -DCLSCAN_WG_SIZE=1"
        done
        return
        ;;
    task/merge.h | grid/merge*)
        alone="-DCLSCAN_LESS(x,y)=((x)<(y)) -DCLSCAN_MERGE_INDEXED=0 -DCLSCAN_MERGE_BYTES=sizeof(clscan_in)"
        alone="$alone -DCLSCAN_MERGE_LOCAL_BYTES=65536 -DCLSCAN_MERGE_HEADS_AT=2*CLSCAN_MERGE_BYTES"
        alone="$alone -DCLSCAN_MERGE_CARRIED(clscan_array,clscan_index)="
        printf '%s\n' "$default" "$default $alone" "-DCLSCAN_WG_SIZE=1" "-DCLSCAN_WG_SIZE=1 $alone" \
            "$default -DCLSCAN_HAS_ROWS=1" "-DCLSCAN_WG_SIZE=1 -DCLSCAN_HAS_ROWS=1 -DCLSCAN_SEGMENTS=1" && return
        ;;
    grid/histogram_segments.cl | grid/histogram/segments_*) # the total is a number of segments, unlike that of other_page.h
        printf '%s\n' "$results" "$results -DCLSCAN_SEGMENTS=4" "-DCLSCAN_SEGMENTS=1 -DCLSCAN_WG_SIZE=1" \
            "-DCLSCAN_SEGMENTS=1 -DCLSCAN_FLOATING_WEIGHTS=1 -DCLSCAN_WG_SIZE=64" \
            "-DCLSCAN_SEGMENTS=2 -DCLSCAN_BINS_IN_WORKSPACE=1 -DCLSCAN_WG_SIZE=64" && return
        ;;
    grid/split_runs.cl)
        runs="-DCLSCAN_RUN_KEYS=in -DCLSCAN_RUN_HEADS=segments -Dclscan_key=int"
        printf '%s\n' "$runs" "$runs -DCLSCAN_SELECT_LAST_OF_RUN" \
            "$runs $of_rows -DCLSCAN_LENGTHS_OF_RUNS=out -DCLSCAN_STARTS_OF_RUNS=out" && return
        ;;
    task/select_* | task/runs.h) printf '%s\n' "$default" "-include $other_page" && return ;;
    esac
    printf '%s\n' "$default" "-include $other_page" "-include $other_page $rows"
    printf '%s\n' "$results" "$results -DCLSCAN_SEGMENTS=4"
    case $1 in
    grid/lookback.cl | grid/chained.cl) echo "$default $runs" ;;
    grid/partition.cl | grid/reference.cl)
        printf '%s\n' "-DCLSCAN_PART_SIZES=params.capacity" "-DCLSCAN_SELECTS=1"
        ;;
    grid/split.cl | grid/reduce_scan.cl) echo "-include $other_page -DCLSCAN_CONTINUES=1" ;;
    item/arrays.h | item/initial.h | item/total.h) echo "-DCLSCAN_CONTINUES=1 -DCLSCAN_SELECTS=1" ;;
    item/view.h | grid/select_rows.cl) printf '%s\n' "$of_rows" "$row -DCLSCAN_PART_SIZES=params.capacity" ;;
    grid/run_lengths.h) echo "$of_rows -DCLSCAN_LENGTHS_OF_RUNS=out -DCLSCAN_STARTS_OF_RUNS=out" ;;
    esac
    case $1 in
    item/segment_starts.h | item/selected_chunks.h | item/view.h | grid/empty_segments.h | */segment_parts.h | \
        grid/partition_segments.cl | grid/reference.cl)
        segments="-include $segments_page -Dclscan_offset=ulong"
        for parts in "" " -DCLSCAN_PART_SIZES=part_sizes"; do
            echo "$segments -DCLSCAN_SEGMENTS=4$parts"
            echo "$segments -DCLSCAN_SEGMENTS=1 -DCLSCAN_WG_SIZE=1$parts"
        done
        ;;
    esac
    case $1 in
    grid/reference.cl) printf '%s\n' "-DCLSCAN_BINS=256" "-DCLSCAN_BINS=256 -DCLSCAN_SEGMENTS=1" ;;
    item/stream.h | grid/slices.cl | grid/single_group.cl) printf '%s\n' "-DCLSCAN_SELECTS=1" "-DCLSCAN_SELECTS=1 $plain" ;;
    item/collector.h | item/compact.h | item/selected_chunks.h) echo "$plain" ;;
    task/bins_even_integers.h)
        for form in MUL_HI MUL_HI_64 DIVIDE IS_EMPTY; do
            echo "-DCLSCAN_EVEN_$form"
        done
        ;;
    grid/histogram.cl | grid/histogram/histogram_by_group.h | tile/bin_table.h)
        echo "-DCLSCAN_WEIGHT_WORDS=2 -DCLSCAN_WG_SIZE=64"
        echo "-DCLSCAN_FLOATING_WEIGHTS=1 -DCLSCAN_WG_SIZE=64"
        echo "-DCLSCAN_BINS_IN_WORKSPACE=1 -DCLSCAN_WG_SIZE=64"
        echo "-DCLSCAN_HAS_ROWS=1 -DCLSCAN_WG_SIZE=64"
        echo "-DCLSCAN_HAS_ROWS=1 -DCLSCAN_WG_SIZE=1"
        ;;
    esac
    case $(includes "$1") in
    *tile/resident.h*)
        groups=group/sub_group.h
        printf '%s\n' "$lengths" "$default $blocked"
        ;;
    *group/group.h*) groups=$(grep -l 'define CLSCAN_GROUP_WIDTH' group/*.h) ;;
    *) groups=group/sequential.h ;;
    esac
    for group in $groups; do
        for wg_size in 1 64; do
            echo "-DCLSCAN_GROUP=\"$group\" -DCLSCAN_WG_SIZE=$wg_size"
        done
    done
}

# dialects FILE: prints on each line the compiler options of one dialect of OpenCL C that FILE supports. OpenCL C 2.0
# introduced C11 atomics, and extensions of 2.0 introduced sub-groups. For NVIDIA, the kernels use PTX for both, in
# OpenCL C 1.2. For AMD, they use the compiler's builtins.
dialects() {
    ptx="-target nvptx64 -cl-std=CL1.2 -DCLSCAN_SUB_GROUPS=1 -DCLSCAN_ATOMICS=4 -Dcl_nv_pragma_unroll"
    case $1 in
    sub/lanes_ptx.h) set -- "$ptx" ;;
    sub/lanes_amd.h) set -- amd ;;
    sub/lanes_khr.h) set -- khr ;;
    sub/lanes_intel.h) set -- intel ;;
    sub/lanes_opencl.h | sub/lanes_uniform.h) set -- uniform ;;
    sub/lanes_none.h) set -- CL1.2 CL3.0 ;;
    grid/look_back/atomic_words.h | grid/look_back/tile_state.h | grid/look_back/lookback_context.h | \
        grid/look_back/one_pass.h | grid/look_back/look_back*.h | grid/look_back/fall_back.h | \
        grid/lookback.cl | grid/chained.cl | grid/slices.cl | grid/strips/line_prefix.h | grid/strips/line_blocks.h | \
        grid/strips/block_by_*.h | grid/columns.cl | grid/sort/digit_records.h | grid/sort/sort_sweep.h | \
        grid/reduce_one_launch.cl)
        set -- "$ptx" khr intel uniform amd atomics CL2.0 CL3.0
        ;;
    tile/rank_by_ballots.h) set -- "$ptx" amd ;;
    tile/selected_packet_rows.h | tile/selected_span_tile.h) set -- "$ptx" amd CL1.2 ;;
    grid/sort.cl | grid/sort/sort_by_group.h | grid/top_k.cl | tile/digit_ranks.h) set -- "$ptx" amd CL1.2 CL3.0 ;;
    group/sub_group.h | sub/* | tile/contiguous.h | tile/transposed.h | tile/resident.h | tile/packet.h | \
        tile/packet_row.h | tile/resident_rows.h | tile/blocked*.h)
        set -- "$ptx" khr intel uniform amd CL1.2 CL3.0
        ;;
    *) set -- CL1.2 CL3.0 ;;
    esac
    for dialect in "$@"; do
        case $dialect in
        CL3.0) echo "-target spir -cl-std=CL3.0" ;; # this target has 32-bit pointers
        CL*) echo "-target spir64 -cl-std=$dialect" ;;
        khr) echo "-target spir64 -cl-std=CL3.0 -DCLSCAN_SUB_GROUPS=2" ;;
        intel) # only clang's full header (opencl-c.h) declares Intel's sub-group functions
            echo "$intel -DCLSCAN_SUB_GROUPS=3 -Xclang -include-pch -Xclang $whole"
            ;;
        uniform) echo "-target spir64 -cl-std=CL3.0 -DCLSCAN_SUB_GROUPS=5" ;;
        amd) # 64 lanes whose ds_bpermute reaches all, 32 lanes, and 64 lanes whose ds_bpermute reaches only one half
            amd="-target amdgcn-amd-amdhsa -nogpulib -cl-std=CL2.0 -DCLSCAN_SUB_GROUPS=4"
            echo "$amd -mcpu=gfx90a"
            echo "$amd -mcpu=gfx1030"
            echo "$amd -mcpu=gfx1030 -mwavefrontsize64"
            ;;
        atomics) # the atomics of OpenCL 1.2, and relaxed C11 atomics without fences
            echo "-target spir64 -cl-std=CL1.2 -DCLSCAN_ATOMICS=1 -DCLSCAN_STATE_BITS=32"
            echo "-target spir64 -cl-std=CL1.2 -DCLSCAN_ATOMICS=1 -DCLSCAN_STATE_BITS=64"
            echo "-target spir64 -cl-std=CL3.0 -DCLSCAN_ATOMICS=2"
            ;;
        *) echo "$dialect" ;;
        esac
    done
}

# No warning of unused functions: few files use all functions of the headers that they include.
compile() {
    "$clang" -x cl -Xclang -finclude-default-header -Xclang -cl-ext=+all -fsyntax-only -I. \
        -Wall -Wextra -Werror -Wno-unused-function "$@"
}

# clang's full header takes longer to compile than the kernel file after it, so it is precompiled once.
intel="-target spir64 -cl-std=CL3.0 -Dcl_intel_subgroups -cl-no-stdinc"
whole=$(mktemp)
trap 'rm -f "$whole"' EXIT
# shellcheck disable=SC2086 # several words
compile $intel -Xclang -emit-pch -Xclang -o -Xclang "$whole" - </dev/null

# meetings FILE: prints a dialect and a page on each line, separated by a tab.
meetings() {
    if [ -n "${CLSCAN_TEST_WHOLE:-}" ]; then
        pages "$1" | while read -r page; do dialects "$1" | sed "s|\$|	$page|"; done
    else
        { dialects "$1" && echo && pages "$1"; } | awk '
            !$0 { dialects = NR - 1; next }
            !dialects { dialect[NR - 1] = $0; next }
            { page[pages++] = $0 }
            END {
                for (i = 0; i < dialects || i < pages; i++) print dialect[i % dialects] "\t" page[i % pages]
            }'
    fi
}

# compiler_proper OPTION...: prints the command, quoted, by which clang starts its compiler proper with these options.
# The names of the files are missing at its end.
compiler_proper() { compile "$@" '-###' /dev/null 2>&1 | sed -n '/"-cc1"/s|"/dev/null"$||p'; }

# A process of clang takes longer to start than to compile a file. The compiler proper accepts several files, which it
# compiles one after the other, so that all files with the same options share a process.
files=$(find . -name '*.h' -o -name '*.cl' | sed 's|^\./||' | sort)
for file in $files; do
    meetings "$file" | sed "s|\$|	$file|"
done | awk -F '\t' '{ files[$1 FS $2] = files[$1 FS $2] " " $3 } END { for (met in files) print met FS files[met] }' |
    sort | {
        last= command=
        while IFS='	' read -r dialect page with_these; do
            # shellcheck disable=SC2086 # each is several words
            [ "$dialect" = "$last" ] || command=$(compiler_proper $dialect)
            [ -n "$command" ] || { echo "$clang does not say how it compiles" && exit 1; }
            eval "$command \$page \$with_these" || { echo "one of $with_these with $dialect $page" && exit 1; }
            last=$dialect
        done
    }
echo "$(echo "$files" | wc -l) files, up to $(pages tile/tile.h | wc -l) pages, OpenCL C 1.2 to 3.0 and PTX: no warning from $clang"
