/* Scans of host arrays, on the default device and by a plan. */
#include "api/scans.h"

#include <oracle.h>
#include <pthread.h>
#include <string.h>
#include <time.h>

enum { N = 5000 };

static void test_one_call(void **state) {
    (void)state;
    cl_int in[N], out[N], expected[N];
    oracle_fill(ORACLE_INT, CLSCAN_OP_ADD, 1, in, N);
    for (int kind = CLSCAN_KIND_INCLUSIVE; kind <= CLSCAN_KIND_EXCLUSIVE; kind++) {
        oracle_scan(ORACLE_INT, CLSCAN_OP_ADD, (clscan_kind)kind, in, expected, N);
        assert_ok(clscan_host_scan("int", CLSCAN_OP_ADD, (clscan_kind)kind, in, out, N));
        assert_memory_equal(out, expected, sizeof out);
    }
}

static void test_one_call_in_place(void **state) {
    (void)state;
    float x[N], expected[N];
    oracle_fill(ORACLE_FLOAT, CLSCAN_OP_MAX, 2, x, N);
    oracle_scan(ORACLE_FLOAT, CLSCAN_OP_MAX, CLSCAN_KIND_EXCLUSIVE, x, expected, N);
    assert_ok(clscan_host_scan("float", CLSCAN_OP_MAX, CLSCAN_KIND_EXCLUSIVE, x, x, N));
    assert_int_equal(oracle_compare(ORACLE_FLOAT, expected, x, N), N);
}

/* Neither the input nor the neighbours of the output change, whatever the arrays' alignment. */
static void test_arrays_of_any_alignment(void **state) {
    (void)state;
    unsigned char in[N], before[N], out[N], expected[N];
    for (size_t offset = 0; offset < 5; offset++) {
        oracle_fill(ORACLE_UCHAR, CLSCAN_OP_ADD, offset, in, N);
        memcpy(before, in, N);
        memset(out, 0xA7, N);
        memset(expected, 0xA7, N);
        oracle_scan(ORACLE_UCHAR, CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, in + offset, expected + 2 * offset, N - 20);
        assert_ok(
            clscan_host_scan("uchar", CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, in + offset, out + 2 * offset, N - 20));
        assert_memory_equal(out, expected, N);
        assert_memory_equal(in, before, N);
    }
}

static void test_every_size_of_element(void **state) {
    (void)state;
    static const oracle_type types[] = { ORACLE_CHAR, ORACLE_USHORT, ORACLE_UINT, ORACLE_LONG };
    char in[8 * 100], out[8 * 100], expected[8 * 100];
    for (size_t i = 0; i < COUNT(types); i++) {
        oracle_fill(types[i], CLSCAN_OP_XOR, i, in, 100);
        oracle_scan(types[i], CLSCAN_OP_XOR, CLSCAN_KIND_INCLUSIVE, in, expected, 100);
        assert_ok(clscan_host_scan(oracle_type_name(types[i]), CLSCAN_OP_XOR, CLSCAN_KIND_INCLUSIVE, in, out, 100));
        assert_int_equal(oracle_compare(types[i], expected, out, 100), 100);
    }
}

/* Kernels rely on the alignment of a user type, but host arrays of the type may have malloc's alignment only. */
static void test_wide_user_type_at_any_address(void **state) {
    const test_device *d = *state;
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "wide";
    desc.value.size = 64;
    desc.user.source = "typedef int16 wide; static wide plus(wide a, wide b) { return a + b; }";
    desc.user.combine = "plus";
    desc.user.identity = "(int16)(0)";
    clscan_plan *plan = new_plan(d->device, &desc);
    static cl_int in[16 * 500 + 16], out[16 * 500 + 16];
    for (size_t i = 0; i < COUNT(in); i++)
        in[i] = (cl_int)(i * 7919 % 1000);
    for (size_t shift = 0; shift < 16; shift += 4) {
        cl_int sum = 0;
        assert_ok(execute_host(plan, in + shift, out + shift, 500));
        for (size_t i = 0; i < 500; i++)
            assert_int_equal(out[shift + 16 * i], sum += in[shift + 16 * i]);
    }
    clscan_plan_destroy(plan);
}

