#!/bin/sh
# readme.sh PREFIX: the C code in README.md and in the guide compiles against the installed library, with the command in
# README.md. Complete programs run, and print what the text says. Fragments are compiled with the variables that they
# need. From a fragment that describes a task, a plan is created.
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
# function. If it sets fields of `desc` and calls nothing, the file is NAME_1_plan.c: a program that creates the plan.
split() {
    awk -v to="$WORK/$2" '
        /^```c$/ { inside = 1; text = ""; main = 0; next }
        /^```$/ && inside {
            inside = 0
            plan = text ~ /(^|\n)desc\./ && text !~ /clscan_[a-z_]*\(&?[a-z]/
            file = to "_" ++n (plan ? "_plan" : "") ".c"
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
                    "(void)n, (void)device, (void)plan, (void)desc, (void)args;\n{\n" text "}\n" \
                    (plan ? "check(clscan_plan_create(device, &desc, &plan));\nclscan_plan_destroy(plan);\n" : "") \
                    "}\n"
            printf "%s", text > file
            close(file)
        }
        inside { text = text $0 "\n"; if (/int main\(/) main = 1 }
        END { if (!n) exit 1 }' "$SOURCE/$1"
}

# program FILE: adds what makes a program of NAME_1_plan.c.
program() {
    cat "$1" - <<'END'
#include <stdlib.h>
void check(int failed) {
    if (failed) {
        puts(clscan_last_message());
        exit(1);
    }
}
int main(void) {
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    clscan_device *device = NULL;
    options.self_test = CLSCAN_SELF_TEST_OFF;
    desc.max_count = 1000; /* fewer kernels to compile */
    check(clscan_device_open(NULL, &options, &device));
    shown(NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, device, NULL, desc, args);
    clscan_device_destroy(device);
    return 0;
}
END
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
    if [ "$file" != "${file%_plan.c}" ]; then
        program "$file" >first.c
        eval "$line"
        ./first || { echo "$file: no plan" && exit 1; }
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
