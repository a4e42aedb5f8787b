#include "plan/strided.h"

#include "base/checked_math.h"
#include "base/try.h"

/* Elements from the first to the last of the rows: (rows - 1) * pitch + (columns - 1) + (length - 1) * stride + 1.
 * SIZE_MAX of them, which stands for all there are where arrays are checked, are in no memory. */
static bool extent_of_rows(const cs_rows *rows, size_t count, size_t pitch, size_t stride, size_t *extent) {
    const size_t matrices = count / rows->length / rows->columns;
    size_t last_matrix, last_element;
    return cs_checked_multiply(matrices - 1, pitch, &last_matrix) &&
           cs_checked_multiply(rows->length - 1, stride, &last_element) &&
           cs_checked_add(last_matrix, rows->columns, extent) && cs_checked_add(*extent, last_element, extent) &&
           *extent < SIZE_MAX;
}

static clscan_status check_rows(const cs_rows *rows, size_t count) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(count % rows->length != 0, CLSCAN_INVALID_VALUE,
            "args.count is %zu, which is no multiple of args.length, %zu", count, rows->length);
    FAIL_IF(count / rows->length % rows->columns != 0, CLSCAN_INVALID_VALUE,
            "args.count is %zu, which are %zu rows of %zu: no multiple of args.columns, %zu", count,
            count / rows->length, rows->length, rows->columns);
done:
    return status;
}

/* Two elements of the output must not be one. */
static clscan_status check_apart(const cs_rows *r, size_t count) {
    clscan_status status = CLSCAN_OK;
    const size_t rows = count / r->length, matrices = rows / r->columns;
    const bool side_by_side = matrices == 1 || r->out_pitch > (r->length - 1) * r->out_stride + r->columns - 1;
    const bool interleaved = r->columns == 1 && (r->length == 1 || r->out_stride > (rows - 1) * r->out_pitch);
    FAIL_IF(r->length > 1 && r->out_stride < r->columns, CLSCAN_INVALID_VALUE,
            "args.out_stride is %zu, but %zu columns are side by side", r->out_stride, r->columns);
    FAIL_IF(!side_by_side && !interleaved, CLSCAN_BUFFER_OVERLAP,
            "rows of args.out overlap: %zu elements, %zu apart, with a pitch of %zu", r->length, r->out_stride,
            r->out_pitch);
done:
    return status;
}

static clscan_status refuse_rows(const clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    const struct {
        const char *name;
        size_t value;
    } fields[] = {
        { "length", args->length },     { "columns", args->columns },       { "in_stride", args->in_stride },
        { "in_pitch", args->in_pitch }, { "out_stride", args->out_stride }, { "out_pitch", args->out_pitch }
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        FAIL_IF(fields[i].value, CLSCAN_INVALID_VALUE, "args.%s is %zu, but desc.layout is CLSCAN_CONTIGUOUS",
                fields[i].name, fields[i].value);
done:
    return status;
}

clscan_status cs_strided_extents(const cs_traits *traits, const clscan_args *args, cs_extents *e) {
    clscan_status status = CLSCAN_OK;
    const cs_rows rows = cs_rows_of(args);
    *e = (cs_extents) { args->count, args->count };
    if (!traits->batched)
        TRY(refuse_rows(args));
    if (!traits->batched || args->count == 0)
        goto done;
    TRY(check_rows(&rows, args->count));
    FAIL_IF(!extent_of_rows(&rows, args->count, rows.in_pitch, rows.in_stride, &e->in), CLSCAN_INVALID_VALUE,
            "args.in_pitch %zu and args.in_stride %zu lead past all memory", rows.in_pitch, rows.in_stride);
    FAIL_IF(!extent_of_rows(&rows, args->count, rows.out_pitch, rows.out_stride, &e->out), CLSCAN_INVALID_VALUE,
            "args.out_pitch %zu and args.out_stride %zu lead past all memory", rows.out_pitch, rows.out_stride);
    TRY(check_apart(&rows, args->count));
done:
    return status;
}

clscan_status cs_strided_along(clscan_args *args, const size_t *dimensions, unsigned num_dimensions, unsigned axis) {
    clscan_status status = CLSCAN_OK;
    size_t count = 1, columns = 1;
    for (unsigned d = 0; d < num_dimensions; d++)
        FAIL_IF(!cs_checked_multiply(count, dimensions[d], &count), CLSCAN_INVALID_VALUE,
                "dimensions[%u] is %zu: no memory holds that many elements", d, dimensions[d]);
    for (unsigned d = axis + 1; d < num_dimensions; d++)
        columns *= dimensions[d];
    args->count = count;
    args->length = dimensions[axis];
    args->columns = columns;
done:
    return status;
}

bool cs_strided_is_dense(const clscan_args *args) {
    const cs_rows r = cs_rows_of(args);
    const bool beside = r.in_pitch == r.length && r.out_pitch == r.length;
    return r.columns == 1 && r.in_stride == 1 && r.out_stride == 1 && (beside || r.length == args->count);
}

void cs_strided_print(cs_strbuf *text, const clscan_args *args) {
    const cs_rows r = cs_rows_of(args);
    cs_strbuf_add(text,
                  "rows       %zu of %zu elements, %zu side by side; stride %zu in, %zu out; pitch %zu in, %zu out\n",
                  args->count / r.length, r.length, r.columns, r.in_stride, r.out_stride, r.in_pitch, r.out_pitch);
}
