#include "strategy/kernel_args.h"

#include "base/try.h"

#include <stdint.h>
#include <string.h>

enum { FROM_HOST = 1, FROM_BUFFER = 2 };

static void set_init(cs_kernel_args *r, const cs_call *call) {
    r->init.handle = call->init_at.handle;
    r->params.init = call->init ? FROM_HOST : call->init_at.handle && !call->has_only_carry ? FROM_BUFFER : 0;
    r->params.init_offset = call->init_at.offset;
    r->host_init = call->init;
}

static void set_count(cs_kernel_args *r, const cs_traits *traits, const cs_call *call) {
    const size_t words = traits->count_size / sizeof(cl_uint);
    r->count.handle = call->count_at.handle;
    r->params.count = call->count;
    if (!call->count_at.handle)
        return;
    r->params.count_words = words;
    r->params.count_signed = traits->count_signed;
    r->params.count_offset = call->count_at.offset * words;
}

static void set_rows(cs_params *n, const cs_rows *r, bool batched) {
    n->length = r->length;
    n->columns = r->columns;
    n->in_pitch = r->in_pitch;
    n->in_stride = r->in_stride;
    n->out_pitch = r->out_pitch;
    n->out_stride = r->out_stride;
    n->total_pitch = r->total_pitch;
    n->total_stride = r->total_stride;
    n->length_reciprocal = batched ? UINT64_MAX / n->length : 0; /* kernels divide by the length only in rows */
    n->columns_reciprocal = n->columns == 1 ? UINT64_MAX : UINT64_MAX / n->columns;
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

void cs_kernel_args_of(const cs_traits *traits, const cs_call *call, const cs_pointer_args *memory, bool in_place,
                       size_t capacity, cs_kernel_args *r) {
    memset(r, 0, sizeof *r);
    r->total.handle = call->total.handle;
    r->segments.handle = traits->segments ? call->segments.handle : NULL;
    for (unsigned i = 0; i < traits->num_in; i++) {
        r->in[i].handle = call->in[i].handle;
        r->params.in_offset[i] = call->in[i].offset;
    }
    for (unsigned i = 0; i < traits->num_out; i++) {
        r->out[i].handle = call->out[i].handle;
        r->params.out_offset[i] = call->out[i].offset;
        r->params.outputs |= (cl_ulong)(call->out[i].handle != NULL) << i;
    }
    if (traits->offsets_input) {
        r->in[traits->offsets_input].handle = call->segments.handle;
        r->params.in_offset[traits->offsets_input] = call->segments.offset;
    }
    r->params.keys = traits->keys_output && call->out[traits->keys_output].handle ? capacity : 0;
    r->params.first_index = call->first_index;
    r->params.num_results = call->lines;
    r->params.in_place = in_place;
    r->params.capacity = capacity;
    r->params.total = call->total.handle != NULL;
    r->params.total_offset = call->total.offset;
    r->params.segments_offset =
        call->segments.offset * (traits->segments == CLSCAN_SEGMENTS_OFFSETS ? traits->key.size / sizeof(cl_uint) : 1);
    set_init(r, call);
    set_count(r, traits, call);
    set_rows(&r->params, &call->rows, traits->batched);
    set_memory(r, memory->set[call->memory]);
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
static clscan_status set_host_init(cs_kernel *kernel, cl_uint index, const cs_kernel_args *r, const cs_traits *traits) {
    clscan_status status = CLSCAN_OK;
    unsigned char words[CS_MAX_INIT];
    const size_t size = traits->value.size, bytes = size > CS_MAX_INIT ? 4 : (size + 3) / 4 * 4;
    if (kernel->is_set && !r->host_init)
        goto done; /* whatever it was set to, the kernel does not read it */
    memset(words, 0, bytes);
    if (r->host_init)
        memcpy(words, r->host_init, size);
    CL(clSetKernelArg(kernel->object, index, bytes, words));
done:
    return status;
}

cl_uint cs_kernel_args_count(const cs_traits *traits) {
    return traits->num_in + traits->num_out + 6;
}

clscan_status cs_kernel_args_set(const cs_kernel_args *r, const cs_traits *traits, cs_kernel *kernel) {
    clscan_status status = CLSCAN_OK;
    cl_uint n = 0;
    TRY(set(kernel, &n, &r->in[0]));
    TRY(set(kernel, &n, &r->out[0]));
    for (unsigned i = 1; i < traits->num_in; i++)
        TRY(set(kernel, &n, &r->in[i]));
    for (unsigned i = 1; i < traits->num_out; i++)
        TRY(set(kernel, &n, &r->out[i]));
    TRY(set(kernel, &n, &r->init));
    TRY(set_host_init(kernel, n++, r, traits));
    TRY(set(kernel, &n, &r->total));
    TRY(set(kernel, &n, &r->count));
    TRY(set(kernel, &n, &r->segments));
    if (!kernel->is_set || memcmp(&kernel->params, &r->params, sizeof r->params) != 0) {
        CL(clSetKernelArg(kernel->object, n, sizeof r->params, &r->params));
        kernel->params = r->params;
    }
    kernel->is_set = true;
done:
    return status;
}