/* Kernels read each array by its own type, which may need a greater alignment than the scanned type. */
static void test_converted_arrays_at_any_address(void **state) {
    const test_device *d = *state;
    enum { COUNT_OF = 500, BYTES = COUNT_OF * sizeof(cl_int) };
    const clscan_desc desc = { .value.name = "char", .in[0].name = "int", .out[0].name = "int" };
    clscan_plan *plan = new_plan(d->device, &desc);
    static char in[BYTES + 8], out[BYTES + 8];
    cl_int x[COUNT_OF], sums[COUNT_OF], sum = 0;
    for (int i = 0; i < COUNT_OF; i++) {
        x[i] = i % 5 - 2;
        sums[i] = sum += x[i];
    }
    for (size_t shift = 0; shift < 9; shift++) { /* shifts either array, or both */
        char *from = in + shift % 3, *to = out + shift / 3;
        memcpy(from, x, sizeof x);
        assert_ok(execute_host(plan, from, to, COUNT_OF));
        assert_memory_equal(to, sums, sizeof sums);
    }
    clscan_plan_destroy(plan);
}

/* The library keeps a plan for each operator, and uses it for that operator only. */
static void test_every_operator(void **state) {
    (void)state;
    cl_int in[300], out[300], expected[300];
    for (clscan_op op = 0; clscan_op_name(op); op++) {
        if (!oracle_defined(ORACLE_INT, op))
            continue;
        oracle_fill(ORACLE_INT, op, op, in, 300);
        oracle_scan(ORACLE_INT, op, CLSCAN_KIND_INCLUSIVE, in, expected, 300);
        assert_ok(clscan_host_scan("int", op, CLSCAN_KIND_INCLUSIVE, in, out, 300));
        assert_memory_equal(out, expected, sizeof out);
    }
}

/* Arrays of other types than the scanned one: elements of an operator with an accumulator are converted, or loaded by a
 * function. */
static void test_operators_of_other_numbers(void **state) {
    const test_device *d = *state;
    clscan_desc desc = {
        .value.name = "float", .op = CLSCAN_OP_ADD_COMPENSATED, .in[0].name = "int", .out[0].name = "int"
    };
    cl_int in[300], out[300];
    for (cl_int i = 0; i < 300; i++)
        in[i] = 2 * i;
    for (int loads = 0; loads < 2; loads++) {
        desc.user.source = loads ? "float halved(const global int *in, ulong i) { return 0.5f * in[i]; }" : NULL;
        desc.user.load = loads ? "halved" : NULL;
        clscan_plan *plan = new_plan(d->device, &desc);
        assert_ok(execute_host(plan, in, out, 300));
        clscan_plan_destroy(plan);
        for (cl_int i = 0; i < 300; i++)
            assert_int_equal(out[i], (loads ? 1 : 2) * (i * (i + 1) / 2));
    }
}

static void test_no_elements(void **state) {
    (void)state;
    assert_ok(clscan_host_scan("int", CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, NULL, NULL, 0));
}

static void test_misuse(void **state) {
    (void)state;
    cl_int x[16] = { 0 };
    assert_fails(clscan_host_scan("int", CLSCAN_OP_ADD, 0, NULL, x, 4), CLSCAN_ERROR_INVALID_VALUE,
                 "in is NULL|4 elements");
    assert_fails(clscan_host_scan("int", CLSCAN_OP_ADD, 0, x, NULL, 4), CLSCAN_ERROR_INVALID_VALUE,
                 "out is NULL|4 elements");
    assert_fails(clscan_host_scan("int", CLSCAN_OP_ADD, 0, x, x + 3, 4), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "in has 16 bytes and out 16|out begins 12 bytes after in");
    assert_fails(clscan_host_scan("int", CLSCAN_OP_ADD, 0, x + 1, x, 4), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "in has 16 bytes and out 16|out begins 4 bytes before in");
    assert_fails(clscan_host_scan("int", CLSCAN_OP_ADD, 0, x, x, SIZE_MAX), CLSCAN_ERROR_INVALID_VALUE,
                 "18446744073709551615 elements of 4 bytes|past all memory");
    assert_fails(clscan_host_scan("uchar", CLSCAN_OP_ADD, 0, x, (void *)(UINTPTR_MAX - 9), 10),
                 CLSCAN_ERROR_INVALID_VALUE, "out has 10 elements|past all memory");
    assert_fails(clscan_host_scan("mine", CLSCAN_OP_ADD, 0, x, x, 4), CLSCAN_ERROR_INVALID_VALUE,
                 "type is \"mine\"|not a type of OpenCL C|clscan_plan_execute");
    assert_fails(clscan_host_scan("int", CLSCAN_OP_ARGMAX, 0, x, x, 4), CLSCAN_ERROR_INVALID_VALUE,
                 "op is argmax|second array, args.out[1]");
    assert_fails(clscan_host_scan("int", CLSCAN_OP_LAST_SEEN, 0, x, x, 4), CLSCAN_ERROR_INVALID_VALUE,
                 "op is last_seen|second array, args.in[1]");
    assert_fails(clscan_host_scan("float", CLSCAN_OP_AND, 0, x, x, 4), CLSCAN_ERROR_UNSUPPORTED_OPERATOR, "and|float");
    assert_ok(clscan_host_scan("int", CLSCAN_OP_ADD, 0, x, x + 4, 4)); /* adjacent arrays do not overlap */
}

