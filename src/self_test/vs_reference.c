#include "self_test/vs_reference.h"

#include "base/try.h"
#include "self_test/reference.h"
#include "self_test/test_arrays.h"
#include "table/type_name.h"

#include <stdlib.h>
#include <string.h>

/* A type of the user's has a NULL row. */
static bool is_number(const cs_type_row *row) {
    return row && row->class & CS_NUMBER && row->class != CS_HALF;
}

static bool is_known(const cs_test_scan *t, const cs_reference *f) {
    const cs_type_row *key = cs_type_name_parse(t->problem->key).row;
    return !t->desc->user.combine && is_number(f->in.row) && is_number(f->row) && is_number(f->out.row) &&
           cs_reference_is_exact(f) && key && key->class & CS_NUMBER;
}

/* Returns how many elements of a row, from the k-th on in the order of the scan, are in the same segment. */
static size_t rest_of_segment(const cs_test_scan *t, size_t k, size_t length) {
    const bool reverse = t->problem->traits.reverse;
    const size_t segment = cs_test_scan_segment(t, reverse ? length - 1 - k : k);
    size_t n = 1;
    while (k + n < length && cs_test_scan_segment(t, reverse ? length - 1 - k - n : k + n) == segment)
        n++;
    return n;
}

static clscan_status wrong_from(const cs_test_scan *t, size_t element) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(true, CLSCAN_ERROR_WRONG_RESULTS,
            "%s, driver %s: the reference kernel scans %zu elements wrongly, from element %zu on",
            t->plan->device->caps.name, t->plan->device->caps.driver, t->call.count, element);
done:
    return status;
}

/* Compares row by row, component by component, segment by segment. */
static clscan_status compare(const cs_test_scan *t, cs_reference *f) {
    clscan_status status = CLSCAN_OK;
    const bool reverse = t->problem->traits.reverse;
    const size_t lanes = cs_value_type(t->desc).components;
    const size_t columns = t->call.rows.columns;
    const size_t length = t->call.rows.length;
    const ptrdiff_t step = reverse ? -(ptrdiff_t)columns : (ptrdiff_t)columns;
    for (size_t i = 0; i < t->call.count / length * lanes; i++) {
        const size_t row = i / lanes, begin = row / columns * columns * length + row % columns;
        size_t first = reverse ? begin + (length - 1) * columns : begin;
        for (size_t k = 0, n, segment = 0; k < length; k += n, first += n * (size_t)step, segment++) {
            n = rest_of_segment(t, k, length);
            f->result = t->problem->traits.reduces_segments
                            ? row * cs_test_scan_num_segments(t) + cs_test_scan_place_of_result(t, segment)
                            : row;
            const size_t right = cs_reference_compare(f, first, step, n, i % lanes);
            if (right < n)
                TRY(wrong_from(t, first + right * (size_t)step));
        }
    }
done:
    return status;
}

/* Returns true if the results of segments without elements, the keys of segments, and their number are right. */
static bool are_segments_right(const cs_test_scan *t, cs_reference *f) {
    const cs_traits *traits = &t->problem->traits;
    const cs_test_scan_output *keys = &t->outputs[traits->segments.keys_output], *total = &t->outputs[traits->num_out];
    const size_t of_row = cs_test_scan_num_segments(t), results = t->outputs[0].count,
                 segments = t->call.num_segments ? of_row : results;
    unsigned char key[16 * sizeof(cl_ulong)] = { 0 };
    bool right = true;
    for (f->result = segments; f->result < results; f->result++)
        for (size_t lane = 0; lane < cs_value_type(t->desc).components; lane++)
            right = right && cs_reference_is_nothing(f, lane);
    for (size_t q = 0; q < segments && traits->segments.keys_output; q++) {
        cs_test_scan_put_key(t, traits->reverse ? of_row - 1 - q % of_row : q % of_row, key);
        right = right &&
                cs_test_data_is_same(&keys->sample, t->expected + keys->at + q * keys->sample.size, key, keys->skip);
    }
    return right && cs_number_at(t->expected + total->at, total->sample.size) == results;
}

static bool is_finite(const char *options) {
    return strstr(options, "-cl-fast-relaxed-math") || strstr(options, "-cl-finite-math-only");
}

static cs_reference_array array_of(const cs_test_scan *t, const char *type, cs_element element,
                                   const unsigned char *at) {
    return (cs_reference_array) { cs_test_scan_type(t, type, element.size).row, element.size, at };
}

clscan_status cs_vs_reference_check(cs_test_scan *t) {
    clscan_status status = CLSCAN_OK;
    const cs_problem *problem = t->problem;
    const cs_traits *traits = &problem->traits;
    unsigned char *in[2] = { NULL, NULL };
    cs_reference f = { .row = cs_value_type(t->desc).row,
                       .op = t->desc->op,
                       .exclusive = traits->exclusive,
                       .reduces = traits->reduces || traits->reduces_segments,
                       .finite = is_finite(t->plan->device->programs.options) };
    f.in = array_of(t, problem->in[0], traits->in[0], NULL);
    f.out = array_of(t, problem->out[0], traits->out[0], t->expected + t->outputs[0].at);
    if (!is_known(t, &f))
        goto done;
    for (unsigned i = 0; i < cs_traits_given_in(traits); i++)
        TRY_ALLOC(in[i] = malloc(t->call.count * traits->in[i].size));
    for (unsigned i = 0; i < cs_traits_given_in(traits); i++)
        cs_test_scan_fill(t, i, in[i]);
    f.in.at = in[0];
    f.more_in = array_of(t, problem->in[1], traits->in[1], in[1]);
    if (cs_traits_given_out(traits) > 1 && !traits->more_out_is_single)
        f.more_out = array_of(t, problem->out[1], traits->out[1], t->expected + t->outputs[1].at);
    TRY(compare(t, &f));
    if (traits->reduces_segments && !are_segments_right(t, &f))
        TRY(wrong_from(t, 0));
    t->judged = true;
done:
    free(in[0]);
    free(in[1]);
    return status;
}
