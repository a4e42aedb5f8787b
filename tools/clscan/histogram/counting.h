/* The histogram that the options of clscan histogram describe. */
#ifndef CLSCAN_TOOL_COUNTING_H
#define CLSCAN_TOOL_COUNTING_H

#include "histogram/bins.h"
#include "histogram/weights.h"
#include "options/device_plan.h"

typedef struct counting {
    const options *o;
    bins bins;
    weights weights;
    task plain; /* what plain C counts: the elements, in bins that are even or have edges */
    task run;   /* what the device counts: the same, or with weights, pairs in bins by a function */
} counting;

/* Begins a histogram of elements like `like` of the file `name`: opens its bins. Complains on failure. The caller
 * closes *c in any case. */
bool counting_begin(const options *o, const char *name, const array *like, counting *c);
void counting_close(counting *c);

/* Describes the tasks, after the weights are read, or those of a stream are known. Complains on failure. */
bool counting_describe(counting *c);

/* Returns how to complain of a plan or stream that the library refuses. */
refusal counting_refusal(void);

#endif
