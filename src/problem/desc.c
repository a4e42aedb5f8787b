#include "problem/desc.h"

#include "base/try.h"
#include "problem/operator.h"
#include "source/strip_comments.h"
#include "table/type_name.h"

#include <string.h>

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
    FAIL_IF(cs_word_is_reserved(name, strlen(name)), CLSCAN_INVALID_DESC,
            "desc.%s is \"%s\": names that begin with clscan_ or CLSCAN_ are the library's", field, name);
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
    if (!user->identity)
        goto done;
    FAIL_IF(!*user->identity, CLSCAN_INVALID_DESC,
            "desc.user.identity is empty: it is the element that changes nothing, or NULL where %s has none",
            user->combine);
    FAIL_IF(strpbrk(user->identity, "\n\r\\;"), CLSCAN_INVALID_DESC,
            "desc.user.identity is an initializer on one line; it has a line break, backslash or semicolon in it");
done:
    return status;
}

/* What was given of a type or an operator was meant to be used. */
static clscan_status check_unused(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_user *user = &desc->user;
    const char *type = desc->type == CLSCAN_USER ? NULL : cs_type_at(desc->type)->name;
    FAIL_IF(type && user->type_name, CLSCAN_INVALID_DESC,
            "desc.user.type_name is \"%s\", but desc.type is %s, not CLSCAN_USER", user->type_name, type);
    FAIL_IF(type && user->size, CLSCAN_INVALID_DESC,
            "desc.user.size is %zu bytes, but desc.type is %s, not CLSCAN_USER", user->size, type);
    FAIL_IF(user->identity && !user->combine, CLSCAN_INVALID_DESC,
            "desc.user.identity is \"%s\", but desc.user.combine is NULL: %s has its own", user->identity,
            cs_op_at(desc->op)->name);
done:
    return status;
}

static clscan_status check_operator(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!cs_type_at(desc->type), CLSCAN_INVALID_VALUE, "desc.type is %d, which is no clscan_type", (int)desc->type);
    if (desc->type == CLSCAN_USER)
        TRY(check_user_type(&desc->user));
    TRY(desc->user.combine ? check_user_op(&desc->user) : cs_operator_check(desc));
    TRY(check_unused(desc));
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
    FAIL_IF(desc->items > cs_strategy_most_items(desc->strategy), CLSCAN_INVALID_VALUE,
            "desc.items is %u; at most %u are possible", desc->items, cs_strategy_most_items(desc->strategy));
done:
    return status;
}

static clscan_status check_sample(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->sample && desc->sample_count == 0, CLSCAN_INVALID_DESC,
            "desc.sample is %p, but desc.sample_count is 0", desc->sample);
    FAIL_IF(!desc->sample && desc->sample_count > 0, CLSCAN_INVALID_DESC,
            "desc.sample_count is %zu elements, but desc.sample is NULL", desc->sample_count);
    FAIL_IF(desc->sample && !desc->user.combine, CLSCAN_INVALID_DESC,
            "desc.sample is %p, but desc.user.combine is NULL: the library's operators need none", desc->sample);
done:
    return status;
}

/* ------------------------------------------------------------------------------------------ what lies in memory */

static clscan_status check_components(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!cs_type_name_lanes(desc->components), CLSCAN_INVALID_VALUE,
            "desc.components is %u; vectors have 2, 3, 4, 8 or 16", desc->components);
    FAIL_IF(desc->components > 1 && desc->type == CLSCAN_USER, CLSCAN_INVALID_DESC,
            "desc.components is %u, but desc.type is CLSCAN_USER (%s): there are no vectors of it", desc->components,
            desc->user.type_name);
done:
    return status;
}

