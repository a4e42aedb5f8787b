#!/bin/sh
# collectives.sh ROOT: every function of cl/ that contains a barrier, or calls a function that contains one, is declared
# CLSCAN_COLLECTIVE or CLSCAN_COLLECTIVE_APART (see cl/base.h). Two functions are exempt, because PoCL 7.1 needs them
# not to be: see cl/grid/look_back/one_pass.h. Six files are exempt, because their functions contain no barrier, but
# have the names of functions of other files that do.
set -eu
cd "$1/cl"

find . -name '*.h' -o -name '*.cl' | sed 's|^\./||' | sort |
    grep -v -e tile/resident_rows.h -e tile/selected_run_tile.h -e tile/selected_segments_tile.h -e item/head_bits.h \
        -e grid/slices.cl -e grid/strips/block_by_item.h |
    xargs awk '
    /^[A-Za-z].*[(]/ && !/;$/ {
        head = $0
        sub(/[(].*/, "", head)
        sub(/.*[ *]/, "", head)
        name = head
        kind = $1
        body = ""
    }
    name { body = body "\n" $0 }
    /^}/ && name {
        functions++
        kind_of[functions] = kind
        name_of[functions] = name
        body_of[functions] = body
        file_of[functions] = FILENAME
        name = ""
    }
    END {
        waits["clscan_barrier"] = waits["clscan_barrier_after_loads"] = waits["clscan_barrier_after_stores"] = 1
        do {
            added = 0
            for (i = 1; i <= functions; i++)
                if (!(name_of[i] in waits))
                    for (callee in waits)
                        if (index(body_of[i], " " callee "(") || index(body_of[i], "(" callee "(")) {
                            waits[name_of[i]] = 1
                            added = 1
                            break
                        }
        } while (added)
        for (i = 1; i <= functions; i++)
            if (name_of[i] in waits && kind_of[i] !~ /KERNEL$/ && name_of[i] !~ /^clscan_(one_pass|scan_block)$/) {
                collectives++
                if (kind_of[i] !~ /^CLSCAN_COLLECTIVE(_APART)?$/) {
                    print "cl/" file_of[i] ": " name_of[i] " has a barrier and is not CLSCAN_COLLECTIVE or _APART"
                    failed = 1
                }
            }
        if (collectives < 20) {
            print "only " collectives + 0 " functions with barriers found: this script reads cl/ wrongly"
            failed = 1
        }
        print collectives " functions with barriers"
        exit failed
    }'
