#include "problem/call.h"

#include "base/checked_math.h"
#include "base/try.h"

#include <stdint.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------- the arrays */

const char *const cs_in_names[CLSCAN_MAX_ARRAYS] = { "in[0]", "in[1]", "in[2]", "in[3]",
                                                     "in[4]", "in[5]", "in[6]", "in[7]" };
const char *const cs_out_names[CLSCAN_MAX_ARRAYS] = { "out[0]", "out[1]", "out[2]", "out[3]",
                                                      "out[4]", "out[5]", "out[6]", "out[7]" };

/* Where the elements of a clscan_ref are, by cs_memory_kind. */
static const void *address(const clscan_ref *ref, cs_memory_kind kind) {
    const void *const by_kind[] = {
        [CS_BUFFERS] = ref->buffer,
        [CS_SVM] = ref->svm,
        [CS_USM] = ref->usm,
        [CS_HOST] = ref->host,
    };
    return by_kind[kind];
}

static const char *const field_of[] = {
    [CS_BUFFERS] = "buffer",
    [CS_SVM] = "svm",
    [CS_USM] = "usm",
    [CS_HOST] = "host",
};

const char *cs_call_way_to_set(const cs_call *call) {
    return call->memory == CS_HOST ? "set its host" : call->of_part ? "set its buffer" : "set its buffer, svm or usm";
}

/* All arrays of a call are of the kind that the first one is of. */
static clscan_status set_kind(cs_call *call, const char *name, cs_memory_kind kind) {
    clscan_status status = CLSCAN_OK;
    if (!call->first_array) {
        call->first_array = name;
        call->memory = kind;
    }
    FAIL_IF(call->memory != kind, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s.%s is given, but args.%s.%s: all arrays of one call are of the same kind", name, field_of[kind],
            call->first_array, field_of[call->memory]);
done:
    return status;
}

static clscan_status take(cs_call *call, const char *name, const clscan_ref *ref, cs_call_array *array) {
    clscan_status status = CLSCAN_OK;
    *array = (cs_call_array) { .offset = ref->offset, .capacity = ref->capacity == SIZE_MAX ? 0 : ref->capacity };
    for (size_t i = 0; i < sizeof ref->reserved / sizeof *ref->reserved; i++)
        FAIL_IF(ref->reserved[i], CLSCAN_ERROR_INVALID_VALUE, "args.%s.reserved is not zero", name);
    for (cs_memory_kind kind = 0; kind <= CS_HOST; kind++) {
        const void *at = address(ref, kind);
        if (!at)
            continue;
        FAIL_IF(array->handle, CLSCAN_ERROR_INVALID_VALUE,
                "args.%s.%s and args.%s.%s are both given: an array is in one place", name, field_of[call->memory],
                name, field_of[kind]);
        TRY(set_kind(call, name, kind));
        array->handle = (cl_mem)at;
    }
done:
    return status;
}

/* Returns true if every field is zero, as in most of the arrays of a call. All fields have the size of a size_t, so
 * that there is no padding. */
static bool is_zero(const clscan_ref *ref) {
    size_t words[sizeof *ref / sizeof(size_t)], any = 0;
    memcpy(words, ref, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        any |= words[i];
    return any == 0;
}

/* Takes the arrays that are given. The places of the others stay zero, as they are at the call. */
static clscan_status take_arrays(const clscan_args *args, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    const struct {
        const char *name;
        const clscan_ref *ref;
        cs_call_array *array;
    } others[] = { { "init_at", &args->init_at, &call->init_at },
                   { "total", &args->total, &call->total },
                   { "count_at", &args->count_at, &call->count_at },
                   { "segments", &args->segments, &call->segments },
                   { "mask", &args->mask, &call->mask },
                   { "indices", &args->indices, &call->indices },
                   { "lengths", &args->lengths, &call->lengths },
                   { "keys", &args->keys, &call->keys } };
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        if (!is_zero(&args->in[i]))
            TRY(take(call, cs_in_names[i], &args->in[i], &call->in[i]));
        if (!is_zero(&args->out[i]))
            TRY(take(call, cs_out_names[i], &args->out[i], &call->out[i]));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!is_zero(others[i].ref))
            TRY(take(call, others[i].name, others[i].ref, others[i].array));
done:
    return status;
}

/* Moves an array that has a name of its own, such as args.mask or args.indices, to the place where the kernels look for
 * it: after the arrays of the description. */
