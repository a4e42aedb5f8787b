/* A scan of made-up data, as a view wants it, and what should come of it. */
#ifndef CLSCAN_TOOL_MADE_H
#define CLSCAN_TOOL_MADE_H

#include "rig.h"
#include "room.h"
#include "view.h"

typedef struct made {
    task task;
    size_t room;    /* bytes of task.in, and there: */
    void *expected; /* all of the output: the results, and around them what it began with, the input's bytes */
    char init[64], expected_total[64];
    char source[4096]; /* of functions */
} made;

/* How the elements of the task, which are not there yet, are scanned: all but functions and an initial value. */
void made_view(const view_options *v, task *t);

/* Where a wrong scan would show best, data may be nearly all ones: no timing should rest on those. */
typedef enum made_for { MADE_FOR_TIMING, MADE_FOR_JUDGING } made_for;

/* Whether as many come to a row at least, and there is memory for them: see room_suffices. Else `why` says it. */
enum { MADE_WHY = ROOM_WHY + 32 };
bool made_fits(const view_options *v, const oracle_problem *p, size_t count, const room_limits *limits, size_t *held,
               char why[static MADE_WHY]);

/* Of what fits. *m is not to be moved. Complains on failure. */
bool made_open(const view_options *v, const oracle_problem *p, size_t count, uint64_t seed, made_for purpose, made *m);
void made_close(made *m);

/* A rig with the data, whose output begins as it should. */
bool made_rig(const made *m, clscan_device *device, bool profiled, rig *r);

/* Elements of `expected`, of task.out_type. */
size_t made_out_count(const made *m);

/* The first of `count` elements from `first` on that is other than expected; first + count when none is. */
size_t made_compare(const made *m, size_t first, const void *actual, size_t count);
bool made_total_is(const made *m, const void *actual);

/* An element of the results' type, or of the scanned one. */
void made_print(const made *m, clscan_type type, const void *element, char text[static 64]);

#endif
