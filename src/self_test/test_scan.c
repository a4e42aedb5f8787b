#include "self_test/test_scan.h"

#include "base/try.h"
#include "device/probe.h"
#include "enqueue/plan_enqueue.h"
#include "table/type_name.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------- what is scanned */

/* Sets the number of elements, and for plans in rows their layout: three long rows, three matrices of 17 columns, or
 * many rows of five elements. User operators get no short rows, since their two elements may be far apart. */
static void set_rows(cs_test_scan *t, size_t count, cs_lines lines) {
    enum { ROWS = 3, COLUMNS = 17, LENGTH = 5 };
    const size_t columns = lines == CS_COLUMNS ? COLUMNS : 1;
    const bool by_length = lines == CS_SHORT_ROWS && !t->desc->user.combine;
    const size_t rows = by_length ? count / LENGTH + 1 : ROWS * columns;
    t->call = cs_call_contiguous(count);
    if (!t->problem->traits.batched)
        return;
    t->call.rows = cs_rows_dense(by_length ? LENGTH : count / rows + (count < rows), columns);
    t->call.count = rows * t->call.rows.length;
    t->call.lines = rows;
    if (t->problem->traits.reduces)
        t->call.rows.out_stride = 1, t->call.rows.out_pitch = columns;
}

static clscan_status new_buffer(cs_test_scan *t, const void *bytes, size_t size, cl_mem *mem) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    *mem =
        clCreateBuffer(t->plan->device->context, CL_MEM_READ_WRITE | CL_MEM_COPY_HOST_PTR, size, (void *)bytes, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
    t->buffers[t->num_buffers++] = *mem;
done:
    return status;
}

cs_test_data cs_test_scan_type(const cs_test_scan *t, const char *name, size_t size) {
    const cs_type_name type = name ? cs_type_name_parse(name) : cs_value_type(t->desc);
    return (cs_test_data) { type.row, size, type.row && type.components == 3 ? type.row->size : 0 };
}

static cs_test_data input_type(const cs_test_scan *t, unsigned i) {
    return cs_test_scan_type(t, t->problem->in[i], t->problem->traits.in[i].size);
}

static bool is_floating(const cs_type_row *row) {
    return row && row->class & CS_FLOATING;
}

