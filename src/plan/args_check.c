#include "plan/args_check.h"

#include "base/checked_math.h"
#include "base/try.h"
#include "plan/strided.h"
#include "table/table.h"

#include <stdio.h>

clscan_status cs_args_check_queue(const clscan_device *device, cl_command_queue queue, bool *in_order) {
    clscan_status status = CLSCAN_OK;
    cl_context context = NULL;
    cl_device_id id = NULL;
    cl_command_queue_properties properties = 0;
    FAIL_IF(!queue, CLSCAN_INVALID_VALUE, "queue is NULL");
    CL(clGetCommandQueueInfo(queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL));
    CL(clGetCommandQueueInfo(queue, CL_QUEUE_DEVICE, sizeof id, &id, NULL));
    CL(clGetCommandQueueInfo(queue, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL));
    FAIL_IF(context != device->context, CLSCAN_INVALID_QUEUE, "queue belongs to another context than the plan");
    FAIL_IF(id != device->id, CLSCAN_INVALID_QUEUE, "queue belongs to another device than the plan, which is for %s",
            device->caps.name);
    *in_order = !(properties & CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
done:
    return status;
}

clscan_status cs_args_check_wait_list(const clscan_device *device, cl_uint num, const cl_event *list) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!list != !num, CLSCAN_INVALID_WAIT_LIST, "num_events_in_wait_list is %u, but event_wait_list is %s", num,
            list ? "not NULL" : "NULL");
    for (cl_uint i = 0; i < num; i++) {
        cl_context context = NULL;
        FAIL_IF(!list[i], CLSCAN_INVALID_WAIT_LIST, "event_wait_list[%u] is NULL", i);
        CL(clGetEventInfo(list[i], CL_EVENT_CONTEXT, sizeof context, &context, NULL));
        FAIL_IF(context != device->context, CLSCAN_INVALID_WAIT_LIST,
                "event_wait_list[%u] belongs to another context than the plan", i);
    }
done:
    return status;
}

/* The bytes [begin, end) of a buffer that is no part of another; of all memory where there is none. */
typedef struct range {
    cl_mem root;
    size_t begin, end;
} range;

static bool overlap(const range *a, const range *b) {
    return a->root == b->root && a->begin < b->end && b->begin < a->end;
}

/* Whose arrays are checked, and what they are. */
typedef struct scope {
    const clscan_device *device;
    bool pointers; /* not buffers */
} scope;

