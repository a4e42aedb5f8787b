#include "problem/rows.h"

#include "base/checked_math.h"
#include "base/try.h"

#include <stdint.h>

static size_t or_else(size_t given, size_t otherwise) {
    return given ? given : otherwise;
}

/* A product that no memory holds stays that large. */
static size_t saturating_product(size_t a, size_t b) {
    size_t product;
    return cs_checked_multiply(a, b, &product) ? product : SIZE_MAX;
}

cs_rows cs_rows_dense(size_t length, size_t columns) {
    const size_t pitch = saturating_product(length, columns);
    return (cs_rows) { length, columns, pitch, columns, pitch, columns, length, columns, 1 };
}

/* The dimensions other than the scanned one that have more than one element, with their strides filled in. */
typedef struct dim {
    size_t n, in_stride, out_stride;
    size_t total_stride; /* how far apart the totals of rows are; 0: rows have no totals */
} dim;
typedef struct dims {
    dim at[CLSCAN_MAX_DIMS];
    unsigned n;
    size_t row; /* the output stride that a dimension of one row gives; 0: none does, or the row may be a column */
} dims;

static bool continues(const dim *a, const dim *b) {
    return b->in_stride == saturating_product(a->n, a->in_stride) &&
           b->out_stride == saturating_product(a->n, a->out_stride) &&
           b->total_stride == saturating_product(a->n, a->total_stride);
}

/* Joins two dimensions if one continues the other. Returns true if two dimensions were joined. */
static bool join_two(dims *d) {
    for (unsigned a = 0; a < d->n; a++)
        for (unsigned b = 0; b < d->n; b++)
            if (a != b && continues(&d->at[a], &d->at[b])) {
                d->at[a].n = saturating_product(d->at[a].n, d->at[b].n);
                d->at[b] = d->at[--d->n];
                return true;
            }
    return false;
}

/* Makes the results of rows dense, such as the results of a reduction. They are in the order of the rows: dims[1] has
 * the neighbours. */
static void make_results_dense(dims *d) {
    size_t stride = 1;
    for (unsigned i = 0; i < d->n; i++) {
        d->at[i].out_stride = stride;
        stride = saturating_product(stride, d->at[i].n);
    }
}

/* Returns true if rows along a dimension are columns: neighbours, element by element. One column takes all its places,
 * also if its own elements are neighbours in the output. */
static bool are_adjacent(const clscan_dim *d) {
    return d->in_stride == 1 && d->out_stride == 1;
}

static dims batch_of(const clscan_args *args, const clscan_dim *scanned, bool dense, bool totals) {
    dims d = { .n = 0 };
    dim before = { scanned->n, scanned->in_stride, scanned->out_stride, 0 };
    size_t rows = 1;
    for (unsigned i = 1; i < args->num_dims; i++) {
        const clscan_dim *given = &args->dims[i];
        before =
            (dim) { given->n, or_else(given->in_stride, saturating_product(before.n, before.in_stride)),
                    or_else(given->out_stride, saturating_product(before.n, before.out_stride)), totals ? rows : 0 };
        rows = saturating_product(rows, given->n);
        if (before.n != 1)
            d.at[d.n++] = before;
        else if (!d.row && !are_adjacent(given) &&
                 (given->in_stride != scanned->in_stride || given->out_stride != scanned->out_stride))
            d.row = given->out_stride;
    }
    if (dense)
        make_results_dense(&d);
    while (join_two(&d)) {
    }
    return d;
}

static bool is_dense(const dim *d, bool dense) {
    return d->in_stride == 1 && (dense || d->out_stride == 1);
}

/* Returns how many elements of a row an output has room for: all, or those before the next row begins. Rows whose
 * elements are interleaved have room for all. check_apart in plan/strided.c refuses rows that overlap. */
static size_t room_of(const cs_rows *r, size_t matrices, size_t pitch) {
    const bool interleaved = r->out_stride > saturating_product(matrices - 1, pitch) + r->columns - 1;
    if (matrices == 1 || interleaved || pitch < r->columns || pitch < r->out_stride)
        return r->length;
    const size_t before_next = (pitch - r->columns) / r->out_stride + 1;
    return before_next < r->length ? before_next : r->length;
}

