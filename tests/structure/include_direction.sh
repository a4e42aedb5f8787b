#!/bin/sh
# include_direction.sh ROOT: #include "..." of src/ and cl/ goes to the same layer or a lower one, never up.
# Their names begin at src/ or cl/. A file in no layer is an error too, so that the tables below stay complete.
set -eu
root=$(cd "$1" && pwd)

# A line is a layer, lowest first; its words are patterns of paths.
layers_src='
base/* status.* text.* log.* check.h sized.* fits.h bare_text.* driver_fault.* table.* table/* sha256.*
type_name.* problem.* operator.* build_log.* inquiry.* caps.* number.* sample.* fold.* source.* embedded.h select.* fork.* disk_entry.* disk_cache.* environment.*
binary.* program.* verdict.* memory.* range.* shape.* tested.* tuning.* tuning_text.* tuning_file.* tune.* user_text.* desc.* page.* page_words.* device.* device_create.c probe.* launch.* workspace.*
strategy.* strategy/*
rows.* args.* variant.* safer.*
plan.* plan_choice.* plan_create.c plan_describe.c plan_enqueue.c mark_offsets.* alternative.*
host.* trial.* known_trial.* user_trial.* self_test.*
api.*
'
layers_cl='
problem.h
op/*
marked.h
base.h
item/*
sub/*
group/*
tile/*
grid/*
'

# layer TABLE PATH: the number of the path's layer, or nothing.
layer() {
    printf '%s\n' "$1" | while read -r patterns; do
        number=$((${number:-0} + 1))
        for pattern in $patterns; do
            # shellcheck disable=SC2254 # it is a pattern
            case $2 in $pattern) echo "$number" && return ;; esac
        done
    done
}

# check TREE TABLE: prints what is wrong.
check() {
    cd "$root/$1"
    find . -type f \( -name '*.[ch]' -o -name '*.cl' -o -name '*.def' \) | sed 's|^\./||' | sort |
    while read -r file; do
        from=$(layer "$2" "$file")
        [ -n "$from" ] || { echo "$1/$file is in no layer" && continue; }
        sed -n 's/^[ \t]*#[ \t]*include[ \t]*"\([^"]*\)".*/\1/p' "$file" | while read -r name; do
            case $name in clscan/clscan.h) continue ;; esac # the public header is below all
            to=$(layer "$2" "$name")
            if [ ! -e "$name" ] || [ -z "$to" ]; then
                echo "$1/$file includes $name, which is in no layer"
            elif [ "$to" -gt "$from" ]; then
                echo "$1/$file includes $name, which is above it"
            fi
        done
    done
}

set -f # patterns are for `case`, not for file names
wrong=$(check src "$layers_src"; check cl "$layers_cl")
[ -z "$wrong" ] || { printf '%s\n' "$wrong" && exit 1; }
echo "every include goes down"