static clscan_status check_kind(const clscan_device *device, const char *name, cl_mem mem, cl_mem_flags forbidden) {
    clscan_status status = CLSCAN_OK;
    cl_mem_object_type type = 0;
    cl_context context = NULL;
    cl_mem_flags flags = 0;
    CL(clGetMemObjectInfo(mem, CL_MEM_TYPE, sizeof type, &type, NULL));
    CL(clGetMemObjectInfo(mem, CL_MEM_CONTEXT, sizeof context, &context, NULL));
    CL(clGetMemObjectInfo(mem, CL_MEM_FLAGS, sizeof flags, &flags, NULL));
    FAIL_IF(type != CL_MEM_OBJECT_BUFFER, CLSCAN_INVALID_BUFFER, "args.%s is an image or pipe, not a buffer", name);
    FAIL_IF(context != device->context, CLSCAN_INVALID_BUFFER, "args.%s belongs to another context than the plan",
            name);
    FAIL_IF(flags & forbidden, CLSCAN_INVALID_BUFFER, "args.%s was created with %s", name,
            flags & forbidden & CL_MEM_READ_ONLY ? "CL_MEM_READ_ONLY, but is written"
                                                 : "CL_MEM_WRITE_ONLY, but is read");
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------- the buffers */

/* A sub-buffer may be made for another device of the context; and a buffer of memory that its user has aligned. */
static clscan_status check_alignment(const clscan_device *device, const char *name, cl_mem mem, size_t origin,
                                     cs_element element) {
    clscan_status status = CLSCAN_OK;
    const size_t alignment = device->caps.alignment;
    void *host = NULL;
    CL(clGetMemObjectInfo(mem, CL_MEM_HOST_PTR, sizeof host, &host, NULL));
    FAIL_IF(alignment && origin % alignment != 0, CLSCAN_INVALID_BUFFER,
            "args.%s is a sub-buffer from byte %zu on, %zu past a multiple of %zu, as %s aligns them", name, origin,
            origin % alignment, alignment, device->caps.name);
    FAIL_IF(
        (uintptr_t)host % element.alignment != 0, CLSCAN_INVALID_BUFFER,
        "args.%s uses host memory at %p, %zu past a multiple of %zu, to which its elements of %zu bytes are aligned",
        name, host, (size_t)((uintptr_t)host % element.alignment), element.alignment, element.size);
done:
    return status;
}

/* The range of `count` elements from element `offset` on, which the buffer must hold; count REST: all there are. */
#define REST SIZE_MAX
static clscan_status find_range(const clscan_device *device, const char *name, cl_mem mem, size_t offset, size_t count,
                                cs_element element, range *r) {
    clscan_status status = CLSCAN_OK;
    const size_t size = element.size;
    size_t bytes = 0, origin = 0;
    cl_mem parent = NULL;
    CL(clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    CL(clGetMemObjectInfo(mem, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL));
    CL(clGetMemObjectInfo(mem, CL_MEM_OFFSET, sizeof origin, &origin, NULL));
    if (count == REST)
        count = offset < bytes / size ? bytes / size - offset : 0;
    bool too_many = offset > SIZE_MAX - count || offset + count > bytes / size;
    FAIL_IF(too_many, CLSCAN_BUFFER_TOO_SMALL,
            "args.%s holds %zu bytes; %zu element%s of %zu bytes from element %zu on do not fit", name, bytes, count,
            count == 1 ? "" : "s", size, offset);
    TRY(check_alignment(device, name, mem, origin, element));
    *r = (range) { parent ? parent : mem, origin + offset * size, origin + (offset + count) * size };
done:
    return status;
}

/* The same from a pointer; count REST: one is known to be there. */
static clscan_status check_pointer(const char *name, const void *pointer, size_t offset, size_t count,
                                   cs_element element, range *r) {
    clscan_status status = CLSCAN_OK;
    const uintptr_t address = (uintptr_t)pointer;
    size_t first, bytes, end;
    FAIL_IF(address % element.alignment != 0, CLSCAN_INVALID_BUFFER,
            "args.%s is %p, %zu past a multiple of %zu, to which its elements of %zu bytes are aligned", name, pointer,
            (size_t)(address % element.alignment), element.alignment, element.size);
    FAIL_IF(!cs_checked_multiply(offset, element.size, &first) ||
                !cs_checked_multiply(count == REST ? 1 : count, element.size, &bytes) ||
                !cs_checked_add(address, first, &first) || !cs_checked_add(first, bytes, &end),
            CLSCAN_BUFFER_TOO_SMALL, "args.%s is %p; %zu elements of %zu bytes from element %zu on end past all memory",
            name, pointer, count, element.size, offset);
    *r = (range) { NULL, first, end };
done:
    return status;
}

/* Kernels are given arrays as they are, and go `offset` elements further. */
static clscan_status check_array(const scope *s, const char *name, cl_mem mem, cl_mem_flags forbidden, size_t offset,
                                 size_t count, cs_element element, range *r) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!mem, CLSCAN_INVALID_VALUE, "args.%s is NULL", name);
    if (s->pointers)
        return check_pointer(name, mem, offset, count, element, r);
    TRY(check_kind(s->device, name, mem, forbidden));
    TRY(find_range(s->device, name, mem, offset, count, element, r));
done:
    return status;
}

enum { MAX_RANGES = CLSCAN_MAX_ARRAYS + 3 };
typedef struct ranges {
    range at[MAX_RANGES];
    char name[MAX_RANGES][24];
    size_t n;
} ranges;

