/* Sorts in sweeps end with the right result if other work-groups are late, out of order, or publish nothing. Compiler
 * options inject these faults, see cl/grid/look_back/fault_injection.h. */
#include "support/guarded.h"

#include <oracle.h>

enum { N = 601 };

/* 37 and the number of tiles, which is 51, have no common divisor, so that in "tiles shuffled" each is taken once. */
static const struct {
    const char *name, *build_options;
} faults[] = {
    { "nobody waits", "-DCLSCAN_SPIN_LIMIT=0" },
    { "the first tile is withheld", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=0" },
    { "a tile is withheld", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_WITHHELD_TILE=11" },
    { "a tile is late", "-DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_LATE_TILE=9" },
    { "last tile first",
      "-DCLSCAN_TICKETS=0 -DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_TILE_ORDER(ticket,tiles)=((tiles)-1-(ticket))" },
    { "tiles shuffled",
      "-DCLSCAN_TICKETS=1 -DCLSCAN_SPIN_LIMIT=16 -DCLSCAN_TILE_ORDER(ticket,tiles)=((ticket)*37%(tiles))" },
};

static void sort_with(const test_device *d, const char *build_options, const cl_uint *keys, const size_t *order) {
    static cl_uint sorted[N], indices[N];
    const clscan_device_options options = test_device_options(build_options);
    const clscan_desc desc = {
        .task = CLSCAN_TASK_SORT,
        .value.name = "uint",
        .index_type.name = "uint",
        .tuning = { .strategy = CLSCAN_STRATEGY_LOOKBACK, .wg_size = 4, .items = 3 },
    };
    const clscan_args args = { .in[0].host = keys, .out[0].host = sorted, .indices.host = indices, .count = N };
    clscan_device *device = NULL;
    clscan_plan *plan = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    assert_ok(clscan_plan_create(device, &desc, &plan));
    assert_ok(clscan_plan_execute(plan, &args));
    for (size_t i = 0; i < N; i++)
        assert_true(indices[i] == order[i] && sorted[i] == keys[order[i]]);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

static void test_faults(void **state) {
    static cl_uint keys[N];
    static size_t order[N];
    for (size_t i = 0; i < N; i++)
        keys[i] = (cl_uint)(oracle_draw(1, i) & 0xFF00FFF0); /* many are equal in some digits */
    assert_true(oracle_sort(ORACLE_UINT, false, keys, order, N));
    for (size_t i = 0; i < COUNT(faults); i++) {
        print_message("%s\n", faults[i].name); /* if a sort never ends, the last name is its fault */
        sort_with(*state, faults[i].build_options, keys, order);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_faults) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
