/* What devices that are not here would be taken for: the linker puts answers of the test's own in place of
 * clGetDeviceInfo's. */
#include "caps.h"
#include "support/answer.h"
#include "support/check.h"

#include <string.h>

/* One device. */
static struct answers {
    const char *version, *extensions;
    cl_ulong atomics;              /* of OpenCL 3.0; 0: it does not know the question */
    cl_uint compute_capability[2]; /* NVIDIA's */
} device;

#define INT64   "cl_khr_int64_base_atomics cl_khr_int64_extended_atomics"
#define SHUFFLE "cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative"

enum { ATOMIC_MEMORY = 0x1063, ATOMIC_FENCE, NV_MAJOR = 0x4000, NV_MINOR, DEVICE_WIDE = 1 << 1 | 1 << 5 };

cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed) {
    const cl_ulong zero = 0;
    (void)id;
    switch (what) {
    case CL_DEVICE_VERSION:
        return answer(device.version, strlen(device.version) + 1, size, value, needed);
    case CL_DEVICE_EXTENSIONS:
        return answer(device.extensions, strlen(device.extensions) + 1, size, value, needed);
    case ATOMIC_MEMORY:
    case ATOMIC_FENCE:
        return device.atomics ? answer(&device.atomics, sizeof(cl_ulong), size, value, needed) : CL_INVALID_VALUE;
    case NV_MAJOR:
    case NV_MINOR:
        return answer(&device.compute_capability[what - NV_MAJOR], sizeof(cl_uint), size, value, needed);
    default:
        return answer(&zero, size < sizeof zero ? size : sizeof zero, size, value, needed);
    }
}

static void expect(struct answers answers, unsigned state_bits, cs_sub_groups sub_groups, const char *options) {
    cs_caps caps;
    device = answers;
    assert_ok(cs_caps_query(NULL, &caps));
    assert_int_equal(caps.state_bits, state_bits);
    assert_int_equal(caps.sub_groups, sub_groups);
    assert_string_equal(caps.build_options, options);
}

/* EXPECT(what it is taken for..., what it answers...) */
#define EXPECT(state_bits, sub_groups, options, ...)                                                                   \
    expect((struct answers) { __VA_ARGS__ }, state_bits, sub_groups, options)

static void test_opencl_1(void **state) {
    (void)state;
    EXPECT(0, CS_NO_SUB_GROUPS, "-cl-std=CL1.2", .version = "OpenCL 1.2 something", .extensions = INT64);
}

static void test_opencl_2(void **state) {
    (void)state;
    EXPECT(32, CS_NO_SUB_GROUPS, "-cl-std=CL2.0", .version = "OpenCL 2.0 AMD-APP",
           .extensions = "cl_khr_subgroups cl_khr_fp64");
    EXPECT(32, CS_NO_SUB_GROUPS, "-cl-std=CL2.0", .version = "OpenCL 2.0 AMD-APP",
           .extensions = "cl_khr_int64_base_atomics");
    EXPECT(64, CS_NO_SUB_GROUPS, "-cl-std=CL2.0", .version = "OpenCL 2.0 AMD-APP", .extensions = INT64);
    EXPECT(64, CS_INTEL, "-cl-std=CL2.0", .version = "OpenCL 2.1 NEO",
           .extensions = "cl_khr_subgroups cl_intel_subgroups " INT64);
}

static void test_opencl_3(void **state) {
    (void)state;
    EXPECT(0, CS_NO_SUB_GROUPS, "-cl-std=CL1.2", .version = "OpenCL 3.0 something",
           .extensions = INT64 " cl_khr_subgroups " SHUFFLE);
    EXPECT(0, CS_NO_SUB_GROUPS, "-cl-std=CL1.2", .version = "OpenCL 3.0 something", .extensions = INT64,
           .atomics = 1 << 1);
    EXPECT(32, CS_KHR, "-cl-std=CL3.0", .version = "OpenCL 3.0 something", .extensions = "cl_khr_subgroups " SHUFFLE,
           .atomics = DEVICE_WIDE);
    EXPECT(64, CS_KHR, "-cl-std=CL3.0", .version = "OpenCL 3.0 something",
           .extensions = INT64 " cl_khr_subgroups " SHUFFLE, .atomics = DEVICE_WIDE);
    EXPECT(64, CS_NO_SUB_GROUPS, "-cl-std=CL3.0", .version = "OpenCL 3.0 PoCL",
           .extensions = INT64 " cl_khr_subgroups " SHUFFLE, .atomics = DEVICE_WIDE);
}

static void test_nvidia(void **state) {
    (void)state;
    EXPECT(0, CS_NO_SUB_GROUPS, "-cl-std=CL1.2", .version = "OpenCL 3.0 CUDA",
           .extensions = "cl_nv_device_attribute_query", .atomics = 1 << 2, .compute_capability = { 6, 1 });
    EXPECT(64, CS_PTX, "-cl-std=CL1.2", .version = "OpenCL 3.0 CUDA", .extensions = "cl_nv_device_attribute_query",
           .atomics = 1 << 2, .compute_capability = { 7, 0 });
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_opencl_1), cmocka_unit_test(test_opencl_2),
                                        cmocka_unit_test(test_opencl_3), cmocka_unit_test(test_nvidia) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
