#include "soak/alive.h"

#include <CL/cl.h>
#include <malloc.h>
#include <stdio.h>

static alive counts;

static void count(alive_kind kind, long n) {
    __atomic_fetch_add(&counts.n[kind], n, __ATOMIC_SEQ_CST);
}

alive alive_now(void) {
    alive now;
    for (int i = 0; i < ALIVE_KINDS; i++)
        now.n[i] = __atomic_load_n(&counts.n[i], __ATOMIC_SEQ_CST);
    return now;
}

long alive_elsewhere(void) {
    const struct mallinfo2 all = mallinfo2();
    return (long)(all.uordblks + all.hblkhd) - alive_now().n[ALIVE_BYTES];
}

bool alive_is_same(const alive *before, const alive *after) {
    static const char *const names[] = { "contexts", "queues", "buffers", "programs", "kernels", "events", "bytes" };
    bool same = true;
    for (int i = 0; i < ALIVE_KINDS; i++)
        if (before->n[i] != after->n[i]) {
            printf("%ld %s have become %ld\n", before->n[i], names[i], after->n[i]);
            same = false;
        }
    return same;
}

/* The linker (--wrap=f) replaces calls of f by __wrap_f, which calls f itself as __real_f. */

#define CREATES(kind, type, f, parameters, arguments)                                                                  \
    type __real_##f parameters;                                                                                        \
    type __wrap_##f parameters;                                                                                        \
    type __wrap_##f parameters {                                                                                       \
        type object = __real_##f arguments;                                                                            \
        count(ALIVE_##kind, object != NULL);                                                                           \
        return object;                                                                                                 \
    }

#define REFERS(kind, type, f, n)                                                                                       \
    cl_int __real_##f(type object);                                                                                    \
    cl_int __wrap_##f(type object);                                                                                    \
    cl_int __wrap_##f(type object) {                                                                                   \
        const cl_int error = __real_##f(object);                                                                       \
        count(ALIVE_##kind, error == CL_SUCCESS ? n : 0);                                                              \
        return error;                                                                                                  \
    }

#define ENQUEUES(f, parameters, arguments)                                                                             \
    cl_int __real_##f parameters;                                                                                      \
    cl_int __wrap_##f parameters;                                                                                      \
    cl_int __wrap_##f parameters {                                                                                     \
        const cl_int error = __real_##f arguments;                                                                     \
        count(ALIVE_EVENTS, error == CL_SUCCESS && event);                                                             \
        return error;                                                                                                  \
    }

REFERS(CONTEXTS, cl_context, clRetainContext, 1)
REFERS(CONTEXTS, cl_context, clReleaseContext, -1)
REFERS(QUEUES, cl_command_queue, clRetainCommandQueue, 1)
REFERS(QUEUES, cl_command_queue, clReleaseCommandQueue, -1)
REFERS(BUFFERS, cl_mem, clRetainMemObject, 1)
REFERS(BUFFERS, cl_mem, clReleaseMemObject, -1)
REFERS(PROGRAMS, cl_program, clRetainProgram, 1)
REFERS(PROGRAMS, cl_program, clReleaseProgram, -1)
REFERS(KERNELS, cl_kernel, clRetainKernel, 1)
REFERS(KERNELS, cl_kernel, clReleaseKernel, -1)
REFERS(EVENTS, cl_event, clRetainEvent, 1)
REFERS(EVENTS, cl_event, clReleaseEvent, -1)

typedef void(CL_CALLBACK *context_callback)(const char *, const void *, size_t, void *);
CREATES(CONTEXTS, cl_context, clCreateContext,
        (const cl_context_properties *p, cl_uint n, const cl_device_id *d, context_callback f, void *user,
         cl_int *error),
        (p, n, d, f, user, error))
CREATES(QUEUES, cl_command_queue, clCreateCommandQueue,
        (cl_context c, cl_device_id d, cl_command_queue_properties p, cl_int *error), (c, d, p, error))
CREATES(BUFFERS, cl_mem, clCreateBuffer, (cl_context c, cl_mem_flags flags, size_t size, void *host, cl_int *error),
        (c, flags, size, host, error))
