#include "enqueue/args_check.h"

#include "base/try.h"
#include "enqueue/array_check.h"
#include "enqueue/overlap_check.h"
#include "enqueue/values_check.h"
#include "plan/strided.h"
#include "table/table.h"

/* The words of a message about a missing array. */
typedef enum need_of { OF_CALL, OF_TYPE, OF_INDEX, OF_RUN_LENGTH, OF_MASK, OF_SEGMENTS } need_of;

/* An array of args, by its name there and by the reason why the plan needs it. */
typedef struct named_array {
    const char *name;
    need_of need;
} named_array;

/* Fails because an array is missing, and says which field of the description needs it. */
static clscan_status refuse_missing(const cs_scope *s, named_array array) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = s->traits;
    const char *name = array.name, *set = s->way_to_set;
    FAIL_IF(array.need == OF_CALL, CLSCAN_ERROR_INVALID_VALUE, "args.%s is NULL: %s", name, set);
    FAIL_IF(array.need == OF_RUN_LENGTH, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is NULL, but desc.task is CLSCAN_TASK_RUN_LENGTH: %s", name, set);
    FAIL_IF(array.need == OF_INDEX, CLSCAN_ERROR_INVALID_VALUE, "args.%s is NULL, but desc.index.name is \"%s%s\": %s",
            name, traits->index_signed ? "" : "u",
            traits->out[traits->indices_output].size == sizeof(cl_int) ? "int" : "long", set);
    FAIL_IF(array.need == OF_MASK, CLSCAN_ERROR_INVALID_VALUE, "args.%s is NULL, but desc.mask is CLSCAN_MASK_%s: %s",
            name, cs_mask_at(traits->selection.mask)->id, set);
    FAIL_IF(array.need == OF_SEGMENTS, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is NULL, but desc.segments is CLSCAN_SEGMENTS_%s: %s", name,
            cs_segments_at(traits->selection.of_run ? traits->selection.run_segments : traits->segments)->id, set);
    FAIL_IF(true, CLSCAN_ERROR_INVALID_VALUE, "args.%s is NULL, but desc.%s.name or the operator needs it: %s", name,
            name, set);
done:
    return status;
}

