#include "problem/desc.h"

#include "base/try.h"
#include "problem/operator.h"
#include "problem/selection.h"
#include "problem/task.h"
#include "source/strip_comments.h"
#include "table/type_name.h"

#include <stdio.h>
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
    FAIL_IF(!name, CLSCAN_ERROR_INVALID_DESC, "desc.%s is NULL", field);
    FAIL_IF(!is_identifier(name), CLSCAN_ERROR_INVALID_DESC,
            "desc.%s is \"%s\", which is not an identifier of OpenCL C", field, name);
    FAIL_IF(cs_identifier_is_reserved(name, strlen(name)), CLSCAN_ERROR_INVALID_DESC,
            "desc.%s is \"%s\": names that begin with clscan_ or CLSCAN_ are the library's", field, name);
done:
    return status;
}

/* `field` is "value", "in[1]" and the like. */
static clscan_status check_type(const clscan_desc *desc, const char *field, const clscan_type *type) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!type->name && type->size != 0, CLSCAN_ERROR_INVALID_DESC,
            "desc.%s.size is %zu bytes, but its name is NULL", field, type->size);
    FAIL_IF(type->reserved[0] || type->reserved[1], CLSCAN_ERROR_INVALID_DESC, "desc.%s.reserved is not zero", field);
    if (!type->name)
        goto done;
    const cs_type_name builtin = cs_type_name_parse(type->name);
    const char *suggested = builtin.row || type->size != 0 ? NULL : cs_type_name_suggested(type->name);
    FAIL_IF(suggested, CLSCAN_ERROR_INVALID_DESC,
            "desc.%s.name is \"%s\", which is not the name of a type in OpenCL C: write \"%s\"; clscan_type_name lists "
            "the types",
            field, type->name, suggested);
    FAIL_IF(!builtin.row && !is_identifier(type->name), CLSCAN_ERROR_INVALID_DESC,
            "desc.%s.name is \"%s\", which is not the name of a type in OpenCL C; clscan_type_name lists the types",
            field, type->name);
    FAIL_IF(cs_identifier_is_reserved(type->name, strlen(type->name)), CLSCAN_ERROR_INVALID_DESC,
            "desc.%s.name is \"%s\": names that begin with clscan_ or CLSCAN_ are the library's", field, type->name);
    FAIL_IF(
        !builtin.row && type->size == 0, CLSCAN_ERROR_INVALID_DESC,
        "desc.%s.name is \"%s\", which is not a type that can be scanned (clscan_type_name lists them); a type of your "
        "own needs desc.%s.size, the bytes of an element, and desc.user.source",
        field, type->name, field);
    FAIL_IF(!builtin.row && type->size > CS_MAX_ELEMENT, CLSCAN_ERROR_INVALID_DESC,
            "desc.%s.size is %zu bytes; an element of %s, which is not a type of OpenCL C (clscan_type_name lists "
            "them), may have 1 to %d",
            field, type->size, type->name, CS_MAX_ELEMENT);
    FAIL_IF(builtin.row && type->size != 0 && type->size != builtin.size, CLSCAN_ERROR_INVALID_DESC,
            "desc.%s.size is %zu bytes; an element of %s has %zu", field, type->size, type->name, builtin.size);
    FAIL_IF(!builtin.row && type->size != desc->value.size && strcmp(type->name, cs_value_name(desc)) == 0,
            CLSCAN_ERROR_INVALID_DESC, "desc.%s.size is %zu bytes, but desc.value.size is %zu", field, type->size,
            desc->value.size);
done:
    return status;
}

/* Returns true if text without comments has a comma that is in no brackets and in no literal. */
static bool has_bare_comma(const char *text) {
    size_t depth = 0;
    char quote = '\0';
    for (; *text; text++) {
        if (quote)
            quote = *text == quote ? '\0' : quote;
        else if (*text == '\'' || *text == '"')
            quote = *text;
        else if (strchr("({[", *text) || strncmp(text, "<%", 2) == 0 || strncmp(text, "<:", 2) == 0)
            depth++;
        else if (strchr(")}]", *text) || strncmp(text, "%>", 2) == 0 || strncmp(text, ":>", 2) == 0)
            depth -= depth > 0;
        else if (*text == ',' && depth == 0)
            return true;
    }
    return false;
}

