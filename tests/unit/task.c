/* Descriptions of selections and reductions: which are refused with which message, and the problem that a valid one
 * becomes. */
#include "problem/call.h"
#include "problem/desc.h"

#include "support/check.h"

#include <string.h>

static const clscan_desc by_function = { .task = CLSCAN_TASK_SELECT,
                                         .value.name = "float",
                                         .user = { .source = "int keep(float x);", .keep = "keep" } };
static const clscan_desc by_flags = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_FLAGS };

/* REFUSE(base, field, value, words): `base` with one field changed. */
#define REFUSE(base, field, value, words)                                                                              \
    do {                                                                                                               \
        clscan_desc corrupt = (base);                                                                                  \
        corrupt.field = (value);                                                                                       \
        assert_fails(cs_desc_check(&corrupt), CLSCAN_ERROR_INVALID_DESC, (words));                                     \
    } while (0)

static void test_refused(void **state) {
    const clscan_desc nothing = { .task = CLSCAN_TASK_SELECT }, no_task = { .task = (clscan_task)99 },
                      scan = { .user = { .source = "int keep(int x);", .keep = "keep" } },
                      masked_scan = { .mask = CLSCAN_MASK_BITS }, indexed_scan = { .index.name = "uint" },
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
                 "desc.index.name is given|desc.task is CLSCAN_TASK_SCAN");
    REFUSE(by_function, mask, CLSCAN_MASK_FLAGS, "desc.user.keep is \"keep\"|desc.mask");
    REFUSE(by_function, op, CLSCAN_OP_MAX, "desc.op is max|combines nothing");
    REFUSE(by_function, kind, CLSCAN_KIND_EXCLUSIVE, "desc.kind is exclusive|combines nothing");
    REFUSE(by_function, segments, CLSCAN_SEGMENTS_FLAGS, "desc.segments is given");
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
    REFUSE(by_function, index.name, "float", "desc.index.name is \"float\"|int, uint, long or ulong");
    REFUSE(by_function, count.name, "float", "desc.count.name is \"float\"");
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
    desc.index.name = "uint";
    for (int i = 1; i < CLSCAN_MAX_ARRAYS - 1; i++)
        desc.in[i].name = desc.out[i].name = "int";
    assert_ok(cs_desc_check(&desc));
    assert_int_equal(cs_desc_problem(&desc).traits.num_in, CLSCAN_MAX_ARRAYS);
    assert_int_equal(cs_desc_problem(&desc).traits.mask_or_keys_input, CLSCAN_MAX_ARRAYS - 1);
    desc.in[CLSCAN_MAX_ARRAYS - 1].name = desc.out[CLSCAN_MAX_ARRAYS - 1].name = "int";
    assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_INVALID_DESC, "desc.mask is given together with 8 input arrays");
    desc.mask = CLSCAN_MASK_NONE;
    desc.user = by_function.user;
    assert_fails(cs_desc_check(&desc), CLSCAN_ERROR_INVALID_DESC, "desc.out has 8 arrays|at most 7|desc.index");
    desc.index.name = NULL;
    assert_ok(cs_desc_check(&desc));
}

static void assert_prints(const clscan_desc *desc, const char *expected) {
    cs_strbuf text = { 0 };
    const cs_problem problem = cs_desc_problem(desc);
    assert_ok(cs_desc_check(desc));
    cs_problem_print(&text, &problem);
    assert_string_equal(text.data, expected);
    cs_strbuf_free(&text);
}

static void test_words(void **state) {
    clscan_desc desc = by_function;
    (void)state;
    assert_prints(&desc, "selection of float (4 bytes) by keep, counted in uint");
    desc.in[0].name = "uchar";
    desc.user.map = "to_float";
    desc.user.load = "fetch";
    desc.count.name = "ulong";
    assert_prints(&desc, "selection of uchar (1 byte) by keep, counted in ulong, loaded by fetch, mapped by to_float");
    desc = by_flags;
    desc.reverse = 1;
    desc.index.name = "ulong";
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
                flags.mask == CLSCAN_MASK_FLAGS && flags.mask_or_keys_input == 1);
    assert_true(function.kind == CS_SELECTION && !function.reads_anywhere && !function.mask_or_keys_input &&
                !function.indices_output);
    assert_int_equal(flags.num_in, 2);
    assert_int_equal(flags.in[1].size, 1);
    assert_int_equal(function.value.size, sizeof(cl_uint));
    const clscan_desc scan = CLSCAN_DESC_INIT;
    assert_true(cs_desc_problem(&scan).traits.kind == CS_SCAN);
}

