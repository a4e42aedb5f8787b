/* One scan on its way into a queue: kernel launches in sequence, the caller's wait list before the first, his event
 * after the last. */
#ifndef CS_LAUNCH_H
#define CS_LAUNCH_H

#include "base/log.h"
#include "base/strbuf.h"
#include "clscan/clscan.h"
#include "strategy/kernel_args.h"
#include <stdbool.h>

/* What a workspace with states has been used for, so that no launch mistakes an earlier one's words for its own. */
typedef struct cs_states {
    cl_uint epoch;   /* of the last launch, up to CS_LAST_EPOCH; 0: the workspace is not zeroed yet */
    cl_uint tickets; /* taken so far, modulo 2^32 */
} cs_states;

enum { CS_LAST_EPOCH = 0xFFFF }; /* what the narrowest words have room for, see cl/grid/tile_state.h */

/* Bytes of a record of an element of `size` bytes, in a workspace of tiles and in one of lines. */
#define CS_RECORD_BYTES(size)      (((size) + 3) / 4 > 4 ? ((size) + 3) / 4 * 8 : 32)
#define CS_LINE_RECORD_BYTES(size) (((size) + 3) / 4 * 8)

typedef struct cs_run {
    cl_command_queue queue;
    bool ordered;             /* the queue runs commands in their order */
    bool in_order;            /* and that is enough: no launch can be dropped for what it waits for. Else events chain
                               * the launches */
    bool followed;            /* the next scan in the queue may use the workspace, whatever has become of this one */
    const cl_kernel *kernels; /* of the strategy, in its order */
    size_t wg_size;
    const cs_traits *traits;
    cs_kernel_args kernel_args; /* the elements, */
    size_t count;               /* so many at most */
    size_t num_offsets;         /* of segments, where they come by offsets */
    cl_mem workspace;
    size_t withheld;   /* tiles at the begin that no work-group takes: others have to compute what these come to */
    cs_states *states; /* of the workspace, for strategies that have some */
    cl_uint num_wait;
    const cl_event *wait;
    size_t launches;   /* still to come */
    bool started;      /* one is in the queue */
    cl_event previous; /* of the last launch, where anyone needs it */
    bool want_event;   /* someone needs the event of the last of all */
    const cs_log *log;
    cs_strbuf *dry_run; /* not NULL: launches are not enqueued; their numbers of work-groups are added here */
} cs_run;

typedef struct cs_arg {
    size_t size;
    const void *value;
} cs_arg;

#define CS_BUFFER(mem)                                                                                                 \
    {                                                                                                                  \
        sizeof(cl_mem), &(cl_mem) {                                                                                    \
            mem                                                                                                        \
        }                                                                                                              \
    }
#define CS_ULONG(x)                                                                                                    \
    {                                                                                                                  \
        sizeof(cl_ulong), &(cl_ulong) {                                                                                \
            x                                                                                                          \
        }                                                                                                              \
    }
#define CS_UINT(x)                                                                                                     \
    {                                                                                                                  \
        sizeof(cl_uint), &(cl_uint) {                                                                                  \
            x                                                                                                          \
        }                                                                                                              \
    }

/* Bytes of a workspace with a ticket counter, and for so many tiles and blocks of them a record each, of an element of
 * `size` bytes. */
size_t cs_states_bytes(size_t tiles, size_t blocks, size_t size);

/* Begins a new epoch of the workspace, and zeroes it before its first one and after its last. */
clscan_status cs_begin_epoch(cs_run *run, size_t bytes);

/* Launches kernel number `kernel` on `groups` work-groups: with the elements, if it wants them, and then these
 * arguments, in order. */
clscan_status cs_launch(cs_run *run, size_t kernel, bool elements, size_t groups, const cs_arg *args, size_t num_args);

#define CS_ARGS(...)                                                                                                   \
    (const cs_arg[]) { __VA_ARGS__ }, sizeof((const cs_arg[]) { __VA_ARGS__ }) / sizeof(cs_arg)
#define CS_LAUNCH(run, kernel, groups, ...)             cs_launch(run, kernel, false, groups, CS_ARGS(__VA_ARGS__))
#define CS_LAUNCH_ON_ELEMENTS(run, kernel, groups, ...) cs_launch(run, kernel, true, groups, CS_ARGS(__VA_ARGS__))

#endif