static clscan_status check_user_op(const clscan_user *user) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf bare = { 0 };
    TRY(check_name("user.combine", user->combine));
    if (!user->identity)
        goto done;
    FAIL_IF(!*user->identity, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.identity is empty: give the element that changes nothing, or NULL if %s has no identity",
            user->combine);
    FAIL_IF(strpbrk(user->identity, "\n\r\\;"), CLSCAN_ERROR_INVALID_DESC,
            "desc.user.identity has a line break, backslash or semicolon: it must be an initializer on one line");
    cs_strip_comments(&bare, user->identity);
    TRY_ALLOC(!bare.failed);
    FAIL_IF(bare.data && has_bare_comma(bare.data), CLSCAN_ERROR_INVALID_DESC,
            "desc.user.identity is \"%s\": a comma that is in no braces or parentheses ends an initializer",
            user->identity);
done:
    cs_strbuf_free(&bare);
    return status;
}

/* An identity without an operator is a mistake of the caller's. */
static clscan_status refuse_unused_identity(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_user *user = &desc->user;
    FAIL_IF(user->identity && !user->combine, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.identity is \"%s\", but desc.user.combine is NULL: %s has its own", user->identity,
            cs_op_at(desc->op)->name);
done:
    return status;
}

static clscan_status check_operator(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    TRY(check_type(desc, "value", &desc->value));
    FAIL_IF(!cs_value_type(desc).row && !desc->user.combine, CLSCAN_ERROR_INVALID_DESC,
            "desc.value.name is \"%s\", a type of the caller's, but desc.user.combine is NULL", desc->value.name);
    TRY(desc->user.combine ? check_user_op(&desc->user) : cs_operator_check(desc));
    TRY(refuse_unused_identity(desc));
done:
    return status;
}

static clscan_status check_sample(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->sample.reserved[0] || desc->sample.reserved[1], CLSCAN_ERROR_INVALID_DESC,
            "desc.sample.reserved is not zero");
    FAIL_IF(!desc->sample.elements != !desc->sample.count, CLSCAN_ERROR_INVALID_DESC,
            "desc.sample.elements is %p, but desc.sample.count is %zu", desc->sample.elements, desc->sample.count);
    FAIL_IF(desc->sample.elements && !desc->user.combine, CLSCAN_ERROR_INVALID_DESC,
            "desc.sample.elements is %p, but desc.user.combine is NULL: the library's operators need none",
            desc->sample.elements);
done:
    return status;
}

/* ------------------------------------------------------------------------------------------ what lies in memory */

/* Checks the types of input or output arrays. Arrays after the first one need a user function that uses them. The
 * operator may also use the second one: an array of the type `more`, or of the scanned type if `more` is "". */
static clscan_status check_arrays(const clscan_desc *desc, const char *name, const clscan_type *arrays, bool used,
                                  const char *more, const char *users) {
    clscan_status status = CLSCAN_OK;
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        const bool operators = i == 1 && more;
        const char *expected = operators && *more ? more : cs_value_name(desc);
        char field[16];
        snprintf(field, sizeof field, "%s[%u]", name, i);
        TRY(check_type(desc, field, &arrays[i]));
        FAIL_IF(operators && arrays[i].name && strcmp(arrays[i].name, expected) != 0, CLSCAN_ERROR_INVALID_DESC,
                "desc.%s.name is %s, but this array of %s is of %s", field, arrays[i].name, cs_op_at(desc->op)->name,
                expected);
        FAIL_IF(i > 0 && !operators && arrays[i].name && !used, CLSCAN_ERROR_INVALID_DESC,
                "desc.%s.name is %s, but there is no %s that uses this array", field, arrays[i].name, users);
        FAIL_IF(i > 1 && arrays[i].name && !arrays[i - 1].name, CLSCAN_ERROR_INVALID_DESC,
                "desc.%s.name is %s, but desc.%s[%u].name is NULL", field, arrays[i].name, name, i - 1);
    }
done:
    return status;
}

/* Numbers, and vectors of as many of them, are converted; others are not. */
static clscan_status check_conversion(const clscan_desc *desc, const char *name, const char *type,
                                      const char *function_field) {
    clscan_status status = CLSCAN_OK;
    if (cs_is_value_name(desc, type))
        goto done;
    const cs_type_name from = cs_type_name_parse(type), value = cs_value_type(desc);
    FAIL_IF(
        !value.row || from.components != value.components, CLSCAN_ERROR_INVALID_DESC,
        "desc.%s[0].name is %s, and desc.value.name %s: only numbers, and vectors of as many, are converted without "
        "a function: give desc.user.%s",
        name, type, cs_value_name(desc), function_field);
done:
    return status;
}

