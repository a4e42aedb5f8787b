/* The strategies of a sort, a radix sort from the lowest digit to the highest: sweeps, where each pass is one launch
 * after the digits of all passes have been counted, and three launches in each pass. cl/grid/sort.cl describes both. */
#include "problem/sort.h"
#include "base/try.h"
#include "strategy/spans.h"
#include "strategy/strategy.h"

#include <stdint.h>

enum { COUNT_DIGITS, SCAN_COUNTS, MOVE_ELEMENTS, LAUNCHES_OF_PASS, SWEEP = LAUNCHES_OF_PASS };

/* The most elements that a sweep can place: a record has so many bits for a place. */
#define MOST_SWEPT (((size_t)1 << CS_SORT_RECORD_BITS) - 1)

static bool sweeps(const cs_shape *shape, size_t count) {
    return shape->sort_sweeps && count <= MOST_SWEPT;
}

/* Returns the number of tiles with records. Their size does not depend on the algorithm of the work-group, unlike that
 * of shape->tile. */
static size_t swept_tiles(const cs_shape *shape, size_t count) {
    return sweeps(shape, count) ? cs_divided_up(count, (size_t)shape->wg_size * shape->items) : 0;
}

/* The launches that number segments: their heads are counted, the counts are scanned, and elements get numbers. */
enum { LAUNCHES_OF_NUMBERS = 3 };

/* Returns the number of passes for so many elements. There are no more segments than elements, so that few elements do
 * not need the passes by the higher digits of numbers of segments. */
static size_t passes_for(const cs_shape *shape, size_t count) {
    size_t passes = shape->sort_passes - shape->sort_number_passes;
    for (size_t last = count ? count - 1 : 0; last > 0 && passes < shape->sort_passes; last >>= CS_DIGIT_BITS)
        passes++;
    return passes;
}

static size_t launches(const cs_shape *shape, size_t count) {
    const size_t passes = passes_for(shape, count), of_counts = 2;
    return (sweeps(shape, count) ? of_counts + passes : LAUNCHES_OF_PASS * passes) +
           (shape->sort_counts_heads ? LAUNCHES_OF_NUMBERS : 0);
}

/* Returns the number of elements that each buffer between passes has room for. It is a multiple of 128, so that every
 * array in a buffer is aligned like the buffer. */
static size_t room_for(size_t count) {
    return cs_divided_up(count, CS_SORT_ALIGNMENT) * CS_SORT_ALIGNMENT;
}

/* Returns the shape with so many work-groups that each span has fewer than 2^32 elements, because a work-group counts
 * the digits of its span in 32 bits. */
static cs_shape with_short_spans(const cs_shape *shape, size_t count) {
    const size_t least = (size_t)((cl_ulong)count >> 31) + 1;
    cs_shape s = *shape;
    s.groups = s.groups > least ? s.groups : least;
    return s;
}

/* Returns the bytes of the records of two passes. A smaller count may have records if `count` has none. */
static size_t bytes_of_records(const cs_shape *shape, size_t count) {
    const size_t most = count < MOST_SWEPT ? count : MOST_SWEPT;
    return 2 * CS_DIGITS * sizeof(cl_uint) * swept_tiles(shape, most);
}

/* cl/grid/sort_space.h says what is in the workspace. No memory holds more bytes than half of what size_t can count. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const cs_shape s = with_short_spans(shape, count);
    const size_t rows = (size_t)s.sort_passes * CS_DIGITS, buffers = s.sort_passes > 2 ? 2 : 1, most = SIZE_MAX / 2;
    if (count > most / (buffers * s.sort_bytes) - CS_SORT_ALIGNMENT)
        return most;
    return 3 * CS_SORT_ALIGNMENT + bytes_of_records(shape, count) + rows * size +
           rows * cs_spans_workspace(&s, count, size) + buffers * room_for(count) * s.sort_bytes;
}

/* What the launches of one sort share. */
typedef struct sort_sizes {
    size_t span, spans, tiles, room;
} sort_sizes;

static sort_sizes sizes_of(const cs_shape *shape, size_t count) {
    return (sort_sizes) { .span = cs_span_of(shape, count),
                          .spans = cs_spans(shape, count),
                          .tiles = swept_tiles(shape, count),
                          .room = room_for(count) };
}

