/* Packet rows in a description: the shape of an earlier choice is kept, and rows that do not fit are refused. */
#include "support/check.h"
#include "tuning/tune.h"

/* Has the sub-groups and fences of an NVIDIA GPU of compute capability 9.0. */
static cs_caps device(void) {
    return (cs_caps) { .name = "a device that is not here",
                       .type = CL_DEVICE_TYPE_GPU,
                       .max_wg_size = 1024,
                       .local_bytes = 49152,
                       .compute_units = 132,
                       .compute_capability = 90,
                       .sub_groups = CS_PTX,
                       .has_fence = true,
                       .stack_bytes = 8 << 20 };
}

static clscan_status tune(const cs_caps *caps, size_t element, const clscan_desc *desc, cs_choice *choices, size_t *n) {
    const cs_problem problem = { .traits = { .value.type.size = element,
                                             .value.loaded_bytes = element,
                                             .value.tile_bytes = element,
                                             .value.computed_bytes = element,
                                             .value.as_in_memory = true } };
    const cs_tuning tuning = { .caps = caps };
    return cs_tune(&tuning, &problem, desc, choices, n);
}

static clscan_tuning tuning_of(const cs_choice *choice) {
    const cs_shape *s = &choice->shape;
    return (clscan_tuning) { .strategy = choice->strategy,
                             .group = s->group,
                             .wg_size = s->wg_size,
                             .items = s->items,
                             .num_groups = (unsigned)s->groups,
                             .private_rows = s->private_rows,
                             .local_rows = s->local_rows };
}

/* A description with the shape of an earlier choice gets the same shape again, with the same rows in registers. */
static void test_a_shape_is_kept(void **state) {
    const cs_caps caps = device();
    const clscan_desc open = CLSCAN_DESC_INIT;
    size_t in_rows = 0;
    (void)state;
    for (size_t element = 1; element <= 16; element *= 2) {
        cs_choice choices[CS_MAX_CHOICES], again[CS_MAX_CHOICES];
        size_t n = 0, one = 0;
        assert_ok(tune(&caps, element, &open, choices, &n));
        for (size_t i = 0; i < n; i++) {
            const clscan_desc same = { .tuning = tuning_of(&choices[i]) };
            assert_ok(tune(&caps, element, &same, again, &one));
            assert_int_equal(again[0].shape.private_rows, choices[i].shape.private_rows);
            assert_int_equal(again[0].shape.local_rows, choices[i].shape.local_rows);
            assert_int_equal(again[0].shape.tile, choices[i].shape.tile);
            in_rows += choices[i].shape.private_rows > 0;
        }
    }
    assert_true(in_rows > 4);
}

static void refuse(const clscan_desc *desc, const char *words) {
    const cs_caps caps = device();
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    assert_fails(tune(&caps, sizeof(cl_int), desc, choices, &n), CLSCAN_ERROR_UNSUPPORTED_SHAPE, words);
}

static void test_rows_that_do_not_fit(void **state) {
    const clscan_desc many = { .tuning = { .strategy = CLSCAN_STRATEGY_LOOKBACK, .private_rows = 21 } };
    const clscan_desc large = {
        .tuning = { .strategy = CLSCAN_STRATEGY_LOOKBACK, .wg_size = 256, .private_rows = 4, .local_rows = 60 }
    };
    (void)state;
    refuse(&many, "desc.tuning.private_rows is 21 rows of 4 elements|at most 80");
    refuse(&large, "bytes of local memory");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_a_shape_is_kept),
        cmocka_unit_test(test_rows_that_do_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
