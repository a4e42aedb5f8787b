/* Decides the capabilities of made-up devices from their replies. */
#include "opencl/caps.h"
#include "support/check.h"

#include <stdio.h>
#include <string.h>

#define INT64   " cl_khr_int64_base_atomics cl_khr_int64_extended_atomics"
#define SHUFFLE " cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative"

enum { RELAXED = 1 << 0, ACQ_REL = 1 << 1, WORK_GROUP = 1 << 4, DEVICE = 1 << 5 };
enum { MINIMAL = RELAXED | WORK_GROUP, NO_FENCE = MINIMAL | DEVICE, DEVICE_WIDE = NO_FENCE | ACQ_REL };

typedef struct device {
    const char *version, *names;
    cl_uint opencl_c;
    cl_ulong sub_groups, memory, fence; /* memory, fence: atomic capabilities of OpenCL 3.0 */
    cl_ulong nvidia_major, nvidia_minor;
} device;

static cs_answers answers_of(const device *d, char *names, size_t room) {
    const cl_uint one = 1;
    cs_answers a = { .name = "a device that is not here",
                     .driver = "1",
                     .names = names,
                     .opencl_c = d->opencl_c,
                     .little_endian = *(const char *)&one == 1,
                     .sub_groups = d->sub_groups,
                     .atomic_memory = d->memory,
                     .atomic_fence = d->fence,
                     .nvidia_major = d->nvidia_major,
                     .nvidia_minor = d->nvidia_minor };
    snprintf(a.version, sizeof a.version, "%s", d->version);
    snprintf(names, room, "%s", d->names ? d->names : "");
    return a;
}

static cs_caps decided(const device *d) {
    char names[512];
    cs_caps caps;
    const cs_answers a = answers_of(d, names, sizeof names);
    assert_ok(cs_caps_decide(&a, &caps));
    assert_in_set(caps.state_bits, ((const LargestIntegralType[]) { 32, 64 }), 2); /* kernels support no others */
    return caps;
}

/* EXPECT_SUB_GROUPS(expected kind of sub-groups, expected version of OpenCL C, answers of the device...) */
#define EXPECT_SUB_GROUPS(expected, options, ...)                                                                      \
    do {                                                                                                               \
        const cs_caps caps = decided(&(device) { __VA_ARGS__ });                                                       \
        assert_int_equal(caps.sub_groups, expected);                                                                   \
        assert_string_equal(caps.build_options, "-cl-std=" options);                                                   \
    } while (0)

static void test_sub_groups_of_opencl_1_and_2(void **state) {
    (void)state;
    EXPECT_SUB_GROUPS(CS_NO_SUB_GROUPS, "CL1.2", .version = "OpenCL 1.2 something", .names = INT64, .opencl_c = 12);
    EXPECT_SUB_GROUPS(CS_INTEL, "CL1.2", .version = "OpenCL 1.2 something", .names = "cl_intel_subgroups",
                      .opencl_c = 12);
    EXPECT_SUB_GROUPS(CS_NO_SUB_GROUPS, "CL2.0", .version = "OpenCL 2.0 something", .names = INT64, .opencl_c = 20);
    EXPECT_SUB_GROUPS(CS_INTEL, "CL2.0", .version = "OpenCL 2.1 NEO", .names = "cl_khr_subgroups cl_intel_subgroups",
                      .opencl_c = 20);
    EXPECT_SUB_GROUPS(CS_KHR, "CL2.0", .version = "OpenCL 2.0 something", .names = "cl_khr_subgroups" SHUFFLE,
                      .opencl_c = 20);
}

/* OpenCL 2.1 and 2.2 require sub-groups of the API and of SPIR-V. OpenCL C stays at 2.0 there, and has their functions
 * by an extension only: without it, the number of sub-groups is of no use to kernels in OpenCL C. */
static void test_sub_groups_without_functions(void **state) {
    (void)state;
    EXPECT_SUB_GROUPS(CS_NO_SUB_GROUPS, "CL2.0", .version = "OpenCL 2.1 something", .names = "cl_khr_spir",
                      .opencl_c = 20, .sub_groups = 8);
    EXPECT_SUB_GROUPS(CS_NO_SUB_GROUPS, "CL2.0", .version = "OpenCL 2.2 something", .names = "cl_khr_spir",
                      .opencl_c = 20, .sub_groups = 8);
    EXPECT_SUB_GROUPS(CS_UNIFORM, "CL2.0", .version = "OpenCL 2.2 something", .names = "cl_khr_subgroups",
                      .opencl_c = 20, .sub_groups = 8);
}

/* Devices whose sub-groups lack shuffles. AMD has builtins of its own. On others the kernels use only functions that
 * all lanes call together. */