static clscan_status add(ranges *all, const scope *s, const char *name, cl_mem mem, cl_mem_flags forbidden,
                         size_t offset, size_t count, cs_element element) {
    clscan_status status = CLSCAN_OK;
    TRY(check_array(s, name, mem, forbidden, offset, count, element, &all->at[all->n]));
    snprintf(all->name[all->n++], sizeof all->name[0], "%s", name);
done:
    return status;
}

/* What of args.segments there must be, in elements of so many bytes. */
static clscan_status find_segments(const scope *s, const cs_traits *traits, const clscan_args *args, size_t extent,
                                   ranges *in) {
    clscan_status status = CLSCAN_OK;
    const struct {
        size_t count;
        cs_element element;
    } needs[] = { [CLSCAN_HEAD_FLAGS] = { extent, { 1, 1 } },
                  [CLSCAN_HEAD_BITS] = { extent / 32 + (extent % 32 > 0), { 4, 4 } },
                  [CLSCAN_EQUAL_KEYS] = { extent, traits->key },
                  [CLSCAN_OFFSETS] = { args->num_segments + 1, traits->key } };
    if (traits->segments)
        TRY(add(in, s, "segments", args->segments, CL_MEM_WRITE_ONLY, args->segments_offset,
                needs[traits->segments].count, needs[traits->segments].element));
done:
    return status;
}

static clscan_status find_inputs(const scope *s, const cs_traits *traits, const clscan_args *args, size_t extent,
                                 ranges *in) {
    enum { NO = CL_MEM_WRITE_ONLY };
    clscan_status status = CLSCAN_OK;
    TRY(add(in, s, "in", args->in, NO, args->in_offset, traits->gathers ? REST : extent, traits->in[0]));
    for (unsigned i = 1; i < traits->num_in; i++) {
        char name[24];
        snprintf(name, sizeof name, "more_in[%u]", i - 1);
        TRY(add(in, s, name, args->more_in[i - 1], NO, args->more_in_offset[i - 1], traits->gathers ? REST : extent,
                traits->in[i]));
    }
    TRY(find_segments(s, traits, args, extent, in));
done:
    return status;
}

static clscan_status find_outputs(const scope *s, const cs_traits *traits, const clscan_args *args, size_t extent,
                                  ranges *out) {
    enum { NO = CL_MEM_READ_ONLY };
    clscan_status status = CLSCAN_OK;
    const size_t written = traits->scatters ? REST : extent;
    TRY(add(out, s, "out", args->out, NO, args->out_offset, written, traits->out[0]));
    for (unsigned i = 1; i < traits->num_out; i++) {
        char name[24];
        snprintf(name, sizeof name, "more_out[%u]", i - 1);
        TRY(add(out, s, name, args->more_out[i - 1], NO, args->more_out_offset[i - 1], traits->cell ? 1 : written,
                traits->out[i]));
    }
    if (args->total)
        TRY(add(out, s, "total", args->total, NO, args->total_offset, 1, traits->value));
done:
    return status;
}

/* In place, an element is read where it is written: the first arrays are then the same, element for element. */
static bool in_same_place(const cs_traits *traits, const clscan_args *args, const range *in, const range *out) {
    const cs_rows r = cs_rows_of(args);
    const bool same_rows = !traits->batched || (r.in_pitch == r.out_pitch && r.in_stride == r.out_stride);
    return in->begin == out->begin && traits->in[0].size == traits->out[0].size && same_rows;
}

/* What would be right for input `i` and output `j`, where there is something: only the first arrays may be one. */
static const char *overlap_advice(const cs_traits *traits, size_t i, size_t j) {
    if (i > 0 || j > 0)
        return "";
    return traits->in[0].size == traits->out[0].size ? "; in place they must be the same"
                                                 : "; elements of different sizes are not scanned in place";
}