/* `name` is "in" or "out". */
static clscan_status check_array(const char *name, unsigned i, const clscan_array *array) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!array->type && array->size != 0, CLSCAN_INVALID_DESC,
            "desc.%s[%u].size is %zu bytes, but its type is NULL", name, i, array->size);
    if (!array->type)
        goto done;
    const cs_type_name builtin = cs_type_name_parse(array->type);
    if (!builtin.row)
        FAIL_IF(!is_identifier(array->type), CLSCAN_INVALID_DESC,
                "desc.%s[%u].type is \"%s\", which is not a type's name in OpenCL C", name, i, array->type);
    FAIL_IF(cs_word_is_reserved(array->type, strlen(array->type)), CLSCAN_INVALID_DESC,
            "desc.%s[%u].type is \"%s\": names that begin with clscan_ or CLSCAN_ are the library's", name, i,
            array->type);
    FAIL_IF(!builtin.row && (array->size == 0 || array->size > CS_MAX_ELEMENT), CLSCAN_INVALID_DESC,
            "desc.%s[%u].size is %zu bytes; an element of %s, which is no type of OpenCL C, may have 1 to %d", name, i,
            array->size, array->type, CS_MAX_ELEMENT);
    FAIL_IF(builtin.row && array->size != 0 && array->size != builtin.size, CLSCAN_INVALID_DESC,
            "desc.%s[%u].size is %zu bytes; an element of %s has %zu", name, i, array->size, array->type, builtin.size);
done:
    return status;
}

/* The first array, and more only for a function that knows them. */
static clscan_status check_arrays(const char *name, const clscan_array *arrays, const char *function,
                                  const char *function_field) {
    clscan_status status = CLSCAN_OK;
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        TRY(check_array(name, i, &arrays[i]));
        FAIL_IF(i > 0 && arrays[i].type && !function, CLSCAN_INVALID_DESC,
                "desc.%s[%u].type is %s, but no desc.%s uses that array", name, i, arrays[i].type, function_field);
        FAIL_IF(i > 1 && arrays[i].type && !arrays[i - 1].type, CLSCAN_INVALID_DESC,
                "desc.%s[%u].type is %s, but desc.%s[%u].type is NULL", name, i, arrays[i].type, name, i - 1);
    }
    if (function)
        TRY(check_name(function_field, function));
done:
    return status;
}

/* Whether elements of the array are of the scanned type: the name says it. */
static bool is_scanned_type(const clscan_desc *desc, const char *type) {
    if (!type)
        return true;
    if (desc->type == CLSCAN_USER)
        return strcmp(type, desc->user.type_name) == 0;
    const cs_type_name name = cs_type_name_parse(type);
    return name.row == cs_type_at(desc->type) && name.components == (desc->components ? desc->components : 1);
}

/* Numbers, and vectors of as many of them, are converted; others are not. */
static clscan_status check_conversion(const clscan_desc *desc, const char *name, const char *type,
                                      const char *function_field) {
    clscan_status status = CLSCAN_OK;
    if (is_scanned_type(desc, type))
        goto done;
    const cs_type_name from = cs_type_name_parse(type);
    FAIL_IF(desc->type == CLSCAN_USER || from.components != (desc->components ? desc->components : 1),
            CLSCAN_INVALID_DESC, "desc.%s[0].type is %s, which is not converted by itself: give desc.%s", name, type,
            function_field);
done:
    return status;
}

static clscan_status check_offsets(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const char *type = desc->keys.type;
    FAIL_IF(desc->layout == CLSCAN_ROWS, CLSCAN_INVALID_DESC,
            "desc.segments is CLSCAN_OFFSETS, but desc.layout is CLSCAN_ROWS: offsets are of one range, not of rows");
    FAIL_IF(type && strcmp(type, "uint") != 0 && strcmp(type, "ulong") != 0, CLSCAN_INVALID_DESC,
            "desc.keys.type is \"%s\", but desc.segments is CLSCAN_OFFSETS, which are uint or ulong", type);
done:
    return status;
}

