#include "random/case_split.h"

#include "random/case_desc.h"

#include <stdlib.h>

enum {
    CUTS = 4001,        /* the number of the draws of cuts */
    MOST_PARTS = 8,     /* the greatest value of D_split */
    MOST_SUMMARY = 4096 /* bytes */
};

/* ------------------------------------------------------------------------------------------------------ the case */

/* Parts lie in buffers. All parts read the initial value, which must not be where one of them stores a result. */
void case_split_settle(test_case *tc) {
    static const int none[] = { D_layout, D_counted, D_memory, D_executed, D_workspace };
    if (tc->v[D_stream] || test_case_needs_all(tc) || test_case_counts(tc))
        tc->v[D_split] = 0;
    if (!tc->v[D_split])
        return;
    for (size_t i = 0; i < COUNT(none); i++)
        tc->v[none[i]] = 0;
    if (tc->v[D_init] > 2)
        tc->v[D_init] = 2;
    if (test_case_reduces(tc) || test_case_is_masked(tc) || tc->v[D_segments] > 6) /* no offsets */
        tc->v[D_segments] = 0;
}

/* ----------------------------------------------------------------------------------------------------- the parts */

typedef struct parts {
    const case_arrays *s;
    const clscan_args *args; /* of the whole array */
    clscan_split *split;
    cl_command_queue queue;
    cl_event last; /* completes with the latest call; NULL: there is none */
    size_t num, ends[MOST_PARTS];
    bool bits, single; /* marks are bits; out[1] is one number */
    size_t bytes;      /* of a summary */
    char summaries[MOST_PARTS * MOST_SUMMARY];
} parts;

/* Cuts the array at random places. Every eighth cut is at the end of the array, and as many are where the cut before or
 * the array begins, so that parts are empty. A part of bits begins with a word. */
static void cut(parts *p) {
    const size_t count = p->args->count;
    for (size_t i = 0; i + 1 < p->num; i++) {
        const uint64_t way = case_arrays_draw(p->s, CUTS, 2 * i) % 8, drawn = case_arrays_draw(p->s, CUTS, 2 * i + 1);
        const size_t last = i > 0 ? p->ends[i - 1] : 0, end = way == 0 ? count : way == 1 ? last : drawn % (count + 1);
        size_t k = i;
        for (; k > 0 && p->ends[k - 1] > end; k--)
            p->ends[k] = p->ends[k - 1];
        p->ends[k] = p->bits && end < count ? end / 32 * 32 : end;
    }
    p->ends[p->num - 1] = count;
}

static void advance(clscan_ref *ref, size_t n) {
    ref->offset += n;
    ref->capacity -= ref->capacity ? n : 0;
}

/* Returns the arguments of a part. Each element of a scan has a result at its own place. */
static clscan_args args_of(const parts *p, size_t part) {
    const size_t begin = part > 0 ? p->ends[part - 1] : 0;
    clscan_args args = *p->args;
    args.count = p->ends[part] - begin;
    for (int i = 0; i < 3; i++) {
        advance(&args.in[i], begin);
        if (p->s->tc->v[D_task] == CLSCAN_TASK_SCAN)
            advance(&args.out[i], i == 1 && p->single ? 0 : begin);
    }
    advance(&args.segments, p->bits ? begin / 32 : begin);
    advance(&args.mask, p->bits ? begin / 32 : begin);
    if (args.count == 0)
        case_args_leave_out(p->s, &args);
    return args;
}

/* Lets the next call wait for `event`. */
static void wait_for(parts *p, cl_event event) {
    if (p->last)
        clReleaseEvent(p->last);
    p->last = event;
}

static clscan_status summarize(parts *p, size_t part) {
    const clscan_args args = args_of(p, part);
    cl_event event = NULL;
    const clscan_status status = clscan_split_summarize(p->split, p->queue, &args, p->summaries + part * p->bytes,
                                                        p->last != NULL, p->last ? &p->last : NULL, &event);
    if (status == CLSCAN_OK)
        wait_for(p, event);
    return status;
}

/* A selection appends its results to the results of the parts before, as if these were in the outputs already. The part
 * that comes last stores the total of all parts. */
static clscan_status compute(parts *p, size_t part) {
    clscan_args args = args_of(p, part);
    clscan_part_info info = CLSCAN_PART_INFO_INIT;
    cl_event event = NULL;
    clscan_status status = clscan_split_part_info(p->split, part, p->num, p->summaries, &info);
    const uint64_t already = p->s->already + info.kept_before;
    if (test_case_moves(p->s->tc)) {
        args.init = &already;
        args.init_at = (clscan_ref) { .offset = 0 };
    }
    if (status == CLSCAN_OK)
        status = clscan_split_enqueue(p->split, p->queue, &args, part, p->num, p->summaries, p->last != NULL,
                                      p->last ? &p->last : NULL, &event);
    if (status == CLSCAN_OK)
        wait_for(p, event);
    return status;
}

/* Parts are computed in the order of their results. */
static clscan_status compute_all(parts *p) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < p->num && status == CLSCAN_OK; i++)
        status = summarize(p, i);
    assert_cl(clFinish(p->queue));
    for (size_t i = 0; i < p->num && status == CLSCAN_OK; i++)
        status = compute(p, p->s->o.reverse ? p->num - 1 - i : i);
    return status;
}

clscan_status case_split_run(const test_device *d, cl_command_queue queue, const case_arrays *s,
                             const clscan_args *args) {
    case_desc r;
    parts *p = calloc(1, sizeof *p);
    assert_non_null(p);
    *p = (parts) { .s = s, .args = args, .queue = queue, .num = s->tc->v[D_split] };
    case_desc_write(d, s->tc, &r);
    p->bits = r.desc.segments == CLSCAN_SEGMENTS_BITS || r.desc.mask == CLSCAN_MASK_BITS;
    p->single = r.desc.op == CLSCAN_OP_ADD_CHECKED;
    cut(p);
    clscan_status status = clscan_split_create(d->device, &r.desc, &p->split);
    if (status == CLSCAN_OK)
        status = clscan_split_summary_size(p->split, &p->bytes);
    assert_in_range(p->bytes, 0, MOST_SUMMARY);
    if (status == CLSCAN_OK)
        status = compute_all(p);
    wait_for(p, NULL);
    clscan_split_destroy(p->split);
    free(p);
    return status;
}
