#include "strategy/kernel_args.h"

#include "base/try.h"

#include <stdint.h>
#include <string.h>

enum { FROM_HOST = 1, FROM_BUFFER = 2 };

static void set_init(cs_kernel_args *args, const cs_call *call) {
    args->init.handle = call->init_at.handle;
    args->params.init = call->init ? FROM_HOST : call->init_at.handle && !call->has_only_carry ? FROM_BUFFER : 0;
    args->params.init_offset = call->init_at.offset;
    args->host_init = call->init;
}

static void set_count(cs_kernel_args *args, const cs_traits *traits, const cs_call *call) {
    const size_t words = traits->count.size / sizeof(cl_uint);
    args->count.handle = call->count_at.handle;
    args->params.count = call->count;
    if (!call->count_at.handle)
        return;
    args->params.count_words = words;
    args->params.count_signed = traits->count.is_signed;
    args->params.count_offset = call->count_at.offset * words;
}

static void set_rows(cs_params *n, const cs_rows *rows, bool has_rows) {
    n->length = rows->length;
    n->columns = rows->columns;
    n->in_pitch = rows->in_pitch;
    n->in_stride = rows->in_stride;
    n->out_pitch = rows->out_pitch;
    n->out_stride = rows->out_stride;
    n->total_pitch = rows->total_pitch;
    n->total_stride = rows->total_stride;
    n->length_reciprocal = has_rows ? UINT64_MAX / n->length : 0; /* kernels divide by the length only in rows */
    n->columns_reciprocal = n->columns == 1 ? UINT64_MAX : UINT64_MAX / n->columns;
}

/* Passes `some` other pointer in place of an array that does not exist: NVIDIA's driver refuses pointer arguments that
 * are NULL. Kernels do not access such an array. */
static void by_pointer(cs_array *a, cs_set_pointer set, cl_mem some) {
    *a = (cs_array) { a->handle ? a->handle : some, set };
}

/* Returns an array or a cell that exists. A call that launches a kernel has one. */
static cl_mem existing_array(const cs_kernel_args *args) {
    cl_mem some = args->total.handle;
    for (int i = 0; i < CLSCAN_MAX_ARRAYS && !some; i++)
        some = args->in[i].handle ? args->in[i].handle : args->out[i].handle;
    return some;
}

static void set_memory(cs_kernel_args *args, cs_set_pointer set) {
    const cl_mem some = existing_array(args);
    cs_array *const cells[] = { &args->init, &args->total, &args->count, &args->segments };
    if (!set)
        return;
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        by_pointer(cells[i], set, some);
    for (int i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        by_pointer(&args->in[i], set, some);
        by_pointer(&args->out[i], set, some);
    }
}

void cs_kernel_args_of(const cs_traits *traits, const cs_call *call, const cs_pointer_args *memory, bool in_place,
                       size_t capacity, size_t segment_room, cs_kernel_args *args) {
    memset(args, 0, sizeof *args);
    args->total.handle = call->total.handle;
    args->segments.handle = traits->segments.kind ? call->segments.handle : NULL;
    for (unsigned i = 0; i < traits->num_in; i++) {
        args->in[i].handle = call->in[i].handle;
        args->params.in_offset[i] = call->in[i].offset;
    }
    for (unsigned i = 0; i < traits->num_out; i++) {
        args->out[i].handle = call->out[i].handle;
        args->params.out_offset[i] = call->out[i].offset;
        args->params.outputs |= (cl_ulong)(call->out[i].handle != NULL) << i;
    }
    if (traits->segments.offsets_input) {
        args->in[traits->segments.offsets_input].handle = call->segments.handle;
        args->params.in_offset[traits->segments.offsets_input] = call->segments.offset;
    }
    args->params.segment_room = segment_room;
    args->params.first_index = call->first_index;
    args->params.num_results = call->lines;
    args->params.in_place = in_place;
    args->params.capacity = capacity;
    args->params.total = call->total.handle != NULL;
    args->params.total_offset = call->total.offset;
    args->params.segments_offset =
        call->segments.offset * (traits->segments.offset.size ? traits->segments.offset.size / sizeof(cl_uint) : 1);
    set_init(args, call);
    set_count(args, traits, call);
    set_rows(&args->params, &call->rows, traits->has_rows);
    set_memory(args, memory->set[call->memory]);
}

/* Sets an array to parameter *next, and increments *next. */
static clscan_status set(cs_kernel *kernel, cl_uint *next, const cs_array *a) {
    clscan_status status = CLSCAN_OK;
    const cl_uint index = (*next)++, bit = (cl_uint)1 << index;
    if (!a->handle && kernel->absent & bit)
        goto done;
    if (a->set)
        TRY(cs_check_cl(a->set(kernel->object, index, a->handle), "clSetKernelArg of a pointer"));
    else
        CL(clSetKernelArg(kernel->object, index, sizeof a->handle, &a->handle));
    kernel->absent = a->handle ? kernel->absent & ~bit : kernel->absent | bit;
done:
    return status;
}

/* The kernel takes the initial value in whole words. */
static clscan_status set_host_init(cs_kernel *kernel, cl_uint index, const cs_kernel_args *args,
                                   const cs_traits *traits) {
    clscan_status status = CLSCAN_OK;
    unsigned char words[CS_MAX_INIT];
    const size_t size = traits->init.type.size, bytes = size > CS_MAX_INIT ? 4 : (size + 3) / 4 * 4;
    if (kernel->is_set && !args->host_init)
        goto done; /* whatever it was set to, the kernel does not read it */
    memset(words, 0, bytes);
    if (args->host_init)
        memcpy(words, args->host_init, size);
    CL(clSetKernelArg(kernel->object, index, bytes, words));
done:
    return status;
}

cl_uint cs_kernel_args_count(const cs_traits *traits) {
    return traits->num_in + traits->num_out + 6;
}

clscan_status cs_kernel_args_set(const cs_kernel_args *args, const cs_traits *traits, cs_kernel *kernel) {
    clscan_status status = CLSCAN_OK;
    cl_uint n = 0;
    TRY(set(kernel, &n, &args->in[0]));
    TRY(set(kernel, &n, &args->out[0]));
    for (unsigned i = 1; i < traits->num_in; i++)
        TRY(set(kernel, &n, &args->in[i]));
    for (unsigned i = 1; i < traits->num_out; i++)
        TRY(set(kernel, &n, &args->out[i]));
    TRY(set(kernel, &n, &args->init));
    TRY(set_host_init(kernel, n++, args, traits));
    TRY(set(kernel, &n, &args->total));
    TRY(set(kernel, &n, &args->count));
    TRY(set(kernel, &n, &args->segments));
    if (!kernel->is_set || memcmp(&kernel->params, &args->params, sizeof args->params) != 0) {
        CL(clSetKernelArg(kernel->object, n, sizeof args->params, &args->params));
        kernel->params = args->params;
    }
    kernel->is_set = true;
done:
    return status;
}
