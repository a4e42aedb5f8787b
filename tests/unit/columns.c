/* The memory of strategy columns: any layout needs at most the workspace that is returned for the count alone, and at
 * most the device's local memory. */
#include "strategy/strategy.h"
#include "support/check.h"

#include <oracle.h>

/* Returns a number from 0 to most - 1. Small numbers are drawn as often as large ones. */
static size_t drawn(uint64_t *index, size_t most) {
    const uint64_t bits = oracle_draw(1, ++*index);
    return (size_t)(oracle_draw(2, *index) % most) >> bits % 24;
}

static void test_workspaces(void **state) {
    const cs_caps caps = { .type = CL_DEVICE_TYPE_GPU };
    uint64_t at = 0;
    size_t with = 0;
    (void)state;
    for (int i = 0; i < 1 << 19; i++) {
        const cs_shape shape = { .wg_size = 1u << oracle_draw(3, (uint64_t)i) % 11,
                                 .items = (unsigned)(1 + drawn(&at, 512)),
                                 .groups = 1 + drawn(&at, 8192),
                                 .columns_by_group = cs_columns_by_group_row_of(&caps),
                                 .columns_by_item = cs_columns_by_item_row_of(&caps) };
        const size_t length = 1 + drawn(&at, 1 << 24), count = length * drawn(&at, 1 << 18);
        const size_t known = cs_columns.workspace_of_lines(&shape, count, length, sizeof(cl_int));
        if (known > cs_columns.workspace(&shape, count, sizeof(cl_int)))
            fail_msg("%zu in lines of %zu, %u x %u items, %zu work-groups: %zu bytes", count, length, shape.wg_size,
                     shape.items, shape.groups, known);
        with += known > 0;
    }
    assert_in_range(with, 1 << 14, (1 << 19) - (1 << 14)); /* some need no workspace, some do */
}

/* A work-group stores one value for each work-item and a ticket: see clscan_blocks_storage in
 * cl/grid/strips/line_blocks.h. */
static void test_local_memory(void **state) {
    const cs_caps caps = { .type = CL_DEVICE_TYPE_GPU,
                           .compute_units = 3,
                           .max_wg_size = 1024,
                           .local_bytes = 32768,
                           .stack_bytes = 8 << 20 };
    const cs_tuning tuning = { .caps = &caps };
    const cs_problem problem = { .traits = {
                                     .value.type.size = 2048, .value.tile_bytes = 2048, .value.as_in_memory = true } };
    const clscan_desc all = { .tuning = { CLSCAN_STRATEGY_COLUMNS, .wg_size = 16, .items = 1 } },
                      half = { .tuning = { CLSCAN_STRATEGY_COLUMNS, .wg_size = 8, .items = 2 } };
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    (void)state;
    assert_fails(cs_tune(&tuning, &problem, &all, choices, &n), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                 "16 x 1 items|of 2048 bytes takes 32896 bytes of local memory|32768");
    assert_ok(cs_tune(&tuning, &problem, &half, choices, &n));
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_workspaces), cmocka_unit_test(test_local_memory) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
