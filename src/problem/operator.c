#include "problem/operator.h"

#include "base/try.h"
#include "table/type_name.h"

/* ----------------------------------------------------------------------------------------------------- the check */

static clscan_status check_type(const clscan_desc *desc, const cs_op_row *op) {
    clscan_status status = CLSCAN_OK;
    const cs_type_name value = cs_value_type(desc);
    const cs_type_row *type = value.row ? value.row : cs_type_at(CS_TYPE_USER);
    FAIL_IF(desc->op == CLSCAN_OP_ADD_SAT && type->class == CS_SIGNED, CLSCAN_ERROR_UNSUPPORTED_OPERATOR,
            "%s is not associative over %s: with the greatest value M, (M + 1) - 1 is M - 1, and M + (1 - 1) is M",
            op->name, type->name);
    FAIL_IF(!(op->types & (int)type->class), CLSCAN_ERROR_UNSUPPORTED_OPERATOR, "%s is not defined on %s", op->name,
            type->name);
    FAIL_IF(value.components > 1 && !(op->types & CS_VECTOR), CLSCAN_ERROR_UNSUPPORTED_OPERATOR,
            "%s is not defined on vectors, and desc.value.name is %s", op->name, desc->value.name);
done:
    return status;
}

clscan_status cs_operator_check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const cs_op_row *op = cs_op_at(desc->op);
    FAIL_IF(!op, CLSCAN_ERROR_INVALID_VALUE, "desc.op is %d, which is not a clscan_op", (int)desc->op);
    TRY(check_type(desc, op));
    FAIL_IF(op->has_accumulator && desc->user.store, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.store is %s, but %s stores its results itself", desc->user.store, op->name);
    FAIL_IF(op->accumulator.more_in && desc->user.load, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.load is %s, but %s loads its two input arrays itself", desc->user.load, op->name);
done:
    return status;
}

/* ----------------------------------------------------------------------------------------------- the accumulator */

const cs_accumulator *cs_operator_accumulator(const clscan_desc *desc) {
    const cs_op_row *op = cs_op_at(desc->op);
    return !desc->user.combine && op->has_accumulator ? &op->accumulator : NULL;
}

static size_t round_up(size_t size, size_t multiple) {
    return (size + multiple - 1) / multiple * multiple;
}

/* Returns the size and alignment of the accumulator, the struct that the operator's file in cl/op defines. */
static cs_element size_and_alignment(const cs_accumulator *accumulator, size_t element) {
    enum { WORD = 8 };
    const size_t elements = accumulator->elements * element, bytes = accumulator->bytes;
    const size_t aligned = bytes < WORD ? bytes : WORD;
    const size_t most = accumulator->elements && element > aligned ? element : aligned;
    return (cs_element) { bytes ? round_up(round_up(elements, aligned) + bytes, most) : elements, most };
}

static unsigned set_array(const char *type, size_t element, unsigned n, cs_element *arrays) {
    if (!type)
        return n;
    const size_t size = *type ? cs_type_name_parse(type).size : element;
    arrays[1] = (cs_element) { size, size };
    return 2;
}

void cs_operator_set_traits(const cs_accumulator *accumulator, size_t element, cs_traits *traits) {
    traits->value.type = size_and_alignment(accumulator, element);
    traits->num_in = set_array(accumulator->more_in, element, traits->num_in, traits->in);
    traits->num_out = set_array(accumulator->more_out, element, traits->num_out, traits->out);
    traits->more_out_is_single = accumulator->more_out_is_single;
    traits->value.accumulates_index = accumulator->accumulates_index;
}

/* -------------------------------------------------------------------------------------- the operator in the kernels */

static const char *identity(const cs_type_row *type, const cs_op_row *op) {
    const char *const by_rule[] = { [CS_ZERO] = "0",
                                    [CS_ONE] = "1",
                                    [CS_LOWEST] = type->lowest,
                                    [CS_HIGHEST] = type->highest,
                                    [CS_ALL_BITS] = "~(clscan_value)0" };
    return by_rule[op->identity];
}

static void set_expression(const cs_type_row *type, const cs_op_row *op, cs_problem *problem) {
    problem->combine = type->class & CS_INTEGER ? op->integer : op->floating;
    problem->identity = identity(type, op);
    problem->exact = type->class & CS_INTEGER || op->exact;
    /* The table has only commutative operators over integers. Floating-point sums keep their order, so that sums that
     * are exact in this order stay exact. */
    problem->commutative = type->class & CS_INTEGER;
}

static void set_file(const cs_op_row *op, cs_problem *problem) {
    problem->op_file = op->name;
    problem->combine = "clscan_op_combine";
    problem->combine_is_function = true;
    problem->identity = "CLSCAN_OP_IDENTITY";
    if (op->accumulator.more_in && *op->accumulator.more_in)
        problem->in[1] = op->accumulator.more_in;
    if (op->accumulator.more_out && *op->accumulator.more_out)
        problem->out[1] = op->accumulator.more_out;
}

void cs_operator_set_problem(const clscan_desc *desc, cs_problem *problem) {
    const cs_type_name value = cs_value_type(desc);
    const cs_type_row *type = value.row;
    const cs_op_row *op = cs_op_at(desc->op);
    problem->in_registers = value.components > 1 ? type->name : type->in_registers;
    problem->wrap = type->wrap;
    problem->vector_wrap = type->vector_wrap;
    problem->lowest = type->lowest;
    problem->highest = type->highest;
    problem->op_name = op->name;
    if (op->has_accumulator)
        set_file(op, problem);
    else
        set_expression(type, op, problem);
}
