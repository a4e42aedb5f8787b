/* memory KIND: every strategy on arrays in sub-buffers, in shared virtual memory or in unified shared memory; and what
 * is refused there. */
#include "support/memory.h"
#include "api/scans.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = { "buffers", "svm", "usm" };
static clscan_memory memory; /* of this run */

static cl_mem create(const dut *d, const void *bytes, size_t size) {
    return memory_create(d, memory, size, bytes);
}

static void assert_ints(const dut *d, cl_mem array, const cl_int *expected, size_t count) {
    cl_int x[2 * SCAN_COUNT];
    memory_read(d, memory, array, count * sizeof *x, x);
    for (size_t i = 0; i < count; i++)
        if (x[i] != expected[i])
            fail_msg("wrong at %zu: expected %d, got %d", i, expected[i], x[i]);
}

static void run(const dut *d, const clscan_desc *desc, const clscan_args *args) {
    for (int i = 0; i < 2; i++) {
        cl_command_queue queue = i ? d->out_of_order : d->in_order;
        clscan_plan *plan = new_plan(d->device, desc);
        assert_ok(clscan_enqueue(plan, queue, args, 0, NULL, NULL));
        assert_cl(clFinish(queue));
        clscan_plan_destroy(plan);
        if (args->in == args->out)
            return;
    }
}

enum { OFFSET = 3 };

/* All arrays at once, each from an offset on. */
static void run_apart(const dut *d, clscan_strategy strategy) {
    cl_int in[OFFSET + SCAN_COUNT], cells[4] = { -1, 40, -1, SCAN_COUNT - 5 }, expected[OFFSET + SCAN_COUNT];
    cl_uchar heads[1 + SCAN_COUNT];
    clscan_desc desc = small_tiles(strategy);
    cl_int sum = 0;
    for (int i = 0; i < SCAN_COUNT; i++) {
        in[OFFSET + i] = i % 17;
        heads[1 + i] = i % 31 == 7;
        sum = (i == 0 || heads[1 + i] ? cells[1] : sum) + in[OFFSET + i];
        expected[OFFSET + i] = i < cells[3] ? sum : -2;
        cells[0] = i == cells[3] - 1 ? sum : cells[0];
    }
    for (int i = 0; i < OFFSET; i++)
        in[i] = expected[i] = -2;
    desc.segments = CLSCAN_HEAD_FLAGS;
    cl_int before[OFFSET + SCAN_COUNT];
    for (int i = 0; i < OFFSET + SCAN_COUNT; i++)
        before[i] = -2;
    const cl_int wanted = cells[0];
    cells[0] = -1;
    const clscan_args args = { .memory = memory,
                               .in = create(d, in, sizeof in),
                               .in_offset = OFFSET,
                               .out = create(d, before, sizeof before),
                               .out_offset = OFFSET,
                               .count = SCAN_COUNT,
                               .init_buffer = create(d, cells, sizeof cells),
                               .init_offset = 1,
                               .count_buffer = create(d, cells, sizeof cells),
                               .count_offset = 3,
                               .total = create(d, cells, sizeof cells),
                               .segments = create(d, heads, sizeof heads),
                               .segments_offset = 1 };
    run(d, &desc, &args);
    assert_ints(d, args.out, expected, OFFSET + SCAN_COUNT);
    cells[0] = wanted;
    assert_ints(d, args.total, cells, COUNT(cells));
    memory_release(d, memory, args.in);
    memory_release(d, memory, args.out);
    memory_release(d, memory, args.init_buffer);
    memory_release(d, memory, args.count_buffer);
    memory_release(d, memory, args.total);
    memory_release(d, memory, args.segments);
}

/* In place, where the scan overwrites its own initial value and count. */
static void run_in_place(const dut *d, clscan_strategy strategy) {
    enum { INIT = 5, NUMBER = 7, HOW_MANY = SCAN_COUNT - 100 };
    cl_int x[SCAN_COUNT], expected[SCAN_COUNT];
    const clscan_desc desc = small_tiles(strategy);
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i == NUMBER ? HOW_MANY : i % 13;
    memcpy(expected, x, sizeof x);
    for (int i = 0, sum = x[INIT]; i < HOW_MANY; i++)
        expected[i] = sum += x[i];
    cl_mem both = create(d, x, sizeof x);
    const clscan_args args = { .memory = memory,
                               .in = both,
                               .out = both,
                               .count = SCAN_COUNT,
                               .init_buffer = both,
                               .init_offset = INIT,
                               .count_buffer = both,
                               .count_offset = NUMBER };
    run(d, &desc, &args);
    assert_ints(d, both, expected, SCAN_COUNT);
    memory_release(d, memory, both);
}

