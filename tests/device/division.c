/* Divisions by a reciprocal are exact. The dividends are numbers of every length, multiples of the divisor, and powers
 * of two near 2^64. For multiples, the estimated quotient is always one too small. For the powers of two, it is too
 * small up to the greatest remainder. */
#include "device/kernel.h"

#include <inttypes.h>

enum { DIVISORS = 3 * 64, DIVIDENDS = 4, PAIRS = 2 * DIVISORS * 3 * DIVIDENDS };

typedef struct {
    size_t count;
    uint64_t a[PAIRS], b[PAIRS], reciprocals[PAIRS];
} divisions;

/* Adds a, two multiples of b that are at most a, and b. Adds also the numbers next to each of these. */
static void add_pairs(divisions *d, uint64_t a, uint64_t b) {
    const uint64_t dividends[DIVIDENDS] = { a, a / b * b, a / 2 / b * b, b };
    for (size_t i = 0; i < 3 * DIVIDENDS; i++, d->count++) {
        d->a[d->count] = dividends[i / 3] + i % 3 - 1;
        d->b[d->count] = b;
        d->reciprocals[d->count] = UINT64_MAX / b;
    }
}

static divisions *make_divisions(void) {
    static divisions d;
    uint64_t random = 1;
    for (unsigned i = 0; i < DIVISORS; i++) {
        random = random * 6364136223846793005u + 1442695040888963407u;
        const uint64_t power = UINT64_C(1) << i / 3, beyond[] = { 0, power - 1, random % power };
        add_pairs(&d, UINT64_MAX, power + beyond[i % 3]);
        add_pairs(&d, random, power + beyond[i % 3]);
    }
    return &d;
}

static void test_divisions(void **state) {
    static uint64_t quotients[PAIRS], rests[PAIRS];
    const test_device *d = *state;
    const kernel_page page = { "", "int", "max", "{ 0 }", CLSCAN_GROUP_SEQUENTIAL, 1, 1, false };
    divisions *of = make_divisions();
    assert_int_equal(of->count, PAIRS);
    cl_mem buffers[] = { test_device_buffer(d, CL_MEM_READ_ONLY, sizeof of->a, of->a),
                         test_device_buffer(d, CL_MEM_READ_ONLY, sizeof of->b, of->b),
                         test_device_buffer(d, CL_MEM_READ_ONLY, sizeof of->reciprocals, of->reciprocals),
                         test_device_buffer(d, CL_MEM_WRITE_ONLY, sizeof quotients, NULL),
                         test_device_buffer(d, CL_MEM_WRITE_ONLY, sizeof rests, NULL) };
    cl_kernel kernel = kernel_build(d, &page, "division.cl", "test_divide");
    kernel_set_buffers(kernel, COUNT(buffers), buffers);
    kernel_run(d, kernel, &page, PAIRS);
    assert_cl(clEnqueueReadBuffer(d->in_order, buffers[3], CL_TRUE, 0, sizeof quotients, quotients, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, buffers[4], CL_TRUE, 0, sizeof rests, rests, 0, NULL, NULL));
    for (size_t i = 0; i < PAIRS; i++)
        if (quotients[i] != of->a[i] / of->b[i] || rests[i] != of->a[i] % of->b[i])
            fail_msg("%" PRIu64 " / %" PRIu64 " is %" PRIu64 ", rest %" PRIu64 "?", of->a[i], of->b[i], quotients[i],
                     rests[i]);
    clReleaseKernel(kernel);
    for (size_t i = 0; i < COUNT(buffers); i++)
        clReleaseMemObject(buffers[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_divisions) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
