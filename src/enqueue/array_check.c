#include "enqueue/array_check.h"

#include "base/checked_math.h"
#include "base/try.h"
#include "table/table.h"

#include <stdint.h>

bool cs_byte_ranges_overlap(const cs_byte_range *a, const cs_byte_range *b) {
    const bool empty = a->begin == a->end || b->begin == b->end;
    return a->root == b->root && !empty && a->begin < b->end && b->begin < a->end;
}

/* ------------------------------------------------------------------------------------------------- the buffers */

/* Checks the alignment of a sub-buffer: another device of the context may have accepted a smaller alignment. */
static clscan_status check_origin(const clscan_device *device, const char *name, cl_mem mem, size_t *origin) {
    clscan_status status = CLSCAN_OK;
    const size_t alignment = device->caps.alignment;
    CL(clGetMemObjectInfo(mem, CL_MEM_OFFSET, sizeof *origin, origin, NULL));
    FAIL_IF(alignment && *origin % alignment != 0, CLSCAN_ERROR_INVALID_BUFFER,
            "args.%s is a sub-buffer from byte %zu on, %zu past a multiple of %zu, as %s aligns them", name, *origin,
            *origin % alignment, alignment, device->caps.name);
done:
    return status;
}

/* Checks that `mem` is a buffer of the device's context, and queries its other properties. */
static clscan_status query(const clscan_device *device, const char *name, cl_mem mem, cs_buffer *out) {
    clscan_status status = CLSCAN_OK;
    cl_mem_object_type type = 0;
    cl_context context = NULL;
    cs_buffer b = { .mem = mem };
    CL(clGetMemObjectInfo(mem, CL_MEM_TYPE, sizeof type, &type, NULL));
    CL(clGetMemObjectInfo(mem, CL_MEM_CONTEXT, sizeof context, &context, NULL));
    CL(clGetMemObjectInfo(mem, CL_MEM_FLAGS, sizeof b.flags, &b.flags, NULL));
    FAIL_IF(type != CL_MEM_OBJECT_BUFFER, CLSCAN_ERROR_INVALID_BUFFER, "args.%s is an image or pipe, not a buffer",
            name);
    FAIL_IF(context != device->context, CLSCAN_ERROR_INVALID_BUFFER, "args.%s belongs to another context than the plan",
            name);
    CL(clGetMemObjectInfo(mem, CL_MEM_SIZE, sizeof b.bytes, &b.bytes, NULL));
    CL(clGetMemObjectInfo(mem, CL_MEM_ASSOCIATED_MEMOBJECT, sizeof b.parent, &b.parent, NULL));
    if (b.parent)
        TRY(check_origin(device, name, mem, &b.origin));
    *out = b;
done:
    return status;
}

/* Checks the alignment of host memory that the buffer uses: the caller may have aligned it for other elements. */
static clscan_status check_host_memory(const char *name, cl_mem mem, cs_element element) {
    clscan_status status = CLSCAN_OK;
    void *host = NULL;
    CL(clGetMemObjectInfo(mem, CL_MEM_HOST_PTR, sizeof host, &host, NULL));
    FAIL_IF(
        (uintptr_t)host % element.alignment != 0, CLSCAN_ERROR_INVALID_BUFFER,
        "args.%s uses host memory at %p, %zu past a multiple of %zu, to which its elements of %zu bytes are aligned",
        name, host, (size_t)((uintptr_t)host % element.alignment), element.alignment, element.size);
done:
    return status;
}

/* Finds the range of `count` elements from the offset on, and fails if the buffer does not hold them. A count of
 * CS_REST stands for all elements from there on, up to the capacity. */
static clscan_status find_range(const cs_buffer *b, const char *name, const cs_call_array *array, size_t count,
                                cs_element element, cs_byte_range *r) {
    clscan_status status = CLSCAN_OK;
    const size_t size = element.size, offset = array->offset, bytes = b->bytes;
    FAIL_IF(count == CS_REST && offset > bytes / size, CLSCAN_ERROR_BUFFER_TOO_SMALL,
            "args.%s.offset is %zu elements of %zu bytes, but the buffer holds %zu bytes", name, offset, size, bytes);
    if (count == CS_REST) {
        count = bytes / size - offset;
        count = array->capacity && array->capacity < count ? array->capacity : count;
    }
    bool too_many = offset > SIZE_MAX - count || offset + count > bytes / size;
    FAIL_IF(too_many, CLSCAN_ERROR_BUFFER_TOO_SMALL,
            "args.%s holds %zu bytes; the call needs %zu element%s of %zu bytes from element %zu on", name, bytes,
            count, count == 1 ? "" : "s", size, offset);
    if (b->parent || b->flags & CL_MEM_USE_HOST_PTR)
        TRY(check_host_memory(name, b->mem, element));
    *r = (cs_byte_range) { b->parent ? b->parent : b->mem, b->origin + offset * size,
                           b->origin + (offset + count) * size };
done:
    return status;
}

