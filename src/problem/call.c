#include "problem/call.h"

#include "base/try.h"

#include <stdint.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------- the arrays */

const char *const cs_in_names[CLSCAN_MAX_ARRAYS] = { "in[0]", "in[1]", "in[2]", "in[3]",
                                                     "in[4]", "in[5]", "in[6]", "in[7]" };
const char *const cs_out_names[CLSCAN_MAX_ARRAYS] = { "out[0]", "out[1]", "out[2]", "out[3]",
                                                      "out[4]", "out[5]", "out[6]", "out[7]" };

/* Where the elements of a clscan_ref are, by cs_memory_kind. */
static const void *address(const clscan_ref *ref, cs_memory_kind kind) {
    const void *const by_kind[] = {
        [CS_BUFFERS] = ref->buffer,
        [CS_SVM] = ref->svm,
        [CS_USM] = ref->usm,
        [CS_HOST] = ref->host,
    };
    return by_kind[kind];
}

static const char *const field_of[] = {
    [CS_BUFFERS] = "buffer",
    [CS_SVM] = "svm",
    [CS_USM] = "usm",
    [CS_HOST] = "host",
};

const char *cs_call_way_to_set(const cs_call *call) {
    return call->memory == CS_HOST ? "set its host" : call->of_part ? "set its buffer" : "set its buffer, svm or usm";
}

/* All arrays of a call are of the same kind as the first one. */
static clscan_status set_kind(cs_call *call, const char *name, cs_memory_kind kind) {
    clscan_status status = CLSCAN_OK;
    if (!call->first_array) {
        call->first_array = name;
        call->memory = kind;
    }
    FAIL_IF(call->memory != kind, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s.%s is given, but args.%s.%s: all arrays of one call are of the same kind", name, field_of[kind],
            call->first_array, field_of[call->memory]);
done:
    return status;
}

static clscan_status take(cs_call *call, const char *name, const clscan_ref *ref, cs_call_array *array) {
    clscan_status status = CLSCAN_OK;
    cs_memory_kind place = CS_BUFFERS;
    *array = (cs_call_array) { .offset = ref->offset, .capacity = ref->capacity == SIZE_MAX ? 0 : ref->capacity };
    for (size_t i = 0; i < sizeof ref->reserved / sizeof *ref->reserved; i++)
        FAIL_IF(ref->reserved[i], CLSCAN_ERROR_INVALID_VALUE, "args.%s.reserved is not zero", name);
    for (cs_memory_kind kind = 0; kind <= CS_HOST; kind++) {
        const void *at = address(ref, kind);
        FAIL_IF(at && array->handle, CLSCAN_ERROR_INVALID_VALUE,
                "args.%s.%s and args.%s.%s are both given: an array is in one place", name, field_of[place], name,
                field_of[kind]);
        if (at) {
            array->handle = (cl_mem)at;
            place = kind;
        }
    }
    if (array->handle)
        TRY(set_kind(call, name, place));
done:
    return status;
}

/* Returns true if every field is zero, as in most of the arrays of a call. All fields have the size of a size_t, so
 * that there is no padding. */
static bool is_zero(const clscan_ref *ref) {
    size_t words[sizeof *ref / sizeof(size_t)], any = 0;
    memcpy(words, ref, sizeof words);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        any |= words[i];
    return any == 0;
}

/* Takes the arrays that are given. The others stay zero, as they were before. */
static clscan_status take_arrays(const clscan_args *args, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    const struct {
        const char *name;
        const clscan_ref *ref;
        cs_call_array *array;
    } others[] = { { "init_at", &args->init_at, &call->init_at },
                   { "total", &args->total, &call->total },
                   { "count_at", &args->count_at, &call->count_at },
                   { "segments", &args->segments, &call->segments },
                   { "mask", &args->mask, &call->mask },
                   { "indices", &args->indices, &call->indices },
                   { "lengths", &args->lengths, &call->lengths },
                   { "keys", &args->keys, &call->keys },
                   { "offsets", &args->offsets, &call->offsets } };
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        if (!is_zero(&args->in[i]))
            TRY(take(call, cs_in_names[i], &args->in[i], &call->in[i]));
        if (!is_zero(&args->out[i]))
            TRY(take(call, cs_out_names[i], &args->out[i], &call->out[i]));
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (!is_zero(others[i].ref))
            TRY(take(call, others[i].name, others[i].ref, others[i].array));
done:
    return status;
}

