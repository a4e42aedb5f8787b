#include "random/case_arrays.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ignores contents that are not defined: the fourth component of vectors of three, the total of a scan without
 * elements, initial value and identity, and the reduction of no elements to an accumulator, which the oracle does not
 * know. */
static void forget(case_arrays *s, array *a) {
    const size_t cell = s->at[CELLS].unit;
    if (s->o.components == 3 && a->type != ORACLE_USER && a->unit == 4 * oracle_type_size(a->type))
        for (size_t i = 0; i < a->bytes; i += a->unit)
            memcpy(a->expected + i + a->unit / 4 * 3, a->got + i + a->unit / 4 * 3, a->unit / 4);
    if (a == &s->at[CELLS] && s->o.count == 0 && !s->o.init && s->tc->v[D_no_identity])
        memcpy(a->expected + cell, a->got + cell, cell);
    if (test_case_reduces(s->tc) && test_case_has_state(s->tc) && s->o.count == 0 &&
        (a == &s->at[OUT] || a == &s->at[MORE]))
        memcpy(a->expected + a->offset * a->unit, a->got + a->offset * a->unit, a->bytes - a->offset * a->unit);
}

static void print(oracle_type type, const char *number, size_t size, char text[80]) {
    if (type != ORACLE_USER)
        oracle_print(type, number, text, 80);
    else
        for (size_t i = 0; i < size && i < 16; i++)
            snprintf(text + 2 * i, 80 - 2 * i, "%02x", (unsigned char)number[i]);
}

static bool check_array(const test_device *d, case_arrays *s, int which, char *what, size_t size) {
    static const char *const names[] = { "in[0]", "out[0]",   "out[1]",  "out[2]",  "segments", "in[1]", "in[2]",
                                         "cells", "count_at", "indices", "lengths", "keys",     "mask",  "offsets" };
    array *a = &s->at[which];
    const size_t number = a->type == ORACLE_USER ? a->unit : oracle_type_size(a->type), n = a->bytes / number;
    char expected[80], got[80];
    size_t i = 0;
    if (!guarded_read(d, &a->memory, a->got)) {
        snprintf(what, size, "wrote outside of %s", names[which]);
        return false;
    }
    forget(s, a);
    const bool combines = !test_case_moves(s->tc) && !test_case_counts(s->tc);
    if (combines && oracle_accumulator_is_rounded(&s->o.problem) && (which == s->out || which == MORE))
        i = oracle_accumulator_compare(&s->o.problem, a->type, a->expected, a->got, n);
    else if (a->type != ORACLE_USER)
        i = oracle_compare(a->type, a->expected, a->got, n);
    while (a->type == ORACLE_USER && i < n && memcmp(a->expected + i * number, a->got + i * number, number) == 0)
        i++;
    if (i == n)
        return true;
    print(a->type, a->expected + i * number, number, expected);
    print(a->type, a->got + i * number, number, got);
    snprintf(what, size, "%s, element %zu from its offset %zu on: expected %s, got %s", names[which],
             i * number / a->unit - a->offset, a->offset, expected, got);
    return false;
}

bool case_arrays_check(const test_device *d, case_arrays *s, char *what, size_t size) {
    bool right = true;
    for (int i = 0; i < ARRAYS && right; i++)
        if (s->at[i].expected)
            right = check_array(d, s, i, what, size);
    return right;
}

void case_arrays_close(case_arrays *s) {
    for (int i = 0; i < ARRAYS; i++) {
        guarded_release(&s->at[i].memory);
        free(s->at[i].expected);
        free(s->at[i].got);
    }
    free(s->placed);
}