/* Sets columns and pitch from the dimensions that are left: at most one with strides of 1 and one with others. */
static clscan_status set_batch(dims *d, bool dense, cs_rows *r, size_t *count, size_t *lines) {
    clscan_status status = CLSCAN_OK;
    for (unsigned i = 0; i < d->n && r->columns == 1; i++)
        if (is_dense(&d->at[i], dense)) {
            r->columns = d->at[i].n;
            r->out_stride = dense ? d->at[i].out_stride : r->out_stride;
            r->total_stride = d->at[i].total_stride;
            d->at[i] = d->at[--d->n];
        }
    FAIL_IF(d->n > 1, CLSCAN_ERROR_INVALID_VALUE,
            "besides dims[0], args.dims has %u dimensions with strides other than 1 (%zu and %zu in the input); only "
            "one is supported, plus one of adjacent rows with strides of 1",
            d->n, d->at[0].in_stride, d->at[1].in_stride);
    const size_t matrices = d->n == 1 ? d->at[0].n : 1;
    r->in_pitch = d->n == 1 ? d->at[0].in_stride : saturating_product(r->length, r->in_stride);
    r->out_pitch = d->n == 1 ? d->at[0].out_stride : saturating_product(r->length, r->out_stride);
    r->total_pitch = d->n == 1 ? d->at[0].total_stride : 1;
    const bool one = matrices == 1 && r->columns == 1 && d->row; /* the row ends where a second one would begin */
    r->room = room_of(r, one ? 2 : matrices, one ? d->row : r->out_pitch);
    FAIL_IF(!cs_checked_multiply(r->length, r->columns, count) || !cs_checked_multiply(*count, matrices, count),
            CLSCAN_ERROR_INVALID_VALUE, "args.dims says %zu x %zu rows of %zu elements: no memory holds that many",
            matrices, r->columns, r->length);
    *lines = matrices * r->columns;
done:
    return status;
}

clscan_status cs_rows_check(const clscan_args *args, bool in_rows) {
    clscan_status status = CLSCAN_OK;
    for (unsigned i = 0; i < CLSCAN_MAX_DIMS; i++)
        FAIL_IF(args->dims[i].reserved[0], CLSCAN_ERROR_INVALID_VALUE, "args.dims[%u].reserved is not zero", i);
    FAIL_IF(args->num_dims > CLSCAN_MAX_DIMS, CLSCAN_ERROR_INVALID_VALUE,
            "args.num_dims is %u; at most %d are possible", args->num_dims, CLSCAN_MAX_DIMS);
    FAIL_IF(
        !in_rows && args->num_dims, CLSCAN_ERROR_INVALID_VALUE,
        "args.num_dims is %u, but desc.layout is CLSCAN_LAYOUT_CONTIGUOUS, which has args.count instead; dimensions "
        "need CLSCAN_LAYOUT_ROWS",
        args->num_dims);
    for (unsigned i = 0; i < CLSCAN_MAX_DIMS && !args->num_dims && !in_rows; i++)
        FAIL_IF(args->dims[i].n || args->dims[i].in_stride || args->dims[i].out_stride, CLSCAN_ERROR_INVALID_VALUE,
                "args.dims[%u] is given, but args.num_dims is 0 and desc.layout is CLSCAN_LAYOUT_CONTIGUOUS", i);
    FAIL_IF(in_rows && !args->num_dims, CLSCAN_ERROR_INVALID_VALUE,
            "args.num_dims is 0, but desc.layout is CLSCAN_LAYOUT_ROWS: args.dims says how many elements there are");
    FAIL_IF(in_rows && args->count, CLSCAN_ERROR_INVALID_VALUE,
            "args.count is %zu, but desc.layout is CLSCAN_LAYOUT_ROWS: args.dims says how many elements there are",
            args->count);
done:
    return status;
}

/* Returns whether there is no element at all. */
static bool is_empty(const clscan_args *args) {
    for (unsigned i = 0; i < args->num_dims; i++)
        if (args->dims[i].n == 0)
            return true;
    return false;
}

/* Counts the rows of a call without elements. Reductions and histograms have a result for each, selections a total. */
static clscan_status take_empty_rows(const clscan_args *args, size_t *lines) {
    clscan_status status = CLSCAN_OK;
    *lines = 1;
    for (unsigned i = 1; i < args->num_dims; i++)
        *lines = saturating_product(*lines, args->dims[i].n);
    FAIL_IF(*lines == SIZE_MAX, CLSCAN_ERROR_INVALID_VALUE,
            "args.dims has so many rows of 0 elements that no memory holds a result for each");
done:
    return status;
}

clscan_status cs_rows_take(const clscan_args *args, bool dense, bool totals, cs_rows *rows, size_t *count,
                           size_t *lines) {
    clscan_status status = CLSCAN_OK;
    clscan_dim scanned = args->dims[0];
    if (is_empty(args)) {
        status = dense || totals ? take_empty_rows(args, lines) : CLSCAN_OK;
        goto done;
    }
    scanned.in_stride = or_else(scanned.in_stride, 1);
    scanned.out_stride = dense ? 1 : or_else(scanned.out_stride, 1);
    *rows = (cs_rows) { .length = scanned.n, .columns = 1, .in_stride = scanned.in_stride, .total_stride = 1 };
    rows->out_stride = scanned.out_stride;
    dims batch = batch_of(args, &scanned, dense, totals);
    TRY(set_batch(&batch, dense, rows, count, lines));
done:
    return status;
}

clscan_status cs_rows_check_order(const clscan_args *args, const cs_rows *r, size_t lines) {
    clscan_status status = CLSCAN_OK;
    const bool in_order = r->columns == 1 || lines == r->columns || (r->out_stride == 1 && r->out_pitch == r->columns);
    FAIL_IF(!in_order, CLSCAN_ERROR_INVALID_VALUE,
            "args.dims[1].in_stride is %zu, but a later dimension has adjacent rows: if each segment of a row has a "
            "result, dims[1] has the adjacent rows, and the results are in this order",
            args->dims[1].in_stride);
done:
    return status;
}