/* Finds the range of `count` elements from a pointer. With CS_REST, only one element is known to exist. */
static clscan_status check_pointer(const char *name, const void *pointer, size_t offset, size_t count,
                                   cs_element element, cs_byte_range *r) {
    clscan_status status = CLSCAN_OK;
    const uintptr_t address = (uintptr_t)pointer;
    size_t first, bytes, end;
    const size_t known = count == CS_REST ? 1 : count;
    FAIL_IF(address % element.alignment != 0, CLSCAN_ERROR_INVALID_BUFFER,
            "args.%s is %p, %zu past a multiple of %zu, to which its elements of %zu bytes are aligned", name, pointer,
            (size_t)(address % element.alignment), element.alignment, element.size);
    FAIL_IF(!cs_checked_multiply(offset, element.size, &first) || !cs_checked_multiply(known, element.size, &bytes) ||
                !cs_checked_add(address, first, &first) || !cs_checked_add(first, bytes, &end),
            CLSCAN_ERROR_BUFFER_TOO_SMALL,
            "args.%s is %p; %zu elements of %zu bytes from element %zu on end past all memory", name, pointer, known,
            element.size, offset);
    *r = (cs_byte_range) { NULL, first, end };
done:
    return status;
}

/* Kernels get the beginning of the array and add the offset themselves, so the beginning has to be aligned. */
clscan_status cs_array_check(cs_scope *s, const char *name, const cs_call_array *array, cl_mem_flags forbidden,
                             size_t count, cs_element element, cs_byte_range *r) {
    clscan_status status = CLSCAN_OK;
    const cs_buffer *const b = &s->last;
    FAIL_IF(s->host && count == CS_REST && !array->capacity, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s.capacity is 0: an array in host memory is copied, and has to have a known end, because a "
            "function of the description may read or write the array anywhere",
            name);
    element.alignment = s->host ? 1 : element.alignment;
    FAIL_IF(array->capacity && count != CS_REST && count > array->capacity, CLSCAN_ERROR_BUFFER_TOO_SMALL,
            "args.%s.capacity is %zu, and the call needs %zu elements", name, array->capacity, count);
    if (s->pointers) {
        status = check_pointer(name, array->handle, array->offset,
                               count == CS_REST && array->capacity ? array->capacity : count, element, r);
        goto done;
    }
    if (b->mem != array->handle)
        TRY(query(s->device, name, array->handle, &s->last));
    FAIL_IF(b->flags & forbidden, CLSCAN_ERROR_INVALID_BUFFER, "args.%s was created with %s", name,
            b->flags & forbidden & CL_MEM_READ_ONLY ? "CL_MEM_READ_ONLY, but is written"
                                                    : "CL_MEM_WRITE_ONLY, but is read");
    TRY(find_range(b, name, array, count, element, r));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------- the arrays */

/* Fails because an array is missing, and says which field of the description needs it. */
static clscan_status refuse_missing(const cs_scope *s, cs_named_array array) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = s->traits;
    const char *name = array.name, *set = s->way_to_set;
    FAIL_IF(array.need == CS_NEEDED_BY_CALL, CLSCAN_ERROR_INVALID_VALUE, "args.%s is NULL: %s", name, set);
    FAIL_IF(array.need == CS_NEEDED_BY_RUN_LENGTH, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is NULL, but desc.task is CLSCAN_TASK_RUN_LENGTH: %s", name, set);
    FAIL_IF(array.need == CS_NEEDED_BY_INDEX, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is NULL, but desc.index_type.name is \"%s%s\": %s", name, traits->indices.is_signed ? "" : "u",
            traits->out[traits->indices.output].size == sizeof(cl_int) ? "int" : "long", set);
    FAIL_IF(array.need == CS_NEEDED_BY_MASK, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is NULL, but desc.mask is CLSCAN_MASK_%s: %s", name, cs_mask_at(traits->selection.mask)->id, set);
    FAIL_IF(array.need == CS_NEEDED_BY_SEGMENTS, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is NULL, but desc.segments is CLSCAN_SEGMENTS_%s: %s", name,
            cs_segments_at(traits->selection.run_rule ? traits->selection.run_segments : traits->segments.kind)->id,
            set);
    FAIL_IF(true, CLSCAN_ERROR_INVALID_VALUE, "args.%s is NULL, but desc.%s.name or the operator needs it: %s", name,
            name, set);
done:
    return status;
}

clscan_status cs_array_add(cs_byte_ranges *all, cs_scope *s, cs_named_array named, const cs_call_array *array,
                           cl_mem_flags forbidden, size_t count, cs_element element) {
    clscan_status status = CLSCAN_OK;
    if (!array->handle)
        TRY(refuse_missing(s, named));
    TRY(cs_array_check(s, named.name, array, forbidden, count, element, &all->at[all->n]));
    all->name[all->n] = named.name;
    all->element[all->n] = element.size;
    all->open[all->n] = false;
    all->array[all->n++] = array;
done:
    return status;
}

/* Without elements, nothing calls the user's functions. An empty array in host memory then needs no capacity. */
size_t cs_array_elements_anywhere(const cs_scope *s, const cs_call_array *array, size_t extent) {
    return s->host && extent == 0 && !array->capacity ? 0 : CS_REST;
}
