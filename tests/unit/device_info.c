/* Queries of devices. The linker replaces clGetDeviceInfo by a function that returns the replies of a test. */
#include "opencl/device_info.h"
#include "support/answer.h"
#include "support/check.h"

#include <string.h>

enum { SUB_GROUPS = 0x105C, EXTENSIONS_WITH_VERSION = 0x1060, ATOMIC_MEMORY = 0x1063, ALL_VERSIONS = 0x1066 };
enum { FEATURES = 0x106F, NV_MAJOR = 0x4000 };

typedef struct name_version {
    cl_uint version;
    char name[64];
} name_version;

#define VERSION(major, minor) (((cl_uint)(major) << 22) | ((cl_uint)(minor) << 12))

/* The replies of one device. */
static struct answers {
    const char *version, *extensions;
    size_t short_bytes;    /* size of the reply to CL_DEVICE_MAX_WORK_GROUP_SIZE; 0: as usual */
    bool lists;            /* supports the lists of OpenCL 3.0 */
    cl_int error;          /* result of the queries of CL_DEVICE_LOCAL_MEM_SIZE and ATOMIC_MEMORY */
    bool asked_for_nvidia; /* set if NV_MAJOR was queried */
} device;

static cl_int answer_number(size_t size, void *value, size_t *needed) {
    static const cl_uchar one = 200;
    static const cl_ushort two = 40000;
    static const cl_uint four = 4000000000u;
    static const cl_ulong eight = 1ull << 40;
    const void *const numbers[] = { [1] = &one, [2] = &two, [4] = &four, [8] = &eight };
    const size_t bytes = device.short_bytes ? device.short_bytes : 8;
    return answer(bytes > 8 ? NULL : numbers[bytes], bytes, bytes > 8 ? 0 : size, value, needed);
}

static cl_int answer_list(const name_version *list, size_t bytes, size_t size, void *value, size_t *needed) {
    return device.lists ? answer(list, bytes, size, value, needed) : CL_INVALID_VALUE;
}

cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed) {
    static const name_version extensions[] = { { VERSION(1, 0), "cl_only_with_version" } };
    static const name_version versions[] = { { VERSION(1, 2), "OpenCL C" }, { VERSION(3, 1), "OpenCL C" } };
    static const name_version features[] = { { VERSION(3, 0), "__opencl_c_subgroups" }, { VERSION(3, 0), "cl_last" } };
    const cl_ulong zero = 0;
    (void)id;
    device.asked_for_nvidia = device.asked_for_nvidia || what == NV_MAJOR;
    switch (what) {
    case CL_DEVICE_VERSION:
        return answer(device.version, strlen(device.version) + 1, size, value, needed);
    case CL_DEVICE_EXTENSIONS:
        return answer(device.extensions, strlen(device.extensions) + 1, size, value, needed);
    case CL_DEVICE_MAX_WORK_GROUP_SIZE:
        return answer_number(size, value, needed);
    case EXTENSIONS_WITH_VERSION:
        return answer_list(extensions, sizeof extensions, size, value, needed);
    case ALL_VERSIONS:
        return answer_list(versions, sizeof versions, size, value, needed);
    case FEATURES:
        return answer_list(features, sizeof features, size, value, needed);
    case SUB_GROUPS:
        return CL_INVALID_VALUE;
    case ATOMIC_MEMORY:
    case CL_DEVICE_LOCAL_MEM_SIZE:
        if (device.error)
            return device.error;
        /* fall through */
    default:
        return answer(&zero, size < sizeof zero ? size : sizeof zero, size, value, needed);
    }
}

static cs_answers inquire(struct answers is) {
    cs_answers a;
    device = is;
    assert_ok(cs_answers_query(NULL, &a));
    return a;
}