CREATES(BUFFERS, cl_mem, clCreateSubBuffer,
        (cl_mem whole, cl_mem_flags flags, cl_buffer_create_type type, const void *info, cl_int *error),
        (whole, flags, type, info, error))
CREATES(PROGRAMS, cl_program, clCreateProgramWithSource,
        (cl_context c, cl_uint n, const char **texts, const size_t *sizes, cl_int *error), (c, n, texts, sizes, error))
CREATES(PROGRAMS, cl_program, clCreateProgramWithBinary,
        (cl_context c, cl_uint n, const cl_device_id *d, const size_t *sizes, const unsigned char **bytes,
         cl_int *statuses, cl_int *error),
        (c, n, d, sizes, bytes, statuses, error))
CREATES(KERNELS, cl_kernel, clCreateKernel, (cl_program p, const char *name, cl_int *error), (p, name, error))
CREATES(EVENTS, cl_event, clCreateUserEvent, (cl_context c, cl_int *error), (c, error))

#define WAIT cl_uint waits, const cl_event *list, cl_event *event
ENQUEUES(clEnqueueNDRangeKernel,
         (cl_command_queue q, cl_kernel k, cl_uint dimensions, const size_t *offset, const size_t *global,
          const size_t *local, WAIT),
         (q, k, dimensions, offset, global, local, waits, list, event))
ENQUEUES(clEnqueueFillBuffer,
         (cl_command_queue q, cl_mem m, const void *pattern, size_t length, size_t offset, size_t size, WAIT),
         (q, m, pattern, length, offset, size, waits, list, event))
ENQUEUES(clEnqueueReadBuffer,
         (cl_command_queue q, cl_mem m, cl_bool blocks, size_t offset, size_t size, void *to, WAIT),
         (q, m, blocks, offset, size, to, waits, list, event))
ENQUEUES(clEnqueueWriteBuffer,
         (cl_command_queue q, cl_mem m, cl_bool blocks, size_t offset, size_t size, const void *from, WAIT),
         (q, m, blocks, offset, size, from, waits, list, event))
ENQUEUES(clEnqueueCopyBuffer,
         (cl_command_queue q, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset, size_t size, WAIT),
         (q, from, to, from_offset, to_offset, size, waits, list, event))
ENQUEUES(clEnqueueUnmapMemObject, (cl_command_queue q, cl_mem m, void *mapped, WAIT),
         (q, m, mapped, waits, list, event))
ENQUEUES(clEnqueueMarkerWithWaitList, (cl_command_queue q, WAIT), (q, waits, list, event))

void *__real_clEnqueueMapBuffer(cl_command_queue q, cl_mem m, cl_bool blocks, cl_map_flags flags, size_t offset,
                                size_t size, WAIT, cl_int *error);
void *__wrap_clEnqueueMapBuffer(cl_command_queue q, cl_mem m, cl_bool blocks, cl_map_flags flags, size_t offset,
                                size_t size, WAIT, cl_int *error);
void *__wrap_clEnqueueMapBuffer(cl_command_queue q, cl_mem m, cl_bool blocks, cl_map_flags flags, size_t offset,
                                size_t size, WAIT, cl_int *error) {
    void *mapped = __real_clEnqueueMapBuffer(q, m, blocks, flags, offset, size, waits, list, event, error);
    count(ALIVE_EVENTS, mapped && event);
    return mapped;
}

/* ------------------------------------------------------------------------------------------------------ the heap */

static void *allocated(void *p) {
    count(ALIVE_BYTES, (long)malloc_usable_size(p));
    return p;
}

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
    return allocated(__real_malloc(size));
}

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size) {
    return allocated(__real_calloc(n, size));
}

void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size) {
    const long before = (long)malloc_usable_size(p);
    void *bigger = __real_realloc(p, size);
    if (bigger)
        count(ALIVE_BYTES, (long)malloc_usable_size(bigger) - before);
    return bigger;
}

void __real_free(void *p);
void __wrap_free(void *p);
void __wrap_free(void *p) {
    count(ALIVE_BYTES, -(long)malloc_usable_size(p));
    __real_free(p);
}
