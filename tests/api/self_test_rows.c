/* The self-test of contiguous rows, which GPUs scan as segments: a user operator passes it, in reverse too if no total
 * is wanted. */
#include "api/scans.h"

static void test_rows_of_the_users(void **state) {
    static const cl_int ints[] = { 5, 7, -3, 2 };
    const test_device *d = *state;
    for (int reverse = 0; reverse < 2; reverse++) {
        clscan_device_options options = test_device_options(NULL);
        clscan_device *device = NULL;
        clscan_desc desc = small_tiles(CLSCAN_STRATEGY_LOOKBACK);
        options.self_test = 1;
        assert_ok(clscan_device_create(d->context, d->id, &options, &device));
        desc.user = (clscan_user) { .source = "static int both(int a, int b) { return a + b; }",
                                    .combine = "both",
                                    .identity = "0" };
        desc.layout = CLSCAN_LAYOUT_ROWS;
        desc.reverse = reverse;
        desc.sample.elements = ints;
        desc.sample.count = COUNT(ints);
        clscan_plan *plan = new_plan(device, &desc);
        assert_int_equal(clscan_plan_num_replaced(plan), 0);
        clscan_plan_destroy(plan);
        clscan_device_destroy(device);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_rows_of_the_users) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