static clscan_status check_overlap(const cs_traits *traits, const clscan_args *args, const ranges *in, const ranges *out,
                                   cs_overlap *o) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < in->n; i++)
        for (size_t j = 0; j < out->n; j++) {
            const range *a = &in->at[i], *b = &out->at[j];
            if (!overlap(a, b))
                continue;
            const bool same = i == 0 && j == 0 && in_same_place(traits, args, a, b);
            FAIL_IF(!same, CLSCAN_BUFFER_OVERLAP, "args.%s and args.%s overlap: bytes %zu to %zu, %zu to %zu of %s%s",
                    in->name[i], out->name[j], a->begin, a->end, b->begin, b->end, a->root ? "one buffer" : "memory",
                    overlap_advice(traits, i, j));
            o->in_place = true;
        }
    for (size_t i = 0; i < out->n; i++)
        for (size_t j = 0; j < i; j++)
            FAIL_IF(overlap(&out->at[i], &out->at[j]), CLSCAN_BUFFER_OVERLAP, "args.%s and args.%s overlap",
                    out->name[j], out->name[i]);
done:
    return status;
}

/* Cells that are read before anything is written; they are inputs too. Who stores where they like behind a pointer may
 * overwrite them. */
static clscan_status check_cells(const scope *s, const cs_traits *traits, const clscan_args *args, ranges *in,
                                 const ranges *out, cs_overlap *o) {
    clscan_status status = CLSCAN_OK;
    const size_t arrays = in->n;
    FAIL_IF(args->init && args->init_buffer, CLSCAN_INVALID_VALUE, "args.init and args.init_buffer are both given");
    FAIL_IF(args->init && traits->value.size > CS_MAX_INIT, CLSCAN_INVALID_VALUE,
            "args.init has %zu bytes; from the host it may have %d, else give args.init_buffer", traits->value.size,
            CS_MAX_INIT);
    FAIL_IF(!args->init && !args->init_buffer && !traits->has_identity && traits->exclusive, CLSCAN_INVALID_VALUE,
            "args.init is NULL, and the operator has no identity: an exclusive scan has nothing to begin with");
    if (args->init_buffer)
        TRY(add(in, s, "init_buffer", args->init_buffer, CL_MEM_WRITE_ONLY, args->init_offset, 1, traits->value));
    const cs_type_row *type = cs_type_at(args->count_type);
    FAIL_IF((unsigned)args->count_type > CLSCAN_ULONG, CLSCAN_INVALID_VALUE,
            "args.count_type is %s; a count is int, uint, long or ulong", type ? type->name : "no clscan_type");
    FAIL_IF(args->count_buffer && traits->batched && args->count > cs_rows_of(args).length, CLSCAN_INVALID_VALUE,
            "args.count_buffer is given, but args.count is %zu in rows of %zu; only one row may be as long as it says",
            args->count, cs_rows_of(args).length);
    if (args->count_buffer)
        TRY(add(in, s, "count_buffer", args->count_buffer, CL_MEM_WRITE_ONLY, args->count_offset, 1,
                (cs_element) { type->size, type->size }));
    o->cells = s->pointers && traits->scatters && (args->init_buffer || args->count_buffer);
    for (size_t i = arrays; i < in->n; i++)
        for (size_t j = 0; j < out->n; j++)
            o->cells = o->cells || overlap(&in->at[i], &out->at[j]);
done:
    return status;
}

static clscan_status check_workspace(const clscan_device *device, const clscan_args *args, size_t workspace,
                                     const ranges *in, const ranges *out) {
    clscan_status status = CLSCAN_OK;
    range work;
    const scope buffers = { .device = device };
    if (!args->workspace || workspace == 0)
        goto done;
    TRY(check_array(&buffers, "workspace", args->workspace, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY, 0, 1,
                    (cs_element) { workspace, 1 }, &work));
    for (size_t i = 0; i < in->n; i++)
        FAIL_IF(overlap(&work, &in->at[i]), CLSCAN_BUFFER_OVERLAP, "args.workspace overlaps args.%s", in->name[i]);
    for (size_t i = 0; i < out->n; i++)
        FAIL_IF(overlap(&work, &out->at[i]), CLSCAN_BUFFER_OVERLAP, "args.workspace overlaps args.%s", out->name[i]);
done:
    return status;
}

