/* The three-phase scan of one tile, with 1 to 8 items for each work-item, full and partial tiles, a carry-in, and both
 * kinds of scan. */
#include "device/kernel.h"
#include "support/guarded.h"
#include "support/shape.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_ITEMS = 8 };

/* A kernel, and the length of the tile that it scans. */
typedef struct tile {
    const test_device *d;
    const oracle_user *user;
    kernel_page page;
    const char *name;
    cl_kernel kernel;
    size_t left;
} tile;

static void fail_element(const tile *t, const char *what, size_t i, const char *expected, const char *got) {
    char e[128], g[128];
    t->user->print(expected, e, sizeof e);
    t->user->print(got, g, sizeof g);
    fail_msg("%s, %s, %s, wg_size %u, items %u, %zu elements, %s: %s of %zu: expected %s, got %s", t->name,
             t->user->name, clscan_group_name(t->page.group), t->page.wg_size, t->page.items, t->left,
             t->page.exclusive ? "exclusive" : "inclusive", what, i, e, g);
}

static void compare(const tile *t, const char *what, size_t i, const char *expected, const char *got) {
    if (memcmp(expected, got, t->user->size) != 0)
        fail_element(t, what, i, expected, got);
}

/* in[0] is the carry-in. So prefixes[i] is the exclusive result for in[i + 1], and the inclusive one for in[i]. */
static void judge(const tile *t, const char *in, const char *out, const char *carries) {
    const oracle_problem problem = { t->user->type, CLSCAN_OP_ADD, t->user };
    const size_t size = t->user->size;
    const bool scanned = strcmp(t->name, "test_tile_scan") == 0;
    char *prefixes = malloc((t->left + 1) * size);
    assert_non_null(prefixes);
    oracle_problem_scan(&problem, CLSCAN_KIND_INCLUSIVE, in, prefixes, t->left + 1);
    const char *expected = (scanned ? prefixes : in) + (scanned && t->page.exclusive ? 0 : size);
    for (size_t i = 0; i < t->left; i++)
        compare(t, "element", i, expected + i * size, out + i * size);
    for (size_t i = 0; i < t->page.wg_size; i++)
        compare(t, "carry", i, prefixes + t->left * size, carries + i * size);
    free(prefixes);
}

static void run(const tile *t, const guarded *in, const guarded *out, const guarded *carries) {
    const cl_ulong left = t->left;
    kernel_set_buffers(t->kernel, 3, (cl_mem[]) { in->part, out->part, carries->part });
    assert_cl(clSetKernelArg(t->kernel, 3, sizeof left, &left));
    kernel_run(t->d, t->kernel, &t->page, 1);
}

static void try_tile(const tile *t) {
    const size_t size = t->user->size, items = t->page.wg_size * size, bytes = t->left * size;
    char *in = malloc(2 * bytes + size + items), *out = in + bytes + size, *carries = out + bytes;
    assert_non_null(in);
    t->user->fill(t->left, in, t->left + 1);
    guarded buffers[] = { guarded_create(t->d, bytes + size, in), guarded_create(t->d, bytes, NULL),
                          guarded_create(t->d, items, NULL) };
    run(t, &buffers[0], &buffers[1], &buffers[2]);
    assert_true(guarded_read(t->d, &buffers[0], NULL));
    assert_true(guarded_read(t->d, &buffers[1], out));
    assert_true(guarded_read(t->d, &buffers[2], carries));
    judge(t, in, out, carries);
    for (size_t i = 0; i < COUNT(buffers); i++)
        guarded_release(&buffers[i]);
    free(in);
}

/* Runs one kernel on full and partial tiles. */
static void try_kernel(const test_device *d, const oracle_user *user, const kernel_page *page, const char *name) {
    tile t = { .d = d, .user = user, .page = *page, .name = name };
    const size_t all = page->wg_size * page->items * shape_width(page->group);
    const size_t lefts[] = { 1, all / 2, all - 1, all };
    t.kernel = kernel_build(d, &t.page, "tile.cl", name);
    for (size_t i = 0; i < COUNT(lefts); i++) {
        t.left = lefts[i];
        if (t.left > 0)
            try_tile(&t);
    }
    clReleaseKernel(t.kernel);
}

static bool fits(const test_device *d, const oracle_user *user, clscan_group group, unsigned wg_size, unsigned items) {
    return (cl_ulong)wg_size * items * shape_width(group) * user->size <= d->local_bytes;
}

/* Tries each work-group size with every fourth number of items, and with CLSCAN_TEST_WHOLE=1 with every second one. The
 * first number depends on the size. The operators take turns. */
static void try_scans(const test_device *d, clscan_group group) {
    const unsigned step = is_whole_run() ? 2 : 4;
    unsigned sizes[KERNEL_MAX_SIZES];
    const size_t n = kernel_wg_sizes(d, 2 * oracle_user_at(1)->size, sizes);
    for (size_t i = 0; i < n; i++)
        for (unsigned items = 1 + (unsigned)(i + group) % step; items <= MAX_ITEMS; items += step) {
            const oracle_user *user = oracle_user_at(items / step % 2);
            const kernel_page page = kernel_page_of(user, group, sizes[i], items);
            if (fits(d, user, group, sizes[i], items))
                try_kernel(d, user, &page, "test_tile_scan");
        }
}

/* Group algorithms differ in reductions only by the number of values that a work-item contributes: one or two. */
static void try_reductions(const test_device *d, clscan_group group) {
    static const unsigned wg_sizes[] = { 32, 2, 1, 64, 8 };
    for (unsigned items = 1; items <= MAX_ITEMS; items++) {
        const oracle_user *user = oracle_user_at(items % 2);
        unsigned wg_size = wg_sizes[(items + (unsigned)group) % COUNT(wg_sizes)];
        while (!test_device_runs_groups_of(d, wg_size))
            wg_size /= 2;
        const kernel_page page = kernel_page_of(user, group, wg_size, items);
        if (fits(d, user, group, wg_size, items))
            try_kernel(d, user, &page, "test_tile_reduce");
    }
}

static void test_scans(void **state) {
    for (clscan_group group = 1; clscan_group_name(group); group++)
        try_scans(*state, group);
}

static void test_reductions(void **state) {
    for (clscan_group group = 1; clscan_group_name(group); group++)
        if (is_whole_run() || group == CLSCAN_GROUP_SEQUENTIAL || group == CLSCAN_GROUP_BRENT_KUNG)
            try_reductions(*state, group);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scans),
        cmocka_unit_test(test_reductions),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
