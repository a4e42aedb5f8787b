/* Runs of an array that is split into parts. The result of a run lies in the outputs of one part: the part in which the
 * run begins, or with CLSCAN_SELECT_LAST_OF_RUN the part in which it ends. After what grid/summary.h says of every
 * summary, a summary has:
 *   the sum      The number of runs in the part, which the other parts do not change.
 *   the edges    The keys of the first element and of the last one.
 *   the run      The first run of the part: clscan_first_run.
 * All kernels have one work-item. */
#include "grid/prologue.h"
#include "grid/summary.h"
#include "task/runs.h"

typedef struct {
    ulong length; /* elements; 0 unless lengths of runs are stored */
    uint head;    /* not 0 if a segment begins with the first element, so that it continues no run */
} clscan_first_run;

/* What the kernels of a part need to know of runs that cross parts, at CLSCAN_RUNS_AT of the cell of the initial value.
 * The host reads the last three members. */
typedef struct {
    ulong shared;      /* elements at the edge of the part whose run has its result in another part; 1 if lengths
                          of runs are not stored */
    ulong more, place; /* the result at `place` is of a run that has `more` elements in later parts */
    ulong kept;        /* the results of this part */
    ulong before, all; /* those of the parts before it in the order of results, and of all parts */
} clscan_runs_of_part;

#ifdef CLSCAN_SELECT_LAST_OF_RUN
#define CLSCAN_KEEPS_LAST 1
#else
#define CLSCAN_KEEPS_LAST 0
#endif

/* ------------------------------------------------------------------------------------------------------ summaries */

/* Stores the edges and the first run of a part that has elements. */
static void clscan_put_run_edges(const clscan_view *v, const clscan_summary_layout *at, global uchar *summary) {
    global clscan_first_run *const run = (global clscan_first_run *)(summary + at->run);
    *(global clscan_key *)(summary + at->first) = v->CLSCAN_RUN_KEYS[0];
    *(global clscan_key *)(summary + at->last) = v->CLSCAN_RUN_KEYS[v->count - 1];
    run->head = CLSCAN_RUN_HEAD_AT(v->CLSCAN_RUN_HEADS, 0);
#ifdef CLSCAN_LENGTHS_OF_RUNS
    run->length = v->CLSCAN_LENGTHS_OF_RUNS[0];
#else
    run->length = 0;
#endif
}

/* Stores the summary of a part. `runs` is the number of its runs. The outputs have the result of its first run. */
CLSCAN_KERNEL void clscan_summarize_runs(CLSCAN_ARRAYS, ulong number, clscan_summary_layout at,
                                         const global clscan_value *runs, global uchar *summary) {
    const clscan_view v = CLSCAN_VIEW;
    clscan_begin_summary(number, v.count, summary);
    *(global clscan_value *)(summary + at.sum) = *runs;
    if (v.count > 0)
        clscan_put_run_edges(&v, &at, summary);
}

/* --------------------------------------------------------------------------------------------------- combinations */

static ulong clscan_runs_in(const clscan_summary_layout *at, const global uchar *summary) {
    return *(const global clscan_value *)(summary + at->sum);
}

static const global clscan_first_run *clscan_first_run_of(const clscan_summary_layout *at,
                                                          const global uchar *summary) {
    return (const global clscan_first_run *)(summary + at->run);
}

/* Returns true if the last run of part `a` continues in part `b`, the next one that has elements. */
static bool clscan_run_continues(const clscan_summary_layout *at, const global uchar *a, const global uchar *b) {
    return !clscan_first_run_of(at, b)->head &&
           CLSCAN_SAME_KEY(*(const global clscan_key *)(a + at->last), *(const global clscan_key *)(b + at->first));
}

/* Adds `n` results of part i to the numbers of results of part `part`. */
static void clscan_add_results(clscan_runs_of_part *runs, ulong part, ulong i, ulong n) {
    const bool before = CLSCAN_REVERSE ? i > part : i < part;
    runs->all += n;
    runs->kept += i == part ? n : 0;
    runs->before += before ? n : 0;
}

/* Returns what part `part` of `num` needs to know. `initial` results lie in its outputs already. The last part with
 * elements before part i is part `last`; its summary is `a`. While `open` is true, the last run of the part may have
 * elements in part i. */
static clscan_runs_of_part clscan_find_runs(const clscan_summary_layout *at, const global uchar *summaries, ulong num,
                                            ulong part, ulong initial) {
    clscan_runs_of_part own = { 0, 0, 0, 0, 0, 0 };
    const global uchar *a = 0;
    ulong last = 0;
    bool open = false;
    for (ulong i = 0; i < num; i++) {
        const global uchar *const b = summaries + i * at->bytes;
        const ulong count = clscan_summary_count(b), runs = clscan_runs_in(at, b);
        if (count == 0)
            continue;
        const bool continues = a && clscan_run_continues(at, a, b);
        const ulong of_first = runs == 1 ? count : clscan_first_run_of(at, b)->length;
        open = open && continues;
        own.more += open ? of_first : 0;
        open = i == part || (open && runs == 1);
        if (continues && part == (CLSCAN_KEEPS_LAST ? last : i))
            own.shared = max(clscan_first_run_of(at, b)->length, 1ul);
        clscan_add_results(&own, part, i, runs);
        clscan_add_results(&own, part, CLSCAN_KEEPS_LAST ? last : i, continues ? -1ul : 0);
        a = b;
        last = i;
    }
    own.more = own.kept > 0 ? own.more : 0;
    own.place = CLSCAN_REVERSE ? initial : initial + own.kept - 1;
    return own;
}

/* Stores the initial value of a part in `start`, and behind it what the part needs to know of the other parts' runs. */
CLSCAN_KERNEL void clscan_combine_runs(CLSCAN_ARRAYS, clscan_summary_layout at, const global uchar *summaries,
                                       ulong num, ulong part, global uchar *start) {
    const clscan_view v = CLSCAN_VIEW;
    const clscan_value initial = clscan_initial(&v);
    *(global clscan_value *)start = initial;
    *(global clscan_runs_of_part *)(start + CLSCAN_RUNS_AT) = clscan_find_runs(&at, summaries, num, part, initial);
}

/* Adds the elements that later parts have to the length of a part's last run, if that is in the outputs, which have
 * room for `capacity` results. */
#ifdef CLSCAN_LENGTHS_OF_RUNS
CLSCAN_KERNEL void clscan_lengthen_run(CLSCAN_ARRAYS, const global uchar *start, ulong capacity) {
    const clscan_view v = CLSCAN_VIEW;
    const global clscan_runs_of_part *const runs = (const global clscan_runs_of_part *)(start + CLSCAN_RUNS_AT);
    if (runs->more > 0 && runs->place < capacity)
        v.CLSCAN_LENGTHS_OF_RUNS[runs->place] += runs->more;
}
#endif
