#include "plan/strided.h"

#include "base/checked_math.h"
#include "base/try.h"

#include <string.h>

/* Computes the number of elements from the first to the last one of all rows: (rows - 1) * pitch + (columns - 1) +
 * (length - 1) * stride + 1, where a row has `length` places. Returns false for SIZE_MAX or more, which no memory holds
 * and which stands for CS_REST in array_check.h. */
static bool extent_of_rows(const cs_rows *rows, size_t count, size_t length, size_t pitch, size_t stride,
                           size_t *extent) {
    const size_t matrices = count / rows->length / rows->columns;
    size_t last_matrix, last_element;
    return cs_checked_multiply(matrices - 1, pitch, &last_matrix) &&
           cs_checked_multiply(length - 1, stride, &last_element) &&
           cs_checked_add(last_matrix, rows->columns, extent) && cs_checked_add(*extent, last_element, extent) &&
           *extent < SIZE_MAX;
}

/* Fails if two elements of the output have the same address. A row has `length` places there. */
static clscan_status check_apart(const cs_rows *r, size_t count, size_t length) {
    clscan_status status = CLSCAN_OK;
    const size_t rows = count / r->length, matrices = rows / r->columns;
    const bool side_by_side = matrices == 1 || r->out_pitch > (length - 1) * r->out_stride + r->columns - 1;
    const bool interleaved =
        r->out_pitch >= r->columns && (length == 1 || r->out_stride > (matrices - 1) * r->out_pitch + r->columns - 1);
    FAIL_IF(length > 1 && r->out_stride < r->columns, CLSCAN_ERROR_INVALID_VALUE,
            "args.dims[0].out_stride is %zu, but %zu rows are adjacent in memory", r->out_stride, r->columns);
    FAIL_IF(!side_by_side && !interleaved, CLSCAN_ERROR_BUFFER_OVERLAP,
            "rows of args.out[0] overlap: %zu elements, %zu apart, with a pitch of %zu", length, r->out_stride,
            r->out_pitch);
done:
    return status;
}

/* A top-k by segments numbers rows by dividing, and so needs rows that follow each other without gaps. Rows of one
 * element each may be adjacent columns. */
static clscan_status check_rows_of_top_k(const cs_traits *traits, const cs_call *call) {
    const size_t most = CL_UINT_MAX; /* a work-group counts the digits of a row in 32 bits */
    clscan_status status = CLSCAN_OK;
    const cs_rows *r = &call->rows;
    const size_t matrix = r->length * r->columns;
    const bool in_line = r->length == 1 || (r->columns == 1 && r->in_stride == 1);
    const bool adjacent = matrix == call->count || r->in_pitch == matrix;
    const bool by_segments = traits->sort.top_k_of_segments;
    FAIL_IF(by_segments && !(in_line && adjacent), CLSCAN_ERROR_INVALID_VALUE,
            "args.dims has rows of %zu elements, with distances in the input of %zu between elements and %zu between "
            "rows, but desc.task is CLSCAN_TASK_TOP_K: if there are segments, its rows are contiguous and follow each "
            "other without gaps",
            r->length, r->in_stride, r->in_pitch);
    FAIL_IF(
        !by_segments && call->lines > 1 && r->length > most, CLSCAN_ERROR_INVALID_VALUE,
        "args.dims has %zu rows of %zu elements, but desc.task is CLSCAN_TASK_TOP_K: several rows have %zu elements "
        "at most",
        call->lines, r->length, most);
done:
    return status;
}

/* A sort loads elements into a buffer with a place for each element. */
static clscan_status check_dense_input(const cs_call *call, size_t extent) {
    clscan_status status = CLSCAN_OK;
    const cs_rows *r = &call->rows;
    FAIL_IF(extent != call->count, CLSCAN_ERROR_INVALID_VALUE,
            "args.dims has %zu rows of %zu elements, with distances in the input of %zu between elements and %zu "
            "between rows, which take %zu places, but desc.user.load is given: the rows of a sort then have no gaps in "
            "the input; the function can read elements of arrays with gaps",
            call->lines, r->length, r->in_stride, r->in_pitch, extent);
done:
    return status;
}

