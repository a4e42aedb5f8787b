/* Numbers of device classes: which rows a device gets, and that no class gets another's rows by accident. */
#include "support/check.h"
#include "tuning/histogram_shape.h"
#include "tuning/tune.h"

#include <limits.h>

static const size_t element_sizes[] = { 1, 2, 4, 8, 12, 16, 40 };

static const cs_caps nvidia_90 = { .type = CL_DEVICE_TYPE_GPU, .vendor = 0x10DE, .compute_capability = 90 },
                     nvidia_75 = { .type = CL_DEVICE_TYPE_GPU, .vendor = 0x10DE, .compute_capability = 75 },
                     nvidia_61 = { .type = CL_DEVICE_TYPE_GPU, .vendor = 0x10DE, .compute_capability = 61 },
                     amd = { .type = CL_DEVICE_TYPE_GPU, .vendor = 0x1002 },
                     intel = { .type = CL_DEVICE_TYPE_GPU, .vendor = 0x8086 },
                     other_gpu = { .type = CL_DEVICE_TYPE_GPU }, cpu = { .type = CL_DEVICE_TYPE_CPU },
                     nothing_known = { .type = CL_DEVICE_TYPE_CUSTOM };
static const cs_caps *const all[] = { &nvidia_90, &nvidia_61, &amd, &intel, &other_gpu, &cpu, &nothing_known };

/* The classes whose rows the devices get. A measurement on one class binds another class only by a row such as
 * LIMITS_AS. */
static const struct {
    const cs_caps *caps;
    cs_device_class *limits, *columns_by_group, *columns_by_item, *look_back, *reduction, *cache, *histogram, *sort,
        *merge_sort, *top_k_row;
} expected[] = {
    { &nvidia_90, cs_class_nvidia_90, cs_class_nvidia_90, cs_class_cpu, cs_class_nvidia_90, cs_class_nvidia_90,
      cs_class_cpu, cs_class_nvidia_90, cs_class_nvidia_90, cs_class_nvidia, cs_class_any },
    { &nvidia_75, cs_class_nvidia_90, cs_class_nvidia_90, cs_class_cpu, cs_class_nvidia_90, cs_class_nvidia_90,
      cs_class_cpu, cs_class_nvidia_90, cs_class_nvidia_90, cs_class_nvidia, cs_class_any },
    { &nvidia_61, cs_class_any, cs_class_nvidia_90, cs_class_cpu, cs_class_nvidia_90, cs_class_any, cs_class_cpu,
      cs_class_nvidia, cs_class_nvidia, cs_class_nvidia, cs_class_any },
    { &amd, cs_class_amd, cs_class_nvidia_90, cs_class_cpu, cs_class_nvidia_90, cs_class_any, cs_class_cpu,
      cs_class_gpu, cs_class_gpu, cs_class_gpu, cs_class_any },
    { &intel, cs_class_amd, cs_class_nvidia_90, cs_class_cpu, cs_class_nvidia_90, cs_class_any, cs_class_cpu,
      cs_class_gpu, cs_class_intel, cs_class_intel, cs_class_any },
    { &other_gpu, cs_class_any, cs_class_nvidia_90, cs_class_cpu, cs_class_nvidia_90, cs_class_any, cs_class_cpu,
      cs_class_gpu, cs_class_gpu, cs_class_gpu, cs_class_any },
    { &cpu, cs_class_any, cs_class_nvidia_90, cs_class_cpu, cs_class_nvidia_90, cs_class_any, cs_class_cpu,
      cs_class_cpu, cs_class_cpu, cs_class_cpu, cs_class_cpu },
    { &nothing_known, cs_class_any, cs_class_nvidia_90, cs_class_cpu, cs_class_nvidia_90, cs_class_any, cs_class_cpu,
      cs_class_any, cs_class_any, cs_class_any, cs_class_any },
};

static void assert_class(const cs_class_row *row, cs_device_class *class) {
    assert_true(row->matches == class);
    assert_true(row->as == NULL);
}

