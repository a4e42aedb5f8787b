#include "problem/sort.h"

#include "base/try.h"
#include "problem/selection.h"
#include "table/table.h"
#include "table/type_name.h"

/* Returns the bits of a key. */
static unsigned key_bits(const clscan_desc *desc) {
    return (unsigned)(8 * cs_value_type(desc).size);
}

static unsigned num_bits(const clscan_desc *desc) {
    return desc->sort.num_bits ? desc->sort.num_bits : key_bits(desc) - desc->sort.first_bit;
}

/* Returns the type of the elements that move: of in[0] and out[0]. */
static clscan_type element_type(const clscan_desc *desc) {
    const clscan_type key = { .name = cs_value_name(desc) };
    return desc->in[0].name ? desc->in[0] : key;
}

clscan_status cs_sort_check_bits(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_sort *sort = &desc->sort;
    FAIL_IF(sort->reserved[0] || sort->reserved[1], CLSCAN_ERROR_INVALID_DESC, "desc.sort.reserved is not zero");
    FAIL_IF((sort->first_bit || sort->num_bits) && !cs_task_at(desc->task)->sorts, CLSCAN_ERROR_INVALID_DESC,
            "desc.sort is given, but desc.task is CLSCAN_TASK_%s: it is for CLSCAN_TASK_SORT",
            cs_task_at(desc->task)->id);
done:
    return status;
}

/* Leaves names that are no types to the check of all types. */
static clscan_status check_key(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const cs_type_name key = cs_value_type(desc);
    const clscan_sort *sort = &desc->sort;
    const bool is_users = !key.row && desc->value.size > 0;
    FAIL_IF(is_users || (key.row && key.components > 1), CLSCAN_ERROR_INVALID_DESC,
            "desc.value.name is \"%s\", but desc.task is CLSCAN_TASK_SORT, whose keys are numbers: give desc.user.map, "
            "which computes a number from an element, the type of the elements as desc.in[0], and that of the number "
            "as desc.value",
            cs_value_name(desc));
    if (!key.row)
        goto done;
    FAIL_IF(sort->first_bit >= key_bits(desc) || sort->num_bits > key_bits(desc) - sort->first_bit,
            CLSCAN_ERROR_INVALID_DESC,
            "desc.sort.first_bit is %u, and desc.sort.num_bits %u, but a key of type %s has %u bits", sort->first_bit,
            sort->num_bits, cs_value_name(desc), key_bits(desc));
done:
    return status;
}

static clscan_status check_first_arrays(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_type element = element_type(desc);
    FAIL_IF(!desc->user.map && !cs_is_value_name(desc, desc->in[0].name), CLSCAN_ERROR_INVALID_DESC,
            "desc.in[0].name is %s, and desc.value.name %s: without desc.user.map, the elements are the keys",
            desc->in[0].name, cs_value_name(desc));
    FAIL_IF(desc->out[0].name && !cs_selection_are_same(&element, &desc->out[0]), CLSCAN_ERROR_INVALID_DESC,
            "desc.out[0].name is %s, but the elements are of type %s: a sort moves elements, and does not convert them",
            desc->out[0].name, element.name);
done:
    return status;
}

/* Refuses the functions of the caller's that a sort does not call. */
static clscan_status check_functions(const clscan_user *user) {
    clscan_status status = CLSCAN_OK;
    const struct {
        const char *field, *name;
    } functions[] = { { "combine", user->combine }, { "identity", user->identity }, { "load", user->load },
                      { "store", user->store },     { "keep", user->keep },         { "same_key", user->same_key } };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        FAIL_IF(functions[i].name, CLSCAN_ERROR_INVALID_DESC,
                "desc.user.%s is given, but desc.task is CLSCAN_TASK_SORT, which has no use for it",
                functions[i].field);
    FAIL_IF(user->with_position, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.with_position is %d, but desc.task is CLSCAN_TASK_SORT, whose keys depend on elements only",
            user->with_position);
done:
    return status;
}

static clscan_status check_layout(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->mask, CLSCAN_ERROR_INVALID_DESC,
            "desc.mask is given, but desc.task is CLSCAN_TASK_SORT, which keeps all elements");
    FAIL_IF(desc->layout == CLSCAN_LAYOUT_ROWS, CLSCAN_ERROR_INVALID_DESC,
            "desc.layout is CLSCAN_LAYOUT_ROWS, but desc.task is CLSCAN_TASK_SORT, which is of contiguous elements");
    FAIL_IF(desc->segments != CLSCAN_SEGMENTS_NONE, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is given, but desc.task is CLSCAN_TASK_SORT, which has no segments");
done:
    return status;
}

clscan_status cs_sort_check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!clscan_op_name(desc->op), CLSCAN_ERROR_INVALID_VALUE, "desc.op is %d, which is not a clscan_op",
            (int)desc->op);
    FAIL_IF(desc->op != CLSCAN_OP_ADD || desc->kind != CLSCAN_KIND_INCLUSIVE, CLSCAN_ERROR_INVALID_DESC,
            "desc.%s is %s, but desc.task is CLSCAN_TASK_SORT, which combines nothing", desc->op ? "op" : "kind",
            desc->op ? clscan_op_name(desc->op) : clscan_kind_name(desc->kind));
    TRY(check_functions(&desc->user));
    TRY(check_layout(desc));
    TRY(check_key(desc));
    TRY(check_first_arrays(desc));
    TRY(cs_selection_check_carried(desc));
done:
    return status;
}

clscan_desc cs_sort_scan(const clscan_desc *desc) {
    clscan_desc scan = *desc;
    scan.value = desc->count.name ? desc->count : (clscan_type) { .name = "uint" };
    scan.in[0] = scan.out[0] = element_type(desc);
    scan.key = (clscan_type) { .name = cs_value_name(desc) };
    if (desc->index.name)
        scan.out[cs_num_arrays(desc->out)] = desc->index;
    scan.user.map = NULL;
    scan.user.load = "clscan_sort_load"; /* these two say that no element is loaded or stored as a count */
    scan.user.store = "clscan_sort_store";
    return scan;
}

/* With one pass, the elements could not be moved in place. So there are two passes at least, of which those that are
 * not needed move nothing. */
static unsigned passes_of(const clscan_desc *desc) {
    const unsigned passes = (num_bits(desc) + CS_DIGIT_BITS - 1) / CS_DIGIT_BITS;
    return passes > 1 ? passes : 2;
}

void cs_sort_set_traits(const clscan_desc *desc, cs_traits *traits) {
    traits->sort_passes = passes_of(desc);
    for (unsigned i = 0; i < traits->num_out; i++) {
        const size_t size = traits->out[i].size;
        traits->sort_bytes += size;
        if (size <= CS_MOST_STAGED && size > traits->sort_staged)
            traits->sort_staged = size;
    }
}

void cs_sort_set_problem(const clscan_desc *desc, cs_problem *problem) {
    problem->sort_first_bit = desc->sort.first_bit;
    problem->sort_num_bits = num_bits(desc);
}
