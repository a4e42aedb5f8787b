/* Kernels, their arguments and launches; and events, which are always complete. */
#include "objects.h"
#include "strategy/kernel_args.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

COUNTED(Kernel, cl_kernel, clReleaseProgram(o->program))

cl_kernel clCreateKernel(cl_program program, const char *name, cl_int *error) {
    cl_kernel kernel = emulator_object(sizeof *kernel, error);
    if (!kernel)
        return NULL;
    for (int i = 0; i < EMULATOR_ROOMS; i++) {
        *(void **)&kernel->rooms[i].kernel = dlsym(program->rooms[i], name);
        kernel->rooms[i].local = dlsym(program->rooms[i], "emulator_local");
        kernel->rooms[i].local_end = dlsym(program->rooms[i], "emulator_local_end");
    }
    if (!kernel->rooms[0].kernel) {
        free(kernel);
        *error = CL_INVALID_KERNEL_NAME;
        return NULL;
    }
    kernel->program = program;
    clRetainProgram(program);
    return kernel;
}

cl_int clGetKernelWorkGroupInfo(cl_kernel kernel, cl_device_id device, cl_kernel_work_group_info what, size_t size,
                                void *to, size_t *needed) {
    const size_t most = emulator_number("EMULATOR_WG_SIZE", 64), stated[3] = { 0 };
    const cl_ulong bytes = 0;
    (void)kernel, (void)device;
    switch (what) {
    case CL_KERNEL_WORK_GROUP_SIZE:
        return ANSWER(most);
    case CL_KERNEL_COMPILE_WORK_GROUP_SIZE:
        return ANSWER(stated);
    case CL_KERNEL_LOCAL_MEM_SIZE:
    case CL_KERNEL_PRIVATE_MEM_SIZE:
        return ANSWER(bytes);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    if (index >= EMULATOR_ARGS || size > sizeof kernel->args[0].value || !value)
        return CL_INVALID_ARG_VALUE;
    memset(kernel->args[index].value, 0, sizeof kernel->args[index].value);
    memcpy(kernel->args[index].value, value, size);
    kernel->args[index].size = size;
    if (kernel->num_args <= index)
        kernel->num_args = index + 1;
    return CL_SUCCESS;
}

/* Returns the buffer that is passed as argument `arg`, or NULL if the argument is not a buffer. */
static cl_mem mem_of(const struct _cl_kernel *kernel, size_t arg) {
    void *handle;
    memcpy(&handle, kernel->args[arg].value, sizeof handle);
    return kernel->args[arg].size == sizeof handle ? emulator_mem(handle) : NULL;
}

/* clang passes structs to kernels on the stack, whatever their size, but OpenCL does not say which arguments are
 * structs. An argument of more than a word is one, and so are the words of the initial value, whatever their size: they
 * come four arguments before clscan_params (see CLSCAN_ARRAYS), which is recognized by its size. */
static bool is_struct(const struct _cl_kernel *kernel, size_t arg) {
    enum { BEFORE = 4 };
    return kernel->args[arg].size > sizeof(uint64_t) ||
           (arg + BEFORE < kernel->num_args && kernel->args[arg + BEFORE].size == sizeof(cs_params));
}

static void pass(emulator_call *call, const void *value, size_t size, bool by_stack) {
    const bool fits = !by_stack && call->num_registers < 6;
    uint64_t *to = fits ? call->registers + call->num_registers : call->stack.word + call->num_stack;
    if (!fits && call->num_stack + (size + 7) / 8 > EMULATOR_WORDS)
        emulator_fail("the kernel has too many arguments");
    memcpy(to, value, size);
    *(fits ? &call->num_registers : &call->num_stack) += (size + 7) / 8;
}

static void launch(cl_kernel kernel, size_t groups, size_t wg_size) {
    static pthread_mutex_t mutex = PTHREAD_ERRORCHECK_MUTEX_INITIALIZER_NP;
    emulator_call call = { 0 };
    if (pthread_mutex_lock(&mutex) != 0) /* cmocka catches signals and starts its next test */
        emulator_fail("a signal has ended the kernel before");
    for (size_t i = 0; i < kernel->num_args; i++) {
        const cl_mem mem = mem_of(kernel, i);
        const void *bytes = mem ? emulator_lend(mem) : NULL;
        if (mem)
            pass(&call, &bytes, sizeof bytes, false);
        else
            pass(&call, kernel->args[i].value, kernel->args[i].size, is_struct(kernel, i));
    }
    emulator_run(kernel->rooms, &call, groups, wg_size);
    for (size_t i = 0; i < kernel->num_args; i++)
        if (mem_of(kernel, i))
            emulator_take_back(mem_of(kernel, i));
    pthread_mutex_unlock(&mutex);
}

cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel kernel, cl_uint dimensions, const size_t *offset,
                              const size_t *global, const size_t *local, cl_uint num_wait, const cl_event *wait,
                              cl_event *event) {
    (void)dimensions, (void)offset, (void)num_wait, (void)wait;
    const size_t wg_size = local ? *local : 1;
    launch(kernel, *global / wg_size, wg_size);
    return emulator_event(queue->context, event);
}

/* ---------------------------------------------------------------------------------------------------- events */

COUNTED(Event, cl_event, )

cl_int emulator_event(cl_context context, cl_event *event) {
    cl_int error = CL_SUCCESS;
    if (event && (*event = emulator_object(sizeof **event, &error)))
        (*event)->context = context;
    return error;
}

cl_int clEnqueueMarkerWithWaitList(cl_command_queue queue, cl_uint num_wait, const cl_event *wait, cl_event *event) {
    (void)num_wait, (void)wait;
    return emulator_event(queue->context, event);
}

cl_int clWaitForEvents(cl_uint n, const cl_event *events) {
    (void)n, (void)events;
    return CL_SUCCESS;
}

cl_int clGetEventInfo(cl_event event, cl_event_info what, size_t size, void *to, size_t *needed) {
    const cl_int state = CL_COMPLETE;
    switch (what) {
    case CL_EVENT_CONTEXT:
        return ANSWER(event->context);
    case CL_EVENT_COMMAND_EXECUTION_STATUS:
        return ANSWER(state);
    default:
        return CL_INVALID_VALUE;
    }
}
