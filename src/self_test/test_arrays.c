#include "self_test/test_arrays.h"

#include "base/try.h"
#include "device/probe.h"
#include "table/type_name.h"

#include <stdlib.h>
#include <string.h>

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

size_t cs_test_scan_row(const cs_test_scan *t, size_t i) {
    const size_t columns = t->call.rows.columns;
    return i / columns / t->call.rows.length * columns + i % columns;
}

size_t cs_test_scan_place_in_row(const cs_test_scan *t, size_t i) {
    return i / t->call.rows.columns % t->call.rows.length;
}

cs_test_data cs_test_scan_type(const cs_test_scan *t, const char *name, size_t size) {
    const cs_type_name type = name              ? cs_type_name_parse(name)
                              : t->task->expect ? cs_type_name_parse(t->problem->type)
                                                : cs_value_type(t->desc);
    return (cs_test_data) { type.row, size, type.row && type.components == 3 ? type.row->size : 0 };
}

cs_test_data cs_test_scan_input(const cs_test_scan *t, unsigned i) {
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
    const bool known = !t->task->expect && !t->desc->user.combine && t->desc->op < sizeof by_op / sizeof *by_op;
    const bool floating = is_floating(cs_test_scan_input(t, 0).row) && is_floating(cs_test_scan_type(t, NULL, 0).row);
    return known && floating && !cs_may_reassociate(t->plan->device->programs.options) ? by_op[t->desc->op]
                                                                                       : CS_ANY_SERIES;
}

void cs_test_scan_fill(const cs_test_scan *t, unsigned i, void *to) {
    if (t->task->fill) {
        t->task->fill(t, i, to);
        return;
    }
    const cs_test_data sample = cs_test_scan_input(t, i);
    const size_t step = t->call.rows.columns;
    if (i > 0 || t->series == CS_ANY_SERIES)
        cs_test_data_fill(&sample, i > 0, to, t->call.count);
    else
        cs_test_data_fill_exact(&sample, t->series, cs_value_type(t->desc).row, step, to, t->call.count);
}

static clscan_status new_input(cs_test_scan *t, unsigned i, cl_mem *mem) {
    clscan_status status = CLSCAN_OK;
    const size_t bytes = t->call.count * t->problem->traits.in[i].size;
    unsigned char *elements = malloc(bytes);
    TRY_ALLOC(elements);
    cs_test_scan_fill(t, i, elements);
    TRY(new_buffer(t, elements, bytes, mem));
    if (t->task->expect) {
        t->in[i] = elements;
        elements = NULL;
    }
done:
    free(elements);
    return status;
}

static clscan_status new_initial(cs_test_scan *t) {
    clscan_status status = CLSCAN_OK;
    const cs_test_data sample = cs_test_scan_type(t, NULL, t->problem->traits.value.type.size);
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
    for (unsigned i = 1; i < cs_traits_given_in(&t->problem->traits); i++)
        TRY(new_input(t, i, &t->call.in[i].handle));
    if (!t->problem->traits.value.has_identity)
        TRY(new_initial(t));
done:
    return status;
}

/* Segments in the first eighth of a row have five elements each. One long segment follows. Every row has its heads at
 * the same places. */
enum { SHORT = 5, PART = 8 };

static size_t last_segment(const cs_test_scan *t) {
    return t->call.rows.length / PART / SHORT + 1;
}

size_t cs_test_scan_segment(const cs_test_scan *t, size_t k) {
    const size_t last = t->problem->traits.segments.kind ? last_segment(t) : 0;
    return k / SHORT < last ? k / SHORT : last;
}

size_t cs_test_scan_num_segments(const cs_test_scan *t) {
    return cs_test_scan_segment(t, t->call.rows.length - 1) + 1;
}

size_t cs_test_scan_all_segments(const cs_test_scan *t) {
    return t->call.num_segments ? t->call.num_segments
                                : t->call.count / t->call.rows.length * cs_test_scan_num_segments(t);
}

size_t cs_test_scan_first_of(const cs_test_scan *t, size_t segment) {
    return segment < cs_test_scan_num_segments(t) ? segment * SHORT : t->call.rows.length;
}

size_t cs_test_scan_place_of_result(const cs_test_scan *t, size_t segment) {
    const bool by_offsets = t->problem->traits.segments.offsets_input > 0, reverse = t->problem->traits.reverse;
    return by_offsets && reverse ? cs_test_scan_num_segments(t) - 1 - segment : segment;
}

/* Floating-point keys are 0 and 1 in turn, since only neighbouring segments have to differ. The bits of a small integer
 * would be a denormal number, which some devices flush to zero. */
