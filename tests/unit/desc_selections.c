/* Descriptions of selections and partitions: which are refused with which message, and the problem that a valid one
 * becomes. */
#include "unit/desc_task.h"

static const clscan_desc by_function = { .task = CLSCAN_TASK_SELECT,
                                         .value.name = "float",
                                         .user = { .source = "int keep(float x);", .keep = "keep" } };
static const clscan_desc by_flags = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_FLAGS };

static void test_refused(void **state) {
    const clscan_desc nothing = { .task = CLSCAN_TASK_SELECT }, no_task = { .task = (clscan_task)99 },
                      scan = { .user = { .source = "int keep(int x);", .keep = "keep" } },
                      masked_scan = { .mask = CLSCAN_MASK_BITS }, indexed_scan = { .index_type.name = "uint" },
                      no_mask = { .task = CLSCAN_TASK_SELECT, .mask = (clscan_mask)3 },
                      no_op = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_BITS, .op = (clscan_op)99 },
                      no_segments = { .task = CLSCAN_TASK_UNIQUE, .segments = (clscan_segments)99 };
    (void)state;
    assert_ok(cs_desc_check(&by_function));
    assert_ok(cs_desc_check(&by_flags));
    assert_fails(cs_desc_check(&no_task), CLSCAN_ERROR_INVALID_VALUE, "desc.task is 99");
    assert_fails(cs_desc_check(&nothing), CLSCAN_ERROR_INVALID_DESC, "which elements are kept|desc.user.keep");
    assert_fails(cs_desc_check(&no_mask), CLSCAN_ERROR_INVALID_VALUE, "desc.mask is 3");
    assert_fails(cs_desc_check(&no_op), CLSCAN_ERROR_INVALID_VALUE, "desc.op is 99, which is not a clscan_op");
    assert_fails(cs_desc_check(&no_segments), CLSCAN_ERROR_INVALID_VALUE, "desc.segments is 99|not a clscan_segments");
    assert_fails(cs_desc_check(&scan), CLSCAN_ERROR_INVALID_DESC,
                 "desc.user.keep is given|desc.task is CLSCAN_TASK_SCAN");
    assert_fails(cs_desc_check(&masked_scan), CLSCAN_ERROR_INVALID_DESC,
                 "desc.mask is given|desc.task is CLSCAN_TASK_SCAN");
    assert_fails(cs_desc_check(&indexed_scan), CLSCAN_ERROR_INVALID_DESC,
                 "desc.index_type.name is given|desc.task is CLSCAN_TASK_SCAN");
    REFUSE(by_function, mask, CLSCAN_MASK_FLAGS, "desc.user.keep is \"keep\"|desc.mask");
    REFUSE(by_function, op, CLSCAN_OP_MAX, "desc.op is max|combines nothing");
    REFUSE(by_function, kind, CLSCAN_KIND_EXCLUSIVE, "desc.kind is exclusive|combines nothing");
    REFUSE(by_function, user.combine, "join", "desc.user.combine is given");
    REFUSE(by_function, user.identity, "0", "desc.user.identity is given");
    REFUSE(by_function, user.store, "put", "desc.user.store is given");
    REFUSE(by_function, user.keep, "a b", "desc.user.keep is \"a b\"|identifier");
    REFUSE(by_function, user.keep, "clscan_keep", "desc.user.keep is \"clscan_keep\"|library's");
}

static void test_refused_types(void **state) {
    (void)state;
    REFUSE(by_function, in[0].name, "int", "desc.in[0].name is int|float|desc.user.map");
    REFUSE(by_function, in[1].name, "float", "desc.in[1].name is float|desc.out[1].name|desc.user.load");
    REFUSE(by_function, out[0].name, "int", "desc.out[0].name is int|float");
    REFUSE(by_function, out[1].name, "float", "desc.out[1].name is float|desc.in[1].name is NULL");
    REFUSE(by_function, index_type.name, "float", "desc.index_type.name is \"float\"|int, uint, long or ulong");
    REFUSE(by_function, count_type.name, "float", "desc.count_type.name is \"float\"");
    REFUSE(by_flags, user.load, "load", "desc.user.load is given without desc.user.keep");
    REFUSE(by_flags, user.with_position, 1, "desc.user.with_position is 1|desc.user.keep");
    clscan_desc carried = by_flags;
    carried.in[1].name = "short";
    REFUSE(carried, out[1].name, "int", "desc.in[1].name is short|desc.out[1].name int");
    carried.out[1].name = "short";
    assert_ok(cs_desc_check(&carried));
}