static void test_answers_are_read_by_their_size(void **state) {
    static const struct {
        size_t bytes;
        cl_ulong value;
    } sizes[] = { { 1, 200 }, { 2, 40000 }, { 4, 4000000000u }, { 8, 1ull << 40 }, { 16, 0 } };
    (void)state;
    for (size_t i = 0; i < COUNT(sizes); i++) {
        cs_answers a = inquire(
            (struct answers) { .version = "OpenCL 1.2 something", .extensions = "", .short_bytes = sizes[i].bytes });
        assert_int_equal(a.max_wg_size, sizes[i].value);
        cs_answers_free(&a);
    }
}

/* OpenCL 3.0 has lists of names. Some names are in these lists only, and not in the string of extensions. */
static void test_names(void **state) {
    (void)state;
    cs_answers a = inquire(
        (struct answers) { .version = "OpenCL 3.0 something", .extensions = "cl_first cl_longer_name", .lists = true });
    static const char *const known[] = { "cl_first", "cl_longer_name", "cl_only_with_version", "__opencl_c_subgroups",
                                         "cl_last" };
    for (size_t i = 0; i < COUNT(known); i++)
        assert_true(cs_answers_have(&a, known[i]));
    assert_false(cs_answers_have(&a, "cl_longer"));
    assert_false(cs_answers_have(&a, "longer_name"));
    assert_int_equal(a.opencl_c, 31);
    cs_answers_free(&a);
    a = inquire((struct answers) { .version = "OpenCL 2.1 something", .extensions = "cl_first", .lists = true });
    assert_false(cs_answers_have(&a, "cl_last"));
    assert_int_equal(a.opencl_c, 20);
    cs_answers_free(&a);
}

/* If a device lacks the lists, the version of OpenCL decides. */
static void test_versions_without_lists(void **state) {
    static const struct {
        const char *version;
        cl_uint opencl, opencl_c;
    } versions[] = { { "OpenCL 1.2 something", 12, 12 },
                     { "OpenCL 2.0", 20, 20 },
                     { "OpenCL 2.2 x", 22, 20 },
                     { "OpenCL 3.0 something", 30, 30 },
                     { "OpenCL 3.1 x", 31, 30 },
                     { "no version", 0, 12 },
                     { "OpenCL ", 0, 12 },
                     { "OpenCL 2", 20, 20 } };
    (void)state;
    for (size_t i = 0; i < COUNT(versions); i++) {
        cs_answers a = inquire((struct answers) { .version = versions[i].version, .extensions = "" });
        assert_int_equal(cs_opencl_of(versions[i].version), versions[i].opencl);
        assert_int_equal(a.opencl_c, versions[i].opencl_c);
        cs_answers_free(&a);
    }
}

/* A query may fail only if the device does not support it and OpenCL does not require it. */
static void test_errors(void **state) {
    cs_answers a;
    (void)state;
    device = (struct answers) { .version = "OpenCL 1.2 something", .extensions = "", .error = CL_OUT_OF_RESOURCES };
    assert_fails(cs_answers_query(NULL, &a), CLSCAN_ERROR_OPENCL, "clGetDeviceInfo");
    cs_answers_free(&a);
    device.error = CL_INVALID_VALUE;
    assert_fails(cs_answers_query(NULL, &a), CLSCAN_ERROR_OPENCL, "clGetDeviceInfo");
    cs_answers_free(&a);
}

/* Queries of NVIDIA's extension are made only if the device lists the extension, because their numbers may mean
 * something else to other vendors. */
static void test_nvidia_alone_is_asked_for_its_own(void **state) {
    (void)state;
    cs_answers a =
        inquire((struct answers) { .version = "OpenCL 1.2 something", .extensions = "cl_nv_device_attribute" });
    assert_false(device.asked_for_nvidia);
    cs_answers_free(&a);
    a = inquire((struct answers) { .version = "OpenCL 1.2 something", .extensions = "cl_nv_device_attribute_query" });
    assert_true(device.asked_for_nvidia);
    cs_answers_free(&a);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_answers_are_read_by_their_size),
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_versions_without_lists),
        cmocka_unit_test(test_errors),
        cmocka_unit_test(test_nvidia_alone_is_asked_for_its_own),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
