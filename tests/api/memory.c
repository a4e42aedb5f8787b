/* memory KIND: runs every strategy on arrays in sub-buffers, in shared virtual memory or in unified shared memory.
 * Tests also which arguments are refused there. */
#include "support/memory.h"
#include "api/scans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = { "buffers", "svm", "usm" };
static memory_kind memory; /* the kind of memory of this run */

static clscan_ref create(const test_device *d, const void *bytes, size_t size) {
    return memory_ref(memory, memory_create(d, memory, size, bytes), 0);
}

static clscan_ref from(clscan_ref ref, size_t offset) {
    ref.offset = offset;
    return ref;
}

/* Returns the array of a clscan_ref as the cl_mem that tests/support/memory.h uses for it. */
static cl_mem array_of(clscan_ref ref) {
    const void *const by_kind[] = { ref.buffer, ref.svm, ref.usm };
    return (cl_mem)by_kind[memory];
}

static void release(const test_device *d, clscan_ref ref) {
    memory_release(d, memory, array_of(ref));
}

static void assert_ints(const test_device *d, clscan_ref array, const cl_int *expected, size_t count) {
    cl_int x[2 * SCAN_COUNT];
    memory_read(d, memory, array_of(array), count * sizeof *x, x);
    for (size_t i = 0; i < count; i++)
        if (x[i] != expected[i])
            fail_msg("wrong at %zu: expected %d, got %d", i, expected[i], x[i]);
}

static void run(const test_device *d, const clscan_desc *desc, const clscan_args *args) {
    for (int i = 0; i < 2; i++) {
        cl_command_queue queue = i ? d->out_of_order : d->in_order;
        clscan_plan *plan = new_plan(d->device, desc);
        assert_ok(clscan_plan_enqueue(plan, queue, args, 0, NULL, NULL));
        assert_cl(clFinish(queue));
        clscan_plan_destroy(plan);
        if (array_of(args->in[0]) == array_of(args->out[0]))
            return;
    }
}

enum { OFFSET = 3 };

/* Uses all arrays that a scan can have, each with an offset. */
static void run_apart(const test_device *d, clscan_strategy strategy) {
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
    desc.segments = CLSCAN_SEGMENTS_FLAGS;
    cl_int before[OFFSET + SCAN_COUNT];
    for (int i = 0; i < OFFSET + SCAN_COUNT; i++)
        before[i] = -2;
    const cl_int wanted = cells[0];
    cells[0] = -1;
    const clscan_args args = { .in = { from(create(d, in, sizeof in), OFFSET) },
                               .out = { from(create(d, before, sizeof before), OFFSET) },
                               .count = SCAN_COUNT,
                               .init_at = from(create(d, cells, sizeof cells), 1),
                               .count_at = from(create(d, cells, sizeof cells), 3),
                               .total = create(d, cells, sizeof cells),
                               .segments = from(create(d, heads, sizeof heads), 1) };
    run(d, &desc, &args);
    assert_ints(d, args.out[0], expected, OFFSET + SCAN_COUNT);
    cells[0] = wanted;
    assert_ints(d, args.total, cells, COUNT(cells));
    release(d, args.in[0]);
    release(d, args.out[0]);
    release(d, args.init_at);
    release(d, args.count_at);
    release(d, args.total);
    release(d, args.segments);
}

/* Scans in place, so that the results overwrite the initial value and the count. */
static void run_in_place(const test_device *d, clscan_strategy strategy) {
    enum { INIT = 5, NUMBER = 7, HOW_MANY = SCAN_COUNT - 100 };
    cl_int x[SCAN_COUNT], expected[SCAN_COUNT];
    const clscan_desc desc = small_tiles(strategy);
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i == NUMBER ? HOW_MANY : i % 13;
    memcpy(expected, x, sizeof x);
    for (int i = 0, sum = x[INIT]; i < HOW_MANY; i++)
        expected[i] = sum += x[i];
    const clscan_ref both = create(d, x, sizeof x);
    const clscan_args args = { .in = { both },
                               .out = { both },
                               .count = SCAN_COUNT,
                               .init_at = from(both, INIT),
                               .count_at = from(both, NUMBER) };
    run(d, &desc, &args);
    assert_ints(d, both, expected, SCAN_COUNT);
    release(d, both);
}