/* A mask and the indices count as one array each. */
static void test_too_many_arrays(void **state) {
    clscan_desc desc = by_flags;
    (void)state;
    desc.index_type.name = "uint";
    for (int i = 1; i < CLSCAN_MAX_ARRAYS - 1; i++)
        desc.in[i].name = desc.out[i].name = "int";
    assert_ok(cs_desc_check(&desc));
    assert_int_equal(cs_desc_problem(&desc).traits.num_in, CLSCAN_MAX_ARRAYS);
    assert_int_equal(cs_desc_problem(&desc).traits.selection.deciding_input, CLSCAN_MAX_ARRAYS - 1);
    desc.in[CLSCAN_MAX_ARRAYS - 1].name = desc.out[CLSCAN_MAX_ARRAYS - 1].name = "int";
    assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_INVALID_DESC, "desc.mask is given together with 8 input arrays");
    desc.mask = CLSCAN_MASK_NONE;
    desc.user = by_function.user;
    assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_INVALID_DESC, "desc.out has 8 arrays|at most 7|desc.index_type");
    desc.index_type.name = NULL;
    assert_ok(cs_desc_check(&desc));
}

/* By segments, args.offsets is one more output, and offsets are one more input. */
static void test_segments(void **state) {
    clscan_desc desc = by_flags;
    (void)state;
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    for (int i = 1; i < CLSCAN_MAX_ARRAYS - 2; i++)
        desc.in[i].name = desc.out[i].name = "int";
    desc.index_type.name = "uint";
    assert_ok(cs_desc_check(&desc));
    assert_int_equal(cs_desc_problem(&desc).traits.num_in, CLSCAN_MAX_ARRAYS);
    assert_int_equal(cs_desc_problem(&desc).traits.selection.offsets_output, CLSCAN_MAX_ARRAYS - 1);
    desc.in[CLSCAN_MAX_ARRAYS - 2].name = "int";
    REFUSE(desc, out[CLSCAN_MAX_ARRAYS - 2].name, "int",
           "desc.in has 7 arrays|SELECT with CLSCAN_SEGMENTS_OFFSETS and desc.mask takes at most 6");
    desc.segments = CLSCAN_SEGMENTS_FLAGS;
    REFUSE(desc, out[CLSCAN_MAX_ARRAYS - 2].name, "int", "7 arrays; at most 6|desc.index_type and desc.segments");
    desc = by_flags;
    desc.segments = CLSCAN_SEGMENTS_KEYS;
    REFUSE(desc, layout, CLSCAN_LAYOUT_ROWS, "desc.segments is given, but desc.layout is CLSCAN_LAYOUT_ROWS");
    assert_prints(&desc, "selection of int (4 bytes) by flags, counted in uint, segments by keys");
}

static void test_words(void **state) {
    clscan_desc desc = by_function;
    (void)state;
    assert_prints(&desc, "selection of float (4 bytes) by keep, counted in uint");
    desc.in[0].name = "uchar";
    desc.user.map = "to_float";
    desc.user.load = "fetch";
    desc.count_type.name = "ulong";
    assert_prints(&desc, "selection of uchar (1 byte) by keep, counted in ulong, loaded by fetch, mapped by to_float");
    desc = by_flags;
    desc.reverse = 1;
    desc.index_type.name = "ulong";
    assert_prints(&desc, "reverse selection of int (4 bytes) by flags, counted in uint, with indices");
    desc.mask = CLSCAN_MASK_BITS;
    desc.in[1].name = desc.out[1].name = "float4";
    assert_prints(&desc, "reverse selection of int (4 bytes) by bits, counted in uint, with 1 further array, with "
                         "indices");
}

/* The checks of arguments need to know that this is a selection, and how the second input says what is kept. */
static void test_traits(void **state) {
    (void)state;
    const cs_traits flags = cs_desc_problem(&by_flags).traits, function = cs_desc_problem(&by_function).traits;
    assert_true(flags.kind == CS_SELECTION && flags.writes_anywhere && !flags.reads_anywhere &&
                flags.selection.mask == CLSCAN_MASK_FLAGS && flags.selection.deciding_input == 1);
    assert_true(function.kind == CS_SELECTION && !function.reads_anywhere && !function.selection.deciding_input &&
                !function.indices.output);
    assert_int_equal(flags.num_in, 2);
    assert_int_equal(flags.in[1].size, 1);
    assert_int_equal(function.value.type.size, sizeof(cl_uint));
    const clscan_desc scan = CLSCAN_DESC_INIT;
    assert_true(cs_desc_problem(&scan).traits.kind == CS_SCAN);
}

