#!/bin/sh
# abi.sh PREFIX LIBRARY LIST: the shared library exports exactly the functions in the file LIST, and its header declares
# exactly these. LIBRARY is clscan or clscan_mpi, which is built only if there is MPI. Removing a line from abi.txt breaks programs that are linked with the library. That needs a new minor version, and
# from 1.0 on a new major version.
set -eu
command -v nm >/dev/null || { echo "no nm" && exit 77; }
rm -rf "$WORK" && mkdir -p "$WORK"
list=$(dirname "$0")/$3

library=$(find "$1" -name "lib$2.so.*.*.*")
[ -n "$library" ] || [ "$2" = clscan ] || { echo "no MPI" && exit 77; }
nm -D --defined-only "$library" | awk '$2 != "A" { sub("@.*", "", $3); print $3 }' |
    grep -vE '^__(asan|odr_asan|ubsan|tsan|gcov)' | sort >"$WORK/library.txt"
# Puts each declaration of the header on one line, and prints the name before the first parenthesis.
sed 's|/\*.*\*/||' "$1/include/clscan/$2.h" | grep -v '^#' | tr '\n' ' ' | tr ';' '\n' |
    sed -n 's/.*CLSCAN_API [^(]*[ *]\(clscan_[a-z_]*\)(.*/\1/p' | sort >"$WORK/header.txt"

sort "$list" | diff - "$WORK/library.txt" || { echo "$3 (<) and the library (>) differ" && exit 1; }
sort "$list" | diff - "$WORK/header.txt" || { echo "$3 (<) and the header (>) differ" && exit 1; }
echo "$(wc -l <"$list") symbols"