static void test_runs_refused(void **state) {
    const clscan_desc runs = { .task = CLSCAN_TASK_UNIQUE, .value.name = "float" };
    (void)state;
    assert_ok(cs_desc_check(&runs));
    REFUSE(by_flags, user.same_key, "same", "desc.user.same_key is given");
    REFUSE(runs, user.keep, "keep", "desc.user.keep is given|desc.task is CLSCAN_TASK_UNIQUE");
    REFUSE(runs, user.load, "load", "desc.user.load is given|desc.task is CLSCAN_TASK_UNIQUE");
    REFUSE(runs, user.with_position, 1, "desc.user.with_position is 1|desc.task is CLSCAN_TASK_UNIQUE");
    REFUSE(runs, mask, CLSCAN_MASK_BITS, "desc.mask is given|desc.task is CLSCAN_TASK_UNIQUE");
    REFUSE(runs, segments, CLSCAN_SEGMENTS_FLAGS,
           "desc.segments is CLSCAN_SEGMENTS_FLAGS|desc.task is CLSCAN_TASK_UNIQUE|CLSCAN_TASK_SELECT");
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
    assert_fails(cs_desc_check(&wrong), CLSCAN_ERROR_INVALID_DESC, "desc.user.key is given|CLSCAN_TASK_HISTOGRAM");
}

/* Runs of elements compare the first array, and runs of keys an input array more. The scan of counts has no segments.
 */
static void test_runs(void **state) {
    clscan_desc desc = { .task = CLSCAN_TASK_UNIQUE, .value.name = "float4" };
    (void)state;
    assert_prints(&desc, "selection of float4 (16 bytes) by the first of each run, counted in uint");
    cs_problem p = cs_desc_problem(&desc);
    assert_true(p.traits.kind == CS_SELECTION && p.traits.of_run == CS_OF_RUN_FIRST &&
                p.traits.mask_or_keys_input == 0 && p.compares);
    assert_string_equal(p.key, "float4");
    assert_string_equal(p.key_field, "desc.value.name");
    desc = (clscan_desc) { .task = CLSCAN_TASK_UNIQUE_LAST, .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "ushort" };
    assert_prints(&desc, "selection of int (4 bytes) by the last of each run of equal keys, counted in uint");
    p = cs_desc_problem(&desc);
    assert_true(p.traits.of_run == CS_OF_RUN_LAST && p.traits.mask_or_keys_input == 1 && p.traits.in[1].size == 2);
    assert_true(p.traits.segments == CLSCAN_SEGMENTS_NONE && !p.traits.flagged);
    assert_string_equal(p.key_field, "desc.key.name");
}

static void test_lengths(void **state) {
    const clscan_desc lengths = { .task = CLSCAN_TASK_RUN_LENGTH, .index.name = "ulong", .length.name = "uint" };
    (void)state;
    assert_prints(&lengths, "selection of int (4 bytes) by the first of each run, counted in uint, with indices, with "
                            "lengths");
    REFUSE(lengths, length.name, "float", "desc.length.name is \"float\"|int, uint, long or ulong");
    REFUSE(lengths, index.name, "float", "desc.index.name is \"float\"|int, uint, long or ulong");
    REFUSE(lengths, out[1].name, "uint", "desc.out[1].name is uint|desc.in[1].name is NULL");
    REFUSE(lengths, task, CLSCAN_TASK_UNIQUE, "desc.length.name is given, but desc.task is CLSCAN_TASK_UNIQUE");
    REFUSE(lengths, mask, CLSCAN_MASK_FLAGS, "desc.mask is given|desc.task is CLSCAN_TASK_RUN_LENGTH");
    const clscan_desc longer = { .task = CLSCAN_TASK_RUN_LENGTH, .min_run_length = 1024 };
    assert_prints(&longer, "selection of int (4 bytes) by the first of each run, counted in uint, of runs of at least "
                           "1024, with indices, with lengths");
    REFUSE(longer, task, CLSCAN_TASK_UNIQUE, "desc.min_run_length is 1024, but desc.task is CLSCAN_TASK_UNIQUE|LENGTH");
    const cs_traits traits = cs_desc_problem(&lengths).traits;
    assert_true(traits.indices_output == 1 && traits.lengths_output == 2 && traits.num_out == 3);
    assert_int_equal(cs_traits_most_length(&traits), UINT32_MAX);
}

