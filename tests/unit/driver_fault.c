/* Recognizes drivers with known faults by their versions, which are made up here. */
#include "opencl/driver_fault.h"
#include "support/check.h"

#include <string.h>

#define POCL      "pthread-skylake", "GenuineIntel", "OpenCL 3.0 PoCL HSTR: pthread"
#define LLVMPIPE  "llvmpipe (LLVM 15.0.6, 256 bits)", "Mesa", "OpenCL 3.0 "
#define INTEL     "AMD EPYC", "Intel(R) Corporation", "OpenCL 3.0 (Build 0)"
#define NEW_INTEL (1u << CS_FAULT_STACKS | 1u << CS_FAULT_DROPS)
#define OLD_INTEL (1u << CS_FAULT_WIDE_SLICES | 1u << CS_FAULT_SHUFFLES | 1u << CS_FAULT_RETAINS | NEW_INTEL)
#define OLD_MESA  (1u << CS_FAULT_MISCOMPILES)
#define NEW_MESA  (1u << CS_FAULT_QUEUES)

#define POCL_5 (1u << CS_FAULT_WIDE_GROUPS | 1u << CS_FAULT_UNOPTIMIZED)

static unsigned faults_of(const char *name, const char *vendor, const char *version, const char *driver) {
    return cs_driver_faults(&(cs_driver_names) { name, vendor, version, driver });
}

static void test_pocl(void **state) {
    (void)state;
    assert_int_equal(faults_of(POCL, "3.1"), 0);
    assert_int_equal(faults_of(POCL, "3.9-rc2"), 0);
    assert_int_equal(faults_of(POCL, "4"), POCL_5);
    assert_int_equal(faults_of(POCL, "5.0"), POCL_5);
    assert_int_equal(faults_of(POCL, "6.99"), POCL_5);
    assert_int_equal(faults_of(POCL, "7.1+debian"), 0);
    assert_int_equal(faults_of(POCL, "10.0"), 0);
}

/* Numbers, not letters: 9 is less than 26. */
static void test_llvmpipe(void **state) {
    (void)state;
    assert_int_equal(faults_of(LLVMPIPE, "22.3.6"), OLD_MESA);
    assert_int_equal(faults_of(LLVMPIPE, "22.99.99"), OLD_MESA);
    assert_int_equal(faults_of(LLVMPIPE, "9.0"), OLD_MESA);
    assert_int_equal(faults_of(LLVMPIPE, "26.1.9"), OLD_MESA);
    assert_int_equal(faults_of(LLVMPIPE, "26.2"), NEW_MESA);
    assert_int_equal(faults_of(LLVMPIPE, "26.2.6-1"), NEW_MESA);
    assert_int_equal(faults_of(LLVMPIPE, "100.1"), NEW_MESA);
}

static void test_intel(void **state) {
    (void)state;
    assert_int_equal(faults_of(INTEL, "2023.16.12"), 0);
    assert_int_equal(faults_of(INTEL, "2024.18.7.0.11_160000"), OLD_INTEL);
    assert_int_equal(faults_of(INTEL, "2026.22.10.0.01_160000"), NEW_INTEL);
    assert_int_equal(faults_of("Intel(R) Arc(TM) A770", "Intel(R) Corporation", "OpenCL 3.0 NEO", "24.35.30872"), 0);
}

static void test_others(void **state) {
    (void)state;
    assert_int_equal(faults_of("NVIDIA H200", "NVIDIA Corporation", "OpenCL 3.0 CUDA 12.8.97", "570.124.06"), 0);
    assert_int_equal(faults_of(POCL, ""), 0);
    assert_int_equal(faults_of(POCL, "unknown"), 0);
    assert_int_equal(faults_of(LLVMPIPE, "99999999999999999999999.7"), NEW_MESA);
}

static void test_has(void **state) {
    (void)state;
    assert_true(cs_driver_has(1u << CS_FAULT_DROPS, CS_FAULT_DROPS));
    assert_false(cs_driver_has(1u << CS_FAULT_DROPS, CS_FAULT_STACKS));
    for (unsigned i = 0; i < CS_DRIVER_FAULTS; i++)
        assert_non_null(strchr(cs_driver_fault_text((cs_driver_fault)i), ';')); /* the fault; what to use instead */
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_pocl), cmocka_unit_test(test_llvmpipe),
                                        cmocka_unit_test(test_intel), cmocka_unit_test(test_others),
                                        cmocka_unit_test(test_has) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