static clscan_status add(cs_byte_ranges *all, cs_scope *s, named_array named, const cs_call_array *array,
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

static named_array input(const cs_traits *traits, unsigned i) {
    if (i > 0 && i == traits->selection.deciding_input)
        return traits->selection.of_run ? (named_array) { "segments", OF_SEGMENTS } : (named_array) { "mask", OF_MASK };
    return (named_array) { cs_in_names[i], i > 0 ? OF_TYPE : OF_CALL };
}

static named_array output(const cs_traits *traits, unsigned i) {
    if (i > 0 && i == traits->indices_output)
        return (named_array) { "indices", traits->lengths_output ? OF_RUN_LENGTH : OF_INDEX };
    if (i > 0 && i == traits->lengths_output)
        return (named_array) { "lengths", OF_RUN_LENGTH };
    if (i > 0 && i == traits->keys_output)
        return (named_array) { "keys", OF_TYPE };
    if (i > 0 && i == traits->offsets_output)
        return (named_array) { "offsets", OF_SEGMENTS };
    return (named_array) { cs_out_names[i], i > 0 ? OF_TYPE : OF_CALL };
}

/* Arrays of one cell each, which are added only if the caller gives them. */
static const named_array total = { "total", OF_CALL }, init_at = { "init_at", OF_CALL },
                         count_at = { "count_at", OF_CALL };

/* Returns the words of 32 bits for `extent` elements. */
static size_t words_of_bits(size_t extent) {
    return extent / 32 + (extent % 32 > 0);
}

/* Returns true if an array of elements, flags or keys is missing and the call has no elements to read from it. */
static bool is_not_read(const cs_call *call, const cs_call_array *array) {
    return call->count == 0 && !array->handle;
}

/* Adds args.segments to the inputs, with as many flags, words, keys or offsets as the scan reads. */
static clscan_status find_segments(cs_scope *s, const cs_traits *traits, const cs_call *call, size_t extent,
                                   cs_byte_ranges *in) {
    clscan_status status = CLSCAN_OK;
    const struct {
        size_t count;
        cs_element element;
    } needs[] = { [CLSCAN_SEGMENTS_FLAGS] = { extent, { 1, 1 } },
                  [CLSCAN_SEGMENTS_BITS] = { words_of_bits(extent), { 4, 4 } },
                  [CLSCAN_SEGMENTS_KEYS] = { extent, traits->key },
                  [CLSCAN_SEGMENTS_OFFSETS] = { call->num_segments + 1, traits->offset } };
    const bool offsets = traits->segments == CLSCAN_SEGMENTS_OFFSETS; /* there is one even if there are no segments */
    if (traits->segments && (offsets || !is_not_read(call, &call->segments)))
        TRY(add(in, s, (named_array) { "segments", OF_SEGMENTS }, &call->segments, CL_MEM_WRITE_ONLY,
                needs[traits->segments].count, needs[traits->segments].element));
done:
    return status;
}

/* Returns how many elements of an array the user's functions may access. Nothing calls them if there are no elements,
 * and a host array that is empty then needs no capacity, which could only be 0. */
static size_t elements_anywhere(const cs_scope *s, const cs_call_array *array, size_t extent) {
    return s->host && extent == 0 && !array->capacity ? 0 : CS_REST;
}

/* Returns how many elements of input `i` the scan reads. */
static size_t elements_read(const cs_scope *s, const cs_traits *traits, const cs_call *call, unsigned i,
                            size_t extent) {
    if (i > 0 && i == traits->selection.deciding_input)
        return cs_traits_decides_by_bits(traits) ? words_of_bits(extent) : extent;
    if (traits->moves && i > 0 && i < traits->num_out && i != traits->indices_output && i != traits->lengths_output &&
        i != traits->offsets_output)
        return extent;
    return traits->reads_anywhere || (i > 0 && traits->writes_anywhere) ? elements_anywhere(s, &call->in[i], extent)
                                                                        : extent;
}

static clscan_status find_inputs(cs_scope *s, const cs_traits *traits, const cs_call *call, size_t extent,
                                 cs_byte_ranges *in) {
    clscan_status status = CLSCAN_OK;
    for (unsigned i = 0; i < cs_traits_given_in(traits); i++) { /* offsets are args.segments */
        if (is_not_read(call, &call->in[i]))
            continue;
        TRY(add(in, s, input(traits, i), &call->in[i], CL_MEM_WRITE_ONLY, elements_read(s, traits, call, i, extent),
                traits->in[i]));
    }
    TRY(find_segments(s, traits, call, extent, in));
done:
    return status;
}

/* Returns how many elements output `i` may receive in a call that compacts, beside those that it holds. The first
 * output may receive `extent` elements. */
static size_t most_received(const cs_traits *traits, const cs_call *call, unsigned i, size_t extent) {
    if (traits->sort.top_k)
        return (size_t)cs_call_moved(traits, call);
    if (i > 0 && i == traits->offsets_output)
        return extent + 1;
    return extent / cs_traits_result_elements(traits, 0) * cs_traits_result_elements(traits, i);
}

/* Returns how many elements of output `i` the scan may write. A selection, or results of segments, are written up to
 * the end of a buffer. To a pointer, no more is written than the capacity, or without one, no more than there are
 * elements in the input. In host memory, the host also knows how many elements the output holds already. Sets *open to
 * whether a capacity, which the caller has not given, could end the output without a loss. */
static size_t elements_written(const cs_scope *s, const cs_traits *traits, const cs_call *call, unsigned i,
                               size_t extent, bool *open) {
    const cs_call_array *array = &call->out[i];
    *open = false;
    if (traits->more_out_is_single && i == 1)
        return 1;
    if (traits->selects_rows)
        return extent;
    if (traits->offsets_input && i > 0 && i == traits->offsets_output)
        return call->lines + 1;
    if (!cs_traits_compacts(traits))
        return traits->writes_anywhere ? elements_anywhere(s, array, extent) : extent;
    *open = !array->capacity && !cs_traits_moves_all(traits);
    const size_t received = most_received(traits, call, i, extent);
    const cl_ulong most = cs_call_held(traits, call) + received;
    if (s->host && most < array->capacity)
        return (size_t)most;
    return !s->pointers ? CS_REST : array->capacity ? array->capacity : received;
}

static bool has_output(const cs_traits *traits, const cs_call *call) {
    bool any = false;
    for (unsigned i = 0; i < traits->num_out; i++)
        any = any || call->out[i].handle;
    return any;
}

/* Returns true if a selection or a reduction by segments only counts. A run-length encoding does not. */
static bool only_counts(const cs_traits *traits, const cs_call *call) {
    return (cs_traits_compacts(traits) || traits->selects_rows) && !traits->lengths_output && call->total.handle &&
           !has_output(traits, call);
}

/* Returns true if the elements of a sort or a selection need not be written. A sort has another output then. A
 * selection has the indices, and is not a run-length encoding. */
static bool needs_no_elements(const cs_traits *traits, const cs_call *call) {
    if (traits->kind == CS_SORT)
        return has_output(traits, call);
    return traits->kind == CS_SELECTION && !traits->lengths_output && traits->indices_output &&
           call->out[traits->indices_output].handle;
}

/* Returns true if the call writes results to output `i`. A selection by segments without elements writes only where
 * segments begin. */
static bool has_results_in(const cs_traits *traits, const cs_call *call, unsigned i) {
    return traits->offsets_output && i != traits->offsets_output ? call->count > 0 : cs_call_has_results(traits, call);
}

/* Returns true if a selection by segments stores only where they begin: no other output is given. */
static bool has_only_offsets(const cs_traits *traits, const cs_call *call) {
    bool others = false;
    for (unsigned i = 0; i < traits->num_out; i++)
        others = others || (i != traits->offsets_output && call->out[i].handle);
    return traits->offsets_output && !others;
}

/* Returns true if output `i` is missing, and is one that the caller need not give: the keys of segments, the elements,
 * the outputs besides the offsets of a selection by segments, or an output without results. */
static bool is_left_out(const cs_traits *traits, const cs_call *call, unsigned i) {
    const bool keys = i > 0 && i == traits->keys_output,
               besides_offsets = i != traits->offsets_output && has_only_offsets(traits, call);
    return !call->out[i].handle &&
           (keys || besides_offsets || !has_results_in(traits, call, i) || (i == 0 && needs_no_elements(traits, call)));
}

/* Adds what output `i`, whose range is the last one, has room for to the findings. */
static void find_room(const cs_traits *traits, const cs_call *call, unsigned i, const cs_byte_ranges *out,
                      cs_findings *findings) {
    const cs_byte_range *range = &out->at[out->n - 1];
    const size_t fit = (range->end - range->begin) / traits->out[i].size / cs_traits_result_elements(traits, i);
    if (i > 0 && i == traits->offsets_output)
        findings->segment_room = fit;
    else
        findings->capacity = out->n == 1 || fit < findings->capacity ? fit : findings->capacity;
    if (traits->selects_rows)
        findings->capacity = call->rows.room;
    if (i > 0 && i == traits->keys_output)
        findings->segment_room = findings->capacity;
}

static clscan_status find_outputs(cs_scope *s, const cs_traits *traits, const cs_call *call, size_t extent,
                                  cs_byte_ranges *out, cs_findings *findings) {
    clscan_status status = CLSCAN_OK;
    const unsigned num_out = only_counts(traits, call) ? 0 : traits->num_out;
    for (unsigned i = 0; i < num_out; i++) {
        const cs_call_array *array = &call->out[i];
        if (is_left_out(traits, call, i))
            continue;
        bool open;
        TRY(add(out, s, output(traits, i), array, CL_MEM_READ_ONLY, elements_written(s, traits, call, i, extent, &open),
                traits->out[i]));
        out->open[out->n - 1] = open;
        if ((traits->moves || traits->segment_results) && !(traits->more_out_is_single && i == 1))
            find_room(traits, call, i, out, findings);
    }
    if (call->total.handle)
        TRY(add(out, s, total, &call->total, CL_MEM_READ_ONLY, cs_call_total_numbers(traits, call), traits->total));
done:
    return status;
}

/* Checks the cells that are read before anything is written: the initial value and the count. They count as inputs. A
 * user's store function may overwrite them through a pointer to memory of unknown size. */
static clscan_status check_cells(cs_scope *s, const cs_traits *traits, const cs_call *call, cs_byte_ranges *in,
                                 const cs_byte_ranges *out, cs_findings *findings) {
    clscan_status status = CLSCAN_OK;
    const size_t arrays = in->n;
    FAIL_IF(call->init && call->init_at.handle, CLSCAN_ERROR_INVALID_VALUE,
            "args.init and args.init_at are both given");
    FAIL_IF(call->init && traits->value.size > CS_MAX_INIT, CLSCAN_ERROR_INVALID_VALUE,
            "args.init has %zu bytes, but host memory can give at most %d: use args.init_at", traits->value.size,
            CS_MAX_INIT);
    FAIL_IF(
        !call->init && !call->init_at.handle && !traits->has_identity && traits->exclusive && call->count > 0,
        CLSCAN_ERROR_INVALID_VALUE,
        "args.init and args.init_at are not given, and the operator has no identity: an exclusive scan has nothing to "
        "begin with");
    if (call->init_at.handle)
        TRY(add(in, s, init_at, &call->init_at, CL_MEM_WRITE_ONLY, 1, traits->value));
    TRY(cs_call_check_count_at(call));
    if (call->count_at.handle)
        TRY(add(in, s, count_at, &call->count_at, CL_MEM_WRITE_ONLY, 1,
                (cs_element) { traits->count_size, traits->count_size }));
    findings->cells =
        s->pointers && traits->writes_anywhere && !traits->moves && (call->init_at.handle || call->count_at.handle);
    for (size_t i = arrays; i < in->n; i++)
        for (size_t j = 0; j < out->n; j++)
            findings->cells = findings->cells || cs_byte_ranges_overlap(&in->at[i], &out->at[j]);
done:
    return status;
}

static clscan_status refuse_workspace(cl_mem workspace, size_t needed) {
    clscan_status status = CLSCAN_OK;
    size_t bytes = 0;
    CL(clGetMemObjectInfo(workspace, CL_MEM_SIZE, sizeof bytes, &bytes, NULL));
    FAIL_IF(true, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.workspace holds %zu bytes; the call needs %zu", bytes, needed);
done:
    return status;
}

/* Two words of a record, of 16 bytes, are loaded together. The workspace may also have loaded elements. */
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
            "args.%s.host is given, but only clscan_plan_execute and its like take host: give buffer, svm or usm",
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
    TRY(find_inputs(&s, traits, call, e.in, in));
    TRY(find_outputs(&s, traits, call, e.out, out, findings));
    TRY(cs_overlap_check(traits, call, in, out, findings));
    TRY(check_cells(&s, traits, call, in, out, findings));
done:
    return status;
}

clscan_status cs_args_check(const clscan_device *device, const cs_traits *traits, const cs_call *call, size_t workspace,
                            cs_findings *findings) {
    clscan_status status = CLSCAN_OK;
    cs_byte_ranges in, out;
    TRY(cs_args_ranges(device, traits, call, &in, &out, findings));
    TRY(check_workspace(device, traits, call, workspace, &in, &out));
    /* User functions may read and write anywhere in the memory of a pointer, so a scan in array cannot be excluded. */
    findings->in_place =
        findings->in_place ||
        (call->memory != CS_BUFFERS && (traits->reads_anywhere || (traits->writes_anywhere && !traits->moves)));
done:
    return status;
}