/* Moves an array that has a name of its own, such as args.mask or args.indices, to the place where the kernels look for
 * it: after the arrays of the description. */
static clscan_status move_array(const char *name, unsigned at, cs_call_array *array, cs_call_array *to) {
    clscan_status status = CLSCAN_OK;
    if (at == 0)
        goto done;
    FAIL_IF(to[at].handle, CLSCAN_ERROR_INVALID_VALUE, "args.%s[%u] is given, but desc.%s[%u].name is NULL", name, at,
            name, at);
    to[at] = *array;
    *array = (cs_call_array) { .handle = NULL };
done:
    return status;
}

/* ----------------------------------------------------------------------------------------------------- the call */

static void make_contiguous(size_t count, cs_call *call) {
    memset(call, 0, sizeof *call);
    call->count = count;
    call->rows = cs_rows_dense(count > 0 ? count : 1, 1);
    call->lines = 1;
}

cs_call cs_call_contiguous(size_t count) {
    cs_call call;
    make_contiguous(count, &call);
    return call;
}

clscan_status cs_call_check_count_at(const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(
        call->count_at.handle && call->count > call->rows.length, CLSCAN_ERROR_INVALID_VALUE,
        "args.count_at is given, but args.dims has %zu rows of %zu; a count on the device is possible for one row only",
        call->count / call->rows.length, call->rows.length);
done:
    return status;
}

cl_ulong cs_number_at(const void *at, size_t size) {
    cl_uint narrow;
    cl_ulong wide;
    memcpy(size == sizeof narrow ? (void *)&narrow : (void *)&wide, at, size);
    return size == sizeof narrow ? narrow : wide;
}

const void *cs_host_cell(const cs_call_array *array, size_t size) {
    return array->handle ? (const char *)array->handle + array->offset * size : NULL;
}

cl_ulong cs_call_held(const cs_traits *traits, const cs_call *call) {
    const size_t size = traits->count.size;
    const void *init_at = call->memory == CS_HOST ? cs_host_cell(&call->init_at, size) : NULL;
    const void *held = call->init ? call->init : init_at;
    return traits->kind == CS_SELECTION && held ? cs_number_at(held, size) : 0;
}

cl_ulong cs_call_moved(const cs_traits *traits, const cs_call *call) {
    const size_t length = call->rows.length, wanted = length < traits->sort.top_k ? length : traits->sort.top_k;
    return traits->sort.top_k && !traits->sort.top_k_of_segments ? call->count / length * wanted : call->count;
}

size_t cs_call_total_numbers(const cs_traits *traits, const cs_call *call) {
    return traits->total.numbers * (cs_traits_selects_rows(traits) ? call->lines : 1);
}

bool cs_call_has_results(const cs_traits *traits, const cs_call *call) {
    return call->count > 0 || ((traits->line_results || traits->segments.offsets_input) && call->lines > 0) ||
           (traits->selection.offsets_output && call->out[traits->selection.offsets_output].handle);
}

clscan_status cs_call_of(const cs_traits *traits, const clscan_args *args, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    make_contiguous(args->count, call);
    call->init = args->init;
    call->num_segments = args->num_segments;
    call->first_index = args->first_index;
    call->workspace = args->workspace;
    TRY(take_arrays(args, call));
    TRY(move_array("in", traits->selection.deciding_input, traits->selection.run_rule ? &call->segments : &call->mask,
                   call->in));
    TRY(move_array("out", traits->indices.output, &call->indices, call->out));
    TRY(move_array("out", traits->lengths.output, &call->lengths, call->out));
    TRY(move_array("out", traits->segments.keys_output, &call->keys, call->out));
    TRY(move_array("out", traits->selection.offsets_output, &call->offsets, call->out));
    FAIL_IF(traits->segments.offsets_input && call->in[traits->segments.offsets_input].handle,
            CLSCAN_ERROR_INVALID_VALUE, "args.in[%u] is given, but desc.in[%u].name is NULL: nothing reads it",
            traits->segments.offsets_input, traits->segments.offsets_input);
    if (traits->segments.offsets_input)
        call->lines = args->num_segments;
    TRY(cs_rows_check(args, traits->has_rows));
    if (traits->has_rows)
        TRY(cs_rows_take(args, cs_traits_has_dense_outputs(traits), cs_traits_selects_rows(traits), &call->rows,
                         &call->count, &call->lines));
    if (traits->has_rows && traits->segments.results && call->count > 0)
        TRY(cs_rows_check_order(args, &call->rows, call->lines));
done:
    return status;
}
