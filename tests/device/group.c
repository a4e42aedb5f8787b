/* Each work-group algorithm alone, for work-groups of 1 work-item up to the device's maximum. One operator does not
 * commute. Another one shows any value that is lost, repeated, swapped or uninitialized. By default the operators take
 * turns, and with CLSCAN_TEST_WHOLE=1 each size is combined with both. */
#include "device/kernel.h"
#include "support/guarded.h"
#include "support/shape.h"

#include <stdlib.h>

enum { GROUPS = 3, ROUNDS = 2 };

/* The arrays of one launch. Each work-group has a segment of `n` values in each round. */
typedef struct launch {
    const oracle_user *user;
    oracle_problem problem;
    kernel_page page;
    const char *kernel;
    size_t n, values, items;
    char *in, *out, *totals, *expected;
} launch;

static launch new_launch(const oracle_user *user, clscan_group group, unsigned wg_size, const char *kernel,
                         size_t width) {
    launch l = { .user = user,
                 .problem = { user->type, CLSCAN_OP_ADD, user },
                 .page = kernel_page_of(user, group, wg_size, 1),
                 .kernel = kernel,
                 .n = wg_size * width,
                 .values = GROUPS * ROUNDS * wg_size * width,
                 .items = GROUPS * ROUNDS * wg_size };
    l.in = malloc(l.values * user->size);
    l.out = malloc(l.values * user->size);
    l.expected = malloc(l.values * user->size);
    l.totals = malloc(l.items * user->size);
    assert_true(l.in && l.out && l.expected && l.totals);
    user->fill(wg_size, l.in, l.values);
    return l;
}

static void free_launch(launch *l) {
    free(l->in);
    free(l->out);
    free(l->totals);
    free(l->expected);
}

static void run(const test_device *d, launch *l) {
    const size_t size = l->user->size;
    guarded in = guarded_create(d, l->values * size, l->in), out = guarded_create(d, l->values * size, NULL);
    guarded totals = guarded_create(d, l->items * size, NULL);
    cl_kernel kernel = kernel_build(d, &l->page, "group.cl", l->kernel);
    kernel_set_buffers(kernel, 4, (cl_mem[]) { in.part, out.part, totals.part, totals.part });
    kernel_run(d, kernel, &l->page, GROUPS);
    assert_true(guarded_read(d, &out, l->out));
    assert_true(guarded_read(d, &totals, l->totals));
    assert_true(guarded_read(d, &in, NULL));
    clReleaseKernel(kernel);
    guarded_release(&in);
    guarded_release(&out);
    guarded_release(&totals);
}

static void compare(const launch *l, const char *what, const void *expected, const void *got, size_t count) {
    char e[128], g[128];
    const size_t i = oracle_problem_compare(&l->problem, expected, got, count), size = l->user->size;
    if (i == count)
        return;
    l->user->print((const char *)expected + i * size, e, sizeof e);
    l->user->print((const char *)got + i * size, g, sizeof g);
    fail_msg("%s, %s, %s, wg_size %u: first wrong %s at %zu: expected %s, got %s", l->kernel, l->user->name,
             clscan_group_name(l->page.group), l->page.wg_size, what, i, e, g);
}

/* Each work-item has stored the reduction of its segment. */
static void judge_totals(const launch *l) {
    const size_t size = l->user->size, wg_size = l->page.wg_size;
    char total[64];
    for (size_t item = 0; item < l->items; item++) {
        const char *segment = l->in + item / wg_size * l->n * size;
        oracle_problem_scan(&l->problem, CLSCAN_KIND_INCLUSIVE, segment, l->expected, l->n);
        oracle_problem_scan(&l->problem, CLSCAN_KIND_INCLUSIVE, l->expected + (l->n - 1) * size, total, 1);
        compare(l, "total", total, l->totals + item * size, 1);
    }
}

static void judge_prefixes(const launch *l) {
    const size_t bytes = l->n * l->user->size;
    for (size_t segment = 0; segment < GROUPS * ROUNDS; segment++)
        oracle_problem_scan(&l->problem, CLSCAN_KIND_EXCLUSIVE, l->in + segment * bytes, l->expected + segment * bytes,
                            l->n);
    compare(l, "prefix", l->expected, l->out, l->values);
}

static void try_scan(const test_device *d, const oracle_user *user, clscan_group group, unsigned wg_size) {
    launch l = new_launch(user, group, wg_size, "test_group_scan", shape_width(group));
    run(d, &l);
    judge_prefixes(&l);
    judge_totals(&l);
    free_launch(&l);
}

static void try_reduce(const test_device *d, const oracle_user *user, clscan_group group, unsigned wg_size) {
    launch l = new_launch(user, group, wg_size, "test_group_reduce", 1);
    run(d, &l);
    judge_totals(&l);
    free_launch(&l);
}

static void try_sizes(const test_device *d, clscan_group group,
                      void (*try)(const test_device *, const oracle_user *, clscan_group, unsigned)) {
    for (size_t u = 0; u < 2; u++) {
        const oracle_user *user = oracle_user_at(u);
        unsigned sizes[KERNEL_MAX_SIZES];
        const size_t n = kernel_wg_sizes(d, 2 * user->size, sizes);
        for (size_t i = 0; i < n; i++)
            if (is_whole_run() || (i + group + u) % 2 == 0)
                try(d, user, group, sizes[i]);
    }
}

static void test_every_algorithm(void **state) {
    for (clscan_group group = 1; clscan_group_name(group); group++)
        try_sizes(*state, group, try_scan);
}

static void test_reduce(void **state) {
    try_sizes(*state, CLSCAN_GROUP_SEQUENTIAL, try_reduce);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_algorithm), cmocka_unit_test(test_reduce) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
