/* Wrong descriptions that only a device can refuse. The others are in tests/unit/desc.c. A refusal leaves no plan and
 * no OpenCL object behind. */
#include "api/scans.h"

#include <oracle.h>
#include <stdio.h>

static void refuse(const test_device *d, const clscan_desc *desc, clscan_status status, const char *words) {
    const cl_uint before = references(d);
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    assert_fails(clscan_plan_create(d->device, desc, &plan), status, words);
    assert_null(plan);
    assert_nothing_lost(d, before);
}

static void test_null(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = (clscan_plan *)(uintptr_t)1;
    assert_fails(clscan_plan_create(NULL, &desc, &plan), CLSCAN_ERROR_INVALID_VALUE, "device is NULL");
    assert_null(plan);
    assert_fails(clscan_plan_create(d->device, &desc, NULL), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    refuse(d, NULL, CLSCAN_ERROR_INVALID_VALUE, "desc is NULL");
}

static void test_a_description_that_contradicts_itself(void **state) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "float";
    desc.op = CLSCAN_OP_XOR;
    refuse(*state, &desc, CLSCAN_ERROR_UNSUPPORTED_OPERATOR, "xor|float");
}

static void test_other_headers(void **state) {
    const test_device *d = *state;
    struct {
        clscan_desc desc;
        void *more;
    } newer = { .desc = CLSCAN_DESC_INIT };
    char words[128];
    newer.desc.struct_size = sizeof newer;
    clscan_plan_destroy(new_plan(d->device, &newer.desc));
    newer.more = &newer;
    snprintf(words, sizeof words, "desc.struct_size is %zu|has %zu|newer header", sizeof newer, sizeof newer.desc);
    refuse(d, &newer.desc, CLSCAN_ERROR_INVALID_VALUE, words);
    newer.desc.struct_size = offsetof(clscan_desc, user);
    newer.desc.tuning.group = (clscan_group)77; /* past the end of the older one */
    clscan_plan_destroy(new_plan(d->device, &newer.desc));
    newer.desc.struct_size = sizeof(void *);
    refuse(d, &newer.desc, CLSCAN_ERROR_INVALID_VALUE, "desc.struct_size is 8, |_INIT");
}

static void test_more_work_items_than_the_device_has(void **state) {
    const test_device *d = *state;
    clscan_desc desc = CLSCAN_DESC_INIT;
    char words[64];
    for (desc.tuning.wg_size = 1; desc.tuning.wg_size <= d->max_wg_size;)
        desc.tuning.wg_size *= 2;
    snprintf(words, sizeof words, "wg_size is %u|allows %zu", desc.tuning.wg_size, d->max_wg_size);
    refuse(d, &desc, CLSCAN_ERROR_UNSUPPORTED_SHAPE, words);
}

/* The largest possible element has 64 KiB. Here each work-item needs 64 of them. */
static void test_more_local_memory_than_the_device_has(void **state) {
    const test_device *d = *state;
    clscan_desc desc = CLSCAN_DESC_INIT;
    char words[64];
    desc.value = (clscan_type) { .name = "wide", .size = 65536 };
    desc.user = (clscan_user) { .source = "typedef struct { char c[65536]; } wide;",
                                .combine = "pick",
                                .identity = "{ { 0 } }" };
    desc.tuning.items = 64;
    desc.tuning.wg_size = 1;
    if (d->local_bytes >= (cl_ulong)64 * 65536)
        skip();
    snprintf(words, sizeof words, "1 x 64 items|of 65536 bytes|has %llu", (unsigned long long)d->local_bytes);
    refuse(d, &desc, CLSCAN_ERROR_UNSUPPORTED_SHAPE, words);
}

static void test_tiles_of_one_element(void **state) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.tuning.strategy = CLSCAN_STRATEGY_HIERARCHICAL;
    desc.tuning.group = CLSCAN_GROUP_SEQUENTIAL;
    desc.tuning.wg_size = 1;
    desc.tuning.items = 1;
    refuse(*state, &desc, CLSCAN_ERROR_UNSUPPORTED_SHAPE, "hierarchical|2 elements");
}

static void test_a_type_that_the_device_lacks(void **state) {
    static const oracle_problem problems[] = { { ORACLE_HALF, CLSCAN_OP_ADD, NULL },
                                               { ORACLE_DOUBLE, CLSCAN_OP_ADD, NULL } };
    static const char *const words[] = { "half|cl_khr_fp16", "double|cl_khr_fp64" };
    const test_device *d = *state;
    size_t lacked = 0;
    for (size_t i = 0; i < COUNT(problems); i++) {
        const clscan_desc desc = oracle_problem_desc(&problems[i], CLSCAN_KIND_INCLUSIVE);
        if (oracle_problem_supported(&problems[i], d->id))
            continue;
        refuse(d, &desc, CLSCAN_ERROR_UNSUPPORTED_TYPE, words[i]);
        lacked++;
    }
    if (!lacked)
        skip();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_null),
        cmocka_unit_test(test_a_description_that_contradicts_itself),
        cmocka_unit_test(test_other_headers),
        cmocka_unit_test(test_more_work_items_than_the_device_has),
        cmocka_unit_test(test_more_local_memory_than_the_device_has),
        cmocka_unit_test(test_tiles_of_one_element),
        cmocka_unit_test(test_a_type_that_the_device_lacks),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
