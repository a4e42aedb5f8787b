#!/bin/sh
# readme.sh PREFIX: the C code in README.md and in the guide compiles against the installed library, with the command in
# README.md. Complete programs run, and print what the text says. Fragments are compiled with the variables that they
# need.
set -eu
command -v pkg-config >/dev/null || { echo "no pkg-config" && exit 77; }
rm -rf "$WORK" && mkdir -p "$WORK"

package=$(find "$1" -name clscan.pc)
folder=$(cd "$(dirname "$package")" && pwd)
export PKG_CONFIG_PATH="$folder${PKG_CONFIG_PATH:+:$PKG_CONFIG_PATH}"
line=$(grep '^cc ' "$SOURCE/README.md")
# shellcheck disable=SC2086 # flags are several words
cc() { "$CC" -std=c99 $CFLAGS "$@"; }

# split README NAME: writes the blocks of C code to NAME_1.c, NAME_2.c and so on. A block without main() becomes a
# function.
split() {
    awk -v to="$WORK/$2" '
        /^```c$/ { inside = 1; text = ""; main = 0; next }
        /^```$/ && inside {
            inside = 0
            file = to "_" ++n ".c"
            if (!main)
                text = "#include <clscan/clscan" (text ~ /clscan_mpi_/ ? "_mpi" : "") ".h>\n#include <stdio.h>\n" \
                    "void check(int failed);\n" \
                    "void shown(cl_context context, cl_device_id id, cl_command_queue queue, cl_mem a, cl_mem b, " \
                    "cl_mem kept, cl_mem heads, cl_mem counter, size_t n, clscan_device *device, clscan_plan *plan, " \
                    "clscan_desc desc, clscan_args args);\n" \
                    "void shown(cl_context context, cl_device_id id, cl_command_queue queue, cl_mem a, cl_mem b, " \
                    "cl_mem kept, cl_mem heads, cl_mem counter, size_t n, clscan_device *device, clscan_plan *plan, " \
                    "clscan_desc desc, clscan_args args) {\n" \
                    "(void)context, (void)id, (void)queue, (void)a, (void)b, (void)kept, (void)heads, (void)counter, " \
                    "(void)n, (void)device, (void)plan, (void)desc, (void)args;\n{\n" text "}\n}\n"
            printf "%s", text > file
            close(file)
        }
        inside { text = text $0 "\n"; if (/int main\(/) main = 1 }
        END { if (!n) exit 1 }' "$SOURCE/$1"
}
split README.md readme
split include/clscan/README.md guide

cd "$WORK"
for file in *.c; do
    if grep -q clscan_mpi_ "$file"; then
        if ! pkg-config --exists clscan_mpi; then
            echo "$file: no MPI" && continue
        fi
        # shellcheck disable=SC2046,SC2086 # flags are several words
        OMPI_CC="$CC" MPICH_CC="$CC" mpicc -std=c99 $CFLAGS -c -Werror=implicit-function-declaration \
            -DCL_TARGET_OPENCL_VERSION=120 $(pkg-config --cflags clscan_mpi) "$file"
        continue
    fi
    if ! grep -q 'int main(' "$file"; then
        # shellcheck disable=SC2046 # flags are several words
        cc -c -Werror=implicit-function-declaration -DCL_TARGET_OPENCL_VERSION=120 $(pkg-config --cflags clscan) "$file"
        continue
    fi
    cp "$file" first.c
    eval "$line"
    said=$(./first)
    printf '%s: %s\n' "$file" "$said"
    case $file in
    readme_*) grep -qF -e "\`$said\`" "$SOURCE/README.md" ;;
    *) grep -qF -e "\`$said\`" "$SOURCE/include/clscan/README.md" ;;
    esac
done