/* Scans an array in pieces. The total of each piece is the initial value of the next one. */
static void run_pieces(const test_device *d, clscan_strategy strategy) {
    enum { PIECE = 300 };
    cl_int x[SCAN_COUNT], expected[SCAN_COUNT];
    const cl_int zero = 0;
    const clscan_desc desc = small_tiles(strategy);
    for (int i = 0, sum = 0; i < SCAN_COUNT; i++)
        expected[i] = sum += x[i] = i % 11;
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = { .in = { create(d, x, sizeof x) }, .out = { create(d, x, sizeof x) } };
    args.init_at = args.total = create(d, &zero, sizeof zero);
    for (size_t i = 0; i < SCAN_COUNT; i += PIECE) {
        args.in[0].offset = args.out[0].offset = i;
        args.count = SCAN_COUNT - i < PIECE ? SCAN_COUNT - i : PIECE;
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    }
    assert_cl(clFinish(d->in_order));
    assert_ints(d, args.out[0], expected, SCAN_COUNT);
    assert_ints(d, args.total, &expected[SCAN_COUNT - 1], 1);
    release(d, args.in[0]);
    release(d, args.out[0]);
    release(d, args.total);
    clscan_plan_destroy(plan);
}

static void each_strategy(const test_device *d, void (*test)(const test_device *d, clscan_strategy strategy)) {
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++)
        if (test_device_runs(d, strategy))
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

/* A store function that gets a pointer may write anywhere, even over the initial value. */
static void test_store_over_the_initial_value(void **state) {
    const test_device *d = *state;
    cl_int x[SCAN_COUNT], expected[SCAN_COUNT];
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    for (int i = 0, sum = 9; i < SCAN_COUNT; i++) {
        x[i] = i == SCAN_COUNT - 1 ? 9 : 1;
        expected[SCAN_COUNT - 1 - i] = sum += x[i];
    }
    desc.user.source = "static void put(global int *out, const global int *in, ulong i, int x, int up_to, int before) {"
                       "    out[999 - i] = up_to;"
                       "}";
    desc.user.store = "put";
    const clscan_args args = { .in = { create(d, x, sizeof x) },
                               .out = { create(d, x, sizeof x) },
                               .count = SCAN_COUNT };
    clscan_args with_init = args;
    with_init.init_at = from(args.out[0], SCAN_COUNT - 1);
    clscan_plan *plan = new_plan(d->device, &desc);
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &with_init, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    assert_ints(d, args.out[0], expected, SCAN_COUNT);
    release(d, args.in[0]);
    release(d, args.out[0]);
    clscan_plan_destroy(plan);
}

/* -------------------------------------------------------------------------------------------------- refused */

static void refuse(clscan_plan *plan, const test_device *d, clscan_args args, clscan_status status, const char *words) {
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), status, words);
}

