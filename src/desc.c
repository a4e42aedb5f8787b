#include "desc.h"

#include "check.h"
#include "shape.h"
#include "table.h"

#include <string.h>

enum { MAX_ALIGNMENT = 128 }; /* of any type of OpenCL C: long16 and double16 */

static bool is_identifier(const char *s) {
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_";
    static const char digits[] = "0123456789";
    size_t n = strspn(s, letters);
    while (n > 0 && s[n] != '\0' && (strchr(letters, s[n]) || strchr(digits, s[n])))
        n++;
    return n > 0 && s[n] == '\0';
}

static clscan_status check_name(const char *field, const char *name) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!name, CLSCAN_INVALID_DESC, "desc.%s is NULL", field);
    FAIL_IF(!is_identifier(name), CLSCAN_INVALID_DESC, "desc.%s is \"%s\", which is not an identifier of OpenCL C",
            field, name);
done:
    return status;
}

static clscan_status check_user_type(const clscan_user *user) {
    clscan_status status = CLSCAN_OK;
    TRY(check_name("user.type_name", user->type_name));
    FAIL_IF(user->size == 0 || user->size > CS_MAX_ELEMENT, CLSCAN_INVALID_DESC,
            "desc.user.size is %zu bytes; an element of %s may have 1 to %d", user->size, user->type_name,
            CS_MAX_ELEMENT);
    FAIL_IF(!user->combine, CLSCAN_INVALID_DESC, "desc.type is CLSCAN_USER (%s), but desc.user.combine is NULL",
            user->type_name);
done:
    return status;
}

static clscan_status check_user_op(const clscan_user *user) {
    clscan_status status = CLSCAN_OK;
    TRY(check_name("user.combine", user->combine));
    FAIL_IF(!user->identity || !*user->identity, CLSCAN_INVALID_DESC,
            "desc.user.identity is %s: the operator %s needs the element that changes nothing",
            user->identity ? "empty" : "NULL", user->combine);
    FAIL_IF(strpbrk(user->identity, "\n\r\\"), CLSCAN_INVALID_DESC,
            "desc.user.identity is an initializer on one line; it has a line break or backslash in it");
done:
    return status;
}

static const char *builtin_expression(const clscan_desc *desc) {
    const cs_op_row *op = cs_op_at(desc->op);
    return cs_type_at(desc->type)->class == CS_INTEGER ? op->integer : op->floating;
}

static clscan_status check_operator(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const cs_type_row *type = cs_type_at(desc->type);
    const cs_op_row *op = cs_op_at(desc->op);
    FAIL_IF(!type, CLSCAN_INVALID_VALUE, "desc.type is %d, which is no clscan_type", (int)desc->type);
    if (desc->type == CLSCAN_USER)
        TRY(check_user_type(&desc->user));
    if (desc->user.combine) {
        TRY(check_user_op(&desc->user));
    } else {
        FAIL_IF(!op, CLSCAN_INVALID_VALUE, "desc.op is %d, which is no clscan_op", (int)desc->op);
        FAIL_IF(!builtin_expression(desc), CLSCAN_UNSUPPORTED_OPERATOR, "%s is not defined on %s", op->name,
                type->name);
    }
done:
    return status;
}

static clscan_status check_how(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!cs_group_at(desc->group), CLSCAN_INVALID_VALUE, "desc.group is %d, which is no clscan_group",
            (int)desc->group);
    FAIL_IF(!cs_strategy_name(desc->strategy), CLSCAN_INVALID_VALUE, "desc.strategy is %d, which is no clscan_strategy",
            (int)desc->strategy);
    FAIL_IF(desc->wg_size & (desc->wg_size - 1), CLSCAN_INVALID_VALUE, "desc.wg_size is %u, which is no power of two",
            desc->wg_size);
    FAIL_IF(desc->groups > CS_MAX_GROUPS, CLSCAN_INVALID_VALUE, "desc.groups is %u; at most %d are possible",
            desc->groups, CS_MAX_GROUPS);
    FAIL_IF(desc->items > cs_shape_most_items(desc->strategy), CLSCAN_INVALID_VALUE,
            "desc.items is %u; at most %u are possible", desc->items, cs_shape_most_items(desc->strategy));
done:
    return status;
}

clscan_status cs_desc_check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->struct_size != 0 && desc->struct_size != sizeof *desc, CLSCAN_INVALID_DESC,
            "desc.struct_size is %zu bytes, this library's clscan_desc has %zu: header and library differ",
            desc->struct_size, sizeof *desc);
    FAIL_IF(desc->kind != CLSCAN_INCLUSIVE && desc->kind != CLSCAN_EXCLUSIVE, CLSCAN_INVALID_VALUE,
            "desc.kind is %d, which is no clscan_kind", (int)desc->kind);
    TRY(check_operator(desc));
    TRY(check_how(desc));
done:
    return status;
}

static const char *builtin_identity(const clscan_desc *desc) {
    const cs_type_row *type = cs_type_at(desc->type);
    const char *const by_rule[] = { [CS_ZERO] = "0",
                                    [CS_ONE] = "1",
                                    [CS_LOWEST] = type->lowest,
                                    [CS_HIGHEST] = type->highest,
                                    [CS_ALL_BITS] = "~(clscan_t)0" };
    return by_rule[cs_op_at(desc->op)->identity];
}

cs_problem cs_desc_problem(const clscan_desc *desc) {
    const cs_type_row *type = cs_type_at(desc->type);
    const clscan_user *user = &desc->user;
    bool user_type = desc->type == CLSCAN_USER, user_op = user->combine != NULL;
    return (cs_problem) {
        .exclusive = desc->kind == CLSCAN_EXCLUSIVE,
        .size = user_type ? user->size : type->size,
        .alignment = user_type ? MAX_ALIGNMENT : type->size,
        .type = user_type ? user->type_name : type->name,
        .in_registers = user_type ? user->type_name
                        : user_op ? type->name
                                  : type->in_registers,
        .wrap = user_op ? NULL : type->wrap,
        .vector_wrap = user_op ? NULL : type->vector_wrap,
        .combine = user_op ? user->combine : builtin_expression(desc),
        .user_combine = user_op,
        .identity = user_op ? user->identity : builtin_identity(desc),
        .exact = !user_op && (type->class == CS_INTEGER || cs_op_at(desc->op)->exact),
        /* floating types keep their order: sums that are exact in it stay so */
        .commutative = !user_op && type->class == CS_INTEGER,
        .op_name = user_op ? user->combine : cs_op_at(desc->op)->name,
        .source = user_op && user->source ? user->source : "",
        .needs_half = desc->type == CLSCAN_HALF,
        .needs_double = desc->type == CLSCAN_DOUBLE,
    };
}
