/* How much workspace columns need: never more than is told to whom knows but the count. */
#include "strategy/strategy.h"
#include "support/check.h"

#include <oracle.h>

/* From 0 to most - 1, the small ones as often as the large. */
static size_t drawn(uint64_t *index, size_t most) {
    const uint64_t bits = oracle_draw(1, ++*index);
    return (size_t)(oracle_draw(2, *index) % most) >> bits % 24;
}

static void test_workspaces(void **state) {
    uint64_t at = 0;
    size_t with = 0;
    (void)state;
    for (int i = 0; i < 1 << 19; i++) {
        const cs_shape shape = { .wg_size = 1u << oracle_draw(3, (uint64_t)i) % 11,
                                 .items = (unsigned)(1 + drawn(&at, 512)),
                                 .groups = 1 + drawn(&at, 8192) };
        const size_t length = 1 + drawn(&at, 1 << 24), count = length * drawn(&at, 1 << 18);
        const size_t known = cs_columns.workspace_of_lines(&shape, count, length, sizeof(cl_int));
        if (known > cs_columns.workspace(&shape, count, sizeof(cl_int)))
            fail_msg("%zu in lines of %zu, %u x %u items, %zu work-groups: %zu bytes", count, length, shape.wg_size,
                     shape.items, shape.groups, known);
        with += known > 0;
    }
    assert_in_range(with, 1 << 14, (1 << 19) - (1 << 14)); /* there are such and such */
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_workspaces) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
