#include "args.h"

#include "check.h"

#include <stdint.h>

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

/* The bytes [begin, end) of a buffer that is no part of another. */
typedef struct range {
    cl_mem root;
    size_t begin, end;
} range;

static bool overlap(const range *a, const range *b) {
    return a->root == b->root && a->begin < b->end && b->begin < a->end;
}

static clscan_status check_kind(const clscan_device *device, const char *name, cl_mem mem, cl_mem_flags forbidden) {
    clscan_status status = CLSCAN_OK;
    cl_mem_object_type type = 0;
    cl_context context = NULL;
    cl_mem_flags flags = 0;
    FAIL_IF(!mem, CLSCAN_INVALID_VALUE, "args.%s is NULL", name);
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

/* The range of `count` elements of `size` bytes from element `offset` on, which the buffer must hold. */
static clscan_status find_range(const char *name, cl_mem mem, size_t offset, size_t count, size_t size, range *r) {
    clscan_status status = CLSCAN_OK;
    size_t bytes = 0, origin = 0;
    cl_mem parent = NULL;
    CL(clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    CL(clGetMemObjectInfo(mem, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof parent, &parent, NULL));
    CL(clGetMemObjectInfo(mem, CL_MEM_OFFSET, sizeof origin, &origin, NULL));
    bool too_many = offset > SIZE_MAX - count || offset + count > bytes / size;
    FAIL_IF(too_many, CLSCAN_BUFFER_TOO_SMALL,
            "args.%s holds %zu bytes; %zu element%s of %zu bytes from element %zu on do not fit", name, bytes, count,
            count == 1 ? "" : "s", size, offset);
    *r = (range) { parent ? parent : mem, origin + offset * size, origin + (offset + count) * size };
done:
    return status;
}

clscan_status cs_args_check_buffers(const clscan_device *device, const clscan_args *args, size_t size,
                                    size_t workspace) {
    clscan_status status = CLSCAN_OK;
    range in, out, work;
    TRY(check_kind(device, "in", args->in, CL_MEM_WRITE_ONLY));
    TRY(check_kind(device, "out", args->out, CL_MEM_READ_ONLY));
    TRY(find_range("in", args->in, args->in_offset, args->count, size, &in));
    TRY(find_range("out", args->out, args->out_offset, args->count, size, &out));
    FAIL_IF(overlap(&in, &out) && in.begin != out.begin, CLSCAN_BUFFER_OVERLAP,
            "args.in and args.out overlap: bytes %zu to %zu, %zu to %zu of one buffer; in place they must be the same",
            in.begin, in.end, out.begin, out.end);
    if (!args->workspace || workspace == 0)
        goto done;
    TRY(check_kind(device, "workspace", args->workspace, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY));
    TRY(find_range("workspace", args->workspace, 0, 1, workspace, &work));
    FAIL_IF(overlap(&work, &in) || overlap(&work, &out), CLSCAN_BUFFER_OVERLAP, "args.workspace overlaps args.%s",
            overlap(&work, &in) ? "in" : "out");
done:
    return status;
}
