/* The arguments of the scan of a case. */
#include "random/case_arrays.h"
#include "random/case_task.h"

#include <string.h>

static clscan_ref ref(const case_arrays *s, int which, size_t offset, size_t capacity) {
    clscan_ref r = memory_ref(s->memory, s->at[which].memory.part, offset);
    r.capacity = s->tc->v[D_capacity] ? capacity : 0;
    return r;
}

/* Returns the array from its offset on, as many elements as it has. */
static clscan_ref array_ref(const case_arrays *s, int which) {
    const array *a = &s->at[which];
    return ref(s, which, a->offset, a->unit ? a->bytes / a->unit - a->offset : 0);
}

static clscan_ref cells_ref(const case_arrays *s, bool given, int which, size_t place, size_t cells) {
    return given ? ref(s, which, place, cells) : (clscan_ref) { .offset = 0 };
}

/* Sets two dimensions of rows: all rows are columns, or each one is a matrix. Strides that are dense are left out. */
static void set_two_dims(const case_arrays *s, size_t matrices, clscan_args *args) {
    const oracle_described *o = &s->o;
    const bool columns = matrices == 1 && o->columns > 1;
    const size_t length = s->tc->v[D_counted] ? s->most : o->length;
    const size_t stride_in = columns ? 1 : o->in_pitch, stride_out = columns ? 1 : o->out_pitch;
    args->num_dims = 2;
    args->dims[0] =
        (clscan_dim) { .n = length, o->in_stride == 1 ? 0 : o->in_stride, o->out_stride == 1 ? 0 : o->out_stride };
    args->dims[1] = (clscan_dim) { .n = columns ? o->columns : matrices,
                                   stride_in == o->length * o->in_stride ? 0 : stride_in,
                                   stride_out == o->length * o->out_stride ? 0 : stride_out };
}

/* Sets the scanned dimension, the columns and the matrices, in this order or the other one, or with the matrices in two
 * dimensions. The results of a reduction, a histogram or a top-k, and the totals of a selection, are in the order of
 * the dimensions, so that these two must continue each other there. */
static void set_all_dims(const case_arrays *s, size_t matrices, clscan_args *args) {
    const oracle_described *o = &s->o;
    const clscan_dim scanned = { .n = s->tc->v[D_counted] ? s->most : o->length, o->in_stride, o->out_stride };
    const clscan_dim columns = { .n = o->columns, 1, 1 }, of_matrices = { .n = matrices, o->in_pitch, o->out_pitch };
    const size_t half = matrices % 2 == 0 ? matrices / 2 : matrices;
    const clscan_dim halves = { .n = half, o->in_pitch, o->out_pitch };
    const clscan_dim whole = { .n = half ? matrices / half : 0, half * o->in_pitch, half * o->out_pitch };
    const clscan_dim ways[][CLSCAN_MAX_DIMS] = { { scanned, columns, of_matrices },
                                                 { scanned, of_matrices, columns },
                                                 { scanned, whole, columns, halves },
                                                 { scanned, columns, halves, whole } };
    const unsigned way = s->tc->v[D_dims] < 2 ? 0 : s->tc->v[D_dims] - 1;
    const bool ordered = test_case_has_dense_results(s->tc) || test_case_selects_rows(s->tc);
    args->num_dims = way < 2 ? 3 : 4;
    memcpy(args->dims, ways[way == 2 && ordered ? 3 : way], sizeof args->dims);
}

static void set_dims(const case_arrays *s, clscan_args *args) {
    const size_t length = s->tc->v[D_counted] ? s->most : s->o.length;
    const size_t matrices = s->most ? s->most / length / s->o.columns : 0;
    args->count = 0;
    if (s->tc->v[D_dims] == 1 && (matrices < 2 || s->o.columns == 1))
        set_two_dims(s, matrices, args);
    else
        set_all_dims(s, matrices, args);
}

void case_args_leave_out(const case_arrays *s, clscan_args *args) {
    static const clscan_ref none = { .offset = 0 };
    const bool has_results = test_case_reduces(s->tc) || test_case_counts(s->tc);
    for (int i = 0; i < 3; i++) {
        args->in[i] = none;
        args->out[i] = has_results ? args->out[i] : none;
    }
    args->segments = s->o.num_offsets ? args->segments : none;
    args->mask = none;
    args->indices = args->lengths = none;
}

clscan_args case_arrays_args(const case_arrays *s) {
    const unsigned *v = s->tc->v;
    clscan_args args = { .struct_size = sizeof args,
                         .count = s->most,
                         .in = { array_ref(s, IN), array_ref(s, SHIFT), array_ref(s, FURTHER) },
                         .out = { array_ref(s, s->out), array_ref(s, MORE), array_ref(s, ELEMENTS) },
                         .init = v[D_init] == 1 ? s->init : NULL,
                         .init_at = cells_ref(s, v[D_init] > 1, v[D_init] == 4 ? s->out : CELLS, s->init_cell, 1),
                         .total = cells_ref(s, v[D_total], CELLS, case_task_total_cell(s), case_task_totals(s)),
                         .count_at = cells_ref(s, v[D_counted], v[D_counted_in] ? OUT : NUMBER, s->number_at, 1),
                         .segments = array_ref(s, MARKS),
                         .mask = array_ref(s, MASK),
                         .indices = array_ref(s, INDICES),
                         .lengths = array_ref(s, LENGTHS),
                         .keys = array_ref(s, KEYS),
                         .offsets = array_ref(s, OFFSETS),
                         .first_index = s->first_index,
                         .num_segments = s->o.num_offsets ? s->o.num_offsets - 1 : 0 };
    if (v[D_layout])
        set_dims(s, &args);
    if (s->most == 0 && !v[D_capacity])
        case_args_leave_out(s, &args);
    return args;
}