static void test_exclusive_without_identity(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .kind = CLSCAN_KIND_EXCLUSIVE, .user.combine = "max" };
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_int x[4] = { 0 };
    assert_fails(execute_host(plan, x, x, 4), CLSCAN_ERROR_INVALID_VALUE, "args.init|no identity");
    clscan_plan_destroy(plan);
}

/* A count is refused if the bytes of a converted array overflow size_t, although the bytes of the scanned type do not.
 */
static void test_bytes_past_all_memory(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .value.name = "char", .in[0].name = "long", .out[0].name = "long" };
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_long in[2] = { 0 }, out[2] = { 0 };
    const size_t count = SIZE_MAX / sizeof *in + 2; /* 8 bytes, after the overflow */
    assert_fails(execute_host(plan, in, out, count), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.in[0]|2305843009213693953 elements of 8 bytes|past all memory");
    clscan_plan_destroy(plan);
}

/* The messages do not mention a description, because the caller has given none. */
static void test_no_enumerators(void **state) {
    (void)state;
    cl_int x[4] = { 0 };
    assert_fails(clscan_host_scan("float5", CLSCAN_OP_ADD, 0, x, x, 4), CLSCAN_ERROR_INVALID_VALUE, "");
    assert_has(clscan_last_message(), "type is \"float5\", which is not a type of OpenCL C");
    assert_null(strstr(clscan_last_message(), "desc."));
    assert_fails(clscan_host_scan("uint32_t", CLSCAN_OP_ADD, 0, x, x, 4), CLSCAN_ERROR_INVALID_VALUE,
                 "type is \"uint32_t\"|write \"uint\"");
    assert_fails(clscan_host_scan(NULL, CLSCAN_OP_ADD, 0, x, x, 4), CLSCAN_ERROR_INVALID_VALUE, "type is NULL");
    assert_fails(clscan_host_scan("int", (clscan_op)98, 0, x, x, 4), CLSCAN_ERROR_INVALID_VALUE, "");
    assert_string_equal(clscan_last_message(), "op is 98, which is not a clscan_op");
    assert_fails(clscan_host_scan("int", CLSCAN_OP_ADD, (clscan_kind)-1, x, x, 4), CLSCAN_ERROR_INVALID_VALUE, "");
    assert_string_equal(clscan_last_message(), "kind is -1, which is not a clscan_kind");
}

static void test_plan_of_a_user_operator(void **state) {
    const test_device *d = *state;
    for (size_t i = 0; oracle_user_at(i); i++) {
        const oracle_user *user = oracle_user_at(i);
        const oracle_problem problem = { user->type, CLSCAN_OP_ADD, user };
        const clscan_desc desc = oracle_problem_desc(&problem, CLSCAN_KIND_EXCLUSIVE);
        clscan_plan *plan = new_plan(d->device, &desc);
        static uint64_t x[2 * N], expected[2 * N];
        user->fill(i, x, N);
        oracle_problem_scan(&problem, CLSCAN_KIND_EXCLUSIVE, x, expected, N);
        assert_ok(execute_host(plan, x, x, N));
        assert_int_equal(oracle_problem_compare(&problem, expected, x, N), N);
        clscan_plan_destroy(plan);
    }
}

