/* Descriptions of tasks over runs of equal elements or keys: which are refused with which message, and the problem that
 * a valid one becomes. */
#include "unit/desc_task.h"

static const clscan_desc by_flags = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_FLAGS };

static void test_runs_refused(void **state) {
    const clscan_desc runs = { .task = CLSCAN_TASK_UNIQUE, .value.name = "float" };
    (void)state;
    assert_ok(cs_desc_check(&runs));
    REFUSE(by_flags, user.same_key, "same", "desc.user.same_key is given");
    REFUSE(runs, user.keep, "keep", "desc.user.keep is given|desc.task is CLSCAN_TASK_UNIQUE");
    REFUSE(runs, user.load, "load", "desc.user.load is given|desc.task is CLSCAN_TASK_UNIQUE");
    REFUSE(runs, user.with_position, 1, "desc.user.with_position is 1|desc.task is CLSCAN_TASK_UNIQUE");
    REFUSE(runs, mask, CLSCAN_MASK_BITS, "desc.mask is given|desc.task is CLSCAN_TASK_UNIQUE");
    REFUSE(runs, op, CLSCAN_OP_MAX, "desc.op is max|desc.task is CLSCAN_TASK_UNIQUE");
    REFUSE(runs, user.store, "put", "desc.user.store is given|desc.task is CLSCAN_TASK_UNIQUE");
    REFUSE(runs, key.name, "int", "desc.key is given|CLSCAN_SEGMENTS_KEYS");
    clscan_desc keys = { .task = CLSCAN_TASK_UNIQUE, .segments = CLSCAN_SEGMENTS_KEYS };
    for (int i = 1; i < CLSCAN_MAX_ARRAYS; i++)
        keys.in[i].name = keys.out[i].name = "int";
    assert_fails(cs_desc_check(&keys), CLSCAN_ERROR_INVALID_DESC, "desc.segments is given together with 8 input");
}

static void test_computed_keys(void **state) {
    const clscan_desc runs = { .task = CLSCAN_TASK_UNIQUE, .user.key = "abs", .key.name = "uint" },
                      keys = { .task = CLSCAN_TASK_REDUCE, .segments = CLSCAN_SEGMENTS_KEYS, .user.key = "abs" };
    (void)state;
    assert_prints(&runs, "selection of int (4 bytes) by the first of each run, counted in uint, keys computed by abs");
    assert_prints(&keys, "reduction by add over int (4 bytes), segments by keys, keys computed by abs");
    REFUSE(by_flags, user.key, "abs", "desc.user.key is given|CLSCAN_SEGMENTS_KEYS");
    REFUSE(runs, key_in.name, "int", "desc.key_in.name is int|not CLSCAN_SEGMENTS_KEYS|elements of in[0]");
    REFUSE(keys, user.key, "a b", "desc.user.key is \"a b\"");
    REFUSE(keys, key_in.name, "pair", "desc.key_in.name is \"pair\"|needs desc.key_in.size");
    clscan_desc wrong = { .segments = CLSCAN_SEGMENTS_KEYS, .key_in.name = "long" };
    assert_fails(cs_desc_check(&wrong), CLSCAN_ERROR_INVALID_DESC, "desc.key_in.name is long|desc.user.key is NULL");
    wrong = (clscan_desc) { .task = CLSCAN_TASK_HISTOGRAM, .user.key = "abs", .bins = { .count = 1, .upper = 1 } };
    assert_fails(cs_desc_check(&wrong), CLSCAN_ERROR_INVALID_DESC, "desc.user.key is given|not CLSCAN_SEGMENTS_KEYS");
}

/* Runs of elements compare the first array, and runs of keys an input array more. The scan of counts has no segments.
 */
static void test_runs(void **state) {
    clscan_desc desc = { .task = CLSCAN_TASK_UNIQUE, .value.name = "float4" };
    (void)state;
    assert_prints(&desc, "selection of float4 (16 bytes) by the first of each run, counted in uint");
    cs_problem p = cs_desc_problem(&desc);
    assert_true(p.traits.kind == CS_SELECTION && p.traits.selection.run_rule == CS_RUN_RULE_FIRST &&
                p.traits.selection.deciding_input == 0 && p.compares);
    assert_string_equal(p.key, "float4");
    assert_string_equal(p.key_field, "desc.value.name");
    desc = (clscan_desc) { .task = CLSCAN_TASK_UNIQUE_LAST, .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "ushort" };
    assert_prints(&desc, "selection of int (4 bytes) by the last of each run of equal keys, counted in uint");
    p = cs_desc_problem(&desc);
    assert_true(p.traits.selection.run_rule == CS_RUN_RULE_LAST && p.traits.selection.deciding_input == 1 &&
                p.traits.in[1].size == 2);
    assert_true(p.traits.segments.kind == CLSCAN_SEGMENTS_NONE && !p.traits.value.flagged);
    assert_string_equal(p.key_field, "desc.key.name");
}

