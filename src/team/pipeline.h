/* Pipelines: the queues and buffers of one device of a team, through which pieces of arrays in host memory pass. */
#ifndef CS_PIPELINE_H
#define CS_PIPELINE_H

#include "problem/arrays.h"
#include "split/split.h"
#include "stream/slot_array.h"

/* A piece waits for its upload, for the summaries of its round, and for its download. With four places, copies in both
 * directions go on meanwhile. */
enum { CS_PIPELINE_SLOTS = 4, CS_PIPELINE_INPUTS = CLSCAN_MAX_ARRAYS + 1 };

/* A place for one piece. */
typedef struct cs_pipeline_slot {
    cl_mem in[CS_PIPELINE_INPUTS], out[CLSCAN_MAX_ARRAYS];
    cl_mem kept;                   /* how many elements a selection keeps, of the type desc.count_type */
    cl_event sent;                 /* the piece is on the device */
    cl_event known;                /* the host has the summary of the piece, or how many elements were kept */
    cl_event computed;             /* the results that are to be fetched are in `out`, or NULL */
    cl_event ended;                /* the results are in the arrays of the caller; NULL: the place is free */
    char number[sizeof(cl_ulong)]; /* how many elements were kept, on the host */
    size_t from;                   /* the first result to download */
    size_t to;                     /* its index in the caller's output */
    size_t results;                /* how many results are downloaded */
    size_t at, count;              /* the piece: its first element in the whole array, and its elements */
} cs_pipeline_slot;

typedef struct cs_pipeline {
    cs_stream_queues queues;
    size_t piece; /* the elements that a slot has room for */
    cs_pipeline_slot slots[CS_PIPELINE_SLOTS];
    cl_mem joined, init, total; /* cells: see split/split.h; the initial value; the total of the whole array */
    cl_mem single;              /* the second output, if it has one number for the whole array */
} cs_pipeline;

/* Opens the queues and creates the cells. cs_pipeline_close waits for the queues, and accepts a pipeline that is zero
 * or whose creation has failed. */
clscan_status cs_pipeline_open(const clscan_split *split, cs_pipeline *pipeline);
void cs_pipeline_close(cs_pipeline *pipeline);

/* Gives all slots room for pieces of `piece` elements, in the arrays of plans with these traits. The traits are the
 * same in all calls. The pipeline has no work. */
clscan_status cs_pipeline_grow(const cs_traits *traits, cs_pipeline *pipeline, size_t piece);

/* Waits until the piece that was in the slot has left it. */
clscan_status cs_pipeline_slot_free(cs_pipeline_slot *slot);

/* Waits for all commands, and frees all slots. */
clscan_status cs_pipeline_finish(cs_pipeline *pipeline);

#endif
