#!/bin/sh
# equivalent.sh SOURCE_DIR: faults that are said to be none are of lines that there are.
command -v python3 >/dev/null 2>&1 || { echo "no python3" && exit 77; }
exec python3 -B "$1/tools/mutate" --stale
