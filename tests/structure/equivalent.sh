#!/bin/sh
# equivalent.sh SOURCE_DIR: every line of code that tests/emulator/equivalent quotes still exists in the sources.
command -v python3 >/dev/null 2>&1 || { echo "no python3" && exit 77; }
exec python3 -B "$1/tools/mutate" --stale