/* The total is the initial value of what follows. */
static void run_pieces(const dut *d, clscan_strategy strategy) {
    enum { PIECE = 300 };
    cl_int x[SCAN_COUNT], expected[SCAN_COUNT];
    const cl_int zero = 0;
    const clscan_desc desc = small_tiles(strategy);
    for (int i = 0, sum = 0; i < SCAN_COUNT; i++)
        expected[i] = sum += x[i] = i % 11;
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = { .memory = memory, .in = create(d, x, sizeof x), .out = create(d, x, sizeof x) };
    args.init_buffer = args.total = create(d, &zero, sizeof zero);
    for (size_t i = 0; i < SCAN_COUNT; i += PIECE) {
        args.in_offset = args.out_offset = i;
        args.count = SCAN_COUNT - i < PIECE ? SCAN_COUNT - i : PIECE;
        assert_ok(clscan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    }
    assert_cl(clFinish(d->in_order));
    assert_ints(d, args.out, expected, SCAN_COUNT);
    assert_ints(d, args.total, &expected[SCAN_COUNT - 1], 1);
    memory_release(d, memory, args.in);
    memory_release(d, memory, args.out);
    memory_release(d, memory, args.total);
    clscan_plan_destroy(plan);
}

static void each_strategy(const dut *d, void (*test)(const dut *d, clscan_strategy strategy)) {
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++)
        if (dut_runs(d, strategy))
            test(d, strategy);
}

static void test_apart(void **state) {
    each_strategy(*state, run_apart);
}

static void test_in_place(void **state) {
    each_strategy(*state, run_in_place);
}

static void test_pieces(void **state) {
    each_strategy(*state, run_pieces);
}

/* A store function behind a pointer may write anywhere, also where the initial value is. */
static void test_store_over_the_initial_value(void **state) {
    const dut *d = *state;
    cl_int x[SCAN_COUNT], expected[SCAN_COUNT];
    clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN);
    for (int i = 0, sum = 9; i < SCAN_COUNT; i++) {
        x[i] = i == SCAN_COUNT - 1 ? 9 : 1;
        expected[SCAN_COUNT - 1 - i] = sum += x[i];
    }
    desc.user.source = "static void put(global int *out, const global int *in, ulong i, int x, int up_to, int before) {"
                       "    out[999 - i] = up_to;"
                       "}";
    desc.store = "put";
    const clscan_args args = {
        .memory = memory, .in = create(d, x, sizeof x), .out = create(d, x, sizeof x), .count = SCAN_COUNT
    };
    clscan_args with_init = args;
    with_init.init_buffer = args.out;
    with_init.init_offset = SCAN_COUNT - 1;
    clscan_plan *plan = new_plan(d->device, &desc);
    assert_ok(clscan_enqueue(plan, d->in_order, &with_init, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    assert_ints(d, args.out, expected, SCAN_COUNT);
    memory_release(d, memory, args.in);
    memory_release(d, memory, args.out);
    clscan_plan_destroy(plan);
}

/* -------------------------------------------------------------------------------------------------- refused */

static void refuse(clscan_plan *plan, const dut *d, clscan_args args, clscan_status status, const char *words) {
    assert_fails(clscan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), status, words);
}

/* Addresses that nobody reads. */
static cl_mem at(uintptr_t address) {
    return (cl_mem)address; /* NOLINT(performance-no-int-to-ptr) */
}

static const char triples[] = "typedef struct { uchar x[3]; } triple;"
                              "static triple plus(triple p, triple q) {"
                              "    for (int i = 0; i < 3; i++) p.x[i] += q.x[i];"
                              "    return p;"
                              "}"
                              "static triple load(const global int *in, ulong i) {"
                              "    triple p = { { in[i], 1, 2 } };"
                              "    return p;"
                              "}";

static void test_refused_pointers(void **state) {
    const dut *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN);
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args good = { .memory = memory, .in = at(0x10000), .out = at(0x20000), .count = SCAN_COUNT }, a;
    if (memory != CLSCAN_BUFFERS) {
        a = good, a.out = NULL;
        refuse(plan, d, a, CLSCAN_INVALID_VALUE, "args.out is NULL");
        a = good, a.in = at(0x10002);
        refuse(plan, d, a, CLSCAN_INVALID_BUFFER, "args.in|0x10002, 2 past a multiple of 4");
        a = good, a.out = at(0x10004);
        refuse(plan, d, a, CLSCAN_BUFFER_OVERLAP, "args.in and args.out overlap|of memory");
        a = good, a.total = at(0x20000 + 4 * SCAN_COUNT), a.total_offset = (size_t)-1;
        refuse(plan, d, a, CLSCAN_BUFFER_TOO_SMALL, "args.total|past all memory");
        a = good, a.total = at(0x20000), a.total_offset = SCAN_COUNT - 1;
        refuse(plan, d, a, CLSCAN_BUFFER_OVERLAP, "args.out and args.total");
    }
    a = good, a.memory = (clscan_memory)3;
    refuse(plan, d, a, CLSCAN_INVALID_VALUE, "args.memory is 3");
    clscan_plan_destroy(plan);
}

