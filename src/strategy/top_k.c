/* The strategies of a top-k: a radix select from the highest digit to the lowest, and a sort of the selected elements.
 *
 * A pass of the select has two launches: the digits of each work-group's span are counted, and the counts are scanned.
 * Then one launch gathers the wanted elements. With several rows, all of this is one launch, in which a work-group
 * selects whole rows, unless the rows are so few and so long that work-groups share each row. One more launch ranks the
 * gathered elements if they are few. Otherwise the passes of a radix sort follow. Short rows are ranked as they are,
 * without a select. */
#include "base/min_max.h"
#include "base/try.h"
#include "strategy/sort_space.h"
#include "strategy/spans.h"
#include "strategy/strategy.h"
#include "tuning/sort_shape.h"

#include <stdint.h>

enum { COUNT_CANDIDATES, SCAN_CANDIDATES, GATHER, COUNT_DIGITS, SCAN_DIGITS, MOVE_ELEMENTS, RANK, SELECT_ROWS };
enum { LAUNCHES_OF_SELECT = 2, LAUNCHES_OF_SORT = 3 };

static bool is_by_rows(const cs_shape *shape) {
    return shape->sort.segment_passes > 0;
}

/* How the wanted elements of one call are selected and put in order. */
typedef struct radix_select {
    size_t rows, length, wanted, wanted_in_all; /* `wanted` elements of each row, and the sum over all rows */
    bool divides;        /* work-groups share rows, or the only one; otherwise a work-group selects whole rows */
    size_t parts, span;  /* of a row that is divided: its parts, and the elements of a part */
    size_t spans;        /* the work-groups of the select */
    bool selects, ranks; /* there is a select; the selected elements are ranked, and not sorted */
    size_t passes;       /* the passes of the sort, if the selected elements are sorted */
} radix_select;

/* Returns the most elements that are ranked for each row. The elements of a single row are ranked even if a sort of as
 * many would take less time for each, because it has more launches. */
static size_t most_ranked(const cs_shape *shape, size_t rows) {
    const cs_top_k_row *row = shape->sort.top_k_row;
    if (rows > 1)
        return shape->wg_size > 1 ? row->ranked_of_row : row->ranked_of_row_by_item;
    return shape->wg_size > 1 ? row->ranked : row->ranked_by_item;
}

/* Returns true if rows are ranked without a select. */
static bool is_short(const cs_shape *shape, size_t rows, size_t length, size_t wanted) {
    const cs_top_k_row *row = shape->sort.top_k_row;
    const size_t short_row = shape->wg_size > 1 ? row->short_row : row->short_row_by_item;
    return rows > 1 && length <= most_ranked(shape, rows) && (length <= short_row || wanted > length / 2);
}

/* Returns how many work-groups select each row together: 1 unless there are few long rows. */
static size_t groups_of_row(const cs_shape *shape, size_t rows, size_t length) {
    const size_t groups = shape->groups / (rows ? rows : 1);
    return rows > 1 && (length <= shape->sort.undivided_row || groups < 1) ? 1 : groups;
}

static radix_select select_of(const cs_shape *shape, size_t rows, size_t length) {
    const size_t wanted = cs_min(length, shape->sort.top_k);
    radix_select s = { .rows = rows, .length = length, .wanted = wanted, .wanted_in_all = rows * wanted };
    cs_shape row_shape = *shape;
    row_shape.groups = groups_of_row(shape, rows, length);
    s.span = cs_span_of(&row_shape, length);
    s.parts = cs_spans(&row_shape, length);
    s.divides = rows <= 1 || s.parts > 1;
    s.spans = rows <= 1 ? s.parts : s.divides ? rows * s.parts : cs_min(rows, shape->groups);
    s.selects = !is_short(shape, rows, length, wanted);
    s.ranks = wanted <= most_ranked(shape, rows);
    s.passes = s.ranks ? 0 : cs_sort_passes(shape, rows);
    return s;
}