static void test_three_parts(void **state) {
    const clscan_desc parts = {
        .task = CLSCAN_TASK_PARTITION, .parts = 3, .mask = CLSCAN_MASK_FLAGS, .count.name = "long"
    };
    const clscan_desc one = { .task = CLSCAN_TASK_PARTITION, .parts = 1, .mask = CLSCAN_MASK_FLAGS },
                      four = { .task = CLSCAN_TASK_PARTITION, .parts = 4, .mask = CLSCAN_MASK_FLAGS };
    (void)state;
    assert_prints(&parts, "three-way partition of int (4 bytes) by flags, counted in long");
    REFUSE(parts, mask, CLSCAN_MASK_BITS, "desc.parts is 3|desc.mask is CLSCAN_MASK_BITS|CLSCAN_MASK_FLAGS");
    REFUSE(parts, task, CLSCAN_TASK_SELECT, "desc.parts is 3, but desc.task is CLSCAN_TASK_SELECT");
    REFUSE(parts, segments, CLSCAN_SEGMENTS_FLAGS, "desc.segments is given");
    assert_fails(cs_desc_check(&one), CLSCAN_ERROR_INVALID_VALUE, "desc.parts is 1; a partition has 2 or 3 parts");
    assert_fails(cs_desc_check(&four), CLSCAN_ERROR_INVALID_VALUE, "desc.parts is 4; a partition has 2 or 3 parts");
    const cs_traits traits = cs_desc_problem(&parts).traits;
    assert_true(traits.three_parts && traits.value.size == 16 && traits.total.size == 8 && traits.total_numbers == 3);
    assert_true(cs_traits_most_count(&traits) == INT64_MAX);
}

static void test_partitions(void **state) {
    const clscan_desc parts = { .task = CLSCAN_TASK_PARTITION, .mask = CLSCAN_MASK_BITS, .index.name = "uint" };
    (void)state;
    assert_prints(&parts, "partition of int (4 bytes) by bits, counted in uint, with indices");
    REFUSE(parts, tuning.strategy, CLSCAN_STRATEGY_LOOKBACK, "strategy is lookback|CLSCAN_TASK_PARTITION|reduce_scan");
    REFUSE(parts, mask, CLSCAN_MASK_NONE, "desc.task is CLSCAN_TASK_PARTITION, but nothing says");
    REFUSE(parts, segments, CLSCAN_SEGMENTS_FLAGS, "desc.segments is given");
    clscan_desc tuned = parts;
    tuned.tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    assert_ok(cs_desc_check(&tuned));
}

/* The words of sorts; the passes and bytes that their shapes depend on. */
static void test_sorts(void **state) {
    const clscan_desc keys = { .task = CLSCAN_TASK_SORT, .reverse = 1, .value.name = "ulong" };
    const clscan_desc bits = { .task = CLSCAN_TASK_SORT,
                               .in[1].name = "double4",
                               .out[1].name = "double4",
                               .index.name = "uint",
                               .sort = { .first_bit = 9, .num_bits = 17 } };
    const clscan_desc bytes = { .task = CLSCAN_TASK_SORT, .value.name = "uchar" };
    const clscan_desc top = { .task = CLSCAN_TASK_TOP_K, .value.name = "uchar", .sort.k = 10 };
    (void)state;
    assert_prints(&keys, "descending sort of ulong (8 bytes)");
    assert_prints(&bits, "sort of int (4 bytes), bits 9 to 25, with 1 further array, with indices");
    const cs_traits of_keys = cs_desc_problem(&keys).traits, of_bits = cs_desc_problem(&bits).traits,
                    of_bytes = cs_desc_problem(&bytes).traits;
    assert_true(of_keys.kind == CS_SORT && of_keys.moves && cs_traits_moves_all(&of_keys));
    assert_true(of_keys.sort_passes == 8 && of_keys.sort_bytes == 8 && of_keys.sort_staged == 8);
    assert_true(of_bits.sort_passes == 3 && of_bits.sort_bytes == 40 && of_bits.sort_staged == 4);
    assert_int_equal(of_bytes.sort_passes, 2); /* in place, one pass is not enough */
    assert_prints(&top, "first 10 of a sort of uchar (1 byte)");
    const cs_traits of_top = cs_desc_problem(&top).traits;
    assert_true(of_top.kind == CS_SORT && of_top.top_k == 10 && of_top.sort_passes == 1);
    const cs_call nine = cs_call_contiguous(9), eleven = cs_call_contiguous(11), none = cs_call_contiguous(0);
    assert_true(cs_call_moved(&of_top, &nine) == 9 && cs_call_moved(&of_top, &eleven) == 10);
    const clscan_desc rows = {
        .task = CLSCAN_TASK_TOP_K, .layout = CLSCAN_LAYOUT_ROWS, .value.name = "uchar", .sort.k = 10
    };
    assert_prints(&rows, "first 10 of a sort of uchar (1 byte), in rows");
    const cs_traits of_rows = cs_desc_problem(&rows).traits;
    assert_true(cs_traits_has_dense_outputs(&of_rows) && !cs_traits_has_dense_outputs(&of_top));
    assert_true(of_rows.sort_passes == 5 && of_rows.sort_segment_passes == 4);
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
    more.index.name = "ulong";
    (void)state;
    assert_prints(&alone, "sort of pair (12 bytes) by before");
    assert_prints(&more, "sort of pair (12 bytes) by before, with 1 further array, with indices");
    const cs_traits of_alone = cs_desc_problem(&alone).traits, of_more = cs_desc_problem(&more).traits;
    assert_true(of_alone.sort_passes == 0 && of_alone.merge_bytes == 12 && of_alone.merge_carried == 0);
    assert_true(of_more.merge_bytes == 12 + sizeof(cl_uint) && of_more.merge_carried == 32);
}

