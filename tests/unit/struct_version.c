/* Structs of callers that were compiled with an older or a newer header. */
#include "base/struct_version.h"
#include "base/status.h"
#include "support/check.h"

#include <string.h>

/* A struct of the first header, and the same struct of a later one. */
typedef struct first {
    size_t struct_size;
    size_t old;
} first;
typedef struct grown {
    size_t struct_size;
    size_t old, added;
} grown;

/* The library must not touch the memory behind the caller's struct. */
typedef struct caller {
    first own;
    size_t beyond;
} caller;

static void test_no_size_is_the_first_size(void **state) {
    const caller older = { .own = { .old = 5 }, .beyond = 77 };
    grown ours;
    (void)state;
    assert_ok(cs_struct_version_take(&ours, sizeof ours, sizeof(first), &older, "older"));
    assert_int_equal(ours.old, 5);
    assert_int_equal(ours.added, 0);
}

static void test_nothing_is_written_beyond_the_first_size(void **state) {
    const grown ours = { .old = 5, .added = 6 };
    caller older = { .beyond = 77 };
    (void)state;
    assert_ok(cs_struct_version_give(&older, &ours, sizeof ours, sizeof(first), "older"));
    assert_int_equal(older.own.struct_size, 0);
    assert_int_equal(older.own.old, 5);
    assert_int_equal(older.beyond, 77);
}

static void test_a_size_counts(void **state) {
    const grown newer = { .struct_size = sizeof newer, .old = 5, .added = 6 };
    grown ours, theirs = { .struct_size = sizeof theirs };
    (void)state;
    assert_ok(cs_struct_version_take(&ours, sizeof ours, sizeof(first), &newer, "newer"));
    assert_memory_equal(&ours, &newer, sizeof ours);
    assert_ok(cs_struct_version_give(&theirs, &newer, sizeof newer, sizeof(first), "theirs"));
    assert_memory_equal(&theirs, &newer, sizeof newer);
}

static void test_a_struct_of_our_size_is_read_in_place(void **state) {
    const grown none = { .struct_size = 0 }, same = { .struct_size = sizeof same };
    const first older = { .struct_size = sizeof older };
    (void)state;
    assert_true(cs_struct_version_is_ours(&same, sizeof(grown), sizeof(first)));
    assert_true(cs_struct_version_is_ours(&none, sizeof(first), sizeof(first)));
    assert_false(cs_struct_version_is_ours(&none, sizeof(grown), sizeof(first)));
    assert_false(cs_struct_version_is_ours(&older, sizeof(grown), sizeof(first)));
}

static void test_a_newer_layout_is_refused(void **state) {
    const grown newer = { .struct_size = 2 * CS_NEXT_LAYOUT + sizeof newer, .old = 5 };
    grown ours = { .old = 7 }, theirs = newer;
    (void)state;
    assert_int_equal(cs_struct_version_take(&ours, sizeof ours, sizeof(first), &newer, "newer"),
                     CLSCAN_ERROR_INVALID_VALUE);
    assert_has(cs_message(), "newer.struct_size is |layout 2 of a newer header|knows layout 0");
    assert_int_equal(ours.old, 7);
    assert_int_equal(cs_struct_version_give(&theirs, &ours, sizeof ours, sizeof(first), "theirs"),
                     CLSCAN_ERROR_INVALID_VALUE);
    assert_memory_equal(&theirs, &newer, sizeof theirs);
}

/* The sizes in version 0.2.0 on machines of 64 bits. They never change. */
static void test_first_sizes(void **state) {
    (void)state;
    if (sizeof(void *) != 8)
        skip();
    assert_int_equal(CS_FIRST_ARGS, 1784);
    assert_int_equal(CS_FIRST_DESC, 1024);
    assert_int_equal(CS_FIRST_DEVICE_OPTIONS, 72);
    assert_int_equal(CS_FIRST_CACHE_STATS, 48);
    assert_int_equal(CS_FIRST_CALL_INFO, 80);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_no_size_is_the_first_size),
        cmocka_unit_test(test_nothing_is_written_beyond_the_first_size),
        cmocka_unit_test(test_a_size_counts),
        cmocka_unit_test(test_a_struct_of_our_size_is_read_in_place),
        cmocka_unit_test(test_a_newer_layout_is_refused),
        cmocka_unit_test(test_first_sizes),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