static void test_every_device_finds_a_row(void **state) {
    (void)state;
    for (size_t i = 0; i < COUNT(expected); i++) {
        const cs_caps *caps = expected[i].caps;
        for (size_t e = 0; e < COUNT(element_sizes); e++) {
            const cs_class_row *row = &cs_limits_row_of(caps, element_sizes[e])->is_for;
            assert_class(row, expected[i].limits);
            assert_true(row->element == 0 || row->element == element_sizes[e]);
            assert_class(&cs_sort_row_of(caps, element_sizes[e])->is_for, expected[i].sort);
        }
        assert_class(&cs_columns_by_group_row_of(caps)->is_for, expected[i].columns_by_group);
        assert_class(&cs_columns_by_item_row_of(caps)->is_for, expected[i].columns_by_item);
        assert_class(&cs_look_back_row_of(caps)->is_for, expected[i].look_back);
        assert_class(&cs_reduction_row_of(caps)->is_for, expected[i].reduction);
        assert_class(&cs_histogram_row_of(caps)->is_for, expected[i].histogram);
        assert_class(&cs_merge_sort_row_of(caps)->is_for, expected[i].merge_sort);
        assert_class(&cs_top_k_row_of(caps)->is_for, expected[i].top_k_row);
        assert_class(&cs_cache_row_of(caps)->is_for, expected[i].cache);
    }
}

/* Returns the packet rows in registers that lookback has for 4-byte values in reverse on a device. */
static unsigned rows_in_reverse(const cs_caps *described) {
    const cs_problem problem = { .traits = { .value.type.size = 4,
                                             .value.tile_bytes = 4,
                                             .value.loaded_bytes = 4,
                                             .value.as_in_memory = true,
                                             .reverse = true } };
    const clscan_desc desc = { .tuning.strategy = CLSCAN_STRATEGY_LOOKBACK };
    cs_caps caps = *described;
    const cs_tuning tuning = { .caps = &caps };
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    caps.max_wg_size = 1024;
    caps.local_bytes = 49152;
    caps.stack_bytes = 8 << 20;
    assert_ok(cs_tune(&tuning, &problem, &desc, choices, &n));
    return choices[0].shape.private_rows;
}

/* An H200 keeps 8 of the 10 rows of its tuning row. Other classes keep all rows of theirs. */
static void test_shapes_in_reverse(void **state) {
    (void)state;
    assert_int_equal(rows_in_reverse(&nvidia_90), 8);
    for (size_t i = 1; i < COUNT(all); i++) {
        const cs_tuning tuning = { .caps = all[i] };
        const cs_tuning_row *row =
            cs_tuning_requested(&tuning, &(cs_tuning_task) { .as_scan = true, .value = 4 }, CLSCAN_STRATEGY_LOOKBACK);
        assert_int_equal(rows_in_reverse(all[i]), row->shape.private_rows);
    }
}

/* Returns the counters that an H200 has for each of 256 bins. */
static unsigned counters_of_a_bin(clscan_segments segments) {
    const cs_traits traits = {
        .kind = CS_HISTOGRAM, .value.type.size = 4, .in[0].size = 4, .segments.kind = segments, .histogram.bins = 256
    };
    const clscan_tuning asked = { 0 };
    const cs_shape from = { .wg_size = 512, .items = 16 };
    cs_caps caps = nvidia_90;
    cs_shape shape = from;
    caps.max_wg_size = 1024;
    caps.local_bytes = 49152;
    cs_set_histogram_shape(&caps, &traits, &asked, &from, &shape);
    return shape.bins.copies;
}

static void test_counters_of_histograms(void **state) {
    (void)state;
    assert_int_equal(counters_of_a_bin(CLSCAN_SEGMENTS_NONE), cs_histogram_row_of(&nvidia_90)->copies);
    assert_int_equal(counters_of_a_bin(CLSCAN_SEGMENTS_FLAGS), cs_histogram_row_of(&nvidia_90)->copies_of_segments);
    assert_int_not_equal(counters_of_a_bin(CLSCAN_SEGMENTS_NONE), counters_of_a_bin(CLSCAN_SEGMENTS_FLAGS));
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_device_finds_a_row),
                                        cmocka_unit_test(test_shapes_in_reverse),
                                        cmocka_unit_test(test_counters_of_histograms) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