static void test_reductions_refused(void **state) {
    const clscan_desc sum = { .task = CLSCAN_TASK_REDUCE };
    (void)state;
    assert_ok(cs_desc_check(&sum));
    REFUSE(sum, kind, CLSCAN_KIND_EXCLUSIVE, "desc.kind is exclusive|desc.task is CLSCAN_TASK_REDUCE");
    REFUSE(sum, user.store, "put", "desc.user.store is given|CLSCAN_TASK_REDUCE, which has no result for each");
    REFUSE(sum, user.keep, "keep", "desc.user.keep is given|desc.task is CLSCAN_TASK_REDUCE");
    REFUSE(sum, mask, CLSCAN_MASK_BITS, "desc.mask is given|desc.task is CLSCAN_TASK_REDUCE");
    static const clscan_strategy others[] = { CLSCAN_STRATEGY_GLOBAL_STEPS, CLSCAN_STRATEGY_HIERARCHICAL,
                                              CLSCAN_STRATEGY_LOOKBACK, CLSCAN_STRATEGY_CHAINED,
                                              CLSCAN_STRATEGY_SLICES };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        REFUSE(sum, tuning.strategy, others[i], "desc.tuning.strategy is |single_group, reduce_scan and columns");
    static const clscan_strategy reducing[] = { CLSCAN_STRATEGY_AUTO, CLSCAN_STRATEGY_SINGLE_GROUP,
                                                CLSCAN_STRATEGY_REDUCE_SCAN, CLSCAN_STRATEGY_COLUMNS };
    for (size_t i = 0; i < sizeof reducing / sizeof *reducing; i++) {
        const clscan_desc accepted = { .task = CLSCAN_TASK_REDUCE, .tuning.strategy = reducing[i] };
        assert_ok(cs_desc_check(&accepted));
    }
    clscan_desc unknown = sum;
    unknown.tuning.strategy = (clscan_strategy)99;
    assert_fails(cs_desc_check(&unknown), CLSCAN_ERROR_INVALID_VALUE, "desc.tuning.strategy is 99");
}

/* Reductions by segments are scans of contiguous elements. */
static void test_segments_refused(void **state) {
    (void)state;
    for (clscan_segments s = CLSCAN_SEGMENTS_FLAGS; s <= CLSCAN_SEGMENTS_OFFSETS; s++) {
        const clscan_desc sums = { .task = CLSCAN_TASK_REDUCE, .segments = s };
        REFUSE(sums, kind, CLSCAN_KIND_EXCLUSIVE, "desc.kind is exclusive|desc.task is CLSCAN_TASK_REDUCE");
        REFUSE(sums, user.store, "put", "desc.user.store is given|CLSCAN_TASK_REDUCE, which has no result for each");
        REFUSE(sums, layout, CLSCAN_LAYOUT_ROWS, "desc.layout is CLSCAN_LAYOUT_ROWS|desc.segments is given|not both");
        REFUSE(sums, tuning.strategy, CLSCAN_STRATEGY_COLUMNS, "desc.tuning.strategy is columns|desc.segments");
        for (clscan_strategy strategy = CLSCAN_STRATEGY_AUTO; strategy < CLSCAN_STRATEGY_COLUMNS; strategy++) {
            clscan_desc accepted = sums;
            accepted.tuning.strategy = strategy;
            assert_ok(cs_desc_check(&accepted));
        }
    }
    clscan_desc full = { .task = CLSCAN_TASK_REDUCE,
                         .segments = CLSCAN_SEGMENTS_OFFSETS,
                         .user = { .source = "int load();", .load = "load" } };
    for (int i = 0; i < CLSCAN_MAX_ARRAYS - 1; i++)
        full.in[i].name = "int";
    assert_ok(cs_desc_check(&full));
    full.in[CLSCAN_MAX_ARRAYS - 1].name = "int";
    assert_fails(cs_desc_check(&full), CLSCAN_ERROR_INVALID_DESC, "beside 8 input arrays; a reduction can have 7");
}

