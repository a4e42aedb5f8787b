#include "problem/moved_arrays.h"

#include "base/try.h"
#include "table/table.h"
#include "table/type_name.h"

#include <string.h>

bool cs_moved_are_same(const clscan_type *a, const clscan_type *b) {
    return strcmp(a->name, b->name) == 0 && (a->size == b->size || !cs_type_name_is_users(a->name));
}

clscan_type cs_moved_deciding_type(const clscan_desc *desc) {
    static const char *const masks[] = { NULL, [CLSCAN_MASK_FLAGS] = "uchar", [CLSCAN_MASK_BITS] = "uint" };
    static const char *const heads[] = {
        NULL, [CLSCAN_SEGMENTS_FLAGS] = "uchar", [CLSCAN_SEGMENTS_BITS] = "uint", [CLSCAN_SEGMENTS_OFFSETS] = NULL
    };
    const clscan_type key = { .name = desc->key.name ? desc->key.name : "int", .size = desc->key.size };
    const clscan_type keys = desc->user.key && desc->key_in.name ? desc->key_in : key;
    if (!cs_task_at(desc->task)->run_rule)
        return (clscan_type) { .name = masks[desc->mask] };
    return desc->segments == CLSCAN_SEGMENTS_KEYS ? keys : (clscan_type) { .name = heads[desc->segments] };
}

clscan_type cs_moved_index_or_length_type(const clscan_desc *desc, const clscan_type *given) {
    const bool lengths = cs_task_at(desc->task)->lengths;
    return lengths && !given->name ? (clscan_type) { .name = "uint" } : *given;
}

clscan_type cs_moved_offsets_type(const clscan_desc *desc) {
    const cs_task_row *row = cs_task_at(desc->task);
    const bool has_offsets = row->kind == CS_SELECTION && !row->run_rule && desc->segments;
    const char *count = desc->count_type.name ? desc->count_type.name : "uint";
    return (clscan_type) { .name = has_offsets ? count : NULL };
}

/* Returns how many outputs follow the outputs of desc.out. */
static unsigned num_further_outputs(const clscan_desc *desc) {
    const bool indices = cs_moved_index_or_length_type(desc, &desc->index_type).name,
               lengths = cs_moved_index_or_length_type(desc, &desc->length_type).name,
               offsets = cs_moved_offsets_type(desc).name;
    return (unsigned)indices + (unsigned)lengths + (unsigned)offsets;
}

/* An array after the first one is carried from its input to its output, or is an input that `load` reads. */
clscan_status cs_moved_check_carried(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const cs_task_row *row = cs_task_at(desc->task);
    for (unsigned i = 1; i < CLSCAN_MAX_ARRAYS; i++) {
        const clscan_type *in = &desc->in[i], *out = &desc->out[i];
        FAIL_IF(out->name && !in->name, CLSCAN_ERROR_INVALID_DESC,
                "desc.out[%u].name is %s, but desc.in[%u].name is NULL: what CLSCAN_TASK_%s writes there comes from "
                "in[%u]",
                i, out->name, i, row->id, i);
        FAIL_IF(out->name && !cs_moved_are_same(in, out), CLSCAN_ERROR_INVALID_DESC,
                "desc.in[%u].name is %s, and desc.out[%u].name %s: CLSCAN_TASK_%s copies, and does not convert", i,
                in->name, i, out->name, row->id);
        FAIL_IF(in->name && !out->name && !desc->user.load, CLSCAN_ERROR_INVALID_DESC,
                "desc.in[%u].name is %s, but there is no desc.out[%u].name, and no desc.user.load that reads the array",
                i, in->name, i);
    }
    FAIL_IF(cs_moved_deciding_type(desc).name && desc->in[CLSCAN_MAX_ARRAYS - 1].name, CLSCAN_ERROR_INVALID_DESC,
            "desc.%s is given together with %d input arrays; at most %d are possible with it",
            desc->mask ? "mask" : "segments", CLSCAN_MAX_ARRAYS, CLSCAN_MAX_ARRAYS - 1);
    const unsigned outputs = cs_num_arrays(desc->out), numbers = num_further_outputs(desc);
    FAIL_IF(outputs + numbers > CLSCAN_MAX_ARRAYS, CLSCAN_ERROR_INVALID_DESC,
            "desc.out has %u arrays; at most %u are possible with %s", outputs, CLSCAN_MAX_ARRAYS - numbers,
            row->lengths            ? "indices and lengths of runs"
            : numbers > 1           ? "desc.index_type and desc.segments"
            : desc->index_type.name ? "desc.index_type"
                                    : "desc.segments");
done:
    return status;
}

void cs_moved_set_arrays(const clscan_desc *desc, cs_traits *traits) {
    traits->reads_anywhere = desc->user.load != NULL;
    traits->selection.deciding_input = cs_moved_deciding_type(desc).name ? cs_num_arrays(desc->in) : 0;
    const clscan_type index = cs_moved_index_or_length_type(desc, &desc->index_type),
                      length = cs_moved_index_or_length_type(desc, &desc->length_type);
    traits->indices.output = index.name ? cs_num_arrays(desc->out) : 0;
    traits->indices.is_signed = index.name && *index.name != 'u';
    traits->lengths.output = length.name ? traits->indices.output + 1 : 0;
    traits->lengths.is_signed = length.name && *length.name != 'u';
    traits->selection.offsets_output =
        cs_moved_offsets_type(desc).name ? cs_num_arrays(desc->out) + (index.name != NULL) : 0;
}

void cs_moved_print_carried(cs_strbuf *text, const cs_traits *traits) {
    const unsigned further = traits->num_out - (traits->indices.output > 0) - (traits->lengths.output > 0) -
                             (traits->selection.offsets_output > 0) - 1;
    if (further > 0)
        cs_strbuf_add(text, ", with %u further array%s", further, further > 1 ? "s" : "");
    if (traits->indices.output)
        cs_strbuf_add(text, ", with indices");
    if (traits->lengths.output)
        cs_strbuf_add(text, ", with lengths");
}