static size_t launches_of_lines(const cs_shape *shape, size_t lines, size_t length, size_t columns) {
    const radix_select s = select_of(shape, lines, length);
    const size_t passes = shape->sort.passes - shape->sort.segment_passes,
                 select_launches = s.divides ? LAUNCHES_OF_SELECT * passes + 1 : 1;
    (void)columns;
    return (s.selects ? select_launches : 0) + (s.ranks || !s.selects ? 1 : LAUNCHES_OF_SORT * s.passes);
}

static size_t launches(const cs_shape *shape, size_t count) {
    return launches_of_lines(shape, 1, count, 1);
}

/* Returns the bytes for the counts of the select of the whole array or of the only row. cl/grid/top_k/top_k_space.h
 * says what is in the workspace. */
static size_t workspace_of_whole(const cs_shape *shape, size_t count, size_t size) {
    const size_t sort_bytes = cs_sort_workspace(shape, cs_min(count, shape->sort.top_k), size, 2);
    return sort_bytes >= SIZE_MAX / 2 ? sort_bytes : cs_sort_workspace(shape, count, size, 0) + sort_bytes;
}

/* Returns the bytes for `spans` work-groups that select several rows, with `wanted` elements in all. */
static size_t workspace_of_rows(const cs_shape *shape, size_t spans, size_t wanted, size_t size) {
    const size_t rows = (size_t)shape->sort.passes * CS_DIGITS, sort_bytes = cs_sort_workspace(shape, wanted, size, 2);
    return sort_bytes >= SIZE_MAX / 2 ? sort_bytes
                                      : 3 * CS_WORKSPACE_ALIGNMENT + rows * size * (1 + spans) + sort_bytes;
}

/* By rows, all elements may be wanted, in any number of rows. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const size_t whole = workspace_of_whole(shape, count, size), groups = cs_sort_short_spans(shape, count).groups;
    const size_t rows = is_by_rows(shape) ? workspace_of_rows(shape, cs_min(count, groups), count, size) : 0;
    return whole > rows ? whole : rows;
}

static size_t workspace_of_lines(const cs_shape *shape, size_t count, size_t length, size_t size) {
    const size_t rows = count / length;
    const cs_shape short_spans = cs_sort_short_spans(shape, count);
    const radix_select s = select_of(&short_spans, rows, length);
    if (rows <= 1)
        return workspace_of_whole(shape, count, size);
    return s.selects ? workspace_of_rows(shape, s.spans, s.wanted_in_all, size) : 0;
}

/* Selects from the whole array, or from rows that work-groups share. */
static clscan_status launch_select(cs_submission *submission, const cs_shape *shape, const radix_select *select,
                                   size_t spans) {
    clscan_status status = CLSCAN_OK;
    const cl_uint k = (cl_uint)shape->sort.top_k, passes = shape->sort.passes - shape->sort.segment_passes;
    const size_t groups = submission->wg_size > 1 ? CS_DIGITS : cs_min(shape->groups, CS_DIGITS);
    for (cl_uint select_pass = 0; select_pass < passes; select_pass++) {
        const cl_uint first = (passes - 1 - select_pass) * CS_DIGITS;
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_CANDIDATES, select->spans, CS_UINT(select_pass), CS_UINT(k),
                                  CS_ULONG(select->span), CS_BUFFER(submission->workspace)));
        TRY(CS_LAUNCH(submission, SCAN_CANDIDATES, groups, CS_UINT(first), CS_UINT(first + CS_DIGITS),
                      CS_UINT(select->spans), CS_BUFFER(submission->workspace)));
    }
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, GATHER, select->spans, CS_UINT(k), CS_ULONG(select->span), CS_UINT(spans),
                              CS_ULONG(cs_sort_pitch(select->wanted_in_all)), CS_BUFFER(submission->workspace)));
done:
    return status;
}

