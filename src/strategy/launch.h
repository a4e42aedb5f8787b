/* A submission is one scan on its way into a queue: a sequence of kernel launches. The first launch waits for the
 * caller's wait list, and the last launch provides the caller's event. */
#ifndef CS_LAUNCH_H
#define CS_LAUNCH_H

#include "base/log.h"
#include "base/strbuf.h"
#include "clscan/clscan.h"
#include "strategy/kernel_args.h"
#include <stdbool.h>

/* The epochs and tickets that a workspace with records has used. By these numbers, kernels recognize words and tickets
 * that earlier launches left in the workspace. */
typedef struct cs_epochs {
    cl_uint epoch;   /* the epoch of the last launch, at most CS_LAST_EPOCH; 0: the workspace is not zeroed yet */
    cl_uint tickets; /* the number of tickets taken so far, modulo 2^32 */
} cs_epochs;

/* The greatest epoch that fits into the 16 bits that a 32-bit word has for epochs; see cl/grid/look_back/tile_state.h.
 */
enum { CS_LAST_EPOCH = 0xFFFF };

/* Bytes of a record for an element of `size` bytes: the first for a tile or a block of tiles, the second for a line of
 * a block. Records of tiles take at least 32 bytes, so that polling one does not slow down the next. */
#define CS_RECORD_BYTES(size)      (((size) + 3) / 4 > 4 ? ((size) + 3) / 4 * 8 : 32)
#define CS_LINE_RECORD_BYTES(size) (((size) + 3) / 4 * 8)

typedef struct cs_submission {
    cl_command_queue queue;
    bool queue_in_order; /* the queue is in-order */
    /* The queue is in-order and the caller gave no wait list, so no launch can be dropped because an event failed. Then
     * the order of the queue is enough; else events chain the launches. */
    bool needs_no_events;
    /* The next scan in the queue may use the workspace right after this one, even if this scan fails in the queue. */
    bool next_may_follow;
    cs_kernel *const *kernels; /* the kernels of the strategy, in its order */
    size_t wg_size;
    const cs_traits *traits;
    cs_kernel_args *kernel_args; /* the arguments that describe the elements */
    bool bound;                  /* kernel_args are the same in all submissions that use these kernels */
    size_t count;                /* the number of elements, or an upper bound if the count is in a buffer */
    bool packs;                  /* rows are packed before a sort, and unpacked after it */
    size_t num_offsets;          /* the number of offsets, for segments given by offsets */
    cl_mem workspace;
    cl_mem edges;      /* the edges of bins, for histograms by edges */
    size_t withheld;   /* the first tiles that the self-test gives to no work-group, so that others must fall back */
    cs_epochs *epochs; /* the history of the workspace, for strategies with records */
    cl_uint num_wait;
    const cl_event *wait;
    size_t launches;   /* launches still to come */
    bool started;      /* a command of this submission is in the queue */
    cl_event previous; /* the event of the last command, if it is needed; else NULL */
    bool want_event;   /* the event of the last launch is needed */
    const cs_log *log;
    cs_strbuf *dry_run; /* not NULL: launches append their numbers of work-groups here instead of being enqueued */
} cs_submission;

typedef struct cs_arg {
    size_t size;
    const void *value;
} cs_arg;

/* The arguments of a launch: buffers and numbers, which are converted to the type of the kernel's parameter. */
#define CS_BUFFER(mem) ((cs_arg) { sizeof(cl_mem), (const cl_mem[]) { mem } })
#define CS_ULONG(x)    ((cs_arg) { sizeof(cl_ulong), (const cl_ulong[]) { (cl_ulong)(x) } })
#define CS_UINT(x)     ((cs_arg) { sizeof(cl_uint), (const cl_uint[]) { (cl_uint)(x) } })

/* Returns the elements of a line: a row, or without rows the whole range; 0 if the call has no elements. */
size_t cs_submission_line(const cs_submission *submission);

/* Returns the bytes of a workspace that holds a ticket counter and, for elements of `size` bytes, one record for each
 * tile and each block of tiles. */
size_t cs_states_bytes(size_t tiles, size_t blocks, size_t size);

/* Begins a new epoch of the workspace, which has `bytes` bytes. Enqueues a command that zeroes the workspace before the
 * first epoch, and again after CS_LAST_EPOCH, when epochs start over. */
clscan_status cs_begin_epoch(cs_submission *submission, size_t bytes);

/* Launches kernel number `kernel` of the strategy on `groups` work-groups. Its arguments are those that describe the
 * elements, if `elements` is set, and then `args` in order. In a dry run, enqueues nothing. */
clscan_status cs_launch(cs_submission *submission, size_t kernel, bool elements, size_t groups, const cs_arg *args,
                        size_t num_args);

#define CS_ARGS(...) (const cs_arg[]) { __VA_ARGS__ }, sizeof((const cs_arg[]) { __VA_ARGS__ }) / sizeof(cs_arg)

#define CS_LAUNCH(submission, kernel, groups, ...) cs_launch(submission, kernel, false, groups, CS_ARGS(__VA_ARGS__))
#define CS_LAUNCH_ON_ELEMENTS(submission, kernel, groups, ...)                                                         \
    cs_launch(submission, kernel, true, groups, CS_ARGS(__VA_ARGS__))

#endif