/* ------------------------------------------------------------------------------------------------ reduce and select */

static void test_reduction_in_one_call(void **state) {
    (void)state;
    static cl_int x[N];
    cl_int sum = 0, all = 0;
    for (int i = 0; i < N; i++)
        all += x[i] = 100000 + i;
    assert_ok(clscan_host_reduce("int", CLSCAN_OP_ADD, x, &sum, N));
    assert_int_equal(sum, all);
    assert_ok(clscan_host_reduce("int", CLSCAN_OP_MAX, x, &sum, N));
    assert_int_equal(sum, 100000 + N - 1);
    assert_ok(clscan_host_reduce("int", CLSCAN_OP_MUL, NULL, &sum, 0));
    assert_int_equal(sum, 1);
    assert_fails(clscan_host_reduce("int", CLSCAN_OP_ADD, x, NULL, N), CLSCAN_ERROR_INVALID_VALUE, "out is NULL");
    assert_fails(clscan_host_reduce("int", CLSCAN_OP_ADD, x, (void *)&x[5], N), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "in has 20000 bytes and out 4|20 bytes after in");
    assert_fails(clscan_host_reduce("int", CLSCAN_OP_ARGMIN, x, &sum, N), CLSCAN_ERROR_INVALID_VALUE,
                 "op is argmin|args.out[1]");
}

static void test_selection_in_one_call(void **state) {
    (void)state;
    enum { ROOM = 5 };
    static cl_int x[N], out[N], few[N];
    size_t kept = 99, expected = 0;
    for (int i = 0; i < N; i++) {
        x[i] = 100000 + i;
        out[i] = few[i] = -i;
    }
    assert_ok(clscan_host_select("int", "x > 101000 && x % 2 == 0", x, N, out, N, &kept));
    for (int i = 0; i < N; i++)
        if (x[i] > 101000 && x[i] % 2 == 0)
            assert_int_equal(out[expected++], x[i]);
    assert_int_equal(kept, expected);
    assert_int_equal(out[kept], -(int)kept);
    assert_ok(clscan_host_select("int", "x > 101000 && x % 2 == 0", x, N, few, ROOM, &kept));
    assert_int_equal(kept, expected);
    assert_memory_equal(few, out, ROOM * sizeof *out);
    assert_int_equal(few[ROOM], -ROOM);
    assert_ok(clscan_host_select("int", "x > 101000 && x % 2 == 0", x, N, NULL, 0, &kept)); /* counts */
    assert_int_equal(kept, expected);
    assert_ok(clscan_host_select("float", "x", NULL, 0, NULL, 0, &kept));
    assert_int_equal(kept, 0);
}

static void test_selection_refused(void **state) {
    (void)state;
    cl_int x[8] = { 0 };
    size_t kept = 99;
    assert_fails(clscan_host_select("int", "x >", x, 4, x + 4, 4, &kept), CLSCAN_ERROR_BUILD_FAILURE, "");
    assert_has(clscan_last_build_log(), "user:2:1");
    assert_fails(clscan_host_select("int", "x > 0 )", x, 4, x + 4, 4, &kept), CLSCAN_ERROR_INVALID_DESC,
                 "condition, line 1: ')' closes nothing");
    assert_ok(clscan_host_select("int", "x == 0", x, 4, x + 1, 0, &kept)); /* nothing can be written */
    assert_int_equal(kept, 4);
    kept = 99;
    assert_fails(clscan_host_select("int", " ", x, 4, x + 4, 4, &kept), CLSCAN_ERROR_INVALID_DESC,
                 "condition is empty");
    assert_fails(clscan_host_select("int", NULL, x, 4, x + 4, 4, &kept), CLSCAN_ERROR_INVALID_VALUE,
                 "condition is NULL");
    assert_fails(clscan_host_select("int", "x", x, 4, x + 3, 4, &kept), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "in and out overlap");
    assert_null(strstr(clscan_last_message(), "in place"));
    assert_fails(clscan_host_select("int", "x", x, 4, x, 4, &kept), CLSCAN_ERROR_BUFFER_OVERLAP, "in and out overlap");
    assert_fails(clscan_host_select("int", "x", x, 4, NULL, 2, &kept), CLSCAN_ERROR_INVALID_VALUE, "out is NULL");
    assert_fails(clscan_host_select("int", "x", x, 4, x + 4, 4, NULL), CLSCAN_ERROR_INVALID_VALUE, "kept is NULL");
    assert_fails(clscan_host_select("mine", "x", x, 4, x + 4, 4, &kept), CLSCAN_ERROR_INVALID_VALUE,
                 "type is \"mine\"");
    assert_int_equal(kept, 99);
}