static cs_series series_of(const cs_test_scan *t) {
    static const cs_series by_op[] = {
#define OP(id, name, types, integer, floating, identity, exact, plain_integer, plain_floating, data)                   \
    [CLSCAN_OP_##id] = CS_##data##_SERIES,
#include "table/op.def"
#undef OP
#define OP_ACCUMULATOR(id, name, types, elements, bytes, in, out, single, index, judge, data)                          \
    [CLSCAN_OP_##id] = CS_##data##_SERIES,
#include "table/op_accumulator.def"
#undef OP_ACCUMULATOR
    };
    const bool known = !t->desc->user.combine && t->desc->op < sizeof by_op / sizeof *by_op;
    const bool floating = is_floating(input_type(t, 0).row) && is_floating(cs_test_scan_type(t, NULL, 0).row);
    return known && floating && !cs_may_reassociate(t->plan->device->programs.options) ? by_op[t->desc->op]
                                                                                       : CS_ANY_SERIES;
}

void cs_test_scan_fill(const cs_test_scan *t, unsigned i, void *to) {
    const cs_test_data sample = input_type(t, i);
    const size_t step = t->call.rows.columns;
    if (i > 0 || t->series == CS_ANY_SERIES)
        cs_test_data_fill(&sample, i > 0, to, t->call.count);
    else
        cs_test_data_fill_exact(&sample, t->series, cs_value_type(t->desc).row, step, to, t->call.count);
}

static clscan_status new_input(cs_test_scan *t, unsigned i, cl_mem *mem) {
    clscan_status status = CLSCAN_OK;
    const size_t bytes = t->call.count * t->problem->traits.in[i].size;
    void *elements = malloc(bytes);
    TRY_ALLOC(elements);
    cs_test_scan_fill(t, i, elements);
    TRY(new_buffer(t, elements, bytes, mem));
done:
    free(elements);
    return status;
}

static clscan_status new_initial(cs_test_scan *t) {
    clscan_status status = CLSCAN_OK;
    const cs_test_data sample = cs_test_scan_type(t, NULL, t->problem->traits.value.size);
    void *value = malloc(sample.size);
    TRY_ALLOC(value);
    cs_test_data_fill(&sample, false, value, 1);
    TRY(new_buffer(t, value, sample.size, &t->call.init_at.handle));
done:
    free(value);
    return status;
}

/* Creates the input arrays. The second one of an operator has zeros and ones: coefficients, with which results do not
 * grow, or flags. */
static clscan_status new_inputs(cs_test_scan *t) {
    clscan_status status = CLSCAN_OK;
    t->series = series_of(t);
    TRY(new_input(t, 0, &t->call.in[0].handle));
    for (unsigned i = 1; i < t->problem->traits.num_in; i++)
        TRY(new_input(t, i, &t->call.in[i].handle));
    if (!t->problem->traits.has_identity)
        TRY(new_initial(t));
done:
    return status;
}

clscan_status cs_test_scan_make_rounding(cs_test_scan *t) {
    clscan_status status = CLSCAN_OK;
    const cs_test_data sample = input_type(t, 0);
    const size_t bytes = t->call.count * sample.size;
    void *elements = NULL;
    if (t->desc->user.combine || !is_floating(sample.row))
        goto done;
    TRY_ALLOC(elements = malloc(bytes));
    cs_test_data_fill_rounding(&sample, t->desc->op == CLSCAN_OP_MUL ? CS_PRODUCT_SERIES : CS_SUM_SERIES, elements,
                               t->call.count);
    CL(clEnqueueWriteBuffer(t->queue, t->call.in[0].handle, CL_TRUE, 0, bytes, elements, 0, NULL, NULL));
done:
    free(elements);
    return status;
}

/* Returns the place in its row of the i-th element in memory. Every row has its heads at the same places. */
static size_t place_in_row(const cs_test_scan *t, size_t i) {
    return i / t->call.rows.columns % t->call.rows.length;
}

/* Segments in the first eighth of a row have five elements each. One long segment follows. */
enum { SHORT = 5, PART = 8 };

static size_t last_segment(const cs_test_scan *t) {
    return t->call.rows.length / PART / SHORT + 1;
}

size_t cs_test_scan_segment(const cs_test_scan *t, size_t k) {
    const size_t last = t->problem->traits.segments ? last_segment(t) : 0;
    return k / SHORT < last ? k / SHORT : last;
}

/* Floating-point keys are 0 and 1 in turn, since only neighbouring segments have to differ. The bits of a small integer
 * would be a denormal number, which some devices flush to zero. */
static void put_key(const cs_type_row *row, size_t size, cl_ulong segment, unsigned char *to) {
    if (row && row->class & CS_FLOATING)
        cs_test_data_put_floating(row, segment % 2, to);
    else
        memcpy(to, &segment, size < sizeof segment ? size : sizeof segment);
}

static clscan_status new_segments(cs_test_scan *t) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &t->problem->traits;
    const cs_type_row *key = cs_type_name_parse(t->problem->key).row;
    const size_t count = t->call.count, size = traits->key.size, most = size > sizeof(cl_uint) ? size : sizeof(cl_uint);
    unsigned char *heads = calloc(count + 1, most);
    TRY_ALLOC(heads);
    t->call.num_segments = traits->segments == CLSCAN_SEGMENTS_OFFSETS ? last_segment(t) : 0;
    for (size_t i = 0; i < count; i++) {
        const size_t k = place_in_row(t, i);
        const cl_ulong segment = cs_test_scan_segment(t, k), offset = i * SHORT;
        const bool begins = k > 0 && segment != cs_test_scan_segment(t, k - 1); /* the first one does by itself */
        if (traits->segments == CLSCAN_SEGMENTS_FLAGS)
            heads[i] = begins;
        else if (traits->segments == CLSCAN_SEGMENTS_BITS)
            heads[i / 8] |= (unsigned char)(begins << i % 8);
        else if (traits->segments == CLSCAN_SEGMENTS_KEYS)
            put_key(key, size, segment, heads + i * size);
        else if (i <= t->call.num_segments)
            memcpy(heads + i * size, &offset, size);
    }
    TRY(new_buffer(t, heads, (count + 1) * most, &t->call.segments.handle));
done:
    free(heads);
    return status;
}

static clscan_status new_output(cs_test_scan *t, cs_test_data sample, size_t count, cl_mem *mem) {
    clscan_status status = CLSCAN_OK;
    void *nothing = calloc(count, sample.size);
    cs_test_scan_output *out = &t->outputs[t->num_outputs];
    *out = (cs_test_scan_output) {
        .sample = sample, .count = count, .at = t->bytes, .skip = calloc(sample.size, sizeof(bool))
    };
    t->num_outputs++;
    t->bytes += count * sample.size;
    TRY_ALLOC(nothing && out->skip);
    TRY(new_buffer(t, nothing, count * sample.size, &out->mem));
    *mem = out->mem;
done:
    free(nothing);
    return status;
}

/* The total of an operator with an accumulator cannot be compared, since its members have several types. With a total,
 * reversed contiguous rows are not scanned by the special variant that is to be tested. */
static bool has_total(const cs_test_scan *t, cs_lines lines) {
    return !t->problem->op_file && !(t->problem->traits.reverse && lines == CS_SHORT_ROWS);
}

static clscan_status new_outputs(cs_test_scan *t, cs_lines lines) {
    clscan_status status = CLSCAN_OK;
    const cs_problem *problem = t->problem;
    const size_t results = problem->traits.reduces ? t->call.lines : t->call.count;
    TRY(new_output(t, cs_test_scan_type(t, problem->out[0], problem->traits.out[0].size), results,
                   &t->call.out[0].handle));
    for (unsigned i = 1; i < problem->traits.num_out; i++)
        TRY(new_output(t, cs_test_scan_type(t, problem->out[i], problem->traits.out[i].size),
                       problem->traits.more_out_is_single ? 1 : results, &t->call.out[i].handle));
    if (has_total(t, lines))
        TRY(new_output(t, cs_test_scan_type(t, NULL, problem->traits.value.size), 1, &t->call.total.handle));
done:
    return status;
}

clscan_status cs_test_scan_open(cs_test_scan *t, size_t count, cs_lines lines) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    set_rows(t, count, lines);
    t->queue = clCreateCommandQueue(t->plan->device->context, t->plan->device->id, 0, &error);
    TRY(cs_check_cl(error, "clCreateCommandQueue"));
    TRY(new_inputs(t));
    if (t->problem->traits.segments)
        TRY(new_segments(t));
    TRY(new_outputs(t, lines));
    TRY_ALLOC(t->expected = malloc(t->bytes));
    TRY_ALLOC(t->actual = malloc(t->bytes));
done:
    return status;
}