static void test_sub_groups_without_shuffles(void **state) {
    (void)state;
    EXPECT_SUB_GROUPS(CS_AMD, "CL2.0", .version = "OpenCL 2.0 AMD-APP (3581.0)",
                      .names = "cl_khr_subgroups cl_amd_device_attribute_query", .opencl_c = 20);
    EXPECT_SUB_GROUPS(CS_UNIFORM, "CL2.0", .version = "OpenCL 2.0 something", .names = "cl_khr_subgroups",
                      .opencl_c = 20);
    EXPECT_SUB_GROUPS(CS_UNIFORM, "CL3.0", .version = "OpenCL 3.0 something",
                      .names = "__opencl_c_subgroups cl_khr_subgroup_shuffle_relative", .opencl_c = 30);
    EXPECT_SUB_GROUPS(CS_UNIFORM, "CL3.0", .version = "OpenCL 3.0 something",
                      .names = "__opencl_c_subgroups cl_khr_subgroup_shuffle", .opencl_c = 30);
}

/* Rusticl lists the feature and the shuffles, but not the extension, which promises independent progress. */
static void test_sub_groups_as_a_feature(void **state) {
    (void)state;
    EXPECT_SUB_GROUPS(CS_KHR, "CL3.0", .version = "OpenCL 3.0", .names = "__opencl_c_subgroups" SHUFFLE, .opencl_c = 30,
                      .memory = MINIMAL, .fence = MINIMAL);
    EXPECT_SUB_GROUPS(CS_NO_SUB_GROUPS, "CL1.2", .version = "OpenCL 3.0", .names = SHUFFLE, .opencl_c = 30,
                      .memory = MINIMAL);
}

/* A maximal number of sub-groups in a work-group implies the feature. */
static void test_sub_groups_by_their_number(void **state) {
    (void)state;
    EXPECT_SUB_GROUPS(CS_KHR, "CL3.0", .version = "OpenCL 3.0 something", .names = SHUFFLE, .opencl_c = 30,
                      .sub_groups = 8);
    EXPECT_SUB_GROUPS(CS_UNIFORM, "CL3.0", .version = "OpenCL 3.0 something", .names = "cl_khr_fp64", .opencl_c = 30,
                      .sub_groups = 8);
}

/* OpenCL C 3.1 has sub-groups and shuffles, listed or not. */
static void test_sub_groups_of_opencl_3_1(void **state) {
    (void)state;
    EXPECT_SUB_GROUPS(CS_KHR, "CL3.1", .version = "OpenCL 3.1 something", .names = "cl_khr_fp64", .opencl_c = 31);
    EXPECT_SUB_GROUPS(CS_KHR, "CL3.1", .version = "OpenCL 3.1 something", .names = "cl_intel_subgroups", .opencl_c = 31,
                      .sub_groups = 8);
    EXPECT_SUB_GROUPS(CS_UNIFORM, "CL3.0", .version = "OpenCL 3.1 something", .names = "cl_khr_subgroups",
                      .opencl_c = 30);
}

static void test_sub_groups_of_pocl(void **state) {
    (void)state;
    EXPECT_SUB_GROUPS(CS_NO_SUB_GROUPS, "CL3.0", .version = "OpenCL 3.0 PoCL", .names = "cl_khr_subgroups" SHUFFLE,
                      .opencl_c = 30, .sub_groups = 8, .memory = DEVICE_WIDE, .fence = DEVICE_WIDE);
}

static void expect_atomics(cs_atomics atomics, unsigned bits, const char *options, const device *d) {
    const cs_caps caps = decided(d);
    assert_int_equal(caps.atomics, atomics);
    assert_int_equal(caps.state_bits, bits);
    assert_int_equal(caps.has_fence, atomics >= CS_ATOMICS_FENCED);
    assert_string_equal(caps.build_options, options);
}

#define EXPECT_ATOMICS(atomics, bits, options, ...)                                                                    \
    expect_atomics(atomics, bits, "-cl-std=" options, &(device) { __VA_ARGS__ })

/* Intel's CPU runtime 2024 announces shuffles that it does not link; 2026 has them. */
static void test_sub_groups_of_a_faulty_driver(void **state) {
    static const struct {
        const char *driver;
        cs_sub_groups expected;
    } drivers[] = { { "2024.18.7.0.11_160000", CS_NO_SUB_GROUPS }, { "2026.22.10.0.01_160000", CS_KHR } };
    char names[512];
    (void)state;
    for (size_t i = 0; i < COUNT(drivers); i++) {
        cs_answers a =
            answers_of(&(device) { .version = "OpenCL 3.0", .names = "__opencl_c_subgroups" SHUFFLE, .opencl_c = 30 },
                       names, sizeof names);
        cs_caps caps;
        snprintf(a.vendor_name, sizeof a.vendor_name, "Intel(R) Corporation");
        snprintf(a.driver, sizeof a.driver, "%s", drivers[i].driver);
        assert_ok(cs_caps_decide(&a, &caps));
        assert_int_equal(caps.sub_groups, drivers[i].expected);
    }
}

