/* The splits of two sorted runs, along each diagonal, compared with a plain merge. Equal elements come from the first
 * run first. With a comparison that is not an order, a split is still within both runs. */
#include "device/kernel.h"
#include "support/guarded.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 512, WG_SIZE = 8 };

/* The lengths of two runs, the distinct keys in them, and what is added to the keys of the second run. */
static const struct pair {
    unsigned na, nb;
    int keys, more;
} pairs[] = { { 0, 0, 1, 0 },    { 0, 5, 3, 0 },     { 5, 0, 3, 0 },         { 1, 1, 1, 0 },      { 1, 1, 1, -1 },
              { 64, 64, 1, 0 },  { 64, 64, 5, 0 },   { 64, 64, 9, 100 },     { 64, 64, 9, -100 }, { 1, 130, 40, 20 },
              { 130, 1, 40, 0 }, { 37, 200, 60, 5 }, { 200, 37, 2000, -300 } };

enum { PAIRS = COUNT(pairs), ROOM = PAIRS * MOST };

/* How elements are compared: their keys are in the upper bits. */
static const struct comparison {
    const char *text;
    bool is_order;
} comparisons[] = {
    { "((x) >> 8 < (y) >> 8)", true }, { "true", false }, { "false", false }, { "(((x) ^ (y) * 7) % 5 < 2)", false }
};

static int compare(const void *a, const void *b) {
    const cl_int x = *(const cl_int *)a, y = *(const cl_int *)b;
    return (x > y) - (x < y);
}

static void fill_run(cl_int *run, unsigned n, const struct pair *pair, int more, uint64_t seed) {
    for (unsigned i = 0; i < n; i++)
        run[i] = ((cl_int)(oracle_draw(seed, i) % (uint64_t)pair->keys) + more) * 256;
    qsort(run, n, sizeof *run, compare);
    for (unsigned i = 0; i < n; i++)
        run[i] += (cl_int)(i % 256); /* not part of the key */
}

static void fill(cl_int *elements, cl_uint (*numbers)[4]) {
    memset(elements, 0, ROOM * sizeof *elements);
    for (size_t p = 0; p < PAIRS; p++) {
        cl_int *first = elements + p * MOST;
        numbers[p][0] = (cl_uint)(p * MOST);
        numbers[p][1] = pairs[p].na;
        numbers[p][2] = pairs[p].nb;
        fill_run(first, pairs[p].na, &pairs[p], 0, 2 * p);
        fill_run(first + pairs[p].na, pairs[p].nb, &pairs[p], pairs[p].more, 2 * p + 1);
    }
}

/* Merges the runs, and compares where each diagonal splits them. */
static void judge(const struct comparison *by, const struct pair *pair, const cl_int *a, const cl_uint *splits,
                  const char *where) {
    const cl_int *b = a + pair->na;
    unsigned from_a = 0;
    for (unsigned d = 0; d <= pair->na + pair->nb; d++) {
        const unsigned from_b = d - from_a;
        if (by->is_order ? splits[d] != from_a : splits[d] > pair->na || splits[d] > d || d - splits[d] > pair->nb)
            fail_msg("%s, in %s memory: %u of %u and %u elements: %u are of the first run, and not %u", by->text, where,
                     d, pair->na, pair->nb, splits[d], from_a);
        from_a += from_b == pair->nb || (from_a < pair->na && b[from_b] >> 8 >= a[from_a] >> 8);
    }
}

static void try_comparison(const test_device *d, const struct comparison *by) {
    static cl_int elements[ROOM];
    static cl_uint numbers[PAIRS][4], splits[ROOM], in_tile[ROOM];
    char source[512];
    snprintf(source, sizeof source,
             "static int add(int a, int b) { return a + b; }\n#define TEST_MOST %d\n#define CLSCAN_LESS(x, y) %s\n"
             "#define CLSCAN_MERGE_INDEXED 0\n#define CLSCAN_MERGE_BYTES 4\n#define CLSCAN_MERGE_LOCAL_BYTES 65536\n"
             "#define CLSCAN_MERGE_CARRIED(clscan_array, clscan_index)\n",
             MOST, by->text);
    const kernel_page page = { source, "int", "add", "0", CLSCAN_GROUP_SEQUENTIAL, WG_SIZE, 1, false };
    fill(elements, numbers);
    guarded in = guarded_create(d, sizeof elements, elements), of = guarded_create(d, sizeof numbers, numbers);
    guarded out = guarded_create(d, sizeof splits, NULL), tile = guarded_create(d, sizeof in_tile, NULL);
    cl_kernel kernel = kernel_build(d, &page, "merge_path.cl", "test_merge_path");
    kernel_set_buffers(kernel, 4, (cl_mem[]) { in.part, of.part, out.part, tile.part });
    kernel_run(d, kernel, &page, PAIRS);
    assert_true(guarded_read(d, &out, splits) && guarded_read(d, &tile, in_tile));
    for (size_t p = 0; p < PAIRS; p++) {
        judge(by, &pairs[p], elements + p * MOST, splits + p * MOST, "global");
        judge(by, &pairs[p], elements + p * MOST, in_tile + p * MOST, "local");
    }
    clReleaseKernel(kernel);
    guarded_release(&in);
    guarded_release(&of);
    guarded_release(&out);
    guarded_release(&tile);
}

static void test_splits(void **state) {
    for (size_t i = 0; i < COUNT(comparisons); i++)
        if (test_device_runs_groups_of(*state, WG_SIZE))
            try_comparison(*state, &comparisons[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_splits) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
