/* Streams compared with one call of clscan_plan_execute on all elements. */
#ifndef TESTS_API_STREAM_H
#define TESTS_API_STREAM_H

#include "support/test_device.h"

#include <stdlib.h>
#include <string.h>

enum { STREAM_INPUTS = 4, STREAM_OUTPUTS = 4, STREAM_TOTAL = 64 };

/* A problem with its arrays. Sizes are bytes of an element; 0: there is no such array. */
typedef struct stream_case {
    const char *name;
    clscan_desc desc;
    size_t count;
    const void *in[STREAM_INPUTS];
    size_t in_size[STREAM_INPUTS];
    const void *segments, *mask;
    size_t segment_size, mask_size; /* 0 with the array: bits */
    const void *init;
    size_t init_size;
    cl_ulong first_index;
    size_t out_size[STREAM_OUTPUTS];
    bool single; /* out[1] is one number */
    size_t index_size, length_size;
    size_t results;     /* of a scan: 0, which stands for count */
    size_t total_size;  /* of the plan's total */
    bool total_is_long; /* the stream's total is a ulong, whatever that of the plan is */
} stream_case;

/* What a call gives. */
typedef struct stream_outcome {
    char *out[STREAM_OUTPUTS], *indices, *lengths;
    char total[STREAM_TOTAL];
    size_t n; /* results */
} stream_outcome;

/* How a stream is fed. */
typedef enum stream_way { STREAM_PUSH, STREAM_RESERVE, STREAM_EXECUTE, STREAM_PINNED, STREAM_WAYS } stream_way;

/* Executes the case by clscan_plan_execute. */
stream_outcome stream_expected(const test_device *d, const stream_case *c);

/* Executes the case by a stream, in pieces of `piece` elements and portions of random sizes. */
stream_outcome stream_actual(const test_device *d, const stream_case *c, size_t piece, unsigned pieces, stream_way way);

void stream_outcome_free(stream_outcome *o);

/* A call on arrays in host memory, such as clscan_plan_execute for the plan `object`. */
typedef clscan_status stream_call(void *object, const clscan_args *args);

/* Executes the case by a call. */
stream_outcome stream_executed(const stream_case *c, stream_call *call, void *object);

/* Asserts that two outcomes of a case are the same. `piece` and `way` are for the message. */
void stream_compare(const stream_case *c, size_t piece, stream_way way, const stream_outcome *expected,
                    const stream_outcome *actual);

/* Asserts that all ways and many sizes of pieces give what one call gives. */
void stream_check(const test_device *d, const stream_case *c);

/* Runs a group of tests: with the argument "own", on a device that says that it has memory of its own. */
#define stream_run_tests(tests, setup, arguments)                                                                      \
    (stream_hide_unified_memory((arguments)[1]), cmocka_run_group_tests((tests), (setup), test_device_close))
void stream_hide_unified_memory(const char *memory);

/* Returns a number below `n`, from a fixed sequence. */
size_t stream_random(size_t n);

#endif
