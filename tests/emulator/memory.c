/* Buffers, and the commands that move bytes between them and the host. */
#include "objects.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

static cl_mem all_mems;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static void forget(cl_mem mem) {
    pthread_mutex_lock(&mutex);
    cl_mem *link = &all_mems;
    while (*link != mem)
        link = &(*link)->next;
    *link = mem->next;
    pthread_mutex_unlock(&mutex);
    munmap(mem->pages, mem->mapped);
    if (mem->whole)
        clReleaseMemObject(mem->whole);
}
COUNTED(MemObject, cl_mem, forget(o))

cl_mem emulator_mem(const void *handle) {
    for (cl_mem mem = all_mems; mem; mem = mem->next)
        if (mem == handle)
            return mem;
    return NULL;
}

/* Allocates the buffer between two inaccessible pages. It ends as near to the second one as its alignment allows: the
 * largest power of two that divides its size, from EMULATOR_ALIGNMENT to 128 bytes. With EMULATOR_BEGIN=1 it starts at
 * the end of the first one. */
static bool map_pages(cl_mem mem) {
    enum { PAGE = 4096 };
    const size_t pages = (mem->size + PAGE - 1) / PAGE;
    mem->mapped = (pages + 2) * PAGE;
    mem->pages = mmap(NULL, mem->mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mem->pages == MAP_FAILED || mprotect(mem->pages + PAGE, pages * PAGE, PROT_READ | PROT_WRITE) != 0)
        return false;
    const size_t power = mem->size & -mem->size, least = emulator_number("EMULATOR_ALIGNMENT", 128);
    const size_t alignment = power < least ? least : power < 128 ? power : 128;
    const size_t room = (mem->size + alignment - 1) / alignment * alignment;
    mem->bytes = mem->pages + PAGE + (emulator_number("EMULATOR_BEGIN", 0) ? 0 : pages * PAGE - room);
    return true;
}

static cl_mem new_mem(cl_context context, cl_mem_flags flags, size_t size, cl_int *error) {
    cl_mem mem = emulator_object(sizeof *mem, error);
    if (!mem)
        return NULL;
    mem->context = context;
    mem->flags = flags;
    mem->size = size;
    if (!map_pages(mem)) {
        free(mem);
        *error = CL_MEM_OBJECT_ALLOCATION_FAILURE;
        return NULL;
    }
    pthread_mutex_lock(&mutex);
    mem->next = all_mems;
    all_mems = mem;
    pthread_mutex_unlock(&mutex);
    return mem;
}

cl_mem clCreateBuffer(cl_context context, cl_mem_flags flags, size_t size, void *bytes, cl_int *error) {
    cl_mem mem = new_mem(context, flags, size, error);
    if (mem && flags & CL_MEM_USE_HOST_PTR)
        mem->bytes = bytes;
    else if (mem && bytes)
        memcpy(mem->bytes, bytes, size);
    return mem;
}

cl_mem clCreateSubBuffer(cl_mem whole, cl_mem_flags flags, cl_buffer_create_type type, const void *region,
                         cl_int *error) {
    const cl_buffer_region *r = region;
    cl_mem mem = new_mem(whole->context, flags, r->size, error);
    (void)type;
    if (mem) {
        mem->whole = whole;
        mem->origin = r->origin;
        clRetainMemObject(whole);
    }
    return mem;
}

cl_int clGetMemObjectInfo(cl_mem mem, cl_mem_info what, size_t size, void *to, size_t *needed) {
    const cl_mem_object_type type = CL_MEM_OBJECT_BUFFER;
    const void *host = NULL; /* the library never asks for the pointer of a CL_MEM_USE_HOST_PTR buffer */
    switch (what) {
    case CL_MEM_TYPE:
        return ANSWER(type);
    case CL_MEM_CONTEXT:
        return ANSWER(mem->context);
    case CL_MEM_FLAGS:
        return ANSWER(mem->flags);
    case CL_MEM_SIZE:
        return ANSWER(mem->size);
    case CL_MEM_ASSOCIATED_MEMOBJECT:
        return ANSWER(mem->whole);
    case CL_MEM_OFFSET:
        return ANSWER(mem->origin);
    case CL_MEM_HOST_PTR:
        return ANSWER(host);
    default:
        return CL_INVALID_VALUE;
    }
}

/* Returns where the buffer's contents are. A sub-buffer's contents are in its parent, except while a kernel runs: then
 * a copy is in the sub-buffer's own pages, so that accesses past its end are detected too. */
static char *bytes_of(cl_mem mem) {
    return mem->whole ? mem->whole->bytes + mem->origin : mem->bytes;
}

void *emulator_lend(cl_mem mem) {
    if (mem->whole)
        memcpy(mem->bytes, bytes_of(mem), mem->size);
    return mem->bytes;
}

void emulator_take_back(cl_mem mem) {
    if (mem->whole)
        memcpy(bytes_of(mem), mem->bytes, mem->size);
}

/* -------------------------------------------------------------------------------------------------- commands */

#define WAITS cl_uint num_wait, const cl_event *wait, cl_event *event
#define DONE  ((void)num_wait, (void)wait, emulator_event(queue->context, event))

cl_int clEnqueueReadBuffer(cl_command_queue queue, cl_mem mem, cl_bool blocking, size_t offset, size_t size, void *to,
                           WAITS) {
    (void)blocking;
    memcpy(to, bytes_of(mem) + offset, size);
    return DONE;
}

cl_int clEnqueueWriteBuffer(cl_command_queue queue, cl_mem mem, cl_bool blocking, size_t offset, size_t size,
                            const void *from, WAITS) {
    (void)blocking;
    memcpy(bytes_of(mem) + offset, from, size);
    return DONE;
}

cl_int clEnqueueCopyBuffer(cl_command_queue queue, cl_mem from, cl_mem to, size_t from_offset, size_t to_offset,
                           size_t size, WAITS) {
    memmove(bytes_of(to) + to_offset, bytes_of(from) + from_offset, size);
    return DONE;
}

cl_int clEnqueueFillBuffer(cl_command_queue queue, cl_mem mem, const void *pattern, size_t pattern_size, size_t offset,
                           size_t size, WAITS) {
    for (size_t i = 0; i < size; i++)
        bytes_of(mem)[offset + i] = ((const char *)pattern)[i % pattern_size];
    return DONE;
}

void *clEnqueueMapBuffer(cl_command_queue queue, cl_mem mem, cl_bool blocking, cl_map_flags flags, size_t offset,
                         size_t size, WAITS, cl_int *error) {
    (void)blocking, (void)flags, (void)size;
    if (error)
        *error = CL_SUCCESS;
    (void)DONE;
    return bytes_of(mem) + offset;
}

cl_int clEnqueueUnmapMemObject(cl_command_queue queue, cl_mem mem, void *mapped, WAITS) {
    (void)mem, (void)mapped;
    return DONE;
}