/* Each segment has its own runs. Flags and bits are one more input. Offsets are made to bits, and are no keys. */
static void test_runs_by_segments(void **state) {
    clscan_desc desc = { .task = CLSCAN_TASK_UNIQUE, .value.name = "float", .segments = CLSCAN_SEGMENTS_BITS };
    (void)state;
    assert_prints(&desc, "selection of float (4 bytes) by the first of each run, counted in uint, segments by bits");
    const cs_traits by_bits = cs_desc_problem(&desc).traits;
    assert_true(by_bits.selection.deciding_input == 1 && by_bits.in[1].size == sizeof(cl_uint) &&
                cs_traits_decides_by_bits(&by_bits) && !by_bits.segments.kind && !by_bits.value.flagged);
    desc.layout = CLSCAN_LAYOUT_ROWS;
    assert_ok(cs_desc_check(&desc));
    REFUSE(desc, segments, CLSCAN_SEGMENTS_OFFSETS, "desc.segments is CLSCAN_SEGMENTS_OFFSETS|desc.layout");
    desc = (clscan_desc) { .task = CLSCAN_TASK_RUN_LENGTH,
                           .value = { "pair", 12 },
                           .key.name = "ulong",
                           .segments = CLSCAN_SEGMENTS_OFFSETS,
                           .user = { .source = "typedef int3 pair;", .same_key = "same" } };
    assert_ok(cs_desc_check(&desc));
    const cs_problem p = cs_desc_problem(&desc);
    assert_true(p.traits.segments.kind == CLSCAN_SEGMENTS_OFFSETS && !p.traits.value.flagged && p.traits.num_in == 1);
    assert_true(p.traits.segments.offset.size == sizeof(cl_ulong) && p.traits.segments.key.size == 12);
    assert_string_equal(p.offset, "ulong");
    assert_string_equal(p.key, "pair");
    REFUSE(desc, user.key, "key", "desc.user.key is \"key\"|CLSCAN_SEGMENTS_OFFSETS|desc.user.same_key");
}

static void test_lengths(void **state) {
    const clscan_desc lengths = { .task = CLSCAN_TASK_RUN_LENGTH,
                                  .index_type.name = "ulong",
                                  .length_type.name = "uint" };
    (void)state;
    assert_prints(&lengths, "selection of int (4 bytes) by the first of each run, counted in uint, with indices, with "
                            "lengths");
    REFUSE(lengths, length_type.name, "float", "desc.length_type.name is \"float\"|int, uint, long or ulong");
    REFUSE(lengths, index_type.name, "float", "desc.index_type.name is \"float\"|int, uint, long or ulong");
    REFUSE(lengths, out[1].name, "uint", "desc.out[1].name is uint|desc.in[1].name is NULL");
    REFUSE(lengths, task, CLSCAN_TASK_UNIQUE, "desc.length_type.name is given, but desc.task is CLSCAN_TASK_UNIQUE");
    REFUSE(lengths, mask, CLSCAN_MASK_FLAGS, "desc.mask is given|desc.task is CLSCAN_TASK_RUN_LENGTH");
    const clscan_desc longer = { .task = CLSCAN_TASK_RUN_LENGTH, .min_run_length = 1024 };
    assert_prints(&longer, "selection of int (4 bytes) by the first of each run, counted in uint, of runs of at least "
                           "1024, with indices, with lengths");
    REFUSE(longer, task, CLSCAN_TASK_UNIQUE, "desc.min_run_length is 1024, but desc.task is CLSCAN_TASK_UNIQUE|LENGTH");
    const cs_traits traits = cs_desc_problem(&lengths).traits;
    assert_true(traits.indices.output == 1 && traits.lengths.output == 2 && traits.num_out == 3);
    assert_int_equal(cs_traits_most_length(&traits), UINT32_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_runs_refused),     cmocka_unit_test(test_computed_keys), cmocka_unit_test(test_runs),
        cmocka_unit_test(test_runs_by_segments), cmocka_unit_test(test_lengths),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
