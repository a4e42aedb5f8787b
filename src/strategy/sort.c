/* The strategies of a sort, a radix sort from the lowest digit to the highest: sweeps, where each pass is one launch
 * after the digits of all passes have been counted, and three launches in each pass. cl/grid/sort.cl describes both. A
 * top-k by segments is a sort with passes of three launches, and three launches that take the first elements of each
 * segment. */
#include "base/min_max.h"
#include "base/try.h"
#include "strategy/sort_alone.h"
#include "strategy/sort_space.h"
#include "strategy/spans.h"
#include "strategy/strategy.h"
#include "tuning/sort_shape.h"

#include <stdint.h>

enum { COUNT_DIGITS, SCAN_COUNTS, MOVE_ELEMENTS, LAUNCHES_OF_PASS, UNDIVIDED = LAUNCHES_OF_PASS, OTHERS };
enum { SWEEP = OTHERS };                                      /* of sweeps */
enum { COUNT_WANTED = OTHERS, TAKE_WANTED };                  /* of a top-k by segments */
enum { LAUNCHES_OF_WANTED = 3, LAUNCHES_OF_SEGMENT_IDS = 3 }; /* counts, their scan, and moves or numbers */
enum { KEEP_TOTALS, STORE_TOTALS };                           /* the first parameter of the scan of counts */

/* The most elements that a sweep can place: a record has CS_SORT_RECORD_BITS bits for a place. */
#define MOST_SWEPT (((size_t)1 << CS_SORT_RECORD_BITS) - 1)

static bool sweeps(const cs_shape *shape, size_t count) {
    return shape->sort.sweeps && count <= MOST_SWEPT;
}

/* Returns the number of tiles with records. The size of these tiles does not depend on the algorithm of the work-group,
 * unlike shape->tile. */
static size_t swept_tiles(const cs_shape *shape, size_t count) {
    return sweeps(shape, count) ? cs_divided_up(count, (size_t)shape->wg_size * shape->items) : 0;
}

/* Returns the number of passes for `rows` rows of `length` elements. The number of rows is known; if there are heads,
 * each element may be one. */
static size_t passes_for(const cs_shape *shape, size_t rows, size_t length) {
    return cs_sort_passes(shape, shape->sort.counts_heads ? rows * length : rows);
}

static size_t launches_of_lines(const cs_shape *shape, size_t rows, size_t length, size_t columns) {
    (void)columns;
    if (cs_sort_is_alone(shape, rows, length))
        return 1;
    const size_t passes = passes_for(shape, rows, length), count_launches = 2;
    return (sweeps(shape, rows * length) ? count_launches + passes : LAUNCHES_OF_PASS * passes) +
           (shape->sort.counts_heads ? LAUNCHES_OF_SEGMENT_IDS : 0) + (shape->sort.top_k ? LAUNCHES_OF_WANTED : 0);
}

static size_t launches(const cs_shape *shape, size_t count) {
    return launches_of_lines(shape, count, 1, 1);
}

/* Returns the bytes of the records of two passes. A smaller count may have records if `count` has none. */
static size_t bytes_of_records(const cs_shape *shape, size_t count) {
    const size_t most = count < MOST_SWEPT ? count : MOST_SWEPT;
    return 2 * CS_DIGITS * sizeof(cl_uint) * swept_tiles(shape, most);
}

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const size_t bytes = cs_sort_workspace(shape, count, size, shape->sort.passes > 2 ? 2 : 1),
                 alone = cs_sort_alone_workspace(shape, count, size);
    return bytes >= SIZE_MAX / 2 ? bytes : cs_max(bytes + bytes_of_records(shape, count), alone);
}

/* The sizes that all launches of one sort use. */
typedef struct sort_sizes {
    size_t span, spans, tiles, pitch;
} sort_sizes;

static sort_sizes sizes_of(const cs_shape *shape, size_t count) {
    return (sort_sizes) { .span = cs_span_of(shape, count),
                          .spans = cs_spans(shape, count),
                          .tiles = swept_tiles(shape, count),
                          .pitch = cs_sort_pitch(count) };
}

/* The counts of heads use the first row of the counts of digits, which are counted later. */
static clscan_status number_segments(cs_submission *submission, const sort_sizes *sizes) {
    clscan_status status = CLSCAN_OK;
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, CS_COUNT_HEADS, sizes->spans, CS_ULONG(sizes->span), CS_UINT(sizes->tiles),
                              CS_ULONG(sizes->pitch), CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH(submission, SCAN_COUNTS, 1, CS_UINT(STORE_TOTALS), CS_UINT(0), CS_UINT(1), CS_UINT(sizes->spans),
                  CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, CS_NUMBER_SEGMENTS, sizes->spans, CS_ULONG(sizes->span),
                              CS_UINT(sizes->tiles), CS_ULONG(sizes->pitch), CS_BUFFER(submission->workspace)));
done:
    return status;
}

/* The counts use the first row of the counts of digits, which are not needed any more. Totals stay, because they say
 * where the last pass has moved the elements. */
static clscan_status take_wanted(cs_submission *submission, const sort_sizes *sizes) {
    clscan_status status = CLSCAN_OK;
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_WANTED, sizes->spans, CS_ULONG(sizes->span), CS_UINT(sizes->tiles),
                              CS_ULONG(sizes->pitch), CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH(submission, SCAN_COUNTS, 1, CS_UINT(KEEP_TOTALS), CS_UINT(0), CS_UINT(1), CS_UINT(sizes->spans),
                  CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, TAKE_WANTED, sizes->spans, CS_ULONG(sizes->span), CS_UINT(sizes->tiles),
                              CS_ULONG(sizes->pitch), CS_BUFFER(submission->workspace)));
