/* Checks that the tests of the descriptions of tasks share. */
#ifndef TESTS_UNIT_DESC_TASK_H
#define TESTS_UNIT_DESC_TASK_H

#include "problem/call.h"
#include "problem/desc.h"

#include "support/check.h"

#include <string.h>

/* REFUSE(base, field, value, words): `base` with one field changed. */
#define REFUSE(base, field, value, words)                                                                              \
    do {                                                                                                               \
        clscan_desc corrupt = (base);                                                                                  \
        corrupt.field = (value);                                                                                       \
        assert_fails(cs_desc_check(&corrupt), CLSCAN_ERROR_INVALID_DESC, (words));                                     \
    } while (0)

/* Checks that a description is valid, and its words. */
static inline void assert_prints(const clscan_desc *desc, const char *expected) {
    cs_strbuf text = { 0 };
    const cs_problem problem = cs_desc_problem(desc);
    assert_ok(cs_desc_check(desc));
    cs_problem_print(&text, &problem);
    assert_string_equal(text.data, expected);
    cs_strbuf_free(&text);
}

#endif
