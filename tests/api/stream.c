/* Streams of scans: pieces of all sizes, portions of all sizes, segments that cross pieces, and what is refused. */
#include "api/stream_data.h"

#include <math.h>
#include <pthread.h>
#include <sched.h>

static cl_uchar few_flags[N];
static cl_uint few_bits[N / 32 + 1];
static cl_int keys[N];
static cl_float float_keys[N], floats[N], factors[N];
static cl_int4 triples[N]; /* of int3, of which the last component is padding */

static int make_data(void **state) {
    make_common_data();
    for (int i = 0; i < N; i++) {
        few_flags[i] = stream_random(90) == 0;
        few_bits[i / 32] |= (cl_uint)few_flags[i] << i % 32;
        keys[i] = i == 0 ? 3 : stream_random(40) == 0 ? keys[i - 1] + 1 : keys[i - 1];
        float_keys[i] = i < 100 ? (i % 2 ? -0.0f : 0.0f) : i < 120 ? NAN : (float)(i / 50);
        floats[i] = (float)stream_random(64);
        factors[i] = (float)stream_random(2);
        for (int k = 0; k < 4; k++)
            triples[i].s[k] = k < 3 ? (i / 37 == 4 ? 1 : i / 37) * 10 + k : (int)stream_random(1000);
    }
    return test_device_open(state);
}

#define SUM_OF_INTS                                                                                                    \
    .count = N, .in = { ints }, .in_size = { sizeof *ints }, .out_size = { sizeof *ints }, .total_size = sizeof *ints
#define EXCLUSIVE .kind = CLSCAN_KIND_EXCLUSIVE

