#!/bin/sh
# comments.sh ROOT: checks that the files that comments in src/ and cl/ name exist. A name is a path from the root or
# the end of a path. Names with <placeholders> are left out, and so is input.cl, which drivers call a program in logs.
set -eu
cd "$1"
export LC_ALL=C
sources=$(find src cl -type f \( -name '*.[ch]' -o -name '*.cl' -o -name '*.def' \) | sort)
# shellcheck disable=SC2086 # names are words
find . \( -path ./build -o -path ./.git \) -prune -o -type f -print | awk '
    # Reports the names in a text that no file has.
    function check(text, name) {
        while (match(text, /[A-Za-z0-9_<>*.\/-]+/)) {
            name = substr(text, RSTART, RLENGTH)
            text = substr(text, RSTART + RLENGTH)
            sub(/\.+$/, "", name)
            if (name !~ /[A-Za-z0-9_]\.(c|h|cl|def|cmake|md|pml|py|sh)$/ || name ~ /[<>*]|input\.cl$/)
                continue
            named++
            if (!(name in is_there)) {
                print FILENAME ":" FNR ": a comment names " name ", which is not there"
                wrong = 1
            }
        }
    }
    listing { # adds every end of the path that begins with a folder or the file
        for (path = substr($0, 3); path != ""; path = i ? substr(path, i + 1) : "") {
            is_there[path]
            i = index(path, "/")
        }
        next
    }
    FNR == 1 { inside = 0 }
    {
        for (line = $0; line != ""; ) {
            end = index(line, inside ? "*/" : "/*")
            if (inside)
                check(end ? substr(line, 1, end - 1) : line)
            line = end ? substr(line, end + 2) : ""
            if (end)
                inside = !inside
        }
    }
    END {
        if (!named)
            print "no comment names a file"
        else if (!wrong)
            print "checked: " named " names of files in comments"
        exit wrong || !named
    }' listing=1 - listing=0 $sources