/* -------------------------------------------------------------------------------------- a compilation in the
 * background */

/* While a thread compiles, other threads get what is there already. The linker replaces clBuildProgram by a function
 * that lets another thread scan before it compiles (--wrap=clBuildProgram). */
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t has_scanned = PTHREAD_COND_INITIALIZER;
static bool watched, scanned;

static void *scan_meanwhile(void *ignored) {
    cl_int x[3] = { 1, 2, 3 };
    const clscan_status status = clscan_host_scan("int", CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, x, x, 3);
    pthread_mutex_lock(&mutex);
    scanned = status == CLSCAN_OK && x[2] == 6;
    pthread_cond_signal(&has_scanned);
    pthread_mutex_unlock(&mutex);
    return ignored;
}

static void let_another_thread_scan(void) {
    enum { SECONDS = 20 };
    struct timespec end;
    pthread_t thread;
    watched = false;
    clock_gettime(CLOCK_REALTIME, &end);
    end.tv_sec += SECONDS;
    assert_int_equal(pthread_create(&thread, NULL, scan_meanwhile, NULL), 0);
    pthread_detach(thread);
    pthread_mutex_lock(&mutex);
    while (!scanned && pthread_cond_timedwait(&has_scanned, &mutex, &end) == 0) {
    }
    pthread_mutex_unlock(&mutex);
}

cl_int __real_clBuildProgram(cl_program program, cl_uint num, const cl_device_id *devices, const char *options,
                             void(CL_CALLBACK *done)(cl_program, void *), void *user);
cl_int __wrap_clBuildProgram(cl_program program, cl_uint num, const cl_device_id *devices, const char *options,
                             void(CL_CALLBACK *done)(cl_program, void *), void *user);
cl_int __wrap_clBuildProgram(cl_program program, cl_uint num, const cl_device_id *devices, const char *options,
                             void(CL_CALLBACK *done)(cl_program, void *), void *user) {
    if (watched)
        let_another_thread_scan();
    return __real_clBuildProgram(program, num, devices, options, done, user);
}

static void test_no_wait_for_a_compilation(void **state) {
    (void)state;
    cl_int x[3] = { 1, 2, 3 }, out[3];
    size_t kept = 0;
    assert_ok(clscan_host_scan("int", CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, x, out, 3));
    watched = true;
    assert_ok(clscan_host_select("int", "x == 2 || x == 12345", x, 3, out, 3, &kept));
    assert_int_equal(kept, 1);
    assert_false(watched);
    assert_true(scanned);
    watched = true;
    scanned = false;
    assert_ok(clscan_host_scan("ulong", CLSCAN_OP_XOR, CLSCAN_KIND_EXCLUSIVE, NULL, NULL, 0));
    assert_false(watched);
    assert_true(scanned);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_call),
        cmocka_unit_test(test_one_call_in_place),
        cmocka_unit_test(test_arrays_of_any_alignment),
        cmocka_unit_test(test_every_size_of_element),
        cmocka_unit_test(test_wide_user_type_at_any_address),
        cmocka_unit_test(test_converted_arrays_at_any_address),
        cmocka_unit_test(test_every_operator),
        cmocka_unit_test(test_operators_of_other_numbers),
        cmocka_unit_test(test_no_elements),
        cmocka_unit_test(test_misuse),
        cmocka_unit_test(test_exclusive_without_identity),
        cmocka_unit_test(test_bytes_past_all_memory),
        cmocka_unit_test(test_no_enumerators),
        cmocka_unit_test(test_plan_of_a_user_operator),
        cmocka_unit_test(test_reduction_in_one_call),
        cmocka_unit_test(test_selection_in_one_call),
        cmocka_unit_test(test_selection_refused),
        cmocka_unit_test(test_no_wait_for_a_compilation),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
