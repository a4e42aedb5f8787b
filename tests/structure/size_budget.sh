#!/bin/sh
# size_budget.sh ROOT: every file has less than 400 lines, and every function less than 60. Longer ones should be split.
# The public header may have up to 999 lines, because most of it is contracts.
set -eu
cd "$1"
files() {
    find src cl include tools tests -type f \
        \( -name '*.[ch]' -o -name '*.cl' -o -name '*.def' -o -name '*.cmake' -o -name '*.sh' \)
}

long=$(files | while read -r file; do
    lines=$(wc -l <"$file")
    most=400
    [ "$file" != include/clscan/clscan.h ] || most=1000
    [ "$lines" -lt $most ] || echo "$file has $lines lines"
done)

# Prints the number of lines, the name and the file of every function, longest first.
if ctags --version 2>/dev/null | grep -q Universal; then
    functions=$(files | ctags -L - -o - --fields=+ne --langmap=C:.c.h.cl --languages=C --kinds-C=f |
        awk -F '\t' '!/^!/ {
            for (i = 4; i <= NF; i++) { split($i, f, ":"); v[f[1]] = f[2] }
            print v["end"] - v["line"] + 1, $1, $2
        }' | sort -rn)
    long="$long$(printf '%s\n' "$functions" | awk '$1 >= 60 { print "\n" $2 " in " $3 " has " $1 " lines" }')"
    printf '%s\n' "$functions" | awk '{ n[NR] = $1; at[NR] = $2 " in " $3 } END {
        print NR " functions: median " n[int((NR + 1) / 2)] " lines, longest " n[1] " (" at[1] ")" }'
fi
files | xargs wc -l | sort -rn | awk '$2 != "total" { print "longest file: " $2 ", " $1 " lines"; exit }'

[ -z "$long" ] || { printf '%s\n' "$long" && exit 1; }
command -v ctags >/dev/null || { echo "no ctags: functions not measured" && exit 77; }
