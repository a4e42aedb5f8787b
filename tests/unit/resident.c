/* The resident part of a tile: packet rows if elements lie in packets or sub-groups of a GPU exchange them, otherwise
 * runs. There are fewer rows or items if something else takes registers or local memory. */
#include "strategy/strategy.h"
#include "support/check.h"

/* One case: whether the tuning row is the user's own, which equals that of the table; the traits; the bytes of a packet
 * in a row and of an element in a run; and the expected rows and items. */
typedef struct {
    bool own;
    cs_traits traits;
    size_t packet_bytes, blocked_element_bytes;
    unsigned private_rows, local_rows, items;
} resident_case;

/* If flags, reversed order and the like take registers, fewer packet rows are resident. */
static const resident_case cases[] = {
    { false, { .value.type.size = 4, .value.tile_bytes = 4, .value.as_in_memory = true }, 16, 0, 10, 11, 84 },
    { false,
      { .value.type.size = 4, .value.tile_bytes = 4, .value.as_in_memory = true, .reverse = true },
      16,
      0,
      8,
      11,
      76 },
    { false,
      { .value.type.size = 1, .value.tile_bytes = 2, .value.as_in_memory = true, .value.flagged = true },
      18,
      0,
      2,
      6,
      128 },
    { false,
      { .value.type.size = 2, .value.tile_bytes = 4, .value.as_in_memory = true, .value.flagged = true },
      18,
      0,
      2,
      10,
      96 },
    { false,
      { .value.type.size = 4, .value.tile_bytes = 8, .value.as_in_memory = true, .value.flagged = true },
      18,
      0,
      4,
      10,
      56 },
    { false,
      { .value.type.size = 4, .value.tile_bytes = 8, .value.flagged = true, .segments.kind = CLSCAN_SEGMENTS_KEYS },
      18,
      0,
      2,
      8,
      40 },
    { false,
      { .value.type.size = 8, .value.tile_bytes = 16, .value.as_in_memory = true, .value.flagged = true },
      18,
      0,
      4,
      10,
      28 },
    { false,
      { .value.type.size = 16, .value.tile_bytes = 20, .value.as_in_memory = true, .value.flagged = true },
      0,
      17,
      0,
      0,
      11 },
    { false, { .value.type.size = 12, .value.tile_bytes = 12, .value.as_in_memory = true }, 0, 12, 0, 0, 15 },
    { false, { .value.type.size = 4, .value.tile_bytes = 4 }, 16, 0, 10, 10, 80 },
    { false, { .value.type.size = 4, .value.tile_bytes = 4, .writes_anywhere = true }, 16, 0, 10, 10, 80 },
    { false, { .value.type.size = 8, .value.tile_bytes = 8, .writes_anywhere = true }, 16, 0, 10, 10, 40 },
    { false, { .value.type.size = 2, .value.tile_bytes = 2, .reads_anywhere = true }, 16, 0, 4, 10, 112 },
    { false,
      { .value.type.size = 4,
        .value.tile_bytes = 8,
        .value.as_in_memory = true,
        .value.flagged = true,
        .has_rows = true },
      0,
      5,
      0,
      0,
      37 },
    { false, { .value.type.size = 12, .value.tile_bytes = 12, .writes_anywhere = true }, 0, 12, 0, 0, 10 },
    { false, { .value.type.size = 400, .value.tile_bytes = 400, .writes_anywhere = true }, 0, 400, 0, 0, 1 },
    { true,
      { .value.type.size = 4, .value.tile_bytes = 4, .value.as_in_memory = true, .reverse = true },
      16,
      0,
      10,
      11,
      84 },
    { true, { .value.type.size = 4, .value.tile_bytes = 4, .writes_anywhere = true }, 16, 0, 10, 10, 80 },
    { false,
      { .value.type.size = 4, .value.tile_bytes = 8, .value.loaded_bytes = 8, .writes_anywhere = true },
      0,
      4,
      0,
      0,
      15 },
    { true,
      { .value.type.size = 4, .value.tile_bytes = 8, .value.loaded_bytes = 8, .writes_anywhere = true },
      0,
      4,
      0,
      0,
      45 },
    { true,
      { .value.type.size = 2, .value.tile_bytes = 8, .value.flagged = true, .has_rows = true },
      18,
      0,
      10,
      9,
      152 },
    { true, { .value.type.size = 12, .value.tile_bytes = 12 }, 0, 12, 0, 0, 15 },
};

static void test_what_is_resident(void **state) {
    const cs_caps caps = { .name = "an H200",
                           .type = CL_DEVICE_TYPE_GPU,
                           .compute_capability = 90,
                           .compute_units = 132,
                           .max_wg_size = 1024,
                           .local_bytes = 49152,
                           .sub_groups = CS_PTX };
    const cs_tuning table = { .caps = &caps };
    cs_tuning own = { .caps = &caps, .num_own = 1 };
    own.own[0] =
        *cs_tuning_requested(&table, &(cs_tuning_task) { .as_scan = true, .value = 4 }, CLSCAN_STRATEGY_LOOKBACK);
    own.own[0].line = 1;
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const resident_case *c = &cases[i];
        cs_problem problem = { .traits = c->traits };
        const clscan_desc desc = { .tuning.strategy = CLSCAN_STRATEGY_LOOKBACK };
        cs_choice choice[CS_MAX_CHOICES];
        size_t n = 0;
        if (!problem.traits.value.loaded_bytes)
            problem.traits.value.loaded_bytes = problem.traits.value.type.size;
        assert_ok(cs_tune(c->own ? &own : &table, &problem, &desc, choice, &n));
        const cs_shape *s = &choice[0].shape;
        assert_true(s->packet_bytes == c->packet_bytes && s->blocked_element_bytes == c->blocked_element_bytes);
        assert_true(s->private_rows == c->private_rows && s->local_rows == c->local_rows);
        if (s->items != c->items)
            fail_msg("case %zu: %u items, not %u", i, s->items, c->items);
    }
}

/* A work-group of one work-item gets no packet rows, because PoCL's compiler crashes on them. */
static void test_alone_makes_no_packets(void **state) {
    static const cs_problem problem = { .traits = {
                                            .value.type.size = 4, .value.tile_bytes = 4, .reads_anywhere = true } };
    const cs_caps caps = { .max_wg_size = 256, .local_bytes = 65536 };
    const clscan_desc desc = { .tuning.strategy = CLSCAN_STRATEGY_LOOKBACK };
    cs_tuning own = { .caps = &caps };
    cs_choice choice[CS_MAX_CHOICES];
    size_t n = 0;
    (void)state;
    own.own[own.num_own++] =
        (cs_tuning_row) { .line = 1,
                          .limit = SIZE_MAX,
                          .strategy = CLSCAN_STRATEGY_LOOKBACK,
                          .shape = { .wg_size = 128, .items = 8, .private_rows = 2, .local_rows = 1, .groups = 8 } };
    assert_ok(cs_tune(&own, &problem, &desc, choice, &n));
    assert_true(choice[0].shape.blocked_element_bytes == 4 && !cs_shape_in_rows(&choice[0].shape));
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_what_is_resident),
                                        cmocka_unit_test(test_alone_makes_no_packets) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
