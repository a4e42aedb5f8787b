#!/bin/sh
# statement_macros.sh ROOT: the StatementMacros of .clang-format are the macros that stand on a line of their own before
# a loop of cl/. For any other macro, clang-format indents a loop in the body of the loop as if it stood after it.
set -eu
cd "$1"

listed=$(sed -n '/^StatementMacros:/,/^[A-Z]/s/^ *- \(CLSCAN_[A-Z0-9_]*\)$/\1/p' .clang-format | sort)
# shellcheck disable=SC2016 # awk expands its own variables
used=$(find cl -name '*.h' -o -name '*.cl' | sort | xargs awk '
    /^ *CLSCAN_[A-Z0-9_]+( *\/\*.*)?$/ { macro[++n] = $1; next }
    /^ *for \(/ { for (i = 1; i <= n; i++) print macro[i] }
    { n = 0 }' | sort -u)
[ "$listed" = "$used" ] || { printf '.clang-format lists\n%s\ncl/ uses\n%s\n' "$listed" "$used" && exit 1; }
echo "$(echo "$used" | wc -l) macros"
