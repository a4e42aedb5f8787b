#include "self_test/test_scan.h"

#include "base/try.h"
#include "enqueue/plan_enqueue.h"
#include "self_test/test_arrays.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ---------------------------------------------------------------------------------------------- what is scanned */

static bool shares_rows(const cs_test_scan *t) {
    return cs_traits_selects_rows(&t->plan->traits) && !t->plan->traits.value.flagged;
}

/* Sets the number of elements, and for plans in rows their layout: three long rows, three matrices of 17 columns, or
 * many rows of five elements. User operators get no short rows, since their two elements may be far apart. Many
 * elements from which rows are selected one by one are one long row, which several work-groups share. */
static void set_rows(cs_test_scan *t, size_t count, cs_lines lines) {
    enum { ROWS = 3, COLUMNS = 17, LENGTH = 5, MANY = 1000 };
    const size_t columns = lines == CS_COLUMNS ? COLUMNS : 1,
                 matrices = shares_rows(t) && lines == CS_LONG_ROWS && count > MANY ? 1 : ROWS;
    const bool by_length = lines == CS_SHORT_ROWS && !t->desc->user.combine;
    const size_t rows = by_length ? count / LENGTH + 1 : matrices * columns;
    t->call = cs_call_contiguous(count);
    if (!t->problem->traits.has_rows)
        return;
    t->call.rows = cs_rows_dense(by_length ? LENGTH : count / rows + (count < rows), columns);
    t->call.count = rows * t->call.rows.length;
    t->call.lines = rows;
    if (cs_traits_has_dense_outputs(&t->problem->traits))
        t->call.rows.out_stride = 1, t->call.rows.out_pitch = columns;
}

clscan_status cs_test_scan_make_rounding(cs_test_scan *t) {
    clscan_status status = CLSCAN_OK;
    const cs_test_data sample = cs_test_scan_input(t, 0);
    const size_t bytes = t->call.count * sample.size;
    void *elements = NULL;
    if (t->task->expect || t->desc->user.combine || !sample.row || !(sample.row->class & CS_FLOATING))
        goto done;
    TRY_ALLOC(elements = malloc(bytes));
    cs_test_data_fill_rounding(&sample, t->desc->op == CLSCAN_OP_MUL ? CS_PRODUCT_SERIES : CS_SUM_SERIES, elements,
                               t->call.count);
    CL(clEnqueueWriteBuffer(t->queue, t->call.in[0].handle, CL_TRUE, 0, bytes, elements, 0, NULL, NULL));
done:
    free(elements);
    return status;
}

clscan_status cs_test_scan_open(cs_test_scan *t, size_t count, cs_lines lines) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    set_rows(t, count, lines);
    t->queue = clCreateCommandQueue(t->plan->device->context, t->plan->device->id, 0, &error);
    TRY(cs_check_cl(error, "clCreateCommandQueue"));
    TRY(cs_test_arrays_create(t, lines));
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
    for (size_t i = 0; i < CLSCAN_MAX_ARRAYS; i++)
        free(t->in[i]);
    free(t->source);
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

/* Without tickets, work-groups take tiles by their ids, so that the first tile always has an owner. The work-groups of
 * a reduction take parts by their ids, too, but count them from the last part on. */
bool cs_test_scan_can_withhold(const cs_test_scan *t, const cs_variant *v) {
    const bool can_leave_out = t->problem->traits.reduces || !t->plan->device->caps.starts_in_order;
    return v->has_states && can_leave_out && !t->problem->traits.lengths.output;
}

/* The total of a scan of no elements is the identity. The first output receives this total, since a trial may have no
 * buffer for totals. */
clscan_status cs_test_scan_identity(const cs_test_scan *t, const cs_variant *v, void *to) {
    clscan_status status = CLSCAN_OK;
    cs_call none = t->call;
    none.count = 0;
    none.total = t->call.out[0];
    TRY(scan(t, v, &none, 0));
    CL(clEnqueueReadBuffer(t->queue, none.total.handle, CL_TRUE, 0, t->problem->traits.value.type.size, to, 0, NULL,
                           NULL));
done:
    return status;
}

clscan_status cs_test_scan_run(const cs_test_scan *t, const cs_variant *v, cs_test_scan_way way, unsigned char before,
                               unsigned char *to) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &t->problem->traits;
    const bool whole =
        way != CS_HALVES || traits->has_rows || traits->segments.kind || traits->reverse || t->problem->op_file;
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

bool cs_test_scan_find_padding(cs_test_scan *t, unsigned char before, unsigned char after) {
    bool writes = false;
    for (size_t i = 0; i < t->num_outputs; i++) {
        const cs_test_scan_output *out = &t->outputs[i];
        cs_test_data_find_padding(&out->sample, t->expected + out->at, before, t->actual + out->at, after, out->count,
                                  out->skip);
        for (size_t k = 0; k < out->sample.size; k++)
            writes = writes || !out->skip[k];
    }
    return writes;
}

