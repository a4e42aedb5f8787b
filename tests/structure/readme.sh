#!/bin/sh
# readme.sh ROOT: every file that README.md links to is there, each yes of ours beside others links to a test, and lines
# have at most 120 columns outside of tables.
set -eu
cd "$1"
wrong=$(
    grep -oE '\]\([^)#]+' README.md | cut -c3- | grep -v '^https\?:' | sort -u | while read -r file; do
        [ -e "$file" ] || echo "linked, but not there: $file"
    done
    LC_ALL=C awk -F ' *\\| *' '
        /^\| \| clscan \|/ { beside = 1 }
        !/^\|/ { beside = 0 }
        beside && $3 ~ /yes/ { n++ }
        beside && $3 ~ /yes/ && $3 !~ /\]\(tests\// { print "no test: " $2 }
        { columns = $0; gsub(/[\200-\277]/, "", columns) } # of UTF-8, one byte a character
        !/^\|/ && length(columns) > 120 { print "line " NR " has " length(columns) " columns" }
        END { if (!n) print "no table of what others can do" }' README.md
)
[ -z "$wrong" ] || { printf '%s\n' "$wrong" && exit 1; }
