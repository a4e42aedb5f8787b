#include "enqueue/args_check.h"

#include "base/try.h"
#include "enqueue/inputs_check.h"
#include "enqueue/outputs_check.h"
#include "enqueue/overlap_check.h"
#include "enqueue/values_check.h"
#include "plan/strided.h"

static clscan_status refuse_workspace(cl_mem workspace, size_t needed) {
    clscan_status status = CLSCAN_OK;
    size_t bytes = 0;
    CL(clGetMemObjectInfo(workspace, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    FAIL_IF(true, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.workspace holds %zu bytes; the call needs %zu", bytes, needed);
done:
    return status;
}

/* The workspace is aligned to 16 bytes, because kernels load two words of a record together. A workspace with loaded
 * elements has the alignment of their type, if that is greater. */
static clscan_status check_workspace(const clscan_device *device, const cs_traits *traits, const cs_call *call,
                                     size_t workspace, const cs_byte_ranges *in, const cs_byte_ranges *out) {
    const size_t loaded = traits->loads_first ? traits->in[0].alignment : 1, alignment = loaded > 16 ? loaded : 16;
    clscan_status status = CLSCAN_OK;
    cs_byte_range work;
    const cs_call_array array = { .handle = call->workspace };
    if (!call->workspace || workspace == 0)
        goto done;
    status = cs_array_check(&(cs_scope) { .device = device }, "workspace", &array, CL_MEM_READ_ONLY | CL_MEM_WRITE_ONLY,
                            1, (cs_element) { workspace, alignment }, &work);
    TRY(status == CLSCAN_ERROR_BUFFER_TOO_SMALL ? refuse_workspace(call->workspace, workspace) : status);
    for (size_t i = 0; i < in->n; i++)
        FAIL_IF(cs_byte_ranges_overlap(&work, &in->at[i]), CLSCAN_ERROR_BUFFER_OVERLAP,
                "args.workspace overlaps args.%s", in->name[i]);
    for (size_t i = 0; i < out->n; i++)
        FAIL_IF(cs_byte_ranges_overlap(&work, &out->at[i]), CLSCAN_ERROR_BUFFER_OVERLAP,
                "args.workspace overlaps args.%s", out->name[i]);
done:
    return status;
}

clscan_status cs_args_check_memory(const clscan_device *device, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    const cs_memory_kind kind = call->memory;
    FAIL_IF(kind == CS_HOST, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s.host is given, but host arrays are for clscan_plan_execute, streams and teams: give buffer, svm "
            "or usm",
            call->first_array);
    FAIL_IF(kind == CS_SVM && !device->memory.set[CS_SVM], CLSCAN_ERROR_UNSUPPORTED_MEMORY,
            "args has SVM pointers, but %s or the OpenCL loader has no shared virtual memory (OpenCL 2.0)",
            device->caps.name);
    FAIL_IF(kind == CS_USM && !device->memory.set[CS_USM], CLSCAN_ERROR_UNSUPPORTED_MEMORY,
            "args has USM pointers, but %s has no unified shared memory (cl_intel_unified_shared_memory)",
            device->caps.name);
done:
    return status;
}

clscan_status cs_args_ranges(const clscan_device *device, const cs_traits *traits, const cs_call *call,
                             cs_byte_ranges *in, cs_byte_ranges *out, cs_findings *findings) {
    clscan_status status = CLSCAN_OK;
    cs_extents e;
    cs_scope s = { .device = device,
                   .traits = traits,
                   .pointers = call->memory != CS_BUFFERS,
                   .host = call->memory == CS_HOST,
                   .way_to_set = cs_call_way_to_set(call) };
    *findings = (cs_findings) { 0 };
    in->n = out->n = 0; /* the other members get their values later; zeroing them here would take 12 ns */
    TRY(cs_values_check(traits, call));
    TRY(cs_strided_extents(traits, call, &e));
    TRY(cs_inputs_check(&s, traits, call, e.in, in));
    TRY(cs_outputs_check(&s, traits, call, e.out, out, findings));
    TRY(cs_overlap_check(traits, call, in, out, findings));
    TRY(cs_cells_check(&s, traits, call, in, out, findings));
done:
    return status;
}

clscan_status cs_args_check(const clscan_device *device, const cs_traits *traits, const cs_call *call, size_t workspace,
                            cs_findings *findings) {
    clscan_status status = CLSCAN_OK;
    cs_byte_ranges in, out;
    TRY(cs_args_ranges(device, traits, call, &in, &out, findings));
    TRY(check_workspace(device, traits, call, workspace, &in, &out));
    /* User functions may read and write anywhere in the memory of a pointer, so a scan in place cannot be excluded. */
    findings->in_place =
        findings->in_place ||
        (call->memory != CS_BUFFERS && (traits->reads_anywhere || (traits->writes_anywhere && !traits->moves)));
done:
    return status;
}