static clscan_status check_segments(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->layout != CLSCAN_CONTIGUOUS && desc->layout != CLSCAN_ROWS, CLSCAN_INVALID_VALUE,
            "desc.layout is %d, which is no clscan_layout", (int)desc->layout);
    FAIL_IF((unsigned)desc->segments > CLSCAN_OFFSETS, CLSCAN_INVALID_VALUE,
            "desc.segments is %d, which is no clscan_segments", (int)desc->segments);
    if (desc->segments == CLSCAN_OFFSETS)
        TRY(check_offsets(desc));
    else
        FAIL_IF(desc->keys.type && desc->segments != CLSCAN_EQUAL_KEYS, CLSCAN_INVALID_DESC,
                "desc.keys is given, but desc.segments is not CLSCAN_EQUAL_KEYS");
    FAIL_IF(desc->same_key && desc->segments != CLSCAN_EQUAL_KEYS, CLSCAN_INVALID_DESC,
            "desc.same_key is given, but desc.segments is not CLSCAN_EQUAL_KEYS");
    if (desc->same_key)
        TRY(check_name("same_key", desc->same_key));
    TRY(check_array("keys", 0, &desc->keys));
    FAIL_IF(desc->keys.type && !desc->same_key && cs_type_name_parse(desc->keys.type).components > 1,
            CLSCAN_INVALID_DESC, "desc.keys.type is %s: vectors are the same by a function, give desc.same_key",
            desc->keys.type);
done:
    return status;
}

static clscan_status check_memory(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    TRY(check_components(desc));
    TRY(check_arrays("in", desc->in, desc->load, "load"));
    TRY(check_arrays("out", desc->out, desc->store, "store"));
    if (desc->map)
        TRY(check_name("map", desc->map));
    else if (!desc->load)
        TRY(check_conversion(desc, "in", desc->in[0].type, "map or desc.load"));
    if (!desc->store)
        TRY(check_conversion(desc, "out", desc->out[0].type, "store"));
    TRY(check_segments(desc));
done:
    return status;
}

/* Text of the user's that nothing names was meant to be used. */
static clscan_status check_source(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    bool named = desc->type == CLSCAN_USER || desc->user.combine || desc->load || desc->map || desc->store ||
                 desc->same_key || cs_type_name_is_users(desc->keys.type);
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++)
        named = named || cs_type_name_is_users(desc->in[i].type) || cs_type_name_is_users(desc->out[i].type);
    FAIL_IF(!named, CLSCAN_INVALID_DESC,
            "desc.user.source is given, but nothing uses it: no function is named, and no type is one of yours");
done:
    return status;
}

clscan_status cs_desc_check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->kind != CLSCAN_INCLUSIVE && desc->kind != CLSCAN_EXCLUSIVE, CLSCAN_INVALID_VALUE,
            "desc.kind is %d, which is no clscan_kind", (int)desc->kind);
    TRY(check_operator(desc));
    TRY(check_memory(desc));
    TRY(check_how(desc));
    TRY(check_sample(desc));
    if (desc->user.source)
        TRY(check_source(desc));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------- the problem */

static size_t round_up(size_t size, size_t multiple) {
    return (size + multiple - 1) / multiple * multiple;
}

/* A value and its flags in a struct. A user's type is aligned to no more than what divides its size. */
static size_t flagged_size(const cs_element *value) {
    const size_t flags = cs_flags_size(value), divides = value->size & -value->size;
    const size_t aligned = divides < flags ? flags : divides > CS_MAX_ALIGNMENT ? CS_MAX_ALIGNMENT : divides;
    return round_up(round_up(value->size, flags) + flags, aligned);
}

/* OpenCL C aligns its own types to their size. */
static cs_element element_of(const char *type, size_t size) {
    const cs_type_name builtin = cs_type_name_parse(type);
    return builtin.row ? (cs_element) { builtin.size, builtin.size } : (cs_element) { size, 1 };
}

static cs_element scanned(const clscan_desc *desc) {
    if (desc->type == CLSCAN_USER)
        return (cs_element) { desc->user.size, element_of(desc->user.type_name, 0).alignment };
    const size_t size = cs_type_name_size(cs_type_at(desc->type)->size, desc->components);
    return (cs_element) { size, size };
}

static unsigned num_arrays(const clscan_array *arrays) {
    unsigned n = 1;
    while (n < CLSCAN_MAX_ARRAYS && arrays[n].type)
        n++;
    return n;
}

static const char *key_type(const clscan_desc *desc) {
    return desc->keys.type ? desc->keys.type : desc->segments == CLSCAN_OFFSETS ? "uint" : "int";
}

