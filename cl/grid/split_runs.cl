/* Runs of an array that is split into parts. The result of a run lies in the outputs of one part: the part in which the
 * run begins, or with CLSCAN_SELECT_LAST_OF_RUN the part in which it ends. The members of every summary
 * (grid/summary.h) are followed by:
 *   the sum        The number of runs that are long enough within the part: CLSCAN_MIN_RUN_LENGTH elements.
 *   the edges      The keys of the first element and of the last one.
 *   the edge runs  The first run of the part and the last one: clscan_edge_runs.
 * All kernels have one work-item. */
#include "grid/prologue.h"
#include "grid/summary.h"
#include "task/runs.h"

typedef struct {
    ulong first; /* the elements of the first run in this part; 1 unless lengths of runs are stored */
    ulong last;  /* the elements of the last run in this part, but at most CLSCAN_MIN_RUN_LENGTH */
    uint head;   /* not 0 if a segment begins with the first element, so that it continues no run */
} clscan_edge_runs;

CLSCAN_ASSERT(sizeof(clscan_edge_runs) == CLSCAN_EDGE_RUNS_BYTES, edge_runs_are_those_of_the_host);

/* The runs of a part that cross parts. This struct is at byte CLSCAN_RUNS_AT of the start cell, after the initial
 * value. The host reads the last three members. */
typedef struct {
    /* The elements at the edge of the part that belong to a run with a result in another part; 1 if lengths of runs are
     * not stored. */
    ulong edge_elements;
    ulong later_elements, place; /* the run with the result at `place` has `later_elements` elements in later parts */
    ulong kept;                  /* the results of this part */
    ulong before, all;           /* the results of the parts before it in the order of results, and of all parts */
} clscan_runs_of_part;

#ifdef CLSCAN_SELECT_LAST_OF_RUN
#define CLSCAN_KEEPS_LAST 1
#else
#define CLSCAN_KEEPS_LAST 0
#endif

/* ------------------------------------------------------------------------------------------------------ summaries */

/* Returns how many elements belong to the run at an edge of a part, but at most CLSCAN_MIN_RUN_LENGTH. The first pair
 * of neighbours that is compared begins at element `pair`, and the next one `step` elements later. The least length is
 * at most 1024, so that one work-item makes at most 2046 comparisons. */
static ulong clscan_edge_run(const clscan_view *v, ulong pair, ulong step) {
    ulong n = 1;
    for (; n < min((ulong)CLSCAN_MIN_RUN_LENGTH, v->count); n++, pair += step)
        if (clscan_begins_run(v->CLSCAN_RUN_KEYS, v->CLSCAN_RUN_HEADS, pair, pair + 1))
            break;
    return n;
}

/* Stores the edges and the edge runs of a part that has elements. The first result belongs to the first run, if that
 * run is long enough. */
static void clscan_store_run_edges(const clscan_view *v, const clscan_summary_layout *at, global uchar *summary) {
    global clscan_edge_runs *const runs = (global clscan_edge_runs *)(summary + at->run);
    *(global clscan_key *)(summary + at->first) = v->CLSCAN_RUN_KEYS[0];
    *(global clscan_key *)(summary + at->last) = v->CLSCAN_RUN_KEYS[v->count - 1];
    runs->head = CLSCAN_RUN_HEAD_AT(v->CLSCAN_RUN_HEADS, 0);
    runs->first = clscan_edge_run(v, 0, 1);
    runs->last = clscan_edge_run(v, v->count - 2, -1);
#ifdef CLSCAN_LENGTHS_OF_RUNS
    if (runs->first == CLSCAN_MIN_RUN_LENGTH)
        runs->first = v->CLSCAN_LENGTHS_OF_RUNS[0];
#endif
}

/* Stores the summary of a part. `runs` is the number of its runs that are long enough, and the outputs
 * have the result of the first of these. */
CLSCAN_KERNEL void clscan_summarize_runs(CLSCAN_ARRAYS, ulong number, clscan_summary_layout at,
                                         const global clscan_value *runs, global uchar *summary) {
    const clscan_view v = CLSCAN_VIEW;
    clscan_begin_summary(number, v.count, summary);
    *(global clscan_value *)(summary + at.sum) = *runs;
    if (v.count > 0)
        clscan_store_run_edges(&v, &at, summary);
}

/* --------------------------------------------------------------------------------------------------- combinations */

static ulong clscan_runs_in(const clscan_summary_layout *at, const global uchar *summary) {
    return *(const global clscan_value *)(summary + at->sum);
}