/* Returns a reference to an address that is never read. */
static clscan_ref at(uintptr_t address, size_t offset) {
    return memory_ref(memory, (cl_mem)address, offset); /* NOLINT(performance-no-int-to-ptr) */
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
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args good = { .in = { at(0x10000, 0) }, .out = { at(0x20000, 0) }, .count = SCAN_COUNT }, a;
    if (memory != MEMORY_BUFFER) {
        a = good, a.out[0] = at(0, 0);
        refuse(plan, d, a, CLSCAN_ERROR_INVALID_VALUE, "args.out[0] is NULL");
        a = good, a.in[0] = at(0x10002, 0);
        refuse(plan, d, a, CLSCAN_ERROR_INVALID_BUFFER, "args.in[0]|0x10002, 2 past a multiple of 4");
        a = good, a.out[0] = at(0x10004, 0);
        refuse(plan, d, a, CLSCAN_ERROR_BUFFER_OVERLAP, "args.in[0] and args.out[0] overlap|, 4 apart");
        a = good, a.total = at(0x20000 + 4 * SCAN_COUNT, (size_t)-1);
        refuse(plan, d, a, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.total|past all memory");
        a = good, a.total = at(0x20000, SCAN_COUNT - 1);
        refuse(plan, d, a, CLSCAN_ERROR_BUFFER_OVERLAP, "args.out[0] and args.total");
    }
    clscan_plan_destroy(plan);
}

/* Pointers that are not aligned to their elements or accumulators are refused. Elements of a user type have no known
 * alignment. */
static void test_refused_alignment(void **state) {
    const test_device *d = *state;
    clscan_desc user = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN), argmin = user;
    clscan_args good = { .in = { at(0x10000, 0) }, .out = { at(0x20000, 0) }, .count = SCAN_COUNT }, a;
    if (memory == MEMORY_BUFFER)
        return;
    user.value = (clscan_type) { .name = "triple", .size = 3 };
    user.user = (clscan_user) { .source = triples, .combine = "plus", .identity = "{ { 0, 0, 0 } }" };
    user.in[0].name = user.key.name = "int";
    user.user.load = "load";
    user.segments = CLSCAN_SEGMENTS_KEYS;
    clscan_plan *plan = new_plan(d->device, &user);
    good.segments = at(0x30000, 0);
    a = good, a.in[0] = at(0x10003, 0);
    refuse(plan, d, a, CLSCAN_ERROR_INVALID_BUFFER,
           "args.in[0] is 0x10003, 3 past a multiple of 4|elements of 4 bytes");
    a = good, a.segments = at(0x30002, 0);
    refuse(plan, d, a, CLSCAN_ERROR_INVALID_BUFFER, "args.segments is 0x30002, 2 past a multiple of 4");
    a = good, a.out[0] = at(0x20001, 0), a.in[0] = at(0, 0); /* the alignment of a user type is not known */
    refuse(plan, d, a, CLSCAN_ERROR_INVALID_VALUE, "args.in[0] is NULL");
    clscan_plan_destroy(plan);
    argmin.op = CLSCAN_OP_ARGMIN;
    plan = new_plan(d->device, &argmin);
    good.segments = at(0, 0);
    good.out[1] = at(0x30000, 0);
    a = good, a.out[1] = at(0x30004, 0);
    refuse(plan, d, a, CLSCAN_ERROR_INVALID_BUFFER, "args.out[1] is 0x30004, 4 past a multiple of 8");
    a = good, a.total = at(0x40004, 0);
    refuse(plan, d, a, CLSCAN_ERROR_INVALID_BUFFER,
           "args.total is 0x40004, 4 past a multiple of 8|elements of 16 bytes");
    a = good, a.in[0] = at(0x10002, 0);
    refuse(plan, d, a, CLSCAN_ERROR_INVALID_BUFFER, "args.in[0] is 0x10002, 2 past a multiple of 4");
    clscan_plan_destroy(plan);
}