done:
    return status;
}

/* Counts the digits of a pass, or in the first pass the digits of all passes, and scans the counts. */
static clscan_status count_digits(cs_submission *submission, const cs_shape *shape, const sort_sizes *sizes,
                                  size_t pass) {
    clscan_status status = CLSCAN_OK;
    const size_t first_row = pass * CS_DIGITS, rows = pass ? CS_DIGITS : (size_t)shape->sort.passes * CS_DIGITS;
    const size_t most = submission->wg_size > 1 ? rows : shape->groups;
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_DIGITS, sizes->spans, CS_UINT(pass), CS_ULONG(sizes->span),
                              CS_UINT(sizes->tiles), CS_ULONG(sizes->pitch), CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH(submission, SCAN_COUNTS, rows < most ? rows : most, CS_UINT(pass ? KEEP_TOTALS : STORE_TOTALS),
                  CS_UINT(first_row), CS_UINT((first_row + rows)), CS_UINT(sizes->spans),
                  CS_BUFFER(submission->workspace)));
done:
    return status;
}

static clscan_status launch_pass(cs_submission *submission, const cs_shape *shape, const sort_sizes *sizes,
                                 size_t pass) {
    clscan_status status = CLSCAN_OK;
    if (pass == 0 || sizes->tiles == 0)
        TRY(count_digits(submission, shape, sizes, pass));
    if (sizes->tiles > 0)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, SWEEP, sizes->tiles, CS_UINT(pass), CS_UINT(sizes->spans),
                                  CS_UINT(sizes->tiles), CS_ULONG(sizes->pitch), CS_BUFFER(submission->workspace)));
    else
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, MOVE_ELEMENTS, sizes->spans, CS_UINT(pass), CS_ULONG(sizes->span),
                                  CS_UINT(sizes->tiles), CS_ULONG(sizes->pitch), CS_BUFFER(submission->workspace)));
done:
    return status;
}

static clscan_status launch_passes(cs_submission *submission, const cs_shape *shape, const sort_sizes *sizes,
                                   size_t rows, size_t length) {
    clscan_status status = CLSCAN_OK;
    if (shape->sort.counts_heads)
        TRY(number_segments(submission, sizes));
    for (size_t pass = 0; pass < passes_for(shape, rows, length); pass++)
        TRY(launch_pass(submission, shape, sizes, pass));
    if (shape->sort.top_k)
        TRY(take_wanted(submission, sizes));
done:
    return status;
}

/* Packs or unpacks the elements, if rows lie apart. */
static clscan_status copy_rows(cs_submission *submission, size_t kernel, const sort_sizes *sizes) {
    clscan_status status = CLSCAN_OK;
    if (submission->packs)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, kernel, sizes->spans, CS_ULONG(sizes->span), CS_UINT(sizes->tiles),
                                  CS_ULONG(sizes->pitch), CS_BUFFER(submission->workspace)));
done:
    return status;
}

static clscan_status launch_alone(cs_submission *submission, const cs_shape *shape, size_t rows, size_t length) {
    const cs_sort_parts parts = cs_sort_parts_of(shape, rows, length, submission->traits->value.computed_bytes);
    if (parts.in_tiles)
        return CS_LAUNCH_ON_ELEMENTS(submission, CS_SORT_IN_TILES, parts.groups, CS_ULONG(parts.span));
    return CS_LAUNCH_ON_ELEMENTS(submission, UNDIVIDED, parts.groups, CS_ULONG(parts.span),
                                 CS_ULONG(cs_sort_pitch(parts.span)), CS_ULONG(parts.bytes),
                                 CS_BUFFER(submission->workspace));
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const size_t count = submission->count, length = cs_submission_line(submission), rows = length ? count / length : 0;
    const cs_shape s = cs_sort_short_spans(shape, count);
    const sort_sizes sizes = sizes_of(&s, count);
    if (cs_sort_is_alone(shape, rows, length)) {
        TRY(launch_alone(submission, shape, rows, length));
        goto done;
    }
    TRY(copy_rows(submission, CS_PACK_ROWS, &sizes));
    TRY(launch_passes(submission, &s, &sizes, rows, length));
    TRY(copy_rows(submission, CS_UNPACK_ROWS, &sizes));
done:
    return status;
}

#define KERNELS                                                                                                        \
    [COUNT_DIGITS] = "clscan_sort_count", [SCAN_COUNTS] = "clscan_sort_scan", [MOVE_ELEMENTS] = "clscan_sort_move",    \
    [UNDIVIDED] = "clscan_sort_undivided"
#define FUNCTIONS                                                                                                      \
    .file = "sort", .applicable = cs_sort_applicable, .workspace = workspace, .launches = launches,                    \
    .launches_of_lines = launches_of_lines, .launch = launch, .visits_many_tiles = true

const cs_strategy cs_sort = { .kernels = { KERNELS }, FUNCTIONS };
const cs_strategy cs_sort_in_sweeps = { .kernels = { KERNELS, [SWEEP] = "clscan_sort_sweep" }, FUNCTIONS };
const cs_strategy cs_sort_top_k = {
    .kernels = { KERNELS, [COUNT_WANTED] = "clscan_sort_count_wanted", [TAKE_WANTED] = "clscan_sort_take_wanted" },
    FUNCTIONS
};