static clscan_status check_offsets(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const char *type = desc->key.name;
    FAIL_IF(desc->layout == CLSCAN_LAYOUT_ROWS, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_OFFSETS, but desc.layout is CLSCAN_LAYOUT_ROWS: offsets are of one "
            "range, not of rows");
    FAIL_IF(type && !cs_type_name_of_offsets(type), CLSCAN_ERROR_INVALID_DESC,
            "desc.key.name is \"%s\", but desc.segments is CLSCAN_SEGMENTS_OFFSETS, which are uint, ulong, int or long",
            type);
done:
    return status;
}

/* Checks the types of keys and the functions of keys. Runs of elements may have these functions too. */
static clscan_status check_keys(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_user *user = &desc->user;
    const bool by_keys = desc->segments == CLSCAN_SEGMENTS_KEYS, has_runs = cs_selection_has_runs(desc);
    FAIL_IF(desc->key.name && !by_keys && desc->segments != CLSCAN_SEGMENTS_OFFSETS && !(has_runs && user->key),
            CLSCAN_ERROR_INVALID_DESC, "desc.key is given, but desc.segments is not CLSCAN_SEGMENTS_KEYS");
    FAIL_IF(user->key && !by_keys && !has_runs, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.key is given, but desc.segments is not CLSCAN_SEGMENTS_KEYS");
    FAIL_IF(user->same_key && !by_keys && !has_runs, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.same_key is given, but desc.segments is not CLSCAN_SEGMENTS_KEYS");
    FAIL_IF(desc->key_in.name && !user->key, CLSCAN_ERROR_INVALID_DESC,
            "desc.key_in.name is %s, but desc.user.key is NULL, which would compute keys from elements of this type",
            desc->key_in.name);
    FAIL_IF(desc->key_in.name && !by_keys, CLSCAN_ERROR_INVALID_DESC,
            "desc.key_in.name is %s, but desc.segments is not CLSCAN_SEGMENTS_KEYS: desc.user.key computes keys from "
            "elements of in[0]",
            desc->key_in.name);
    if (user->key)
        TRY(check_name("user.key", user->key));
    if (user->same_key)
        TRY(check_name("user.same_key", user->same_key));
    TRY(check_type(desc, "key", &desc->key));
    TRY(check_type(desc, "key_in", &desc->key_in));
done:
    return status;
}

static clscan_status check_segments(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->layout != CLSCAN_LAYOUT_CONTIGUOUS && desc->layout != CLSCAN_LAYOUT_ROWS, CLSCAN_ERROR_INVALID_VALUE,
            "desc.layout is %d, which is not a clscan_layout", (int)desc->layout);
    FAIL_IF((unsigned)desc->segments > CLSCAN_SEGMENTS_OFFSETS, CLSCAN_ERROR_INVALID_VALUE,
            "desc.segments is %d, which is not a clscan_segments", (int)desc->segments);
    if (desc->segments == CLSCAN_SEGMENTS_OFFSETS)
        TRY(check_offsets(desc));
    TRY(check_keys(desc));
done:
    return status;
}

/* Fails for a name that is given and is not an identifier. */
static clscan_status check_functions(const clscan_user *user) {
    clscan_status status = CLSCAN_OK;
    const struct {
        const char *field, *name;
    } functions[] = { { "user.map", user->map },
                      { "user.load", user->load },
                      { "user.store", user->store },
                      { "user.keep", user->keep },
                      { "user.less", user->less } };
    for (size_t i = 0; i < sizeof user->reserved / sizeof *user->reserved; i++)
        FAIL_IF(user->reserved[i], CLSCAN_ERROR_INVALID_DESC, "desc.user.reserved is not zero");
    FAIL_IF(user->with_position && !user->map && !user->load && !user->store && !user->keep, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.with_position is %d, but there is no desc.user.map, load, store or keep that gets a position",
            user->with_position);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (functions[i].name)
            TRY(check_name(functions[i].field, functions[i].name));
done:
    return status;
}

/* Checks the type of counts or of indices. */
static clscan_status check_number_type(const clscan_desc *desc, const char *field, const clscan_type *type) {
    clscan_status status = CLSCAN_OK;
    const char *name = type->name;
    TRY(check_type(desc, field, type));
    FAIL_IF(name && !cs_type_name_of_offsets(name), CLSCAN_ERROR_INVALID_DESC,
            "desc.%s.name is \"%s\"; it may be int, uint, long or ulong", field, name);
done:
    return status;
}

static clscan_status check_arrays_and_types(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_user *user = &desc->user;
    const cs_accumulator *accumulator = cs_operator_accumulator(desc);
    const bool moves = cs_task_moves(desc);
    TRY(check_arrays(desc, "in", desc->in, user->load || user->store || moves,
                     accumulator ? accumulator->more_in : NULL, "desc.user.load or desc.user.store"));
    TRY(check_arrays(desc, "out", desc->out, user->store || moves, accumulator ? accumulator->more_out : NULL,
                     "desc.user.store"));
    TRY(check_functions(user));
    if (desc->bins.function)
        TRY(check_name("bins.function", desc->bins.function));
    if (!user->map && !user->load && cs_task_combines(desc))
        TRY(check_conversion(desc, "in", desc->in[0].name, "map or desc.user.load"));
    if (!user->store && !moves)
        TRY(check_conversion(desc, "out", desc->out[0].name, "store"));
    TRY(check_segments(desc));
    TRY(check_number_type(desc, "count_type", &desc->count_type));
    TRY(check_number_type(desc, "index_type", &desc->index_type));
    TRY(check_number_type(desc, "length_type", &desc->length_type));
done:
    return status;
}

/* Stores the name of a field with a type of the user's, or "" if there is none. */
static void find_users_type(const clscan_desc *desc, char field[16], const char **type) {
    const struct {
        const char *field;
        const clscan_type *types;
        unsigned n;
    } all[] = { { "value", &desc->value, 1 },
                { "key", &desc->key, 1 },
                { "key_in", &desc->key_in, 1 },
                { "in", desc->in, CLSCAN_MAX_ARRAYS },
                { "out", desc->out, CLSCAN_MAX_ARRAYS } };
    *field = '\0';
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        for (unsigned k = 0; k < all[i].n; k++)
            if (!*field && cs_type_name_is_users(all[i].types[k].name)) {
                snprintf(field, 16, all[i].n > 1 ? "%s[%u]" : "%s", all[i].field, k);
                *type = all[i].types[k].name;
            }
}

/* Fails if types of the user's lack desc.user.source. Their functions do not need it: they may be functions of OpenCL
 * C. Also fails if no field names a function or type of the source: the caller probably forgot to set a field. */
static clscan_status check_source(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_user *user = &desc->user;
    const char *type = NULL;
    char field[16];
    find_users_type(desc, field, &type);
    FAIL_IF(type && (!user->source || !*user->source), CLSCAN_ERROR_INVALID_DESC,
            "desc.%s.name is \"%s\", which is not a type of OpenCL C (clscan_type_name lists them), but "
            "desc.user.source, which would have to define it, is %s",
            field, type, user->source ? "empty" : "NULL");
    FAIL_IF((user->load || user->store) && (!user->source || !*user->source), CLSCAN_ERROR_INVALID_DESC,
            "desc.user.%s is \"%s\", but desc.user.source, which would have to define it, is %s",
            user->load ? "load" : "store", user->load ? user->load : user->store, user->source ? "empty" : "NULL");
    FAIL_IF(user->source && !type && !user->combine && !user->load && !user->map && !user->store && !user->key &&
                !user->same_key && !user->keep && !user->less && !desc->bins.function,
            CLSCAN_ERROR_INVALID_DESC,
            "desc.user.source is given, but nothing uses it: no function is named, and no type is one of yours");
done:
    return status;
}

clscan_status cs_desc_check(const clscan_desc *given) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_task_check_enumerator(given));
    const clscan_desc complete = cs_task_complete(given), *desc = &complete;
    FAIL_IF(desc->kind != CLSCAN_KIND_INCLUSIVE && desc->kind != CLSCAN_KIND_EXCLUSIVE, CLSCAN_ERROR_INVALID_VALUE,
            "desc.kind is %d, which is not a clscan_kind", (int)desc->kind);
    TRY(cs_task_check(desc));
    TRY(cs_task_moves(desc) ? check_type(desc, "value", &desc->value) : check_operator(desc));
    TRY(check_arrays_and_types(desc));
    TRY(cs_desc_check_tuning(&desc->tuning));
    TRY(check_sample(desc));
    TRY(check_source(desc));
done:
    return status;
}