static clscan_status move_array(const char *name, unsigned at, cs_call_array *array, cs_call_array *to) {
    clscan_status status = CLSCAN_OK;
    if (at == 0)
        goto done;
    FAIL_IF(to[at].handle, CLSCAN_ERROR_INVALID_VALUE, "args.%s[%u] is given, but desc.%s[%u].name is NULL", name, at,
            name, at);
    to[at] = *array;
    *array = (cs_call_array) { .handle = NULL };
done:
    return status;
}

/* ----------------------------------------------------------------------------------------------------- the rows */

static size_t or_else(size_t given, size_t otherwise) {
    return given ? given : otherwise;
}

/* A product that no memory holds stays that large. */
static size_t times(size_t a, size_t b) {
    size_t product;
    return cs_checked_multiply(a, b, &product) ? product : SIZE_MAX;
}

cs_rows cs_rows_dense(size_t length, size_t columns) {
    const size_t pitch = times(length, columns);
    return (cs_rows) { length, columns, pitch, columns, pitch, columns, length, columns, 1 };
}

static void make_contiguous(size_t count, cs_call *call) {
    memset(call, 0, sizeof *call);
    call->count = count;
    call->rows = cs_rows_dense(or_else(count, 1), 1);
    call->lines = 1;
}

cs_call cs_call_contiguous(size_t count) {
    cs_call call;
    make_contiguous(count, &call);
    return call;
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

static bool follows(const dim *a, const dim *b) {
    return b->in_stride == times(a->n, a->in_stride) && b->out_stride == times(a->n, a->out_stride) &&
           b->total_stride == times(a->n, a->total_stride);
}

/* Joins two dimensions if one continues the other. Returns true if two dimensions were joined. */
static bool join_two(dims *d) {
    for (unsigned a = 0; a < d->n; a++)
        for (unsigned b = 0; b < d->n; b++)
            if (a != b && follows(&d->at[a], &d->at[b])) {
                d->at[a].n = times(d->at[a].n, d->at[b].n);
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
        stride = times(stride, d->at[i].n);
    }
}

static dims batch_of(const clscan_args *args, const clscan_dim *scanned, bool dense, bool totals) {
    dims d = { .n = 0 };
    dim before = { scanned->n, scanned->in_stride, scanned->out_stride, 0 };
    size_t rows = 1;
    for (unsigned i = 1; i < args->num_dims; i++) {
        const clscan_dim *given = &args->dims[i];
        before = (dim) { given->n, or_else(given->in_stride, times(before.n, before.in_stride)),
                         or_else(given->out_stride, times(before.n, before.out_stride)), totals ? rows : 0 };
        rows = times(rows, given->n);
        if (before.n != 1)
            d.at[d.n++] = before;
        else if (!d.row && (given->in_stride != scanned->in_stride || given->out_stride != scanned->out_stride))
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
    const bool interleaved = r->out_stride > times(matrices - 1, pitch) + r->columns - 1;
    if (matrices == 1 || interleaved || pitch < r->columns || pitch < r->out_stride)
        return r->length;
    const size_t before_next = (pitch - r->columns) / r->out_stride + 1;
    return before_next < r->length ? before_next : r->length;
}

/* Sets columns and pitch from the dimensions that are left: at most one with strides of 1 and one with others. */
static clscan_status set_batch(dims *d, bool dense, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    cs_rows *r = &call->rows;
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
    r->in_pitch = d->n == 1 ? d->at[0].in_stride : times(r->length, r->in_stride);
    r->out_pitch = d->n == 1 ? d->at[0].out_stride : times(r->length, r->out_stride);
    r->total_pitch = d->n == 1 ? d->at[0].total_stride : 1;
    const bool one = matrices == 1 && r->columns == 1 && d->row; /* the row ends where a second one would begin */
    r->room = room_of(r, one ? 2 : matrices, one ? d->row : r->out_pitch);
    FAIL_IF(!cs_checked_multiply(r->length, r->columns, &call->count) ||
                !cs_checked_multiply(call->count, matrices, &call->count),
            CLSCAN_ERROR_INVALID_VALUE, "args.dims says %zu x %zu rows of %zu elements: no memory holds that many",
            matrices, r->columns, r->length);
    call->lines = matrices * r->columns;
done:
    return status;
}

static clscan_status check_dims(const clscan_args *args, bool in_rows) {
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
static clscan_status take_empty_rows(const clscan_args *args, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    call->lines = 1;
    for (unsigned i = 1; i < args->num_dims; i++)
        call->lines = times(call->lines, args->dims[i].n);
    FAIL_IF(call->lines == SIZE_MAX, CLSCAN_ERROR_INVALID_VALUE,
            "args.dims says more rows, of 0 elements, than any memory holds results of");
done:
    return status;
}

static clscan_status take_rows(const clscan_args *args, bool dense, bool totals, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    clscan_dim scanned = args->dims[0];
    if (is_empty(args)) {
        status = dense || totals ? take_empty_rows(args, call) : CLSCAN_OK;
        goto done;
    }
    scanned.in_stride = or_else(scanned.in_stride, 1);
    scanned.out_stride = dense ? 1 : or_else(scanned.out_stride, 1);
    call->rows = (cs_rows) { .length = scanned.n, .columns = 1, .in_stride = scanned.in_stride, .total_stride = 1 };
    call->rows.out_stride = scanned.out_stride;
    dims batch = batch_of(args, &scanned, dense, totals);
    TRY(set_batch(&batch, dense, call));
done:
    return status;
}

/* The results of segments follow each other in the order in which kernels take rows: adjacent rows first. */
static clscan_status check_order_of_rows(const clscan_args *args, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    const cs_rows *r = &call->rows;
    const bool in_order =
        r->columns == 1 || call->lines == r->columns || (r->out_stride == 1 && r->out_pitch == r->columns);
    FAIL_IF(!in_order, CLSCAN_ERROR_INVALID_VALUE,
            "args.dims[1].in_stride is %zu, but a later dimension has adjacent rows: if each segment of a row has a "
            "result, dims[1] has the adjacent rows, and the results are in this order",
            args->dims[1].in_stride);
done:
    return status;
}

clscan_status cs_call_check_count_at(const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(
        call->count_at.handle && call->count > call->rows.length, CLSCAN_ERROR_INVALID_VALUE,
        "args.count_at is given, but args.dims has %zu rows of %zu; a count on the device is possible for one row only",
        call->count / call->rows.length, call->rows.length);
done:
    return status;
}

cl_ulong cs_number_at(const void *at, size_t size) {
    cl_uint narrow;
    cl_ulong wide;
    memcpy(size == sizeof narrow ? (void *)&narrow : (void *)&wide, at, size);
    return size == sizeof narrow ? narrow : wide;
}

const void *cs_host_cell(const cs_call_array *array, size_t size) {
    return array->handle ? (const char *)array->handle + array->offset * size : NULL;
}

cl_ulong cs_call_held(const cs_traits *traits, const cs_call *call) {
    const size_t size = traits->count_size;
    const void *init_at = call->memory == CS_HOST ? cs_host_cell(&call->init_at, size) : NULL;
    const void *held = call->init ? call->init : init_at;
    return traits->kind == CS_SELECTION && held ? cs_number_at(held, size) : 0;
}

cl_ulong cs_call_moved(const cs_traits *traits, const cs_call *call) {
    const size_t length = call->rows.length, wanted = length < traits->sort.top_k ? length : traits->sort.top_k;
    return traits->sort.top_k && !traits->sort.top_k_of_segments ? call->count / length * wanted : call->count;
}

size_t cs_call_total_numbers(const cs_traits *traits, const cs_call *call) {
    return traits->total_numbers * (traits->selects_rows ? call->lines : 1);
}

bool cs_call_has_results(const cs_traits *traits, const cs_call *call) {
    return call->count > 0 || ((traits->line_results || traits->offsets_input) && call->lines > 0);
}

clscan_status cs_call_of(const cs_traits *traits, const clscan_args *args, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    make_contiguous(args->count, call);
    call->init = args->init;
    call->num_segments = args->num_segments;
    call->first_index = args->first_index;
    call->workspace = args->workspace;
    TRY(take_arrays(args, call));
    TRY(move_array("in", traits->selection.deciding_input, traits->selection.of_run ? &call->segments : &call->mask,
                   call->in));
    TRY(move_array("out", traits->indices_output, &call->indices, call->out));
    TRY(move_array("out", traits->lengths_output, &call->lengths, call->out));
    TRY(move_array("out", traits->keys_output, &call->keys, call->out));
    FAIL_IF(traits->offsets_input && call->in[traits->offsets_input].handle, CLSCAN_ERROR_INVALID_VALUE,
            "args.in[%u] is given, but desc.in[%u].name is NULL: nothing reads it", traits->offsets_input,
            traits->offsets_input);
    if (traits->offsets_input)
        call->lines = args->num_segments;
    TRY(check_dims(args, traits->batched));
    if (traits->batched)
        TRY(take_rows(args, cs_traits_has_dense_outputs(traits), traits->selects_rows, call));
    if (traits->batched && traits->segment_results && call->count > 0)
        TRY(check_order_of_rows(args, call));
done:
    return status;
}