void cs_test_scan_close(cs_test_scan *t) {
    for (size_t i = 0; i < t->num_outputs; i++)
        free(t->outputs[i].skip);
    for (size_t i = 0; i < t->num_buffers; i++)
        clReleaseMemObject(t->buffers[i]);
    if (t->queue)
        clReleaseCommandQueue(t->queue);
    free(t->expected);
    free(t->actual);
    free(t->few);
}

/* ------------------------------------------------------------------------------------------------- scanning them */

static clscan_status scan(const cs_test_scan *t, const cs_variant *v, const cs_call *call, size_t withheld) {
    return cs_plan_scan_by(t->plan, v, t->queue, call, withheld);
}

/* The second half from the total of the first on. */
static clscan_status scan_halves(const cs_test_scan *t, const cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    cs_call half = t->call;
    half.count = half.rows.length = t->call.count / 2;
    TRY(scan(t, v, &half, 0));
    half.in[0].offset = half.count;
    half.out[0].offset = t->problem->traits.reduces ? 0 : half.count;
    half.count = half.rows.length = t->call.count - half.count;
    half.init_at = half.total;
    TRY(scan(t, v, &half, 0));
done:
    return status;
}

/* Without tickets, work-groups take tiles by their ids, so that the first tile always has an owner. */
bool cs_test_scan_can_withhold(const cs_test_scan *t, const cs_variant *v) {
    return v->has_states && !t->plan->device->caps.starts_in_order;
}

/* The total of a scan of no elements is the identity. The first output receives this total, since a trial may have no
 * buffer for totals. */