static void test_atomics_of_opencl_1_and_2(void **state) {
    (void)state;
    EXPECT_ATOMICS(CS_ATOMICS_OF_1_2, 32, "CL1.2", .version = "OpenCL 1.2 something", .opencl_c = 12);
    EXPECT_ATOMICS(CS_ATOMICS_OF_1_2, 32, "CL1.2", .version = "OpenCL 1.2 something", .opencl_c = 12,
                   .memory = DEVICE_WIDE, .fence = DEVICE_WIDE);
    EXPECT_ATOMICS(CS_ATOMICS_OF_1_2, 64, "CL1.2", .version = "OpenCL 1.2 something", .names = INT64, .opencl_c = 12);
    EXPECT_ATOMICS(CS_ATOMICS_FENCED, 32, "CL2.0", .version = "OpenCL 2.0 something",
                   .names = "cl_khr_int64_base_atomics", .opencl_c = 20);
    EXPECT_ATOMICS(CS_ATOMICS_FENCED, 64, "CL2.0", .version = "OpenCL 2.2 something", .names = INT64, .opencl_c = 20);
}

/* A device has fences if the capabilities of atomics and of fences both include acquire-release order and device
 * scope. */
static void test_atomics_of_opencl_3(void **state) {
    (void)state;
    EXPECT_ATOMICS(CS_ATOMICS_FENCED, 64, "CL3.0", .version = "OpenCL 3.0 something", .names = INT64, .opencl_c = 30,
                   .memory = DEVICE_WIDE, .fence = DEVICE_WIDE);
    EXPECT_ATOMICS(CS_ATOMICS_RELAXED, 32, "CL3.0", .version = "OpenCL 3.0 something", .opencl_c = 30,
                   .memory = NO_FENCE, .fence = DEVICE_WIDE);
    EXPECT_ATOMICS(CS_ATOMICS_RELAXED, 32, "CL3.0", .version = "OpenCL 3.0 something", .opencl_c = 30,
                   .memory = DEVICE_WIDE, .fence = NO_FENCE);
    EXPECT_ATOMICS(CS_ATOMICS_RELAXED, 32, "CL3.0", .version = "OpenCL 3.0 something", .opencl_c = 30,
                   .memory = DEVICE_WIDE, .fence = MINIMAL | ACQ_REL);
    EXPECT_ATOMICS(CS_ATOMICS_OF_1_2, 64, "CL1.2", .version = "OpenCL 3.0 something", .names = INT64, .opencl_c = 30,
                   .memory = MINIMAL, .fence = MINIMAL);
    EXPECT_ATOMICS(CS_ATOMICS_OF_1_2, 32, "CL1.2", .version = "OpenCL 3.0 something", .opencl_c = 30,
                   .memory = MINIMAL | ACQ_REL, .fence = DEVICE_WIDE);
    EXPECT_ATOMICS(CS_ATOMICS_FENCED, 32, "CL3.1", .version = "OpenCL 3.1 something", .opencl_c = 31, .sub_groups = 8,
                   .memory = DEVICE_WIDE, .fence = DEVICE_WIDE);
    EXPECT_ATOMICS(CS_ATOMICS_OF_1_2, 32, "CL3.1", .version = "OpenCL 3.1 something", .opencl_c = 31, .sub_groups = 8,
                   .memory = MINIMAL, .fence = MINIMAL);
}

static void test_nvidia(void **state) {
    const device pascal = {
        .version = "OpenCL 3.0 CUDA", .opencl_c = 30, .memory = MINIMAL, .nvidia_major = 6, .nvidia_minor = 1
    };
    const device volta = { .version = "OpenCL 3.0 CUDA", .opencl_c = 30, .memory = MINIMAL, .nvidia_major = 7 };
    (void)state;
    expect_atomics(CS_ATOMICS_OF_1_2, 32, "-cl-std=CL1.2", &pascal);
    expect_atomics(CS_ATOMICS_PTX, 64, "-cl-std=CL1.2", &volta);
    assert_int_equal(decided(&pascal).sub_groups, CS_NO_SUB_GROUPS);
    assert_int_equal(decided(&volta).sub_groups, CS_PTX);
    assert_int_equal(decided(&volta).compute_capability, 70);
}

static void test_byte_order(void **state) {
    const device d = { .version = "OpenCL 1.2 something", .opencl_c = 12 };
    char names[16];
    cs_caps caps;
    cs_answers a = answers_of(&d, names, sizeof names);
    (void)state;
    a.little_endian = !a.little_endian;
    assert_fails(cs_caps_decide(&a, &caps), CLSCAN_ERROR_INVALID_DEVICE,
                 "a device that is not here is |-endian, but the host is |-endian");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sub_groups_of_opencl_1_and_2),
        cmocka_unit_test(test_sub_groups_without_functions),
        cmocka_unit_test(test_sub_groups_without_shuffles),
        cmocka_unit_test(test_sub_groups_as_a_feature),
        cmocka_unit_test(test_sub_groups_by_their_number),
        cmocka_unit_test(test_sub_groups_of_opencl_3_1),
        cmocka_unit_test(test_sub_groups_of_pocl),
        cmocka_unit_test(test_sub_groups_of_a_faulty_driver),
        cmocka_unit_test(test_atomics_of_opencl_1_and_2),
        cmocka_unit_test(test_atomics_of_opencl_3),
        cmocka_unit_test(test_nvidia),
        cmocka_unit_test(test_byte_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
