/* Descriptions of sorts and top-k: the problem that a valid one becomes. */
#include "unit/desc_task.h"

/* The words of sorts; the passes and bytes that their shapes depend on. */
static void test_sorts(void **state) {
    const clscan_desc keys = { .task = CLSCAN_TASK_SORT, .reverse = 1, .value.name = "ulong" };
    const clscan_desc bits = { .task = CLSCAN_TASK_SORT,
                               .in[1].name = "double4",
                               .out[1].name = "double4",
                               .index_type.name = "uint",
                               .sort = { .first_bit = 9, .num_bits = 17 } };
    const clscan_desc bytes = { .task = CLSCAN_TASK_SORT, .value.name = "uchar" };
    const clscan_desc top = { .task = CLSCAN_TASK_TOP_K, .value.name = "uchar", .sort.k = 10 };
    (void)state;
    assert_prints(&keys, "descending sort of ulong (8 bytes)");
    assert_prints(&bits, "sort of int (4 bytes), bits 9 to 25, with 1 further array, with indices");
    const cs_traits of_keys = cs_desc_problem(&keys).traits, of_bits = cs_desc_problem(&bits).traits,
                    of_bytes = cs_desc_problem(&bytes).traits;
    assert_true(of_keys.kind == CS_SORT && of_keys.moves && cs_traits_moves_all(&of_keys));
    assert_true(of_keys.sort.passes == 8 && of_keys.sort.bytes == 8 && of_keys.sort.staged == 8);
    assert_true(of_bits.sort.passes == 3 && of_bits.sort.bytes == 40 && of_bits.sort.staged == 4);
    assert_int_equal(of_bytes.sort.passes, 2); /* in place, one pass is not enough */
    assert_prints(&top, "first 10 of a sort of uchar (1 byte)");
    const cs_traits of_top = cs_desc_problem(&top).traits;
    assert_true(of_top.kind == CS_SORT && of_top.sort.top_k == 10 && of_top.sort.passes == 1);
    const cs_call nine = cs_call_contiguous(9), eleven = cs_call_contiguous(11), none = cs_call_contiguous(0);
    assert_true(cs_call_moved(&of_top, &nine) == 9 && cs_call_moved(&of_top, &eleven) == 10);
    const clscan_desc rows = {
        .task = CLSCAN_TASK_TOP_K, .layout = CLSCAN_LAYOUT_ROWS, .value.name = "uchar", .sort.k = 10
    };
    assert_prints(&rows, "first 10 of a sort of uchar (1 byte), in rows");
    const cs_traits of_rows = cs_desc_problem(&rows).traits;
    assert_true(cs_traits_has_dense_outputs(&of_rows) && !cs_traits_has_dense_outputs(&of_top));
    assert_true(of_rows.sort.passes == 5 && of_rows.sort.segment_passes == 4);
    assert_true(cs_call_moved(&of_keys, &eleven) == 11 && cs_call_moved(&of_top, &none) == 0);
    const clscan_desc segments = { .task = CLSCAN_TASK_TOP_K, .segments = CLSCAN_SEGMENTS_FLAGS, .sort.k = 10 };
    assert_prints(&segments, "first 10 of a sort of int (4 bytes), segments by flags");
    const cs_traits of_segments = cs_desc_problem(&segments).traits;
    assert_true(cs_call_moved(&of_segments, &eleven) == 11 && !cs_traits_moves_all(&of_segments));
}

/* An index moves with the element only if there are further outputs. */
static void test_comparisons(void **state) {
    const clscan_desc alone = { .task = CLSCAN_TASK_SORT,
                                .value = { .name = "pair", .size = 12 },
                                .user = { .source = "typedef", .less = "before" } };
    clscan_desc more = alone;
    more.in[1].name = more.out[1].name = "double4";
    more.index_type.name = "ulong";
    (void)state;
    assert_prints(&alone, "sort of pair (12 bytes) by before");
    assert_prints(&more, "sort of pair (12 bytes) by before, with 1 further array, with indices");
    const cs_traits of_alone = cs_desc_problem(&alone).traits, of_more = cs_desc_problem(&more).traits;
    assert_true(of_alone.sort.passes == 0 && of_alone.sort.merge_bytes == 12 && of_alone.sort.merge_carried == 0);
    assert_true(of_more.sort.merge_bytes == 12 + sizeof(cl_uint) && of_more.sort.merge_carried == 32);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sorts),
        cmocka_unit_test(test_comparisons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