static void test_partitions(void **state) {
    const clscan_desc parts = { .task = CLSCAN_TASK_PARTITION, .mask = CLSCAN_MASK_BITS, .index_type.name = "uint" };
    (void)state;
    assert_prints(&parts, "partition of int (4 bytes) by bits, counted in uint, with indices");
    REFUSE(parts, tuning.strategy, CLSCAN_STRATEGY_LOOKBACK, "strategy is lookback|CLSCAN_TASK_PARTITION|reduce_scan");
    REFUSE(parts, mask, CLSCAN_MASK_NONE, "desc.task is CLSCAN_TASK_PARTITION, but nothing says");
    clscan_desc tuned = parts;
    tuned.tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    assert_ok(cs_desc_check(&tuned));
}

/* By segments, args.offsets receives two numbers for each segment, and where the last one ends. */
static void test_partitions_by_segments(void **state) {
    const clscan_desc parts = { .task = CLSCAN_TASK_PARTITION,
                                .mask = CLSCAN_MASK_BITS,
                                .segments = CLSCAN_SEGMENTS_OFFSETS,
                                .count_type.name = "ulong" };
    (void)state;
    assert_prints(&parts, "partition of int (4 bytes) by bits, counted in ulong, segments by offsets");
    REFUSE(parts, layout, CLSCAN_LAYOUT_ROWS, "desc.segments is given, but desc.layout is CLSCAN_LAYOUT_ROWS");
    const cs_traits traits = cs_desc_problem(&parts).traits;
    assert_true(cs_traits_partitions_segments(&traits) && !traits.value.flagged && traits.value.type.size == 16);
    assert_true(traits.total.type.size == 8 && traits.total.numbers == 2 && traits.out[1].size == 8);
    assert_int_equal(cs_traits_offsets(&traits, 10), 21);
}

static void test_three_parts(void **state) {
    const clscan_desc parts = {
        .task = CLSCAN_TASK_PARTITION, .parts = 3, .mask = CLSCAN_MASK_FLAGS, .count_type.name = "long"
    };
    const clscan_desc one = { .task = CLSCAN_TASK_PARTITION, .parts = 1, .mask = CLSCAN_MASK_FLAGS },
                      four = { .task = CLSCAN_TASK_PARTITION, .parts = 4, .mask = CLSCAN_MASK_FLAGS };
    (void)state;
    assert_prints(&parts, "three-way partition of int (4 bytes) by flags, counted in long");
    REFUSE(parts, mask, CLSCAN_MASK_BITS, "desc.parts is 3|desc.mask is CLSCAN_MASK_BITS|CLSCAN_MASK_FLAGS");
    REFUSE(parts, task, CLSCAN_TASK_SELECT, "desc.parts is 3, but desc.task is CLSCAN_TASK_SELECT");
    REFUSE(parts, segments, CLSCAN_SEGMENTS_FLAGS, "desc.parts is 3|desc.segments is given|desc.sort.num_bits is 2");
    assert_fails(cs_desc_check(&one), CLSCAN_ERROR_INVALID_VALUE, "desc.parts is 1; a partition has 2 or 3 parts");
    assert_fails(cs_desc_check(&four), CLSCAN_ERROR_INVALID_VALUE, "desc.parts is 4; a partition has 2 or 3 parts");
    const cs_traits traits = cs_desc_problem(&parts).traits;
    assert_true(traits.selection.three_parts && traits.value.type.size == 16 && traits.total.type.size == 8 &&
                traits.total.numbers == 3);
    assert_true(cs_traits_most_count(&traits) == INT64_MAX);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),         cmocka_unit_test(test_refused_types),
        cmocka_unit_test(test_too_many_arrays), cmocka_unit_test(test_segments),
        cmocka_unit_test(test_words),           cmocka_unit_test(test_traits),
        cmocka_unit_test(test_partitions),      cmocka_unit_test(test_partitions_by_segments),
        cmocka_unit_test(test_three_parts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
