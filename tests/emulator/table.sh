#!/bin/sh
# table.sh LIMIT OPTION...: what gcovr knows by these options: per cent of lines and branches a file, and the lines and
# branches that have not run. Fails where less than LIMIT per cent of all lines has, or of the branches of kernels.
set -eu
limit=$1
shift
gcovr --root . --csv "$@" 2>/dev/null | awk -F , -v limit="$limit" '
    function percent(part, all) { return all ? 100 * part / all : 100 }
    function row(name, lc, l, bc, b) {
        printf "%-34s %5d of %5d lines %6.1f %%   %5d of %5d branches %6.1f %%\n",
            name, lc, l, percent(lc, l), bc, b, percent(bc, b)
    }
    NR > 1 {
        row($1, $3, $2, $6, $5)
        lines += $2; lines_run += $3; branches += $5; branches_run += $6
    }
    END {
        row("all", lines_run, lines, branches_run, branches)
        exit !lines || percent(lines_run, lines) < limit || (limit > 95 && percent(branches_run, branches) < limit)
    }'