void cs_test_scan_put_key(const cs_test_scan *t, cl_ulong segment, unsigned char *to) {
    const cs_type_row *row = cs_type_name_parse(t->problem->key).row;
    const size_t size = t->problem->traits.segments.key.size;
    if (row && row->class & CS_FLOATING)
        cs_test_data_put_floating(row, segment % 2, to);
    else
        memcpy(to, &segment, size < sizeof segment ? size : sizeof segment);
}

/* With offsets, elements from the last offset on belong to no segment: in a scan, these are the elements of the long
 * segment. In a task with results for each segment, this segment has a result too, and one segment without elements
 * follows. */
static void put_offsets(cs_test_scan *t, unsigned char *to) {
    const cs_traits *traits = &t->problem->traits;
    t->call.num_segments = traits->segments.offsets_input ? cs_test_scan_num_segments(t) + 1 : last_segment(t);
    for (size_t i = 0; i <= t->call.num_segments; i++) {
        const cl_ulong offset = traits->segments.offsets_input ? cs_test_scan_first_of(t, i) : i * SHORT;
        memcpy(to + i * traits->segments.offset.size, &offset, traits->segments.offset.size);
    }
    if (traits->segments.offsets_input)
        t->call.lines = t->call.num_segments;
}

static clscan_status new_segments(cs_test_scan *t) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &t->problem->traits;
    const size_t count = t->call.count, size = traits->segments.key.size,
                 most = size > sizeof(cl_ulong) ? size : sizeof(cl_ulong), bytes = (count + 2) * most;
    unsigned char *heads = calloc(1, bytes);
    TRY_ALLOC(heads);
    if (traits->segments.kind == CLSCAN_SEGMENTS_OFFSETS)
        put_offsets(t, heads);
    for (size_t i = 0; i < count && traits->segments.kind != CLSCAN_SEGMENTS_OFFSETS; i++) {
        const size_t k = cs_test_scan_place_in_row(t, i);
        const cl_ulong segment = cs_test_scan_segment(t, k);
        const bool begins = k > 0 && segment != cs_test_scan_segment(t, k - 1); /* the first one does by itself */
        if (traits->segments.kind == CLSCAN_SEGMENTS_FLAGS)
            heads[i] = begins;
        else if (traits->segments.kind == CLSCAN_SEGMENTS_BITS)
            heads[i / 8] |= (unsigned char)(begins << i % 8);
        else
            cs_test_scan_put_key(t, segment, heads + i * size);
    }
    TRY(new_buffer(t, heads, bytes, &t->call.segments.handle));
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
 * reversed contiguous rows would not be scanned by the variant that is to be tested, or not in its order. Run-length
 * encodings need a total. */
static bool has_total(const cs_test_scan *t, cs_lines lines) {
    const cs_traits *traits = &t->problem->traits;
    const bool is_apart = traits->reverse && lines == CS_SHORT_ROWS && !traits->lengths.output;
    return !traits->total.why_none && (traits->segments.results || !(t->problem->op_file || is_apart));
}

/* The total is a value, or counts. The number of segments has a type of its own. */
static cs_test_data total_type(const cs_test_scan *t) {
    const cs_traits *traits = &t->problem->traits;
    const char *count = traits->total.type.size == sizeof(cl_uint) ? "uint" : "ulong";
    return cs_test_scan_type(t, traits->segments.results ? count : NULL,
                             traits->total.type.size * traits->total.numbers);
}

/* Returns how many elements output `i` has. */
static size_t num_results(const cs_test_scan *t, unsigned i) {
    const cs_traits *traits = &t->problem->traits;
    if (traits->more_out_is_single && i == 1)
        return 1;
    if (i > 0 && i == traits->selection.offsets_output)
        return cs_traits_offsets(traits, cs_test_scan_all_segments(t));
    if (traits->segments.results)
        return cs_test_scan_all_segments(t) * cs_traits_result_elements(traits, i);
    return traits->histogram.bins ? traits->histogram.bins * t->call.lines
           : traits->reduces      ? t->call.lines
                                  : t->call.count;
}

static clscan_status new_outputs(cs_test_scan *t, cs_lines lines) {
    clscan_status status = CLSCAN_OK;
    const cs_problem *problem = t->problem;
    for (unsigned i = 0; i < problem->traits.num_out; i++)
        TRY(new_output(t, cs_test_scan_type(t, problem->out[i], problem->traits.out[i].size), num_results(t, i),
                       &t->call.out[i].handle));
    if (has_total(t, lines))
        TRY(new_output(t, total_type(t), cs_traits_selects_rows(&problem->traits) ? t->call.lines : 1,
                       &t->call.total.handle));
done:
    return status;
}

clscan_status cs_test_arrays_create(cs_test_scan *t, cs_lines lines) {
    clscan_status status = CLSCAN_OK;
    TRY(new_inputs(t));
    if (t->problem->traits.segments.kind)
        TRY(new_segments(t));
    TRY(new_outputs(t, lines));
done:
    return status;
}
