#include "strategy/kernel_args.h"

#include "base/checked_math.h"
#include "base/try.h"
#include "table/table.h"

#include <stdint.h>
#include <string.h>

enum { FROM_HOST = 1, FROM_BUFFER = 2 };

static void set_init(cs_kernel_args *r, const cs_traits *traits, const clscan_args *args) {
    r->init.handle = args->init_buffer;
    r->numbers.init = args->init ? FROM_HOST : args->init_buffer ? FROM_BUFFER : 0;
    r->numbers.init_offset = args->init_offset;
    if (args->init)
        memcpy(r->init_words, args->init, traits->value.size);
}

static void set_count(cs_kernel_args *r, const clscan_args *args) {
    const size_t words = cs_type_at(args->count_type)->size / 4;
    r->count.handle = args->count_buffer;
    r->numbers.count = args->count;
    if (!args->count_buffer)
        return;
    r->numbers.count_words = words;
    r->numbers.count_signed = args->count_type == CLSCAN_INT || args->count_type == CLSCAN_LONG;
    r->numbers.count_offset = args->count_offset * words;
}

static size_t or_else(size_t given, size_t otherwise) {
    return given ? given : otherwise;
}

/* Returns a * b, or SIZE_MAX if the product overflows: it is then larger than any memory, as the exact product is. */
static size_t times(size_t a, size_t b) {
    size_t product;
    return cs_checked_multiply(a, b, &product) ? product : SIZE_MAX;
}

cs_rows cs_rows_of(const clscan_args *args) {
    cs_rows r = { .length = or_else(args->length, or_else(args->count, 1)), .columns = or_else(args->columns, 1) };
    r.in_stride = or_else(args->in_stride, r.columns);
    r.out_stride = or_else(args->out_stride, r.columns);
    r.in_pitch = or_else(args->in_pitch, times(r.length, r.in_stride));
    r.out_pitch = or_else(args->out_pitch, times(r.length, r.out_stride));
    return r;
}

static void set_rows(cs_numbers *n, const clscan_args *args) {
    const cs_rows r = cs_rows_of(args);
    n->length = r.length;
    n->columns = r.columns;
    n->in_pitch = r.in_pitch;
    n->in_stride = r.in_stride;
    n->out_pitch = r.out_pitch;
    n->out_stride = r.out_stride;
    n->length_reciprocal = UINT64_MAX / n->length;
    n->columns_reciprocal = UINT64_MAX / n->columns;
}

/* Passes `some` other pointer in place of an array that does not exist: NVIDIA's driver refuses pointer arguments that
 * are NULL. Kernels do not access such an array. */
static void by_pointer(cs_array *a, cs_set_pointer set, cl_mem some) {
    *a = (cs_array) { a->handle ? a->handle : some, set };
}

static void set_memory(cs_kernel_args *r, cs_set_pointer set) {
    const cl_mem in = r->in[0].handle, out = r->out[0].handle, some = in ? in : out ? out : r->total.handle;
    cs_array *const cells[] = { &r->init, &r->total, &r->count, &r->segments };
    if (!set)
        return;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        by_pointer(cells[i], set, some);
    for (int i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        by_pointer(&r->in[i], set, some);
        by_pointer(&r->out[i], set, some);
    }
}

cs_kernel_args cs_kernel_args_of(const cs_traits *traits, const clscan_args *args, const cs_pointer_args *memory,
                                 bool in_place) {
    enum { MORE = CLSCAN_MAX_ARRAYS - 1 };
    cs_kernel_args r = { .in = { { .handle = args->in } },
                         .out = { { .handle = args->out } },
                         .total = { .handle = args->total } };
    r.segments.handle = traits->segments ? args->segments : NULL;
    for (int i = 0; i < MORE; i++) {
        r.in[1 + i].handle = args->more_in[i];
        r.out[1 + i].handle = args->more_out[i];
        r.numbers.more_offset[i] = args->more_in_offset[i];
        r.numbers.more_offset[MORE + i] = args->more_out_offset[i];
    }
    r.numbers.in_offset = args->in_offset;
    r.numbers.out_offset = args->out_offset;
    r.numbers.first_index = args->first_index;
    r.numbers.in_place = in_place;
    r.numbers.total = args->total != NULL;
    r.numbers.total_offset = args->total_offset;
    r.numbers.segments_offset = args->segments_offset * (traits->segments == CLSCAN_OFFSETS ? traits->key.size / 4 : 1);
    set_init(&r, traits, args);
    set_count(&r, args);
    set_rows(&r.numbers, args);
    set_memory(&r, memory->set[args->memory]);
    return r;
}

static clscan_status set(cl_kernel kernel, cl_uint index, const cs_array *a) {
    if (a->set)
        return cs_check_cl(a->set(kernel, index, a->handle), "clSetKernelArg of a pointer");
    return cs_check_cl(clSetKernelArg(kernel, index, sizeof a->handle, &a->handle), "clSetKernelArg");
}

clscan_status cs_kernel_args_set(const cs_kernel_args *r, const cs_traits *traits, cl_kernel kernel, cl_uint *next) {
    clscan_status status = CLSCAN_OK;
    const size_t init_bytes = traits->value.size > CS_MAX_INIT ? 4 : (traits->value.size + 3) / 4 * 4;
    cl_uint n = 0;
    TRY(set(kernel, n++, &r->in[0]));
    TRY(set(kernel, n++, &r->out[0]));
    for (unsigned i = 1; i < traits->num_in; i++)
        TRY(set(kernel, n++, &r->in[i]));
    for (unsigned i = 1; i < traits->num_out; i++)
        TRY(set(kernel, n++, &r->out[i]));
    TRY(set(kernel, n++, &r->init));
    CL(clSetKernelArg(kernel, n++, init_bytes, r->init_words));
    TRY(set(kernel, n++, &r->total));
    TRY(set(kernel, n++, &r->count));
    TRY(set(kernel, n++, &r->segments));
    CL(clSetKernelArg(kernel, n++, sizeof r->numbers, &r->numbers));
    *next = n;
done:
    return status;
}
