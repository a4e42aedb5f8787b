/* The types behind OpenCL's handles, and functions that the emulator's files share. A room is a place where one
 * work-group runs at a time; EMULATOR_ROOMS work-groups are resident at the same time. */
#ifndef EMULATOR_OBJECTS_H
#define EMULATOR_OBJECTS_H

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EMULATOR_ROOMS = 3, EMULATOR_ARGS = 32, EMULATOR_WORDS = 128 };

struct _cl_platform_id {
    char unused;
};
struct _cl_device_id {
    char unused;
};
struct _cl_context {
    unsigned references;
};
struct _cl_command_queue {
    unsigned references;
    cl_context context;
    cl_command_queue_properties properties;
};
struct _cl_event {
    unsigned references;
    cl_context context;
};

/* `bytes` ends where an inaccessible page begins. A sub-buffer has pages of its own, which hold its contents only while
 * a kernel runs. */
struct _cl_mem {
    unsigned references;
    struct _cl_mem *next; /* next in the list of all buffers */
    cl_context context;
    cl_mem whole; /* parent of a sub-buffer, or NULL */
    size_t origin, size, mapped;
    cl_mem_flags flags;
    char *pages, *bytes;
};

/* The compiled library is loaded once for each room, because each room needs its own local memory. */
struct _cl_program {
    unsigned references;
    char *source, *log;
    void *rooms[EMULATOR_ROOMS];
};

typedef void kernel_function(void);

/* A kernel as loaded for one room, and the local memory of its program. */
typedef struct emulator_room {
    kernel_function *kernel;
    unsigned char *local, *local_end;
} emulator_room;

struct _cl_kernel {
    unsigned references;
    cl_program program;
    emulator_room rooms[EMULATOR_ROOMS];
    struct {
        size_t size;
        unsigned char value[512];
    } args[EMULATOR_ARGS];
    size_t num_args;
};

typedef struct emulator_stack {
    uint64_t word[EMULATOR_WORDS];
} emulator_stack;

/* The arguments of a kernel, as the x86-64 calling convention passes them in registers and on the stack. */
typedef struct emulator_call {
    uint64_t registers[6];
    emulator_stack stack;
    size_t num_registers, num_stack;
} emulator_call;

/* emulator_mem returns the buffer with this handle, or NULL if the handle is not a buffer. emulator_lend returns a
 * pointer to the buffer's contents for a kernel. After the kernel, emulator_take_back copies a sub-buffer's contents
 * back. */
cl_mem emulator_mem(const void *handle);
void *emulator_lend(cl_mem mem);
void emulator_take_back(cl_mem mem);

/* Prints what is wrong with a kernel, and ends the process. */
void emulator_fail(const char *what);

/* Runs the work-groups, up to EMULATOR_ROOMS of them concurrently, and returns when all have ended. Ends the process if
 * work-items of one group wait at different barriers. */
void emulator_run(const emulator_room rooms[EMULATOR_ROOMS], const emulator_call *call, size_t groups, size_t wg_size);

/* Implements the result of a clGet...Info function. */
cl_int emulator_answer(const void *value, size_t bytes, size_t room, void *to, size_t *needed);
#define ANSWER(value) emulator_answer(&(value), sizeof(value), size, to, needed)

/* Returns a new object of `size` zero bytes with a reference count of 1. Sets *error unless `error` is NULL. */
void *emulator_object(size_t size, cl_int *error);

/* COUNTED(Name, type, action) defines clRetainName and clReleaseName. `action` runs when the last reference to the
 * object `o` is released. */
#define COUNTED(Name, type, ...)                                                                                       \
    cl_int clRetain##Name(type o) {                                                                                    \
        __atomic_add_fetch(&o->references, 1, __ATOMIC_SEQ_CST);                                                       \
        return CL_SUCCESS;                                                                                             \
    }                                                                                                                  \
    cl_int clRelease##Name(type o) {                                                                                   \
        if (__atomic_sub_fetch(&o->references, 1, __ATOMIC_SEQ_CST) == 0) {                                            \
            __VA_ARGS__;                                                                                               \
            free(o);                                                                                                   \
        }                                                                                                              \
        return CL_SUCCESS;                                                                                             \
    }

/* Stores a new event of a completed command in *event, unless `event` is NULL. */
cl_int emulator_event(cl_context context, cl_event *event);

/* Return the value of an environment variable, or `otherwise` if the variable is not set or empty. */
const char *emulator_setting(const char *name, const char *otherwise);
unsigned emulator_number(const char *name, unsigned otherwise);

#endif
