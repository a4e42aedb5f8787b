#!/bin/sh
# ctypes.sh PREFIX: the header can be bound from Python with ctypes. ctypes_binding.py makes the structs from the text
# of the installed header, compares their sizes and offsets with the C compiler's, and scans with the shared library.
set -eu
command -v python3 >/dev/null || { echo "no python3" && exit 77; }
python3 -c 'import ctypes' 2>/dev/null || { echo "python3 has no ctypes" && exit 77; }
case $CFLAGS in *-fsanitize*) echo "a library with sanitizers cannot be loaded into Python" && exit 77 ;; esac
rm -rf "$WORK" && mkdir -p "$WORK"
here=$(cd "$(dirname "$0")" && pwd)
library=$(find "$1" -name 'libclscan.so')

python3 -B "$here/ctypes_binding.py" "$1/include/clscan/clscan.h" --layout >"$WORK/layout.c"
# shellcheck disable=SC2086 # flags are several words
"$CC" -std=c99 $CFLAGS -DCL_TARGET_OPENCL_VERSION=120 "-I$1/include" "$WORK/layout.c" -o "$WORK/layout"
"$WORK/layout" >"$WORK/layout.txt"
python3 -B "$here/ctypes_binding.py" "$1/include/clscan/clscan.h" "$library" "$WORK/layout.txt"