/* Whatever is scanned, arrays of OpenCL C's types and states lie where their types may. */
static void test_refused_alignment(void **state) {
    const dut *d = *state;
    clscan_desc user = small_tiles(CLSCAN_REDUCE_SCAN), argmin = user;
    clscan_args good = { .memory = memory, .in = at(0x10000), .out = at(0x20000), .count = SCAN_COUNT }, a;
    if (memory == CLSCAN_BUFFERS)
        return;
    user.type = CLSCAN_USER;
    user.user = (clscan_user) { "triple", 3, triples, "plus", "{ { 0, 0, 0 } }" };
    user.in[0].type = user.keys.type = "int";
    user.load = "load";
    user.segments = CLSCAN_EQUAL_KEYS;
    clscan_plan *plan = new_plan(d->device, &user);
    good.segments = at(0x30000);
    a = good, a.in = at(0x10003);
    refuse(plan, d, a, CLSCAN_INVALID_BUFFER, "args.in is 0x10003, 3 past a multiple of 4|elements of 4 bytes");
    a = good, a.segments = at(0x30002);
    refuse(plan, d, a, CLSCAN_INVALID_BUFFER, "args.segments is 0x30002, 2 past a multiple of 4");
    a = good, a.out = at(0x20001), a.in = NULL; /* a user's type may lie anywhere */
    refuse(plan, d, a, CLSCAN_INVALID_VALUE, "args.in is NULL");
    clscan_plan_destroy(plan);
    argmin.op = CLSCAN_ARGMIN;
    plan = new_plan(d->device, &argmin);
    good.segments = NULL;
    good.more_out[0] = at(0x30000);
    a = good, a.more_out[0] = at(0x30004);
    refuse(plan, d, a, CLSCAN_INVALID_BUFFER, "args.more_out[0] is 0x30004, 4 past a multiple of 8");
    a = good, a.total = at(0x40004);
    refuse(plan, d, a, CLSCAN_INVALID_BUFFER, "args.total is 0x40004, 4 past a multiple of 8|elements of 16 bytes");
    a = good, a.in = at(0x10002);
    refuse(plan, d, a, CLSCAN_INVALID_BUFFER, "args.in is 0x10002, 2 past a multiple of 4");
    clscan_plan_destroy(plan);
}

/* Elements of a user's type may be aligned to less than their size. */
static void test_alignment_of_user_types(void **state) {
    const dut *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN);
    desc.type = CLSCAN_USER;
    desc.user = (clscan_user) { "pair", 8,
                                "typedef struct { int a, b; } pair;"
                                "static pair plus(pair p, pair q) { p.a += q.a; p.b += q.b; return p; }",
                                "plus", "{ 0, 0 }" };
    cl_int x[SCAN_COUNT], expected[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++) {
        x[i] = i;
        expected[i] = i < 3 ? i : expected[i - 2] + i;
    }
    expected[0] = x[0];
    if (memory == CLSCAN_BUFFERS)
        return;
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_mem whole = create(d, x, sizeof x), odd = at((uintptr_t)whole + 4);
    const clscan_args args = { .memory = memory, .in = odd, .out = odd, .count = SCAN_COUNT / 2 - 1 };
    assert_ok(clscan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    assert_ints(d, whole, expected, SCAN_COUNT - 1);
    memory_release(d, memory, whole);
    clscan_plan_destroy(plan);
}

/* ------------------------------------------------------------------------------------------------------ all */

/* What is not there is refused with its name. */
static int open_with_memory(void **state) {
    dut_open(state);
    const dut *d = *state;
    if (memory_exists(d, memory))
        return 0;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args args = { .memory = memory, .in = at(0x10000), .out = at(0x20000), .count = 1 };
    if (clscan_enqueue(plan, d->in_order, &args, 0, NULL, NULL) != CLSCAN_UNSUPPORTED_MEMORY)
        return 1;
    print_message("skipped: %s\n", clscan_last_message());
    exit(77);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_apart),
        cmocka_unit_test(test_in_place),
        cmocka_unit_test(test_pieces),
        cmocka_unit_test(test_store_over_the_initial_value),
        cmocka_unit_test(test_refused_pointers),
        cmocka_unit_test(test_refused_alignment),
        cmocka_unit_test(test_alignment_of_user_types),
    };
    while (memory < COUNT(names) && (argc != 2 || strcmp(names[memory], argv[1]) != 0))
        memory++;
    return memory < COUNT(names) ? cmocka_run_group_tests(tests, open_with_memory, dut_close) : 2;
}
