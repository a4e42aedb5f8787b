/* One call for a team on arrays in host memory. It works through the array in rounds. In each round, every device has a
 * piece of the array, in the order of the devices. */
#ifndef CS_EXECUTION_H
#define CS_EXECUTION_H

#include "team/pipeline.h"
#include "team/team.h"

/* A run whose beginning and end lie in different pieces: the result at `place` is longer by `more`. */
typedef struct cs_longer_run {
    cl_ulong place, more;
} cs_longer_run;

typedef struct cs_execution {
    clscan_team *team;
    const cs_call *call; /* the caller's, on arrays in host memory; it has been checked */
    const cs_traits *traits;
    size_t round, num_rounds; /* the elements of a round, a multiple of 32; how many rounds there are */
    char *summaries;          /* of the pieces of the rounds that are in slots: see cs_execution_summaries */
    char *counts;             /* of a histogram: the counts so far; else NULL */

    /* Of a selection: how many results there are, how many the outputs have room for, and runs that cross pieces. */
    cl_ulong results, room;
    cs_longer_run *longer;
    size_t num_longer;
} cs_execution;

/* Returns the elements of a piece, 1 or more: `given`, or if that is 0, as many of `bytes` bytes as `most` bytes hold,
 * or fewer for short arrays. */
size_t cs_execution_piece(const cs_execution *e, size_t given, size_t bytes, size_t most);

/* Fails if the caller gives pieces that a buffer cannot hold. */
clscan_status cs_execution_check_piece(const cs_execution *e, size_t given);

/* Returns a piece of a round: its slot, which says which elements it has. */
cs_pipeline_slot *cs_execution_slot(const cs_execution *e, size_t round, size_t part);

/* Returns the summaries of a round. They stay until its pieces leave their slots. */
char *cs_execution_summaries(const cs_execution *e, size_t round);

/* Return how many elements of neighbouring pieces come with a piece: 0 or 1 before it, and 0 or 1 after it. */
size_t cs_execution_elements_before(const cs_execution *e, const cs_pipeline_slot *slot);
size_t cs_execution_elements_after(const cs_execution *e, const cs_pipeline_slot *slot);

/* Enqueues the uploads of a round, after the pieces that were in its slots have left them. */
clscan_status cs_execution_send(cs_execution *e, size_t round);

/* Returns the call on the buffers of a piece. */
cs_call cs_execution_call(const cs_execution *e, size_t round, size_t part);

/* Enqueues the plan's call on a piece, and the download that the host waits for: `bytes` bytes of the buffer `from`, to
 * `to`. Sets the event `known` of the piece. */
clscan_status cs_execution_compute(const cs_execution *e, size_t round, size_t part, const cs_call *call, cl_mem from,
                                   size_t bytes, void *to);

/* Says which results of a piece the next cs_execution_download fetches: `n` results, from result `from` on, to the
 * results of the caller from `to` on, after the event `computed`. */
clscan_status cs_execution_fetch(const cs_execution *e, size_t round, size_t part, size_t from, size_t to, size_t n,
                                 cl_event computed);

/* Enqueues the downloads of a round. If there is a next round, they follow the copies of that round for which the host
 * waits: a device may make one copy after the other, and the summaries of the next round would wait for these
 * downloads. */
clscan_status cs_execution_download(const cs_execution *e, size_t round, const size_t *next);

/* Waits for all commands. Returns `status`, or if that is CLSCAN_OK, the first failure of a command. */
clscan_status cs_execution_finish(const cs_execution *e, clscan_status status);

/* How the rounds of a task are computed. `begin_round` enqueues the commands that the host waits for: they compute the
 * summaries of the pieces, or how many elements are kept. `finish_round` waits for these, and enqueues the rest.
 * `complete_results` follows when all commands of the last round have been enqueued. */
typedef struct cs_rounds {
    clscan_status (*begin_round)(cs_execution *e, size_t round);
    clscan_status (*finish_round)(cs_execution *e, size_t round);
    clscan_status (*complete_results)(cs_execution *e);
} cs_rounds;

extern const cs_rounds cs_rounds_combined; /* scans and reductions: the pieces of a round have summaries */
extern const cs_rounds cs_rounds_counted;  /* histograms: the host adds the counts of the pieces */
extern const cs_rounds cs_rounds_selected; /* selections: each piece is selected from by itself */

#endif
