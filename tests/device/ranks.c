/* The ranks of digits in a tile, by ballots and by counters, for work-groups of 1 work-item up to the device's maximum.
 * They are compared with a stable count. Devices without sub-groups run ballots of one lane. The sizes take turns with
 * the group algorithms and with the number of elements of a work-item. */
#include "device/kernel.h"
#include "problem/sort.h"
#include "support/guarded.h"
#include "tuning/shape.h"

#include <stdio.h>
#include <stdlib.h>

enum { GROUPS = 4, ROUNDS = 2, TILES = GROUPS * ROUNDS };

typedef struct launch {
    kernel_page page;
    bool ballots;
    size_t tile; /* elements */
    unsigned char *digits;
    cl_uint *entries, (*ranges)[CS_DIGITS][2];
} launch;

/* The digits of a tile are, by its number: random, a few values, all the greatest, one value and few others, random in
 * one bit only, descending, and all zero up to the last element. */
static unsigned char digit_at(size_t tile, size_t i, size_t n) {
    const uint64_t draw = oracle_draw(tile, i);
    switch (tile % TILES) {
    case 1:
        return (unsigned char)(draw % 3 * 100);
    case 2:
        return CS_DIGITS - 1;
    case 3:
        return draw % 16 ? 7 : (unsigned char)(draw >> 8);
    case 4:
        return (unsigned char)(draw % 2 << draw / 2 % 2 * 7);
    case 5:
        return (unsigned char)(n - i);
    case 6:
        return i == n - 1;
    default:
        return (unsigned char)draw;
    }
}

static launch new_launch(bool ballots, clscan_group group, unsigned wg_size, unsigned items, const char *source) {
    launch l = { .page = { source, "int", "add", "0", group, wg_size, items, false },
                 .ballots = ballots,
                 .tile = (size_t)wg_size * items };
    l.digits = malloc(TILES * l.tile);
    l.entries = malloc(TILES * l.tile * sizeof *l.entries);
    l.ranges = malloc(TILES * sizeof *l.ranges);
    assert_true(l.digits && l.entries && l.ranges);
    for (size_t k = 0; k < TILES * l.tile; k++)
        l.digits[k] = digit_at(k / l.tile, k % l.tile, l.tile);
    return l;
}

static void free_launch(launch *l) {
    free(l->digits);
    free(l->entries);
    free(l->ranges);
}

static void run(const test_device *d, launch *l) {
    guarded digits = guarded_create(d, TILES * l->tile, l->digits);
    guarded entries = guarded_create(d, TILES * l->tile * sizeof *l->entries, NULL);
    guarded ranges = guarded_create(d, TILES * sizeof *l->ranges, NULL);
    cl_kernel kernel = kernel_build(d, &l->page, "ranks.cl", "test_ranks");
    kernel_set_buffers(kernel, 3, (cl_mem[]) { digits.part, entries.part, ranges.part });
    kernel_run(d, kernel, &l->page, GROUPS);
    assert_true(guarded_read(d, &entries, l->entries));
    assert_true(guarded_read(d, &ranges, l->ranges));
    assert_true(guarded_read(d, &digits, NULL));
    clReleaseKernel(kernel);
    guarded_release(&digits);
    guarded_release(&entries);
    guarded_release(&ranges);
}

/* Counts the digits of the tile, and ranks its elements in their order. */
static void judge(const launch *l, size_t tile) {
    const unsigned char *digits = l->digits + tile * l->tile;
    const char *way = l->ballots ? "ballots" : "counters";
    size_t next[CS_DIGITS] = { 0 }, begin = 0;
    for (size_t i = 0; i < l->tile; i++)
        next[digits[i]]++;
    for (size_t d = 0; d < CS_DIGITS; d++) {
        const size_t count = next[d];
        const cl_uint *range = l->ranges[tile][d];
        if (range[1] - range[0] != count || (count && range[0] != begin))
            fail_msg("%s, wg_size %u, items %u, tile %zu, digit %zu: [%u, %u), where %zu begin at %zu", way,
                     l->page.wg_size, l->page.items, tile, d, range[0], range[1], count, begin);
        next[d] = begin;
        begin += count;
    }
    for (size_t i = 0; i < l->tile; i++) {
        const cl_uint entry = l->entries[tile * l->tile + i];
        const size_t rank = next[digits[i]]++;
        if (entry != (cl_uint)(rank << CS_DIGIT_BITS | digits[i]))
            fail_msg("%s, wg_size %u, items %u, tile %zu: element %zu of digit %u has the rank %zu, got %u of digit %u",
                     way, l->page.wg_size, l->page.items, tile, i, digits[i], rank, entry >> CS_DIGIT_BITS,
                     entry % CS_DIGITS);
    }
}

/* Returns the kind of sub-groups that kernels of OpenCL 1.2 use in work-groups of this size. */
static int sub_groups_of(const test_device *d, unsigned wg_size) {
    const cs_shape shape = { .wg_size = wg_size };
    cs_caps caps;
    assert_ok(cs_caps_query(d->id, &caps));
    const cs_sub_groups kind = cs_shape_sub_groups(&shape, &caps);
    return kind == CS_PTX || kind == CS_AMD ? (int)kind : CS_NO_SUB_GROUPS;
}

/* The size with this index, with one of the group algorithms and one number of elements for each work-item. */
static void try_ranks(const test_device *d, bool ballots, size_t index, unsigned wg_size) {
    static const unsigned items[] = { 5, 1, 16, 2 };
    static const clscan_group groups[] = { CLSCAN_GROUP_HILLIS_STEELE, CLSCAN_GROUP_BLELLOCH, CLSCAN_GROUP_SUB_GROUP };
    char source[160];
    snprintf(source, sizeof source,
             "static int add(int a, int b) { return a + b; }\n#define TEST_BALLOTS %d\n"
             "#define CLSCAN_SUB_GROUPS %d\n",
             ballots, sub_groups_of(d, wg_size));
    launch l = new_launch(ballots, groups[index % COUNT(groups)], wg_size, items[index % COUNT(items)], source);
    run(d, &l);
    for (size_t tile = 0; tile < TILES; tile++)
        judge(&l, tile);
    free_launch(&l);
}

/* `bytes` of local memory for each work-item. */
static void try_sizes(const test_device *d, bool ballots, size_t bytes) {
    unsigned sizes[KERNEL_MAX_SIZES];
    const size_t n = kernel_wg_sizes(d, bytes, sizes);
    for (size_t i = 0; i < n; i++)
        try_ranks(d, ballots, i, sizes[i]);
}

static void test_counters(void **state) {
    try_sizes(*state, false, 128);
}

static void test_ballots(void **state) {
    try_sizes(*state, true, 640);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_counters), cmocka_unit_test(test_ballots) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
