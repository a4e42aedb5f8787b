/* Streams of scans: pieces of all sizes, portions of all sizes, segments that cross pieces, and what is refused. */
#include "api/stream_data.h"

#include <pthread.h>
#include <sched.h>

static int make_data(void **state) {
    make_common_data();
    return test_device_open(state);
}

static void test_sums(void **state) {
    check_sums(*state, stream_check);
}

static void test_types(void **state) {
    check_types(*state, stream_check);
}

static void test_accumulators(void **state) {
    check_accumulators(*state, stream_check);
}

/* Each pull says whether a sum of its piece does not fit, whatever the pieces before it had. */
static void test_checked(void **state) {
    enum { PIECE = 4, PIECES = 10 };
    const test_device *d = *state;
    const clscan_desc desc = { .op = CLSCAN_OP_ADD_CHECKED };
    clscan_stream *s = NULL;
    clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
    options.piece_elements = PIECE;
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
    options.piece_elements = MANY / 2 + 100;
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
    options.piece_elements = 29;
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
    check_cases(*state, stream_check, cases, COUNT(cases));
}

static void test_keys(void **state) {
    check_keys(*state, stream_check);
}

static void test_keys_of_maps(void **state) {
    check_keys_of_maps(*state, stream_check);
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
