/* Elements on their way through a stream of the library: the main thread reads them into the ring, while another thread
 * writes results from the ring. */
#ifndef CLSCAN_TOOL_PIPELINE_H
#define CLSCAN_TOOL_PIPELINE_H

#include <clscan/clscan.h>
#include <stdbool.h>
#include <stddef.h>

/* The two ends of a pipeline. Functions that return bool complain on failure. */
typedef struct pipeline_ends {
    void *context;
    const char *cannot; /* the beginning of messages: what can't be done if the stream fails */
    /* Fills the arrays of `room`, which have room for room->count elements. *n is how many came, possibly none yet.
     * *ended says that no more follow. */
    bool (*read)(void *context, const clscan_args *room, size_t *n, bool *ended);
    /* Returns true if the next elements will not come for a moment, so that results should not wait for them. */
    bool (*is_idle)(void *context);
    /* Writes the results. Another thread calls it. */
    bool (*write)(void *context, const clscan_args *results);
} pipeline_ends;

/* Runs a stream from its first to its last element. Returns false after complaining. */
bool pipeline_run(clscan_stream *stream, const pipeline_ends *ends);

#endif
