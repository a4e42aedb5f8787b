/* The stack that a shape needs on a CPU, and the shapes that faulty drivers cannot run. */
#include "tuning/shape.h"

#include "opencl/driver_fault.h"
#include "support/check.h"

static cl_ulong stack_of(unsigned wg_size, unsigned items, size_t element, cl_device_type type) {
    const cs_caps caps = { .type = type };
    const cs_shape slices = {
        .group = CLSCAN_GROUP_SEQUENTIAL, .wg_size = wg_size, .items = items, .single_item = true
    };
    return cs_shape_stack_bytes(&slices, &caps, element);
}

/* A single work-item keeps one total for every 64 elements of a slice, in chunks of 8, 2 or 1 runs. Two slices are kept
 * at a time. If the totals of a slice take more than 16 KiB, none are kept. */
static void test_what_slices_keep(void **state) {
    enum { NONE = 1 << 20 };
    static const struct {
        size_t element;
        unsigned items;
        cl_ulong kept;
    } slices[] = { { 4, 511, 8 * 4 },        { 4, 512, 2 * 8 * 4 },    { 16, 65023, 127 * 8 * 16 },
                   { 16, 65024, 16384 },     { 16, 65536, 0 },         { 64, 4096, 33 * 2 * 64 },
                   { 1024, 900, 15 * 1024 }, { 1024, 15 * 64, 16384 }, { 1024, 16 * 64, 0 } };
    (void)state;
    for (size_t i = 0; i < COUNT(slices); i++) {
        const size_t element = slices[i].element;
        const cl_ulong without = stack_of(1, NONE, element, CL_DEVICE_TYPE_CPU);
        assert_int_equal(stack_of(1, slices[i].items, element, CL_DEVICE_TYPE_CPU), without + 2 * slices[i].kept);
        assert_int_equal(stack_of(2, slices[i].items, element, CL_DEVICE_TYPE_CPU), 2 * without);
        assert_int_equal(stack_of(1, slices[i].items, element, CL_DEVICE_TYPE_GPU), 0);
    }
}

static const char *fault_of(unsigned faults, unsigned wg_size, bool single_item) {
    const cs_caps caps = { .faults = faults };
    const cs_shape shape = {
        .group = CLSCAN_GROUP_SEQUENTIAL, .wg_size = wg_size, .items = 1, .single_item = single_item
    };
    return cs_shape_fault(&shape, &caps);
}

static void test_faults(void **state) {
    enum { WIDE_GROUPS = 1 << CS_FAULT_WIDE_GROUPS, WIDE_SLICES = 1 << CS_FAULT_WIDE_SLICES };
    (void)state;
    assert_has(fault_of(WIDE_GROUPS, 2, false), "two or more work-items|1 is safe");
    assert_has(fault_of(WIDE_GROUPS, 256, true), "two or more work-items|1 is safe");
    assert_null(fault_of(WIDE_GROUPS, 1, false));
    assert_has(fault_of(WIDE_SLICES, 16, true), "miscompiles slices|1 is safe");
    assert_null(fault_of(WIDE_SLICES, 1, true));
    assert_null(fault_of(WIDE_SLICES, 16, false));
    assert_null(fault_of(0, 2, true));
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_what_slices_keep), cmocka_unit_test(test_faults) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
