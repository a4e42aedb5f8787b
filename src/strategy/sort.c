/* The strategy of a sort: a radix sort from the lowest digit to the highest. In each pass, a first launch counts the
 * digits of each work-group's span, a second one scans these counts, and a third one moves the elements. The first
 * launch of the first pass counts the digits of all passes. */
#include "problem/sort.h"
#include "base/try.h"
#include "strategy/spans.h"
#include "strategy/strategy.h"

#include <stdint.h>

enum { COUNT_DIGITS, SCAN_COUNTS, MOVE_ELEMENTS, LAUNCHES_OF_PASS };

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
    return LAUNCHES_OF_PASS * passes_for(shape, count) + (shape->sort_counts_heads ? LAUNCHES_OF_NUMBERS : 0);
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

/* cl/grid/sort_space.h says what is in the workspace. No memory holds more bytes than half of what size_t can count. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const cs_shape s = with_short_spans(shape, count);
    const size_t rows = (size_t)s.sort_passes * CS_DIGITS, buffers = s.sort_passes > 2 ? 2 : 1, most = SIZE_MAX / 2;
    if (count > most / (buffers * s.sort_bytes) - CS_SORT_ALIGNMENT)
        return most;
    return 2 * CS_SORT_ALIGNMENT + rows * size + rows * cs_spans_workspace(&s, count, size) +
           buffers * room_for(count) * s.sort_bytes;
}

/* The counts of heads use the first row of the counts of digits, which are counted later. */
static clscan_status number_segments(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const size_t span = cs_span_of(shape, submission->count), spans = cs_spans(shape, submission->count);
    const size_t room = room_for(submission->count);
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, CS_COUNT_HEADS, spans, CS_ULONG(span), CS_ULONG(room),
                              CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH(submission, SCAN_COUNTS, 1, CS_UINT(0), CS_UINT(0), CS_UINT(1), CS_UINT((cl_uint)spans),
                  CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, CS_NUMBER_SEGMENTS, spans, CS_ULONG(span), CS_ULONG(room),
                              CS_BUFFER(submission->workspace)));
done:
    return status;
}

static clscan_status launch_pass(cs_submission *submission, const cs_shape *shape, size_t pass) {
    clscan_status status = CLSCAN_OK;
    const size_t span = cs_span_of(shape, submission->count), spans = cs_spans(shape, submission->count);
    const size_t first_row = pass * CS_DIGITS, rows = pass ? CS_DIGITS : (size_t)shape->sort_passes * CS_DIGITS;
    const size_t most = submission->wg_size > 1 ? rows : shape->groups, room = room_for(submission->count);
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_DIGITS, spans, CS_UINT((cl_uint)pass), CS_ULONG(span), CS_ULONG(room),
                              CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH(submission, SCAN_COUNTS, rows < most ? rows : most, CS_UINT((cl_uint)pass),
                  CS_UINT((cl_uint)first_row), CS_UINT((cl_uint)(first_row + rows)), CS_UINT((cl_uint)spans),
                  CS_BUFFER(submission->workspace)));
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, MOVE_ELEMENTS, spans, CS_UINT((cl_uint)pass), CS_ULONG(span), CS_ULONG(room),
                              CS_BUFFER(submission->workspace)));
done:
    return status;
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const cs_shape s = with_short_spans(shape, submission->count);
    if (s.sort_counts_heads)
        TRY(number_segments(submission, &s));
    for (size_t pass = 0; pass < passes_for(&s, submission->count); pass++)
        TRY(launch_pass(submission, &s, pass));
done:
    return status;
}

/* Kernels number the elements of a tile with 16 bits. */
static clscan_status applicable(const cs_caps *caps, const cs_shape *shape) {
    enum { MOST = 1 << 16 };
    clscan_status status = CLSCAN_OK;
    (void)caps;
    FAIL_IF((size_t)shape->wg_size * shape->items > MOST, CLSCAN_ERROR_UNSUPPORTED_SHAPE,
            "desc.tuning.wg_size is %u, and desc.tuning.items %u: a tile of a sort has at most %d elements",
            shape->wg_size, shape->items, MOST);
done:
    return status;
}

const cs_strategy cs_sort = {
    .kernels = { [COUNT_DIGITS] = "clscan_sort_count",
                 [SCAN_COUNTS] = "clscan_sort_scan",
                 [MOVE_ELEMENTS] = "clscan_sort_move" },
    .applicable = applicable,
    .workspace = workspace,
    .launches = launches,
    .launch = launch,
    .visits_many_tiles = true,
};
