# small_pocl.sh ROOT SHRINK LIBPOCL OUT: makes a folder of drivers, OUT/vendors, for OCL_ICD_VENDORS. PoCL looks for its
# files in the folder of its library. A link to that library in another folder makes PoCL read other files. Here these
# are links to its own files, but for the libraries of functions that new processors use: SHRINK makes them smaller. If
# that fails, they are links too.
set -eu
root=$1 shrink=$2 libpocl=$3 out=$4
find "$root/cl" "$root/src" "$root/tests" "$root/tools" "$root/include" "$root/README.md" -type f -exec cat {} + |
    LC_ALL=C tr -cs 'A-Za-z0-9_' '\n' | LC_ALL=C sort -u >"$out.words"
if [ -d "$out" ] && cmp -s "$out.words" "$out/words"; then
    exit 0
fi
[ -n "$(find /etc/OpenCL/vendors -name '*.icd')" ] || exit 0
rm -rf "$out"
mkdir -p "$out/lib/pocl" "$out/share/pocl" "$out/vendors"
ln -s "$libpocl" "$out/lib/pocl/libpocl.so"
ln -s "$(dirname "$libpocl")/pocl" "$out/lib/pocl/pocl"
for file in "$(dirname "$libpocl")"/../../share/pocl/*; do
    to=$out/share/pocl/$(basename "$file")
    case $file in
    *-avx2.bc | *-avx512.bc) "$shrink" "$file" "$out.words" "$to" || ln -s "$file" "$to" ;;
    *) ln -s "$file" "$to" ;;
    esac
done

# is_pocl FILE: FILE names this library of PoCL, by its path or as the loader finds it.
is_pocl() {
    named=$(head -n 1 "$1")
    case $named in
    /*) [ "$(readlink -f "$named")" = "$(readlink -f "$libpocl")" ] ;;
    libpocl.so.2*) true ;;
    *) false ;;
    esac
}

found=
for file in /etc/OpenCL/vendors/*.icd; do
    to=$out/vendors/$(basename "$file")
    if is_pocl "$file"; then
        echo "$out/lib/pocl/libpocl.so" >"$to"
        found=yes
    else
        cp "$file" "$to"
    fi
done
[ -n "$found" ] || rm -rf "$out/vendors"
cp "$out.words" "$out/words"