/* The counts of heads use the first row of the counts of digits, which are counted later. */
static clscan_status number_segments(cs_submission *submission, const sort_sizes *p) {
    clscan_status status = CLSCAN_OK;
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, CS_COUNT_HEADS, p->spans, CS_ULONG(p->span), CS_UINT((cl_uint)p->tiles),
                              CS_ULONG(p->room), CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH(submission, SCAN_COUNTS, 1, CS_UINT(0), CS_UINT(0), CS_UINT(1), CS_UINT((cl_uint)p->spans),
                  CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, CS_NUMBER_SEGMENTS, p->spans, CS_ULONG(p->span), CS_UINT((cl_uint)p->tiles),
                              CS_ULONG(p->room), CS_BUFFER(submission->workspace)));
done:
    return status;
}

/* Counts the digits of a pass, or in the first pass those of all passes, and scans the counts. */
static clscan_status count_digits(cs_submission *submission, const cs_shape *shape, const sort_sizes *p, size_t pass) {
    clscan_status status = CLSCAN_OK;
    const size_t first_row = pass * CS_DIGITS, rows = pass ? CS_DIGITS : (size_t)shape->sort_passes * CS_DIGITS;
    const size_t most = submission->wg_size > 1 ? rows : shape->groups;
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_DIGITS, p->spans, CS_UINT((cl_uint)pass), CS_ULONG(p->span),
                              CS_UINT((cl_uint)p->tiles), CS_ULONG(p->room), CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH(submission, SCAN_COUNTS, rows < most ? rows : most, CS_UINT((cl_uint)pass),
                  CS_UINT((cl_uint)first_row), CS_UINT((cl_uint)(first_row + rows)), CS_UINT((cl_uint)p->spans),
                  CS_BUFFER(submission->workspace)));
done:
    return status;
}

static clscan_status launch_pass(cs_submission *submission, const cs_shape *shape, const sort_sizes *p, size_t pass) {
    clscan_status status = CLSCAN_OK;
    if (pass == 0 || p->tiles == 0)
        TRY(count_digits(submission, shape, p, pass));
    if (p->tiles > 0)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, SWEEP, p->tiles, CS_UINT((cl_uint)pass), CS_UINT((cl_uint)p->spans),
                                  CS_UINT((cl_uint)p->tiles), CS_ULONG(p->room), CS_BUFFER(submission->workspace)));
    else
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, MOVE_ELEMENTS, p->spans, CS_UINT((cl_uint)pass), CS_ULONG(p->span),
                                  CS_UINT((cl_uint)p->tiles), CS_ULONG(p->room), CS_BUFFER(submission->workspace)));
done:
    return status;
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const cs_shape s = with_short_spans(shape, submission->count);
    const sort_sizes p = sizes_of(&s, submission->count);
    if (s.sort_counts_heads)
        TRY(number_segments(submission, &p));
    for (size_t pass = 0; pass < passes_for(&s, submission->count); pass++)
        TRY(launch_pass(submission, &s, &p, pass));
done:
    return status;
}

/* Kernels number the elements of a tile with 16 bits. A work-group of one work-item has no tiles. */
static clscan_status applicable(const cs_caps *caps, const cs_shape *shape) {
    enum { MOST = 1 << 16 };
    clscan_status status = CLSCAN_OK;
    (void)caps;
    FAIL_IF(shape->sort_sweeps && shape->wg_size == 1, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "desc.tuning.strategy is lookback, and work-groups have 1 work-item: a sort by lookback needs 2 or more");
    FAIL_IF((size_t)shape->wg_size * shape->items > MOST, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "desc.tuning.wg_size is %u, and desc.tuning.items %u: a tile of a sort has at most %d elements",
            shape->wg_size, shape->items, MOST);
done:
    return status;
}

#define KERNELS                                                                                                        \
    [COUNT_DIGITS] = "clscan_sort_count", [SCAN_COUNTS] = "clscan_sort_scan", [MOVE_ELEMENTS] = "clscan_sort_move"
#define FUNCTIONS                                                                                                      \
    .applicable = applicable, .workspace = workspace, .launches = launches, .launch = launch, .visits_many_tiles = true

const cs_strategy cs_sort = { .kernels = { KERNELS }, FUNCTIONS };
const cs_strategy cs_sort_in_sweeps = { .kernels = { KERNELS, [SWEEP] = "clscan_sort_sweep" }, FUNCTIONS };
