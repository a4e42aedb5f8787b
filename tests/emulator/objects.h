/* What OpenCL's handles are here. */
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

/* `bytes` end where a page that nobody may touch begins. A part has its own, while a kernel runs. */
struct _cl_mem {
    unsigned references;
    struct _cl_mem *next; /* of all there are */
    cl_context context;
    cl_mem whole; /* of which this is a part, or NULL */
    size_t origin, size, mapped;
    cl_mem_flags flags;
    char *pages, *bytes;
};

/* As often as there are work-groups at once: each has local memory of its own. */
struct _cl_program {
    unsigned references;
    char *source, *log;
    void *rooms[EMULATOR_ROOMS];
};

typedef void kernel_function(void);

/* In one room: the kernel, and the local memory of its program. */
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

/* An argument list as it lies in registers and on the stack of the machine. */
typedef struct emulator_call {
    uint64_t registers[6];
    emulator_stack stack;
    size_t num_registers, num_stack;
} emulator_call;

/* The buffer of that handle, or NULL where it is none; its bytes, for a kernel. */
cl_mem emulator_mem(const void *handle);
void *emulator_lend(cl_mem mem);
void emulator_take_back(cl_mem mem);

/* Says what is wrong with a kernel, and ends the process. */
void emulator_fail(const char *what);

/* Runs the work-groups to their end, some at once. Ends the process where they can't have one. */
void emulator_run(const emulator_room rooms[EMULATOR_ROOMS], const emulator_call *call, size_t groups, size_t wg_size);

/* What clGet...Info answers. */
cl_int emulator_answer(const void *value, size_t bytes, size_t room, void *to, size_t *needed);
#define ANSWER(value) emulator_answer(&(value), sizeof(value), size, to, needed)

/* Of zeros, but for the first reference. */
void *emulator_object(size_t size, cl_int *error);

/* COUNTED(Name, type, what is done with the last reference to `o`) */
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

/* That of a command that is done, where it is wanted. */
cl_int emulator_event(cl_context context, cl_event *event);

/* What the environment says, else `otherwise`. */
const char *emulator_setting(const char *name, const char *otherwise);
unsigned emulator_number(const char *name, unsigned otherwise);

#endif
