/* Programs. clang compiles them for the host. The folder EMULATOR_WORK keeps the compiled files between runs, named by
 * a hash of source and options. By default, sanitizers end the process if a kernel leaves one of its own arrays, uses a
 * misaligned pointer, or reads a bool that is neither 0 nor 1. EMULATOR_CFLAGS replaces these options, for example by
 * those for coverage. */
#include "objects.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static uint64_t hash_of(const char *text, uint64_t hash) {
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * UINT64_C(0x100000001b3);
    return hash;
}

static const char *work(void) {
    return emulator_setting("EMULATOR_WORK", "/tmp");
}

static char *read_all(const char *path) {
    FILE *file = fopen(path, "rb");
    char *text = calloc(1, 1 << 20);
    if (file && text)
        text[fread(text, 1, (1 << 20) - 1, file)] = '\0';
    if (file)
        fclose(file);
    return text;
}

/* Writes to a temporary file and renames it, because other processes may be reading the same file. */
static void write_all(const char *path, const char *text) {
    char own[340];
    snprintf(own, sizeof own, "%s.%d", path, (int)getpid());
    FILE *file = fopen(own, "wb");
    if (file) {
        fputs(text, file);
        fclose(file);
        rename(own, path);
    }
}

/* Returns the options that stand for the macros of the device's compiler. */
static const char *device_macros(void) {
    return strcmp(emulator_setting("EMULATOR_SUB_GROUPS", ""), "amd") == 0 ? "-D__AMDGCN__=1" : "";
}

/* Compiles the program to NAME.so. The compiler writes to a file with a unique name, which is then renamed, because
 * other processes may compile the same program. The options are in a file, so that the shell does not interpret them.
 * Uninitialized variables are filled with a pattern that no kernel computes by accident. */
static bool compile(cl_program program, const char *name, const char *options, const char *cflags) {
    char command[4096], all[2048], own[300], path[320];
    const size_t silence = strncmp(options, "-w ", 3) == 0 ? 3 : 0; /* -w would also hide a missing return */
    snprintf(own, sizeof own, "%s.%d", name, (int)getpid());
    snprintf(path, sizeof path, "%s.cl", name);
    write_all(path, program->source);
    snprintf(path, sizeof path, "%s.options", name);
    snprintf(all, sizeof all,
             "-O0 -fPIC -fdata-sections -Wno-everything -Werror=return-type -ftrivial-auto-var-init=pattern "
             "-Xclang -cl-ext=+all %s %s %s",
             device_macros(), cflags, options + silence);
    write_all(path, all);
    snprintf(command, sizeof command,
             "exec >%s.log 2>&1; unset LD_PRELOAD; "
             "%s -x cl -include %s/opencl.h @%s.options -c %s.cl -o %s.o && "
             "%s %s -shared -Wl,-T,%s/local.ld %s.o %s -o %s.so -lm && mv %s.so %s.so",
             own, EMULATOR_CLANG, EMULATOR_SOURCE, name, name, own, EMULATOR_CLANG, cflags, EMULATOR_SOURCE, own,
             EMULATOR_BUILTINS, own, own, name);
    const bool built = system(command) == 0;
    snprintf(path, sizeof path, "%s.log", own);
    free(program->log);
    program->log = read_all(path);
    snprintf(command, sizeof command, "rm -f %s.log %s.o %s.so", own, own, own);
    return system(command) == 0 && built;
}

/* Loads a copy of NAME.so under a new name. The dynamic loader would load the same file, or the same name, only once.
 */
static void *load_copy(const char *name) {
    static unsigned copies;
    char command[1200], copy[600];
    snprintf(copy, sizeof copy, "%s.%d.%u", name, (int)getpid(), copies++);
    snprintf(command, sizeof command, "cp %s.so %s", name, copy);
    void *handle = system(command) == 0 ? dlopen(copy, RTLD_NOW | RTLD_LOCAL) : NULL;
    if (!handle)
        fprintf(stderr, "emulator: %s\n", dlerror());
    unlink(copy);
    return handle;
}

static bool build(cl_program program, const char *options) {
    const char *cflags = emulator_setting("EMULATOR_CFLAGS", "-fsanitize=bounds,alignment,bool -fsanitize-trap=all");
    const uint64_t hash = hash_of(cflags, hash_of(options, hash_of(program->source, UINT64_C(0xcbf29ce484222325))));
    char name[256], library[300];
    snprintf(name, sizeof name, "%s/%016llx", work(), (unsigned long long)hash);
    snprintf(library, sizeof library, "%s.so", name);
    if (access(library, R_OK) != 0 && !compile(program, name, options, cflags))
        return false;
    for (int i = 0; i < EMULATOR_ROOMS; i++)
        if (!(program->rooms[i] = load_copy(name)))
            return false;
    return true;
}

/* ------------------------------------------------------------------------------------------- OpenCL's functions */

static void unload(cl_program program) {
    for (int i = 0; i < EMULATOR_ROOMS; i++)
        if (program->rooms[i])
            dlclose(program->rooms[i]);
    free(program->source);
    free(program->log);
}
COUNTED(Program, cl_program, unload(o))

cl_program clCreateProgramWithSource(cl_context context, cl_uint n, const char **texts, const size_t *lengths,
                                     cl_int *error) {
    cl_program program = emulator_object(sizeof *program, error);
    (void)context, (void)n, (void)lengths; /* the library passes one string that ends with a zero */
    if (program)
        program->source = strdup(texts[0]);
    return program;
}

cl_int clBuildProgram(cl_program program, cl_uint n, const cl_device_id *devices, const char *options,
                      void(CL_CALLBACK *notify)(cl_program, void *), void *user) {
    (void)n, (void)devices, (void)notify, (void)user;
    return build(program, options ? options : "") ? CL_SUCCESS : CL_BUILD_PROGRAM_FAILURE;
}

cl_int clGetProgramBuildInfo(cl_program program, cl_device_id device, cl_program_build_info what, size_t size, void *to,
                             size_t *needed) {
    const char *log = program->log ? program->log : "";
    (void)device;
    return what == CL_PROGRAM_BUILD_LOG ? emulator_answer(log, strlen(log) + 1, size, to, needed) : CL_INVALID_VALUE;
}
