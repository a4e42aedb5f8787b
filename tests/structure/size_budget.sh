#!/bin/sh
# size_budget.sh ROOT: no file has 400 lines or more, no function 60. A longer one should be split in two. The public
# header is exempt: it is one file, and most of it is documentation.
set -eu
cd "$1"
files() {
    find src cl include tools tests -type f \
        \( -name '*.[ch]' -o -name '*.cl' -o -name '*.def' -o -name '*.cmake' -o -name '*.sh' \)
}

long=$(files | grep -vxF include/clscan/clscan.h | while read -r file; do
    lines=$(wc -l <"$file")
    [ "$lines" -lt 400 ] || echo "$file has $lines lines"
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