clscan_status cs_test_scan_identity(const cs_test_scan *t, const cs_variant *v, void *to) {
    clscan_status status = CLSCAN_OK;
    cs_call none = t->call;
    none.count = 0;
    none.total = t->call.out[0];
    TRY(scan(t, v, &none, 0));
    CL(clEnqueueReadBuffer(t->queue, none.total.handle, CL_TRUE, 0, t->problem->traits.value.size, to, 0, NULL, NULL));
done:
    return status;
}

clscan_status cs_test_scan_run(const cs_test_scan *t, const cs_variant *v, cs_test_scan_way way, unsigned char before,
                               unsigned char *to) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &t->problem->traits;
    const bool whole =
        way != CS_HALVES || traits->batched || traits->segments || traits->reverse || t->problem->op_file;
    memset(to, before, t->bytes);
    for (size_t i = 0; i < t->num_outputs; i++) {
        const cs_test_scan_output *out = &t->outputs[i];
        CL(clEnqueueWriteBuffer(t->queue, out->mem, CL_TRUE, 0, out->count * out->sample.size, to + out->at, 0, NULL,
                                NULL));
    }
    TRY(whole ? scan(t, v, &t->call, way == CS_WITHHELD) : scan_halves(t, v));
    for (size_t i = 0; i < t->num_outputs; i++) {
        const cs_test_scan_output *out = &t->outputs[i];
        CL(clEnqueueReadBuffer(t->queue, out->mem, CL_TRUE, 0, out->count * out->sample.size, to + out->at, 0, NULL,
                               NULL));
    }
done:
    return status;
}

bool cs_test_scan_agrees(const cs_test_scan *t, size_t *wrong) {
    for (size_t i = 0; i < t->num_outputs; i++) {
        const cs_test_scan_output *out = &t->outputs[i];
        *wrong = cs_test_data_compare(&out->sample, t->expected + out->at, t->actual + out->at, out->count, out->skip,
                                      t->series != CS_ANY_SERIES);
        if (*wrong < out->count)
            return false;
    }
    return true;
}

/* Rows that one walk against the order of memory scans, by cl/item/cursor.h or as one range of adjacent rows. */
static bool is_turned(const cs_test_scan *t, const cs_variant *v) {
    const bool adjacent = t->call.rows.columns == 1 && !t->call.total.handle;
    return adjacent && (v->shape.wg_size == 1 || v->use == CS_CONTIGUOUS_ROWS);
}

/* Returns the position in the order of scanning of the i-th element in memory. */
static size_t position_of(const cs_test_scan *t, const cs_variant *v, size_t i) {
    const size_t length = t->call.rows.length, columns = t->call.rows.columns;
    const bool reverse = t->problem->traits.reverse;
    if (!t->problem->traits.batched || (reverse && is_turned(t, v)))
        return reverse ? t->call.count - 1 - i : i;
    const size_t line = i / columns / length * columns + i % columns, k = i / columns % length;
    return line * length + (reverse ? length - 1 - k : k);
}

/* Returns true if the element belongs to the tile that has no owner in a run with CS_WITHHELD. A fallback publishes the
 * aggregate of that tile, which other tiles need, and writes none of its elements. */
static bool is_withheld(const cs_test_scan *t, const cs_variant *v, const cs_test_scan_output *out, size_t i) {
    const size_t count = t->call.count, length = t->call.rows.length;
    return out->count == count && v->strategy->is_in_first_tile(&v->shape, count, length, position_of(t, v, i));
}

static bool is_as_expected(const cs_test_scan *t, const cs_variant *v, const cs_test_scan_output *out,
                           unsigned char before, size_t i) {
    const cs_test_data *s = &out->sample;
    const unsigned char *expected = t->expected + out->at + i * s->size, *actual = t->actual + out->at + i * s->size;
    return cs_test_data_is_same(s, expected, actual, out->skip) ||
           (cs_test_data_is_unwritten(s, actual, out->skip, before) && is_withheld(t, v, out, i));
}

bool cs_test_scan_agrees_withheld(const cs_test_scan *t, const cs_variant *v, unsigned char before, size_t *wrong) {
    for (size_t i = 0; i < t->num_outputs; i++)
        for (*wrong = 0; *wrong < t->outputs[i].count; ++*wrong)
            if (!is_as_expected(t, v, &t->outputs[i], before, *wrong))
                return false;
    return true;
}