static clscan_status launch_rank(cs_submission *submission, const cs_shape *shape, const radix_select *select) {
    clscan_status status = CLSCAN_OK;
    const size_t ranked = select->selects ? select->wanted_in_all : select->rows * select->length,
                 groups = cs_divided_up(ranked, shape->wg_size),
                 most = shape->wg_size > 1 ? CS_MAX_GROUPS : shape->groups;
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, RANK, cs_min(groups, most), CS_UINT(shape->sort.top_k),
                              CS_UINT(select->selects ? CS_TOP_K_GATHERED : CS_CALLER_ARRAYS), CS_UINT(select->spans),
                              CS_ULONG(cs_sort_pitch(select->wanted_in_all)), CS_BUFFER(submission->workspace)));
done:
    return status;
}

static clscan_status launch_pass(cs_submission *submission, const cs_shape *shape, const radix_select *select,
                                 cl_uint pass) {
    clscan_status status = CLSCAN_OK;
    const size_t wanted_in_all = select->wanted_in_all, span = cs_span_of(shape, wanted_in_all),
                 spans = cs_spans(shape, wanted_in_all);
    const cl_uint k = (cl_uint)shape->sort.top_k, first = pass * CS_DIGITS,
                  rows = pass ? CS_DIGITS : shape->sort.passes * CS_DIGITS;
    const size_t most = submission->wg_size > 1 ? rows : shape->groups, pitch = cs_sort_pitch(wanted_in_all);
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_DIGITS, spans, CS_UINT(pass), CS_UINT(k), CS_ULONG(span),
                              CS_UINT(select->spans), CS_ULONG(pitch), CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH(submission, SCAN_DIGITS, cs_min(rows, most), CS_UINT(pass == 0), CS_UINT(first),
                  CS_UINT(first + rows), CS_UINT(select->spans), CS_UINT(spans), CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, MOVE_ELEMENTS, spans, CS_UINT(pass), CS_UINT(k), CS_ULONG(span),
                              CS_UINT(select->spans), CS_ULONG(pitch), CS_BUFFER(submission->workspace)));
done:
    return status;
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const size_t rows = is_by_rows(shape) ? (size_t)submission->kernel_args->params.num_results : 1;
    const cs_shape s = cs_sort_short_spans(shape, submission->count);
    const radix_select select = select_of(&s, rows, cs_submission_line(submission));
    const size_t spans = select.ranks ? 1 : cs_spans(&s, select.wanted_in_all);
    if (select.selects && select.divides)
        TRY(launch_select(submission, &s, &select, spans));
    else if (select.selects)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, SELECT_ROWS, select.spans, CS_UINT(s.sort.top_k), CS_UINT(spans),
                                  CS_ULONG(cs_sort_pitch(select.wanted_in_all)), CS_BUFFER(submission->workspace)));
    if (select.ranks || !select.selects)
        TRY(launch_rank(submission, &s, &select));
    for (cl_uint pass = 0; pass < select.passes && select.selects; pass++)
        TRY(launch_pass(submission, &s, &select, pass));
done:
    return status;
}

#define KERNELS                                                                                                        \
    [COUNT_CANDIDATES] = "clscan_top_k_count", [SCAN_CANDIDATES] = "clscan_top_k_scan",                                \
    [GATHER] = "clscan_top_k_gather", [COUNT_DIGITS] = "clscan_top_k_sort_count",                                      \
    [SCAN_DIGITS] = "clscan_top_k_sort_scan", [MOVE_ELEMENTS] = "clscan_top_k_sort_move", [RANK] = "clscan_top_k_rank"
#define FUNCTIONS                                                                                                      \
    .file = "top_k", .applicable = cs_sort_applicable, .workspace = workspace,                                         \
    .workspace_of_lines = workspace_of_lines, .launches = launches, .launches_of_lines = launches_of_lines,            \
    .launch = launch, .visits_many_tiles = true

const cs_strategy cs_top_k = { .kernels = { KERNELS }, FUNCTIONS };
const cs_strategy cs_top_k_by_rows = { .kernels = { KERNELS, [SELECT_ROWS] = "clscan_top_k_select_rows" }, FUNCTIONS };