static void test_sums(void **state) {
    static const cl_int seven = 7;
    const stream_case cases[] = {
        { .name = "sums", SUM_OF_INTS },
        { .name = "exclusive sums", .desc = { EXCLUSIVE }, SUM_OF_INTS },
        { .name = "sums from 7", .init = &seven, SUM_OF_INTS },
        { .name = "exclusive sums from 7", .desc = { EXCLUSIVE }, .init = &seven, SUM_OF_INTS },
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        stream_check(*state, &cases[i]);
}

/* An operator that does not commute, and types that are converted and mapped. */
static void test_types(void **state) {
    static const affine init = { 5, 3 };
    const stream_case cases[] = {
        { .name = "affine maps",
          .desc = affine_desc(CLSCAN_STRATEGY_AUTO, true, false),
          .count = N,
          .in = { maps },
          .in_size = { sizeof *maps },
          .init = &init,
          .out_size = { sizeof *maps },
          .total_size = sizeof *maps },
        { .name = "shorts to longs",
          .desc = { .in[0].name = "short", .out[0].name = "long" },
          .count = N,
          .in = { shorts },
          .in_size = { sizeof *shorts },
          .out_size = { sizeof(cl_long) },
          .total_size = sizeof(cl_int) },
        { .name = "squares",
          .desc = { .user = { .source = "static int square(int x) { return x * x; }", .map = "square" } },
          SUM_OF_INTS },
        { .name = "vectors",
          .desc = { .value.name = "int4", .op = CLSCAN_OP_XOR },
          .count = N,
          .in = { triples },
          .in_size = { sizeof *triples },
          .out_size = { sizeof *triples },
          .total_size = sizeof *triples },
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        stream_check(*state, &cases[i]);
}

/* Operators with a second array, or with an index that counts from the first piece on. */
static void test_accumulators(void **state) {
    const stream_case cases[] = {
        { .name = "argmin",
          .desc = { .op = CLSCAN_OP_ARGMIN, .value.name = "long" },
          .count = N,
          .in = { longs },
          .in_size = { sizeof *longs },
          .first_index = 1000,
          .out_size = { sizeof *longs, sizeof(cl_ulong) },
          .total_size = 2 * sizeof(cl_ulong) },
        { .name = "checked sums",
          .desc = { .op = CLSCAN_OP_ADD_CHECKED, .value.name = "short" },
          .count = N,
          .in = { shorts },
          .in_size = { sizeof *shorts },
          .out_size = { sizeof *shorts, sizeof(cl_uint) },
          .single = true,
          .total_size = 2 * sizeof(cl_ulong) },
        { .name = "recurrence",
          .desc = { .op = CLSCAN_OP_RECURRENCE, .value.name = "float" },
          .count = N,
          .in = { factors, floats },
          .in_size = { sizeof *factors, sizeof *floats },
          .out_size = { sizeof *floats },
          .total_size = 2 * sizeof *floats },
        { .name = "last seen",
          .desc = { .op = CLSCAN_OP_LAST_SEEN },
          .count = N,
          .in = { ints, few_flags },
          .in_size = { sizeof *ints, 1 },
          .out_size = { sizeof *ints },
          .total_size = sizeof *ints + sizeof(cl_uint) },
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        stream_check(*state, &cases[i]);
}

/* Each pull says whether a sum of its piece does not fit, whatever the pieces before it had. */
static void test_checked(void **state) {
    enum { PIECE = 4, PIECES = 10 };
    const test_device *d = *state;
    const clscan_desc desc = { .op = CLSCAN_OP_ADD_CHECKED };
    clscan_stream *s = NULL;
    clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
    options.piece_count = PIECE;
    options.num_pieces = 2;
    assert_ok(clscan_stream_create(d->device, &desc, &options, &s));
    for (int piece = 0; piece < PIECES; piece++) {
        const cl_int large = piece == 0 ? INT32_MAX : piece == 1 ? -INT32_MAX : 0;
        const cl_int x[PIECE] = { large, large };
        cl_int sums[PIECE];
        cl_uint overflow = 0;
        size_t n = 0;
        clscan_args args = CLSCAN_ARGS_INIT;
        args.count = PIECE;
        args.in[0].host = x;
        args.out[0].host = sums;
        args.out[1].host = &overflow;
        assert_ok(clscan_stream_push(s, &args, &n));
        assert_int_equal(n, PIECE);
        overflow = piece == 5;
        assert_ok(clscan_stream_pull(s, &args, &n));
        assert_int_equal(overflow, piece == 0 || piece == 5); /* a number that is there stays */
        assert_int_equal(n, PIECE);
    }
    clscan_stream_destroy(s);
}

/* Threads copy parts of at least a megabyte. */
static void test_copy_threads(void **state) {
    enum { MANY = 1300021 };
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_stream *s = NULL;
    cl_int *x = malloc(MANY * sizeof *x), *y = malloc(MANY * sizeof *y);
    clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    assert_non_null(x);
    assert_non_null(y);
    for (int i = 0; i < MANY; i++)
        x[i] = i % 11 - 4;
    options.piece_count = MANY / 2 + 100;
    options.copy_threads = 4;
    args.count = MANY;
    args.in[0].host = x;
    args.out[0].host = y;
    assert_ok(clscan_stream_create(d->device, &desc, &options, &s));
    assert_ok(clscan_stream_execute(s, &args));
    for (int i = 0, sum = 0; i < MANY; i++) {
        sum += x[i];
        assert_int_equal(y[i], sum);
    }
    clscan_stream_destroy(s);
    free(x);
    free(y);
}

enum { ROUNDS = 50 };

static void *push_all(void *stream) {
    for (int round = 0; round < ROUNDS; round++)
        for (size_t at = 0, taken = 0; at < N; at += taken) {
            clscan_args args = CLSCAN_ARGS_INIT;
            args.count = N - at;
            args.in[0] = (clscan_ref) { .host = ints, .offset = at };
            assert_ok(clscan_stream_push(stream, &args, &taken));
            if (taken == 0)
                sched_yield();
        }
    assert_ok(clscan_stream_finish(stream));
    return NULL;
}

/* One thread pushes while another one pulls. */
static void test_two_threads(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_stream *s = NULL;
    clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
    pthread_t thread;
    cl_int sum = 0, sums[N];
    options.piece_count = 29;
    assert_ok(clscan_stream_create(d->device, &desc, &options, &s));
    assert_int_equal(pthread_create(&thread, NULL, push_all, s), 0);
    for (size_t pulled = 0, n = 0; pulled < ROUNDS * N; pulled += n) {
        clscan_args args = CLSCAN_ARGS_INIT;
        args.count = N;
        args.out[0].host = sums;
        assert_ok(clscan_stream_pull(s, &args, &n));
        for (size_t i = 0; i < n; i++) {
            sum += ints[(pulled + i) % N];
            assert_int_equal(sums[i], sum);
        }
    }
    assert_int_equal(pthread_join(thread, NULL), 0);
    clscan_stream_destroy(s);
}

#define FLAGS .segments = CLSCAN_SEGMENTS_FLAGS
#define BITS  .segments = CLSCAN_SEGMENTS_BITS
#define KEYS  .segments = CLSCAN_SEGMENTS_KEYS

static void test_segments(void **state) {
    static const cl_int seven = 7;
    const stream_case cases[] = {
        { .name = "flags", .desc = { FLAGS }, .segments = flags, .segment_size = 1, SUM_OF_INTS },
        { .name = "few flags",
          .desc = { FLAGS, EXCLUSIVE },
          .segments = few_flags,
          .segment_size = 1,
          .init = &seven,
          SUM_OF_INTS },
        { .name = "bits", .desc = { BITS, EXCLUSIVE }, .segments = bits, SUM_OF_INTS },
        { .name = "few bits", .desc = { BITS }, .segments = few_bits, .init = &seven, SUM_OF_INTS },
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        stream_check(*state, &cases[i]);
}

/* Keys are compared as the kernels compare them: -0 is +0, NaN is unequal to itself, padding does not count. */
static void test_keys(void **state) {
    const stream_case cases[] = {
        { .name = "keys", .desc = { KEYS }, .segments = keys, .segment_size = sizeof *keys, SUM_OF_INTS },
        { .name = "float keys",
          .desc = { KEYS, .key.name = "float" },
          .segments = float_keys,
          .segment_size = sizeof *float_keys,
          SUM_OF_INTS },
        { .name = "vectors of three as keys",
          .desc = { KEYS, EXCLUSIVE, .key.name = "int3" },
          .segments = triples,
          .segment_size = sizeof *triples,
          SUM_OF_INTS },
    };
    for (size_t i = 0; i < COUNT(cases); i++)
        stream_check(*state, &cases[i]);
}

static void test_keys_of_maps(void **state) {
    static const affine init = { 5, 3 };
    stream_case c = { .name = "affine maps by keys",
                      .desc = affine_desc(CLSCAN_STRATEGY_AUTO, false, false),
                      .count = N,
                      .in = { maps },
                      .in_size = { sizeof *maps },
                      .segments = keys,
                      .segment_size = sizeof *keys,
                      .init = &init,
                      .out_size = { sizeof *maps },
                      .total_size = sizeof *maps };
    c.desc.segments = CLSCAN_SEGMENTS_KEYS;
    stream_check(*state, &c);
}

int main(int count, char **arguments) {
    (void)count;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),        cmocka_unit_test(test_types),   cmocka_unit_test(test_accumulators),
        cmocka_unit_test(test_two_threads), cmocka_unit_test(test_checked), cmocka_unit_test(test_copy_threads),
        cmocka_unit_test(test_segments),    cmocka_unit_test(test_keys),    cmocka_unit_test(test_keys_of_maps),
    };
    return stream_run_tests(tests, make_data, arguments);
}
