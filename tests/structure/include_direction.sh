#!/bin/sh
# include_direction.sh ROOT: in src/, tools/clscan/ and cl/ a file includes only files of its own layer and of lower
# layers, and the units do not include one another in a cycle. File names in #include "..." are relative to these three
# folders. A file without a layer is an error, so that the tables below stay complete.
set -eu
root=$(cd "$1" && pwd)

# Each line of a table is a layer, lowest layer first. Its words are folders or files. A folder of the host code
# includes its own files and files of lower layers, but not files of other folders on the same line. "." is the top
# layer: the files outside of all folders.
layers_src='
base
table
source opencl
problem program
tuning
device strategy
page
plan
enqueue
self_test
host split stream
team
.
mpi
'
layers_tool='
common
formats
options
data
files
scan select sort histogram bench tune verify
.
'
layers_cl='
shared_constants.h
problem.h
op task
scan_op.h flagged_op.h plain_op.h
base.h
item
sub
group
tile
grid
'

# print_includes TREE: prints one line for each file in TREE and one for each #include in it. The first kind of line has
# the file's name. The second has the file's name, the included name and, if that file does not exist, "missing".
print_includes() {
    cd "$root/$1"
    find . -type f \( -name '*.[ch]' -o -name '*.cl' -o -name '*.def' \) | sed 's|^\./||' | sort |
    while read -r file; do
        echo "$file"
        sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$file" | while read -r name; do
            case $1/$name in
                */clscan/clscan.h | src/clscan/clscan_mpi.h | tools/clscan/oracle.h | tools/clscan/accumulator.h | tools/clscan/types.h) continue ;;
            esac # the public headers and the oracle are below all layers
            [ -e "$name" ] && echo "$file $name" || echo "$file $name missing"
        done
    done
}

# check TREE TABLE: prints one line for each violation in TREE of the layers in TABLE.
check() {
    print_includes "$1" | awk -v tree="$1" -v table="$2" '
        BEGIN {
            lines = split(table, line, "\n")
            for (i = 1; i <= lines; i++) {
                words = split(line[i], word, " ")
                for (k = 1; k <= words; k++)
                    layer[word[k]] = i
            }
        }
        function room(file) {
            if (file in layer)
                return file
            return index(file, "/") ? substr(file, 1, index(file, "/") - 1) : "."
        }
        function unit(file) { sub(/\.[a-z]*$/, "", file); return file }
        NF == 1 && !(room($1) in layer) { print tree "/" $1 " is in no layer" }
        NF == 1 { next }
        NF == 3 || !(room($2) in layer) { print tree "/" $1 " includes " $2 ", which is in no layer"; next }
        layer[room($2)] > layer[room($1)] { print tree "/" $1 " includes " $2 ", which is above it"; next }
        unit($1) != unit($2) { used[unit($1)] = used[unit($1)] " " unit($2) }
        tree == "cl" { next }
        layer[room($2)] == layer[room($1)] && room($2) != room($1) {
            print tree "/" $1 " includes " $2 ", which is beside it"
        }

        # Cycles: remove, until nothing changes, the units that include no remaining unit or that no remaining unit
        # includes. The units that remain are in a cycle, or on a path between cycles.
        END {
            do {
                gone = 0
                split("", wanted)
                for (u in used)
                    for (k = split(used[u], v, " "); k > 0; k--)
                        wanted[v[k]] = 1
                for (u in used) {
                    for (k = split(used[u], v, " "); k > 0 && !(v[k] in used); k--)
                        ;
                    if (k > 0 && u in wanted)
                        continue
                    delete used[u]
                    gone = 1
                }
            } while (gone)
            for (u in used)
                print tree "/" u " is in a circle of includes"
        }'
}

# The tool uses the public API only: its build names neither src/ nor the library's objects.
check_tool() {
    grep -nE '/src|clscan_objects|clscan_inside' "$root/tools/clscan/CMakeLists.txt" |
        sed 's|^|tools/clscan/CMakeLists.txt uses private code of the library: line |' || :
}

# clscan_mpi uses the public headers only: neither its files nor its build name other folders of src/.
check_mpi() {
    { grep -rnE '#include "' "$root/src/mpi" --include='*.[ch]' | grep -vE '"(mpi/[a-z_]+\.h|clscan/clscan_mpi\.h)"'
      grep -nE 'clscan_objects|clscan_inside' "$root/src/mpi/CMakeLists.txt"
    } | sed "s|^$root/||; s|\$| in clscan_mpi, which uses public headers only|" || :
}

wrong=$(check_tool; check_mpi; check src "$layers_src"; check tools/clscan "$layers_tool"; check cl "$layers_cl")
[ -z "$wrong" ] || { printf '%s\n' "$wrong" && exit 1; }
echo "every include goes down"
