/* A layer of the OpenCL loader that crashes or hangs the process when certain kernels are launched. Environment
 * variables configure the layer:
 *
 *   CRASH_KERNELS  names of the kernels, each followed by a blank
 *   CRASH_WG_SIZE  crash only for work-groups of this many work-items; default: work-groups of any size
 *   CRASH_HOW      SIGSEGV (the default), SIGTERM, exit or hang
 *   CRASH_PID      path of a file; the process writes its process id there before it hangs */
#include "support/layer.h"

#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const char layer_name[] = "clscan's crashing driver";
static const cl_icd_dispatch *next;

static const char *choice(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value ? value : otherwise;
}

static bool is_chosen(cl_kernel kernel, cl_uint dimensions, const size_t *wg_size) {
    const size_t wanted = (size_t)atol(choice("CRASH_WG_SIZE", "0"));
    char name[64] = "";
    size_t work_items = 1;
    next->clGetKernelInfo(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL);
    strcat(name, " ");
    for (cl_uint i = 0; wg_size && i < dimensions; i++)
        work_items *= wg_size[i];
    return strstr(choice("CRASH_KERNELS", ""), name) && (wanted == 0 || wanted == work_items);
}

static void write_pid(const char *path) {
    FILE *file = fopen(path, "w");
    if (file) {
        fprintf(file, "%ld\n", (long)getpid());
        fclose(file);
    }
}

static void end_process(void) {
    const char *how = choice("CRASH_HOW", "SIGSEGV");
    signal(SIGSEGV, SIG_DFL); /* LLVM's signal handler would return instead of ending the process */
    if (strcmp(how, "SIGSEGV") == 0)
        raise(SIGSEGV);
    if (strcmp(how, "SIGTERM") == 0)
        raise(SIGTERM);
    if (strcmp(how, "exit") == 0)
        exit(3);
    write_pid(choice("CRASH_PID", "/dev/null"));
    for (;;)
        pause();
}

static cl_int CL_API_CALL launch(cl_command_queue q, cl_kernel k, cl_uint dimensions, const size_t *offset,
                                 const size_t *global, const size_t *wg_size, cl_uint n, const cl_event *wait,
                                 cl_event *event) {
    if (is_chosen(k, dimensions, wg_size))
        end_process();
    return next->clEnqueueNDRangeKernel(q, k, dimensions, offset, global, wg_size, n, wait, event);
}

void layer_take(cl_icd_dispatch *layer, const cl_icd_dispatch *below) {
    next = below;
    layer->clEnqueueNDRangeKernel = launch;
}