/* Returns the index of the first element of an output that does not have the expected bits, or the number of elements.
 */
static size_t first_other(const cs_test_scan *t, const cs_test_scan_output *out) {
    const unsigned char *expected = t->expected + out->at, *actual = t->actual + out->at;
    const size_t size = out->sample.size;
    size_t i = 0;
    while (i < out->count && cs_test_data_is_same(&out->sample, expected + i * size, actual + i * size, out->skip))
        i++;
    return i;
}

/* Nothing is rounded in the tasks for which plain C computes the results. */
bool cs_test_scan_agrees(const cs_test_scan *t, size_t *wrong) {
    for (size_t i = 0; i < t->num_outputs; i++) {
        const cs_test_scan_output *out = &t->outputs[i];
        *wrong = t->task->expect ? first_other(t, out)
                                 : cs_test_data_compare(&out->sample, t->expected + out->at, t->actual + out->at,
                                                        out->count, out->skip, t->series != CS_ANY_SERIES);
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
    const size_t length = t->call.rows.length;
    const bool reverse = t->problem->traits.reverse;
    if (!t->problem->traits.has_rows || (reverse && is_turned(t, v)))
        return reverse ? t->call.count - 1 - i : i;
    const size_t k = cs_test_scan_place_in_row(t, i);
    return cs_test_scan_row(t, i) * length + (reverse ? length - 1 - k : k);
}

/* Returns the position in the order of the scan at which the n-th segment of all rows in this order begins. */
static size_t head_position(const cs_test_scan *t, size_t n) {
    const size_t of_row = cs_test_scan_num_segments(t), length = t->call.rows.length, k = n % of_row;
    return n / of_row * length +
           (t->problem->traits.reverse ? length - cs_test_scan_first_of(t, of_row - k) : cs_test_scan_first_of(t, k));
}

/* Returns true if result i of a reduction by segments is stored by the tile that has no owner. The key of a segment is
 * stored at its head, and its result at the head of the next segment. The last result is stored after the scan, and
 * the results of segments without elements are stored by another kernel. */
static bool is_result_withheld(const cs_test_scan *t, const cs_variant *v, const cs_test_scan_output *out, size_t i) {
    const cs_traits *traits = &t->problem->traits;
    const size_t output = (size_t)(out - t->outputs),
                 segments = t->call.count / t->call.rows.length * cs_test_scan_num_segments(t);
    const bool is_key = output > 0 && output == traits->segments.keys_output;
    if (output >= traits->num_out || i >= segments)
        return false;
    const size_t head = cs_test_scan_place_of_result(t, i) + !is_key;
    return head < segments &&
           v->strategy->is_in_first_tile(&v->shape, t->call.count, t->call.rows.length, head_position(t, head));
}

/* Returns true if the beginning of segment i in the outputs of a selection is stored by the tile that has no owner:
 * with its head. With offsets in reverse, segment 0 has no elements, and has the beginning of the next one. */
static bool is_offset_withheld(const cs_test_scan *t, const cs_variant *v, size_t i) {
    const bool empty_first = t->problem->traits.segments.offsets_input && t->problem->traits.reverse;
    const size_t head = i - (empty_first && i > 0);
    return head < cs_test_scan_num_segments(t) &&
           v->strategy->is_in_first_tile(&v->shape, t->call.count, t->call.rows.length, head_position(t, head));
}

/* Returns the element with which the i-th total of a selection by rows is stored: the last one of the row. */
static size_t position_of_total(const cs_test_scan *t, size_t i) {
    return (i + 1) * t->call.rows.length - 1;
}

/* Returns true if element i of an output belongs to the tile that has no owner in a run with CS_WITHHELD. A fallback
 * publishes the aggregate of that tile, which other tiles need, and writes none of its elements. */
static bool is_withheld(const cs_test_scan *t, const cs_variant *v, const cs_test_scan_output *out, size_t i) {
    const size_t count = t->call.count, length = t->call.rows.length;
    const bool is_total = cs_traits_selects_rows(&t->problem->traits) && out->count == t->call.lines;
    const size_t offsets_output = t->problem->traits.selection.offsets_output;
    if (t->problem->traits.reduces_segments)
        return is_result_withheld(t, v, out, i);
    if (offsets_output && out == &t->outputs[offsets_output])
        return is_offset_withheld(t, v, i);
    if (!is_total && (out->count != count || (t->source && (i >= t->num_moved || t->source[i] == CS_UNMOVED))))
        return false;
    const size_t position = is_total ? position_of_total(t, i) : position_of(t, v, t->source ? t->source[i] : i);
    return v->strategy->is_in_first_tile(&v->shape, count, length, position);
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
