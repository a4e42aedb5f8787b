/* A layer of the OpenCL loader that lets PoCL compile programs with a short header. PoCL reads the 18000 lines of
 * clang's opencl-c.h for each program, which takes a quarter of the time for compiling a kernel of the library. With
 * this layer, a program gets only the declarations of functions that it names, from a file that short_header.sh makes
 * of PoCL's own header. If the program cannot be compiled so, it is compiled as without this layer, so that results and
 * logs are the same. The layer does nothing with other versions of PoCL, on other platforms, and with
 * CLSCAN_TEST_WHOLE=1. */
#include "support/layer.h"
#include "declarations/called.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char layer_name[] = "clscan's short header";
static const cl_icd_dispatch *next;

/* PoCL's own header is left out because the macro that guards it is defined. */
static const char options_of_header[] = " -D_OPENCL_H_ -DCLSCAN_TEST_DECLARATIONS";
static const char prefix[] = "#ifdef CLSCAN_TEST_DECLARATIONS /* those of PoCL's header */\n";
static const char suffix[] = "#endif\n"
                             "#line 1\n";

/* The file that short_header.sh makes, or NULL if it cannot be read. */
static char *header;

static char *read_whole(FILE *file) {
    char *text = fseek(file, 0, SEEK_END) == 0 && ftell(file) > 0 ? calloc((size_t)ftell(file) + 1, 1) : NULL;
    if (text) {
        const size_t size = (size_t)ftell(file);
        rewind(file);
        if (fread(text, 1, size, file) == size)
            return text;
    }
    free(text);
    return NULL;
}

static void read_header(void) {
    FILE *file = fopen(SHORT_HEADER, "r");
    if (!file)
        return;
    header = read_whole(file);
    fclose(file);
}

static bool is_pocl_3_1(cl_context context) {
    cl_device_id devices[16];
    cl_platform_id platform = NULL;
    char version[256] = "";
    if (next->clGetContextInfo(context, CL_CONTEXT_DEVICES, sizeof devices, devices, NULL) == CL_SUCCESS &&
        next->clGetDeviceInfo(devices[0], CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL) == CL_SUCCESS)
        next->clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL);
    return strstr(version, " PoCL 3.1") != NULL;
}

/* The declarations that a program with these texts needs, or NULL if it gets PoCL's own header. */
static char *prefix_of(cl_context context, cl_uint n, const char **texts, const size_t *lengths) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    if (n == 0 || !texts || getenv("CLSCAN_TEST_WHOLE") || !is_pocl_3_1(context))
        return NULL;
    pthread_once(&once, read_header);
    return header ? declarations_called(header, prefix, suffix, n, texts, lengths) : NULL;
}

static cl_program CL_API_CALL create(cl_context context, cl_uint n, const char **texts, const size_t *lengths,
                                     cl_int *error) {
    const char **all = malloc((n + (size_t)1) * sizeof *all);
    size_t *sizes = calloc(n + (size_t)1, sizeof *sizes); /* 0: the text ends with a null character */
    char *declarations = all && sizes ? prefix_of(context, n, texts, lengths) : NULL;
    if (declarations) {
        all[0] = declarations;
        memcpy(all + 1, texts, n * sizeof *all);
        if (lengths)
            memcpy(sizes + 1, lengths, n * sizeof *sizes);
    }
    cl_program program = declarations ? next->clCreateProgramWithSource(context, n + 1, all, sizes, error)
                                      : next->clCreateProgramWithSource(context, n, texts, lengths, error);
    free(declarations);
    free(all);
    free(sizes);
    return program;
}

static bool is_prefixed(cl_program program) {
    size_t size = 0;
    char *source = NULL;
    bool prefixed = false;
    if (next->clGetProgramInfo(program, CL_PROGRAM_SOURCE, 0, NULL, &size) == CL_SUCCESS && size >= sizeof prefix)
        source = malloc(size);
    if (source && next->clGetProgramInfo(program, CL_PROGRAM_SOURCE, size, source, NULL) == CL_SUCCESS)
        prefixed = strncmp(source, prefix, sizeof prefix - 1) == 0;
    free(source);
    return prefixed;
}

/* Builds the program with the short header. If that fails, PoCL prints the number of errors on stderr, so that stderr
 * is /dev/null meanwhile. */
static cl_int build_short(cl_program program, cl_uint n, const cl_device_id *devices, const char *options) {
    static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
    const size_t length = options ? strlen(options) : 0;
    char *all = malloc(length + sizeof options_of_header);
    cl_int error = CL_OUT_OF_HOST_MEMORY;
    if (!all)
        return error;
    memcpy(all, options ? options : "", length);
    memcpy(all + length, options_of_header, sizeof options_of_header);
    pthread_mutex_lock(&mutex);
    const int kept = dup(STDERR_FILENO), nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
    dup2(nothing, STDERR_FILENO);
    error = next->clBuildProgram(program, n, devices, all, NULL, NULL);
    dup2(kept, STDERR_FILENO);
    close(kept);
    close(nothing);
    pthread_mutex_unlock(&mutex);
    free(all);
    return error;
}

static cl_int CL_API_CALL build(cl_program program, cl_uint n, const cl_device_id *devices, const char *options,
                                void(CL_CALLBACK *notify)(cl_program program, void *data), void *data) {
    if (!notify && is_prefixed(program) && build_short(program, n, devices, options) == CL_SUCCESS)
        return CL_SUCCESS;
    return next->clBuildProgram(program, n, devices, options, notify, data);
}

void layer_take(cl_icd_dispatch *layer, const cl_icd_dispatch *below) {
    next = below;
    layer->clCreateProgramWithSource = create;
    layer->clBuildProgram = build;
}