static cs_traits traits_of(const clscan_desc *desc) {
    const bool user_op = desc->user.combine != NULL;
    const cs_element element = scanned(desc);
    const cs_op_state *state = cs_operator_state(desc);
    cs_traits f = {
        .exclusive = desc->kind == CLSCAN_EXCLUSIVE,
        .reverse = desc->reverse != 0,
        .batched = desc->layout == CLSCAN_ROWS,
        .has_identity = !user_op || desc->user.identity,
        .gathers = desc->load != NULL,
        .scatters = desc->store != NULL,
        .segments = desc->segments,
        .num_in = num_arrays(desc->in),
        .num_out = num_arrays(desc->out),
        .value = element,
        .key = element_of(key_type(desc), desc->keys.size),
    };
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        f.in[i] = desc->in[i].type ? element_of(desc->in[i].type, desc->in[i].size) : element;
        f.out[i] = desc->out[i].type ? element_of(desc->out[i].type, desc->out[i].size) : element;
    }
    if (state)
        cs_operator_set_traits(state, element.size, &f);
    f.flagged = (f.batched && desc->strategy != CLSCAN_COLUMNS) || f.segments || !f.has_identity;
    f.computed = f.flagged ? flagged_size(&f.value) : f.value.size;
    f.loaded = desc->map && desc->store ? f.in[0].size : f.value.size;
    f.storage = f.loaded > f.computed ? f.loaded : f.computed;
    f.plain = !state && !f.gathers && !f.scatters && !desc->map && is_scanned_type(desc, desc->in[0].type) &&
              is_scanned_type(desc, desc->out[0].type);
    return f;
}

static cs_class class_of(const clscan_desc *desc, const char *type) {
    return is_scanned_type(desc, type) ? cs_type_at(desc->type)->class : cs_type_name_parse(type).row->class;
}

static const char *other_type(const clscan_desc *desc, const clscan_array *array) {
    return is_scanned_type(desc, array->type) ? NULL : array->type;
}

/* Whether elements of the type are scanned, read or written. */
static bool needs(const clscan_desc *desc, clscan_type type) {
    bool needed =
        desc->type == type || (desc->keys.type && cs_type_name_parse(desc->keys.type).row == cs_type_at(type));
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        const char *const names[] = { desc->in[i].type, desc->out[i].type };
        for (int k = 0; k < 2; k++)
            needed = needed || (names[k] && cs_type_name_parse(names[k]).row == cs_type_at(type));
    }
    return needed;
}

/* An operator of the user's, of which nothing is known. */
static void set_user_operator(const clscan_user *user, cs_problem *p) {
    p->in_registers = p->type;
    p->combine = user->combine;
    p->combine_is_function = true;
    p->identity = user->identity;
    p->op_name = user->combine;
}

cs_problem cs_desc_problem(const clscan_desc *desc) {
    const cs_type_row *type = cs_type_at(desc->type);
    cs_problem p = {
        .traits = traits_of(desc),
        .type = desc->type == CLSCAN_USER ? desc->user.type_name : type->name,
        .lanes = cs_type_name_lanes(desc->components),
        .load = desc->load,
        .map = desc->map,
        .store = desc->store,
        .key = key_type(desc),
        .same_key = desc->same_key,
        .source = desc->user.source ? desc->user.source : "",
        .needs_half = needs(desc, CLSCAN_HALF),
        .needs_double = needs(desc, CLSCAN_DOUBLE),
    };
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        p.in[i] = other_type(desc, &desc->in[i]);
        p.out[i] = other_type(desc, &desc->out[i]);
    }
    p.in_saturates =
        p.in[0] && !desc->load && !desc->map && class_of(desc, p.in[0]) & CS_FLOATING && type->class & CS_INTEGER;
    p.out_saturates = p.out[0] && !desc->store && class_of(desc, p.out[0]) & CS_INTEGER && type->class & CS_FLOATING;
    if (desc->user.combine)
        set_user_operator(&desc->user, &p);
    else
        cs_operator_set_problem(desc, &p);
    return p;
}