static clscan_status check_memory(const clscan_device *device, clscan_memory memory) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF((unsigned)memory > CLSCAN_USM, CLSCAN_INVALID_VALUE, "args.memory is %d, which is no clscan_memory",
            (int)memory);
    FAIL_IF(memory == CLSCAN_SVM && !device->memory.set[CLSCAN_SVM], CLSCAN_UNSUPPORTED_MEMORY,
            "args.memory is CLSCAN_SVM, but %s or the OpenCL loader has no shared virtual memory (OpenCL 2.0)",
            device->caps.name);
    FAIL_IF(memory == CLSCAN_USM && !device->memory.set[CLSCAN_USM], CLSCAN_UNSUPPORTED_MEMORY,
            "args.memory is CLSCAN_USM, but %s has no unified shared memory (cl_intel_unified_shared_memory)",
            device->caps.name);
done:
    return status;
}

clscan_status cs_args_check_segments(const cs_traits *traits, const clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(args->num_segments && traits->segments != CLSCAN_OFFSETS, CLSCAN_INVALID_VALUE,
            "args.num_segments is %zu, but desc.segments is not CLSCAN_OFFSETS", args->num_segments);
    FAIL_IF(traits->segments == CLSCAN_OFFSETS && !args->num_segments && args->count > 0, CLSCAN_INVALID_VALUE,
            "args.num_segments is 0, args.count is %zu: offsets of no segment have no elements", args->count);
    FAIL_IF(args->num_segments >= REST - 1, CLSCAN_INVALID_VALUE,
            "args.num_segments is %zu: no memory holds that many offsets", args->num_segments);
done:
    return status;
}

/* What the plan would pass over was meant to be used. */
static clscan_status check_unused(const cs_traits *traits, const clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(args->segments && !traits->segments, CLSCAN_INVALID_VALUE,
            "args.segments is given, but desc.segments is CLSCAN_NO_SEGMENTS");
    FAIL_IF(args->first_index && !traits->place, CLSCAN_INVALID_VALUE,
            "args.first_index is %llu, but the operator does not know where elements are; argmin and its like do",
            (unsigned long long)args->first_index);
    for (unsigned i = 1; i < CLSCAN_MAX_ARRAYS; i++) {
        FAIL_IF(args->more_in[i - 1] && i >= traits->num_in, CLSCAN_INVALID_VALUE,
                "args.more_in[%u] is given, but desc.in[%u].type is NULL: nothing reads it", i - 1, i);
        FAIL_IF(args->more_out[i - 1] && i >= traits->num_out, CLSCAN_INVALID_VALUE,
                "args.more_out[%u] is given, but desc.out[%u].type is NULL: nothing writes it", i - 1, i);
    }
done:
    return status;
}

clscan_status cs_args_check(const clscan_device *device, const cs_traits *traits, const clscan_args *args,
                            size_t workspace, cs_overlap *o) {
    clscan_status status = CLSCAN_OK;
    cs_extents e;
    ranges in = { .n = 0 }, out = { .n = 0 };
    const scope s = { device, args->memory != CLSCAN_BUFFERS };
    *o = (cs_overlap) { 0 };
    TRY(check_memory(device, args->memory));
    TRY(check_unused(traits, args));
    TRY(cs_args_check_segments(traits, args));
    TRY(cs_strided_extents(traits, args, &e));
    TRY(find_inputs(&s, traits, args, e.in, &in));
    TRY(find_outputs(&s, traits, args, e.out, &out));
    TRY(check_overlap(traits, args, &in, &out, o));
    TRY(check_cells(&s, traits, args, &in, &out, o));
    TRY(check_workspace(device, args, workspace, &in, &out));
    /* behind a pointer there may be more than its first element, for functions that read and write where they like */
    o->in_place = o->in_place || (args->memory != CLSCAN_BUFFERS && (traits->gathers || traits->scatters));
done:
    return status;
}
