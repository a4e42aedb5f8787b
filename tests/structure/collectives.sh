#!/bin/sh
# collectives.sh ROOT: every function of cl/ that contains a barrier, or calls a function that contains one, is declared
# CLSCAN_COLLECTIVE (see cl/base.h). The files of one-pass strategies are exempt: the driver that needs
# CLSCAN_COLLECTIVE lacks the atomics that these strategies need.
set -eu
cd "$1/cl"

find . -name '*.h' -o -name '*.cl' | sed 's|^\./||' | sort |
    grep -v -e grid/one_pass.h -e grid/line_blocks.h -e grid/block_by_group.h -e tile/blocked.h -e tile/resident_rows.h -e item/head_bits.h |
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
        waits["clscan_barrier"] = waits["clscan_barrier_loaded"] = 1
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
            if (name_of[i] in waits && kind_of[i] !~ /KERNEL$/) {
                collectives++
                if (kind_of[i] != "CLSCAN_COLLECTIVE") {
                    print "cl/" file_of[i] ": " name_of[i] " has a barrier and is not CLSCAN_COLLECTIVE"
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