/* No scan reads or writes past the capacity of an array. */
static void test_capacity(void **state) {
    const test_device *d = *state;
    cl_int x[SCAN_COUNT], expected[SCAN_COUNT];
    for (int i = 0, sum = 0; i < SCAN_COUNT; i++) {
        x[i] = 1;
        expected[i] = i >= OFFSET &&i < SCAN_COUNT - OFFSET ? sum += 1 : 1;
    }
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_ref array = from(create(d, x, sizeof x), OFFSET);
    array.capacity = SCAN_COUNT - 2 * OFFSET;
    clscan_args a = { .in = { array }, .out = { array }, .count = array.capacity + 1 };
    refuse(plan, d, a, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0].capacity is 994|needs 995");
    a.in[0].capacity = 0;
    refuse(plan, d, a, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.out[0].capacity is 994|needs 995");
    a = (clscan_args) { .in = { array }, .out = { array }, .count = array.capacity };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &a, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    assert_ints(d, array, expected, SCAN_COUNT);
    release(d, array);
    clscan_plan_destroy(plan);
}

/* All arrays are in one kind of memory, and each is in one place. */
static void test_kinds_of_one_call(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args good = { .in = { at(0x10000, 0) }, .out = { at(0x20000, 0) }, .count = SCAN_COUNT };
    const memory_kind other = memory == MEMORY_SVM ? MEMORY_USM : MEMORY_SVM;
    const clscan_ref elsewhere = memory_ref(other, (cl_mem)(void *)&plan, 0);
    clscan_args a = good;
    char words[100];
    snprintf(words, sizeof words, "args.out[0].|is given, but args.in[0].%.6s:|of the same kind", names[memory]);
    a.out[0] = elsewhere;
    refuse(plan, d, a, CLSCAN_ERROR_INVALID_VALUE, words);
    a = good, a.total = elsewhere;
    refuse(plan, d, a, CLSCAN_ERROR_INVALID_VALUE, "args.total.|is given, but args.in[0].|of the same kind");
    a = good, a.in[0].svm = a.in[0].usm = &plan;
    refuse(plan, d, a, CLSCAN_ERROR_INVALID_VALUE, "args.in[0].|are both given: an array is in one place");
    a = good, a.out[0] = (clscan_ref) { .usm = &plan, .host = &plan };
    refuse(plan, d, a, CLSCAN_ERROR_INVALID_VALUE, "args.out[0].usm and args.out[0].host are both given");
    a = good, a.init_at.reserved[COUNT(a.init_at.reserved) - 1] = 1;
    refuse(plan, d, a, CLSCAN_ERROR_INVALID_VALUE, "args.init_at.reserved");
    clscan_plan_destroy(plan);
}

/* Elements of a user's type may be aligned to less than their size. */
static void test_alignment_of_user_types(void **state) {
    const test_device *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    desc.value = (clscan_type) { .name = "pair", .size = 8 };
    desc.user = (clscan_user) { .source = "typedef struct { int a, b; } pair;"
                                          "static pair plus(pair p, pair q) { p.a += q.a; p.b += q.b; return p; }",
                                .combine = "plus",
                                .identity = "{ 0, 0 }" };
    cl_int x[SCAN_COUNT], expected[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++) {
        x[i] = i;
        expected[i] = i < 3 ? i : expected[i - 2] + i;
    }
    expected[0] = x[0];
    if (memory == MEMORY_BUFFER)
        return;
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_ref whole = create(d, x, sizeof x), odd = at((uintptr_t)array_of(whole) + 4, 0);
    const clscan_args args = { .in = { odd }, .out = { odd }, .count = SCAN_COUNT / 2 - 1 };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    assert_ints(d, whole, expected, SCAN_COUNT - 1);
    release(d, whole);
    clscan_plan_destroy(plan);
}

/* ------------------------------------------------------------------------------------------------------ all */

/* If the device lacks this kind of memory, the library refuses it by name. */
static int open_with_memory(void **state) {
    test_device_open(state);
    const test_device *d = *state;
    if (memory_exists(d, memory))
        return 0;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args args = { .in = { at(0x10000, 0) }, .out = { at(0x20000, 0) }, .count = 1 };
    if (clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL) != CLSCAN_ERROR_UNSUPPORTED_MEMORY)
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
        cmocka_unit_test(test_capacity),
        cmocka_unit_test(test_kinds_of_one_call),
    };
    while (memory < COUNT(names) && (argc != 2 || strcmp(names[memory], argv[1]) != 0))
        memory++;
    return memory < COUNT(names) ? cmocka_run_group_tests(tests, open_with_memory, test_device_close) : 2;
}