static const global clscan_edge_runs *clscan_edge_runs_of(const clscan_summary_layout *at,
                                                          const global uchar *summary) {
    return (const global clscan_edge_runs *)(summary + at->run);
}

/* Returns true if the last run of part `a` continues in part `b`, the next one that has elements. */
static bool clscan_run_continues(const clscan_summary_layout *at, const global uchar *a, const global uchar *b) {
    return !clscan_edge_runs_of(at, b)->head &&
           CLSCAN_SAME_KEY(*(const global clscan_key *)(a + at->last), *(const global clscan_key *)(b + at->first));
}

/* Adds `n` results of part i to the numbers of results of part `part`. */
static void clscan_add_results(clscan_runs_of_part *runs, ulong part, ulong i, ulong n) {
    const bool before = CLSCAN_REVERSE ? i > part : i < part;
    runs->all += n;
    runs->kept += i == part ? n : 0;
    runs->before += before ? n : 0;
}

/* The last run so far: the part in which it begins, its elements there, but at most CLSCAN_MIN_RUN_LENGTH, and its
 * elements in later parts. */
typedef struct {
    ulong part, here, later;
} clscan_open_run;

/* Counts a run that has ended and lies in several parts, if it has the least length in all of them together. */
static void clscan_close_run(clscan_runs_of_part *runs, ulong part, clscan_open_run open) {
    const bool kept = open.here + open.later >= CLSCAN_MIN_RUN_LENGTH, counted = open.here >= CLSCAN_MIN_RUN_LENGTH;
    clscan_add_results(runs, part, open.part, kept && !counted);
    if (open.part == part)
        runs->later_elements = kept ? open.later : 0;
}

/* Returns the runs of part `part` of `num` that cross parts. The outputs of the part already hold `initial` results. */
static clscan_runs_of_part clscan_find_runs(const clscan_summary_layout *at, const global uchar *summaries, ulong num,
                                            ulong part, ulong initial) {
    clscan_runs_of_part own = { 0, 0, 0, 0, 0, 0 };
    clscan_open_run open = { num, 0, 0 };
    const global uchar *a = 0; /* the summary of the last part with elements before part i */
    ulong last = 0;            /* the number of that part */
    for (ulong i = 0; i < num; i++) {
        const global uchar *const b = summaries + i * at->bytes;
        const global clscan_edge_runs *const edge = clscan_edge_runs_of(at, b);
        const ulong count = clscan_summary_count(b), kept_by = CLSCAN_KEEPS_LAST ? last : i;
        if (count == 0)
            continue;
        const bool continues = a && clscan_run_continues(at, a, b);
        clscan_add_results(&own, part, i, clscan_runs_in(at, b));
        if (continues) {
            open.later += edge->first;
            clscan_add_results(&own, part, kept_by, edge->first >= CLSCAN_MIN_RUN_LENGTH ? -1ul : 0);
            own.edge_elements = part == kept_by ? edge->first : own.edge_elements;
        }
        if (!continues || edge->first < count) { /* the last run begins in this part */
            const clscan_open_run next = { i, edge->last, 0 };
            clscan_close_run(&own, part, open);
            open = next;
        }
        a = b;
        last = i;
    }
    clscan_close_run(&own, part, open);
    own.place = CLSCAN_REVERSE ? initial : initial + own.kept - 1;
    return own;
}

/* Stores the start cell of a part: the initial value, and the runs that cross parts. */
CLSCAN_KERNEL void clscan_combine_runs(CLSCAN_ARRAYS, clscan_summary_layout at, const global uchar *summaries,
                                       ulong num, ulong part, global uchar *start) {
    const clscan_view v = CLSCAN_VIEW;
    const clscan_value initial = clscan_initial_value(&v);
    *(global clscan_value *)start = initial;
    *(global clscan_runs_of_part *)(start + CLSCAN_RUNS_AT) = clscan_find_runs(&at, summaries, num, part, initial);
}

/* Adds the elements of later parts to the length of a part's last run, if the outputs, which have room for `capacity`
 * results, have the result of that run. */
#ifdef CLSCAN_LENGTHS_OF_RUNS
CLSCAN_KERNEL void clscan_lengthen_run(CLSCAN_ARRAYS, const global uchar *start, ulong capacity) {
    const clscan_view v = CLSCAN_VIEW;
    const global clscan_runs_of_part *const runs = (const global clscan_runs_of_part *)(start + CLSCAN_RUNS_AT);
    if (runs->later_elements > 0 && runs->place < capacity)
        v.CLSCAN_LENGTHS_OF_RUNS[runs->place] += runs->later_elements;
}
#endif
