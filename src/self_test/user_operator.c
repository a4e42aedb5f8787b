#include "self_test/user_operator.h"

#include "base/try.h"
#include "table/number.h"
#include "table/type_name.h"

#include <stdlib.h>
#include <string.h>

static bool converts_half(const cs_problem *problem) {
    const char *const names[] = { problem->type, problem->in[0], problem->out[0] };
    bool half = false;
    for (int i = 0; i < 3; i++)
        half = half || (names[i] && cs_type_name_parse(names[i]).row == cs_type_at(CS_TYPE_HALF));
    return half && (problem->in[0] || problem->out[0]);
}

const char *cs_user_operator_why_none(const clscan_desc *desc, const cs_problem *problem) {
    if (!desc->user.combine)
        return NULL;
    if (!desc->sample.elements)
        return "a user operator is tested on desc.sample.elements only";
    if (!desc->user.identity)
        return "the operator has no identity to put between elements of desc.sample.elements";
    if (converts_half(problem))
        return "the host does not convert elements of half";
    return NULL;
}

/* Returns a value in t->few: 0 is the identity, 1 and 2 are the two elements. */
static unsigned char *few_at(const cs_test_scan *t, unsigned which) {
    return t->few + which * t->problem->traits.value.type.size;
}

/* -------------------------------------------------------------------------------------------------- conversions */

enum { MOST_BYTES = 16 * sizeof(cl_ulong) }; /* the bytes of a vector of numbers */

static void convert(const cs_test_scan *t, const cs_type_row *from, const unsigned char *a, const cs_type_row *to,
                    unsigned char *b) {
    const size_t components = cs_value_type(t->desc).components;
    memset(b, 0, MOST_BYTES);
    for (size_t i = 0; i < components; i++)
        cs_number_store(to, cs_number_convert(from, to, cs_number_load(from, a + i * from->size)), b + i * to->size);
}

/* Converts a value to an element of the type `name`, in `room`, and returns a pointer to that element. If `name` is
 * NULL, nothing is converted, and the value itself is returned. */
static const unsigned char *as_element(const cs_test_scan *t, const char *name, const unsigned char *value,
                                       unsigned char *room) {
    if (!name)
        return value;
    convert(t, cs_value_type(t->desc).row, value, cs_type_name_parse(name).row, room);
    return room;
}

/* Returns true if an element of the first input can hold this value: converting there and back gives the same bits. */
static bool is_readable(const cs_test_scan *t, const unsigned char *value) {
    const char *name = t->problem->in[0];
    const cs_type_row *row = cs_value_type(t->desc).row;
    unsigned char element[MOST_BYTES], again[MOST_BYTES];
    if (!name)
        return true;
    convert(t, cs_type_name_parse(name).row, as_element(t, name, value, element), row, again);
    return memcmp(again, value, cs_value_type(t->desc).components * row->size) == 0;
}

/* ------------------------------------------------------------------------------------------------------ the input */

clscan_status cs_user_operator_begin(cs_test_scan *t, const cs_variant *reference, bool *readable) {
    clscan_status status = CLSCAN_OK;
    TRY_ALLOC(t->few = malloc(3 * t->problem->traits.value.type.size));
    TRY(cs_test_scan_identity(t, reference, few_at(t, 0)));
    *readable = is_readable(t, few_at(t, 0));
done:
    return status;
}

/* Returns the n-th element of the sample, or the next one that the input can hold and that is not the identity. If
 * there is no such element, returns the identity. */
static const unsigned char *choose(const cs_test_scan *t, size_t n) {
    const size_t size = t->problem->traits.value.type.size, count = t->desc->sample.count;
    for (size_t i = 0; i < count; i++) {
        const unsigned char *x = (const unsigned char *)t->desc->sample.elements + (n + i) % count * size;
        if (memcmp(x, few_at(t, 0), size) != 0 && is_readable(t, x))
            return x;
    }
    return few_at(t, 0);
}

/* Sets the places of the two elements: adjacent in the first trial, then farther and farther apart. */
static void find_places(size_t count, unsigned n, size_t *first, size_t *second) {
    *first = count * n / (CS_USER_SCANS + 1);
    *second = *first + 1 + (count - *first) * n / (CS_USER_SCANS + 1);
}

clscan_status cs_user_operator_place(cs_test_scan *t, unsigned n) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &t->problem->traits;
    const char *type = t->problem->in[0];
    const size_t size = traits->in[0].size, count = t->call.count;
    size_t places[2];
    unsigned char room[MOST_BYTES], *in = malloc(count * size);
    TRY_ALLOC(in);
    const unsigned char *identity = as_element(t, type, few_at(t, 0), room);
    for (size_t i = 0; i < count; i++)
        memcpy(in + i * size, identity, size);
    find_places(count, n, &places[0], &places[1]);
    for (unsigned i = 0; i < 2; i++) {
        memcpy(few_at(t, 1 + i), choose(t, 2 * n + i), traits->value.type.size);
        if (places[i] < count)
            memcpy(in + places[i] * size, as_element(t, type, few_at(t, 1 + i), room), size);
    }
    CL(clEnqueueWriteBuffer(t->queue, t->call.in[0].handle, CL_TRUE, 0, count * size, in, 0, NULL, NULL));
done:
    free(in);
    return status;
}

/* ----------------------------------------------------------------------------------------------------- the output */

static bool is_same(const cs_test_scan_output *out, const unsigned char *a, const unsigned char *b) {
    const size_t end = out->sample.size - out->sample.room;
    size_t k = 0;
    while (k < end && (out->skip[k] || a[k] == b[k]))
        k++;
    return k == end;
}

/* Results may be the identity, either element, and one more value: the combination of the two. */
bool cs_user_operator_identity_holds(const cs_test_scan *t, bool *alike) {
    const cs_test_scan_output *out = &t->outputs[0];
    const unsigned char *both = NULL, *at = t->expected + out->at, *few[3];
    unsigned char rooms[3][MOST_BYTES];
    for (unsigned i = 0; i < 3; i++)
        few[i] = as_element(t, t->problem->out[0], few_at(t, i), rooms[i]);
    *alike = true;
    for (size_t i = 0; i < out->count; i++, at += out->sample.size) {
        unsigned which = 0;
        while (which < 3 && !is_same(out, at, few[which]))
            which++;
        *alike = *alike && which == 0;
        if (which == 3 && both && !is_same(out, at, both))
            return false;
        both = which == 3 ? at : both;
    }
    return true;
}