/* The keys are one output more, the offsets one input more, and flags that count heads are wide enough. */
static void test_segments(void **state) {
    clscan_desc desc = { .task = CLSCAN_TASK_REDUCE, .segments = CLSCAN_SEGMENTS_KEYS, .key.name = "short" };
    (void)state;
    assert_prints(&desc, "reduction by add over int (4 bytes), segments by keys");
    const cs_traits keys = cs_desc_problem(&desc).traits;
    assert_true(keys.reduces_segments && !keys.reduces && keys.flagged && cs_traits_compacts(&keys));
    assert_true(keys.keys_output == 1 && keys.num_out == 2 && keys.out[1].size == 2 && keys.num_in == 1);
    assert_true(keys.total.size == 4 && cs_traits_flags_size(&keys) == 4 && cs_traits_most_count(&keys) == CL_INT_MAX);
    desc = (clscan_desc) { .task = CLSCAN_TASK_REDUCE,
                           .value.name = "char",
                           .op = CLSCAN_OP_ARGMIN,
                           .segments = CLSCAN_SEGMENTS_OFFSETS,
                           .key.name = "long",
                           .count.name = "ulong" };
    const cs_problem problem = cs_desc_problem(&desc);
    const cs_traits *offsets = &problem.traits;
    assert_true(offsets->reduces_segments && !cs_traits_compacts(offsets) && offsets->keys_output == 0);
    assert_true(offsets->offsets_input == 1 && offsets->num_in == 2 && offsets->in[1].size == 8);
    assert_true(cs_traits_given_in(offsets) == 1 && cs_traits_given_out(offsets) == 2);
    assert_true(offsets->total.size == 8 && cs_traits_flags_size(offsets) == 8);
    assert_string_equal(problem.in[1], "ulong");
    desc = (clscan_desc) { .value.name = "uchar", .segments = CLSCAN_SEGMENTS_KEYS };
    const cs_traits scan = cs_desc_problem(&desc).traits;
    assert_true(!scan.reduces_segments && cs_traits_flags_size(&scan) == 1 && scan.total.size == 1);
}

static void test_reductions(void **state) {
    clscan_desc desc = { .task = CLSCAN_TASK_REDUCE, .layout = CLSCAN_LAYOUT_ROWS, .value.name = "float" };
    (void)state;
    assert_prints(&desc, "reduction by add over float (4 bytes), in rows");
    const cs_traits rows = cs_desc_problem(&desc).traits;
    assert_true(rows.reduces && rows.kind == CS_REDUCTION && !rows.writes_anywhere && rows.batched && !rows.flagged);
    desc.task = CLSCAN_TASK_SCAN;
    assert_true(cs_desc_problem(&desc).traits.flagged && !cs_desc_problem(&desc).traits.reduces);
    desc = (clscan_desc) { .task = CLSCAN_TASK_REDUCE,
                           .reverse = 1,
                           .user = { .source = "int join(int a, int b); int half(char x);", .combine = "join" } };
    desc.user.map = "half";
    desc.in[0].name = "char";
    desc.out[0].name = "long";
    assert_prints(&desc, "reverse reduction by join over int (4 bytes) from char, mapped by half to long");
    assert_true(cs_desc_problem(&desc).traits.flagged); /* for want of an identity */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_refused),          cmocka_unit_test(test_refused_types),
        cmocka_unit_test(test_too_many_arrays),  cmocka_unit_test(test_words),
        cmocka_unit_test(test_traits),           cmocka_unit_test(test_partitions),
        cmocka_unit_test(test_three_parts),      cmocka_unit_test(test_sorts),
        cmocka_unit_test(test_comparisons),      cmocka_unit_test(test_reductions_refused),
        cmocka_unit_test(test_segments_refused), cmocka_unit_test(test_segments),
        cmocka_unit_test(test_runs_refused),     cmocka_unit_test(test_runs),
        cmocka_unit_test(test_lengths),          cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_computed_keys)
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
