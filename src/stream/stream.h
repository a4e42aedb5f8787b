/* Streams: a plan executed piece by piece on elements that the host pushes, through a ring of slots. */
#ifndef CS_STREAM_H
#define CS_STREAM_H

#include "plan/plan.h"
#include "stream/first_head.h"
#include "stream/slot_array.h"

#include <pthread.h>

enum { CS_STREAM_INPUTS = CLSCAN_MAX_ARRAYS + 1 }; /* the inputs of the plan, and the segments */

/* A place in the ring for one piece. */
typedef struct cs_slot {
    cs_slot_array in[CS_STREAM_INPUTS], out[CLSCAN_MAX_ARRAYS];
    cs_slot_array counted; /* how many elements a selection has kept, of the type desc.count_type */
    size_t count;          /* elements */
    cl_ulong before;       /* elements that were pushed before these */
    size_t first_head;     /* with segments: the first element that begins one */
    cl_event computed;     /* the kernels have run */
    cl_event downloaded;   /* the host has the results; of a selection, first `counted` */
    bool settled;          /* the host has seen the results, and knows which can be pulled */
    size_t begin, end;     /* the results that have not been pulled yet */
} cs_slot;

struct clscan_stream {
    pthread_mutex_t mutex; /* protects the fields below */
    cs_traits traits;      /* the traits of the description */
    clscan_plan *plan;
    clscan_plan *unsegmented; /* with segments: the plan for elements of a segment that began in an earlier piece */
    clscan_plan *adder;       /* of a histogram: adds the counts of a piece to those before */
    cs_stream_queues queues;
    unsigned num_in; /* inputs of the plan and, with segments, one more */
    cs_key_type key; /* with segments by keys */
    cl_ulong first_index;

    /* The running result, which each piece reads from one cell and writes to the other one. A histogram has the counts
     * so far there instead, followed by the counts of one piece. */
    cl_mem cells[2];
    unsigned cell; /* the number of the cell that has the result of all pieces */
    bool has_cell; /* a piece has written it */
    cl_mem init;   /* the initial value, or NULL */

    bool pinned; /* options.pinned */
    unsigned copy_threads;
    size_t piece; /* elements */
    size_t num_slots;
    cs_slot *slots;
    /* Pieces are numbered from 0, and piece i is in slot i % num_slots. Pieces before `next_pull` have been pulled,
     * pieces before `next_download` have downloads in the queue, and pieces before `next_push` have kernels there. */
    size_t next_pull, next_download, next_push;
    cl_ulong pushed, kept;
    bool finished;

    /* The last element of each input, in tasks and segments that compare neighbours. */
    char *previous[CS_STREAM_INPUTS];

    /* Results that follow the results of all pieces: of a reduction, a histogram, or the last run. */
    cl_mem result[CLSCAN_MAX_ARRAYS]; /* the outputs of a reduction */
    char *last[CLSCAN_MAX_ARRAYS];    /* on the host */
    bool has_last;                    /* `last` has results */
    size_t last_begin;                /* the results that have been pulled */

    clscan_status failed; /* the failure after which the stream is useless */
    cl_int cl_error;      /* its OpenCL error */
    char message[256];
};

clscan_status cs_stream_create(clscan_device *device, const clscan_desc *desc, const clscan_stream_options *options,
                               clscan_stream **stream);
void cs_stream_destroy(clscan_stream *stream);

/* Returns the stream to the state in which it was created. */
clscan_status cs_stream_reset(clscan_stream *stream);

#endif