clscan_status cs_strided_extents(const cs_traits *traits, const cs_call *call, cs_extents *e) {
    clscan_status status = CLSCAN_OK;
    const cs_rows *rows = &call->rows;
    const size_t places = cs_traits_selects_rows(traits) ? rows->room : rows->length; /* of a row in an output */
    const size_t segments =
        traits->segments.offsets_input ? call->lines : call->count; /* or fewer, if heads are counted */
    *e = (cs_extents) { call->count, call->count };
    FAIL_IF(traits->line_results &&
                (!cs_checked_multiply(call->lines, traits->line_results, &e->out) || e->out == SIZE_MAX),
            CLSCAN_ERROR_INVALID_VALUE, "args.dims has %zu rows of %zu results each: no memory holds that many",
            call->lines, traits->line_results);
    FAIL_IF(traits->segments.results &&
                (!cs_checked_multiply(segments, traits->segments.results, &e->out) || e->out == SIZE_MAX),
            CLSCAN_ERROR_INVALID_VALUE, "there are up to %zu segments of %zu results each: no memory holds that many",
            segments, traits->segments.results);
    if (!traits->has_rows || call->count == 0)
        goto done;
    if (traits->sort.top_k)
        TRY(check_rows_of_top_k(traits, call));
    FAIL_IF(!extent_of_rows(rows, call->count, rows->length, rows->in_pitch, rows->in_stride, &e->in),
            CLSCAN_ERROR_INVALID_VALUE,
            "args.dims has %zu rows of %zu elements with input strides of %zu and %zu: the last element would be past "
            "SIZE_MAX",
            call->count / rows->length, rows->length, rows->in_pitch, rows->in_stride);
    if (traits->loads_first)
        TRY(check_dense_input(call, e->in));
    if (cs_traits_has_dense_outputs(traits))
        goto done;
    FAIL_IF(!extent_of_rows(rows, call->count, places, rows->out_pitch, rows->out_stride, &e->out),
            CLSCAN_ERROR_INVALID_VALUE,
            "args.dims has %zu rows of %zu elements with output strides of %zu and %zu: the last element would be past "
            "SIZE_MAX",
            call->count / rows->length, rows->length, rows->out_pitch, rows->out_stride);
    TRY(check_apart(rows, call->count, places));
done:
    return status;
}

clscan_status cs_strided_set_axis(clscan_args *args, const size_t *shape, unsigned rank, unsigned axis) {
    clscan_status status = CLSCAN_OK;
    size_t count = 1, inner = 1, outer = 1;
    bool empty = false;
    for (unsigned d = 0; d < rank; d++)
        empty = empty || shape[d] == 0;
    for (unsigned d = 0; d < rank; d++) {
        FAIL_IF(!empty && !cs_checked_multiply(count, shape[d], &count), CLSCAN_ERROR_INVALID_VALUE,
                "shape[%u] is %zu: no memory holds that many elements", d, shape[d]);
        size_t *const product = d < axis ? &outer : &inner;
        FAIL_IF(d != axis && !cs_checked_multiply(*product, shape[d], product), CLSCAN_ERROR_INVALID_VALUE,
                "shape[%u] is %zu: no memory holds results of that many rows", d, shape[d]);
    }
    memset(args->dims, 0, sizeof args->dims);
    args->count = 0;
    args->num_dims = 3;
    args->dims[0] = (clscan_dim) { .n = shape[axis], inner, inner };
    args->dims[1] = (clscan_dim) { .n = inner, 1, 1 };
    args->dims[2] = (clscan_dim) { .n = outer, shape[axis] * inner, shape[axis] * inner };
done:
    return status;
}

bool cs_strided_is_dense(const cs_call *call) {
    const cs_rows *r = &call->rows;
    const bool adjacent = r->in_pitch == r->length && r->out_pitch == r->length;
    return r->columns == 1 && r->in_stride == 1 && r->out_stride == 1 && (adjacent || r->length == call->count);
}

void cs_strided_print(cs_strbuf *text, const cs_traits *traits, const cs_call *call) {
    const cs_rows *r = &call->rows;
    if (cs_traits_has_dense_outputs(traits)) {
        cs_strbuf_add(text, "rows       %zu of %zu elements, %zu adjacent; stride %zu, pitch %zu\n", call->lines,
                      call->count ? r->length : 0, r->columns, r->in_stride, r->in_pitch);
        return;
    }
    cs_strbuf_add(text, "rows       %zu of %zu elements, %zu adjacent; stride %zu in, %zu out; pitch %zu in, %zu out\n",
                  call->count / r->length, r->length, r->columns, r->in_stride, r->out_stride, r->in_pitch,
                  r->out_pitch);
}
