/* The strategy of a top-k: a radix select from the highest digit to the lowest, and a sort of the selected elements. A
 * pass of the select has two launches: the digits of each work-group's span are counted, and the counts are scanned.
 * Then one launch gathers the wanted elements. One more launch ranks them if they are few, and else the passes of a
 * radix sort follow. */
#include "base/try.h"
#include "problem/sort.h"
#include "strategy/sort_space.h"
#include "strategy/spans.h"
#include "strategy/strategy.h"

#include <stdint.h>

enum { COUNT_CANDIDATES, SCAN_COUNTS, GATHER, COUNT_DIGITS, MOVE_ELEMENTS, RANK };
enum { LAUNCHES_OF_SELECT = 2, LAUNCHES_OF_SORT = 3 };

static size_t wanted(const cs_shape *shape, size_t count) {
    return count < shape->sort.top_k ? count : shape->sort.top_k;
}

/* A work-item that ranks compares its element with all others, so these may not be too many. */
static bool ranks(const cs_shape *shape, size_t count) {
    const cs_sorting *row = shape->sort.row;
    return wanted(shape, count) <= (shape->wg_size > 1 ? row->ranked : row->ranked_by_item);
}

static size_t launches(const cs_shape *shape, size_t count) {
    return LAUNCHES_OF_SELECT * shape->sort.passes + 1 +
           (ranks(shape, count) ? 1 : LAUNCHES_OF_SORT * shape->sort.passes);
}

/* cl/grid/top_k_space.h says what is in the workspace. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const size_t k = wanted(shape, count), of_sort = cs_sort_workspace(shape, k, size, 2);
    return of_sort >= SIZE_MAX / 2 ? of_sort : cs_sort_workspace(shape, count, size, 0) + of_sort;
}

/* The spans of the select, and what is wanted, for one submission. */
typedef struct radix_select {
    size_t span, spans;
    cl_uint k;
} radix_select;

static clscan_status launch_select(cs_submission *submission, const cs_shape *shape, const radix_select *select) {
    clscan_status status = CLSCAN_OK;
    for (cl_uint done = 0; done < shape->sort.passes; done++) {
        const cl_uint first = (shape->sort.passes - 1 - done) * CS_DIGITS;
        const size_t groups = submission->wg_size > 1 || shape->groups > CS_DIGITS ? CS_DIGITS : shape->groups;
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_CANDIDATES, select->spans, CS_UINT(done), CS_UINT(select->k),
                                  CS_ULONG(select->span), CS_BUFFER(submission->workspace)));
        TRY(CS_LAUNCH(submission, SCAN_COUNTS, groups, CS_UINT(first), CS_UINT(first + CS_DIGITS),
                      CS_UINT((cl_uint)select->spans), CS_UINT(0), CS_UINT(1), CS_BUFFER(submission->workspace)));
    }
done:
    return status;
}

static clscan_status launch_rank(cs_submission *submission, const cs_shape *shape, const radix_select *select,
                                 size_t room) {
    clscan_status status = CLSCAN_OK;
    const size_t k = wanted(shape, submission->count), groups = cs_divided_up(k, shape->wg_size);
    const size_t most = shape->wg_size > 1 || groups < shape->groups ? groups : shape->groups;
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, RANK, most, CS_UINT(select->k), CS_UINT((cl_uint)select->spans),
                              CS_ULONG(room), CS_BUFFER(submission->workspace)));
done:
    return status;
}

static clscan_status launch_pass(cs_submission *submission, const cs_shape *shape, const radix_select *select,
                                 cl_uint pass) {
    clscan_status status = CLSCAN_OK;
    const size_t k = wanted(shape, submission->count), span = cs_span_of(shape, k), spans = cs_spans(shape, k);
    const cl_uint first = pass * CS_DIGITS, rows = pass ? CS_DIGITS : shape->sort.passes * CS_DIGITS;
    const size_t most = submission->wg_size > 1 ? rows : shape->groups, room = cs_sort_room(k);
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_DIGITS, spans, CS_UINT(pass), CS_UINT(select->k), CS_ULONG(span),
                              CS_UINT((cl_uint)select->spans), CS_ULONG(room), CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH(submission, SCAN_COUNTS, rows < most ? rows : most, CS_UINT(first), CS_UINT(first + rows),
                  CS_UINT((cl_uint)select->spans), CS_UINT((cl_uint)spans), CS_UINT(pass == 0),
                  CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, MOVE_ELEMENTS, spans, CS_UINT(pass), CS_UINT(select->k), CS_ULONG(span),
                              CS_UINT((cl_uint)select->spans), CS_ULONG(room), CS_BUFFER(submission->workspace)));
done:
    return status;
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const size_t count = submission->count, k = wanted(shape, count), room = cs_sort_room(k);
    const cs_shape s = cs_sort_short_spans(shape, count);
    const radix_select select = { cs_span_of(&s, count), cs_spans(&s, count), (cl_uint)shape->sort.top_k };
    const size_t spans = ranks(shape, count) ? 1 : cs_spans(&s, k);
    TRY(launch_select(submission, &s, &select));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, GATHER, select.spans, CS_UINT(select.k), CS_ULONG(select.span),
                              CS_UINT((cl_uint)spans), CS_ULONG(room), CS_BUFFER(submission->workspace)));
    if (ranks(shape, count))
        TRY(launch_rank(submission, &s, &select, room));
    for (cl_uint pass = 0; pass < s.sort.passes && !ranks(shape, count); pass++)
        TRY(launch_pass(submission, &s, &select, pass));
done:
    return status;
}

const cs_strategy cs_top_k = {
    .kernels = { [COUNT_CANDIDATES] = "clscan_top_k_count",
                 [SCAN_COUNTS] = "clscan_top_k_scan",
                 [GATHER] = "clscan_top_k_gather",
                 [COUNT_DIGITS] = "clscan_top_k_sort_count",
                 [MOVE_ELEMENTS] = "clscan_top_k_sort_move",
                 [RANK] = "clscan_top_k_rank" },
    .applicable = cs_sort_applicable,
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
    .visits_many_tiles = true,
};
