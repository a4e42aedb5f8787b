/* Random cases on llvmpipe have no vectors of more than 4 components, and on other devices they have all vectors. */
#include "random/spared.h"

static unsigned components(unsigned value, const char *device_name) {
    test_case tc = { { 0 } };
    tc.v[D_components] = value;
    spared_replace(&tc, device_name);
    return test_case_components(&tc);
}

static void test_llvmpipe(void **state) {
    (void)state;
    for (unsigned value = 0; value < dims[D_components].values; value++)
        assert_in_range(components(value, "llvmpipe (LLVM 21.1.8, 512 bits)"), 1, 4);
    assert_int_equal(components(3, "llvmpipe (LLVM 21.1.8, 512 bits)"), 4);
}

static void test_others(void **state) {
    (void)state;
    assert_int_equal(components(4, "NVIDIA H200"), 8);
    assert_int_equal(components(5, "NVIDIA H200"), 16);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_llvmpipe), cmocka_unit_test(test_others) };
    return cmocka_run_group_tests_name("spared", tests, NULL, NULL);
}
