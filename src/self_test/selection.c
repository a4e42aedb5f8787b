/* Selections, unique, run-length encodings and partitions in plain C. */
#include "base/try.h"
#include "self_test/moved.h"
#include "self_test/task_test.h"
#include "self_test/test_arrays.h"

#include <stdlib.h>
#include <string.h>

static const char *why_none(const clscan_desc *desc, const cs_problem *problem) {
    (void)problem;
    if (desc->user.load)
        return "the user's load function may read anywhere";
    if (desc->user.keep)
        return "the user's keep function may expect other elements";
    if (desc->user.map)
        return "the user's map function may expect other elements";
    if (desc->user.key)
        return "the user's key function may expect other elements";
    if (desc->user.same_key)
        return "the user's same_key function may expect other elements";
    return NULL;
}

/* ---------------------------------------------------------------------------------------------------- the inputs */

/* Returns the input that decides which elements are kept: a mask, keys, or the elements themselves. */
static unsigned deciding_input(const cs_test_scan *t) {
    return t->problem->traits.mask_or_keys_input;
}

/* Makes runs: two of three elements are equal to the element before. */
static void make_runs(unsigned char *elements, size_t size, size_t count) {
    for (size_t i = 1; i < count; i++)
        if (cs_random_at(i) % 3 > 0)
            memcpy(elements + i * size, elements + (i - 1) * size, size);
}

/* A flag of a partition in three parts is 0, 1, or anything else. */
static void fill_flags(unsigned char *flags, size_t count) {
    for (size_t i = 0; i < count; i++)
        flags[i] = cs_random_at(i) % 3 == 0 ? 0 : (unsigned char)(1 + cs_random_at(i) / 8 % 3);
}

static void fill(const cs_test_scan *t, unsigned i, void *to) {
    const cs_traits *traits = &t->problem->traits;
    const cs_test_data type = cs_test_scan_input(t, i);
    const size_t count = t->call.count;
    if (traits->mask && i == deciding_input(t)) {
        if (traits->mask == CLSCAN_MASK_FLAGS)
            fill_flags(to, count);
        else
            cs_random_bits(to, count * type.size);
        return;
    }
    cs_test_data_fill(&type, false, to, count);
    if (traits->of_run && i == deciding_input(t))
        make_runs(to, type.size, count);
}

/* -------------------------------------------------------------------------------------------- what is kept of them */

/* Returns true if elements i and j, or their keys, are equal. */
static bool are_equal(const cs_test_scan *t, size_t i, size_t j) {
    const unsigned input = deciding_input(t);
    const cs_test_data type = cs_test_scan_input(t, input);
    const unsigned char *at = t->in[input];
    return memcmp(at + i * type.size, at + j * type.size, type.size - type.room) == 0;
}

/* Returns true if element i ends a run, or begins one. */
static bool ends_run(const cs_test_scan *t, size_t i) {
    return i + 1 == t->call.count || !are_equal(t, i, i + 1);
}
static bool begins_run(const cs_test_scan *t, size_t i) {
    return i == 0 || !are_equal(t, i - 1, i);
}

/* Returns true if the run that begins with element i has the least length. */
static bool is_long_run(const cs_test_scan *t, size_t i) {
    size_t length = 1;
    while (length < t->problem->traits.min_run_length && !ends_run(t, i + length - 1))
        length++;
    return length >= t->problem->traits.min_run_length;
}

/* Returns the part of the outputs that receives element i. Without a rest, elements of the last part are dropped. */
static unsigned part_of(const cs_test_scan *t, size_t i) {
    const cs_traits *traits = &t->problem->traits;
    const unsigned char *mask = t->in[deciding_input(t)];
    if (traits->of_run)
        return traits->of_run == CS_OF_RUN_FIRST ? !begins_run(t, i) || !is_long_run(t, i) : !ends_run(t, i);
    if (traits->mask == CLSCAN_MASK_BITS)
        return !(mask[i / 8] >> i % 8 & 1);
    return !traits->three_parts ? !mask[i] : mask[i] < 2 ? mask[i] : 2;
}

/* Appends the elements of a part to those that are moved, and returns how many these are. */
static size_t append_part(cs_test_scan *t, unsigned part) {
    const size_t count = t->call.count, before = t->num_moved;
    for (size_t k = 0; k < count; k++) {
        const size_t i = t->problem->traits.reverse ? count - 1 - k : k;
        if (part_of(t, i) == part)
            t->source[t->num_moved++] = i;
    }
    return t->num_moved - before;
}

/* Writes the length of each run from its first element on. */
static void put_lengths(cs_test_scan *t) {
    for (size_t i = 0; i < t->num_moved; i++) {
        size_t end = t->source[i];
        while (!ends_run(t, end))
            end++;
        cs_moved_put(t, t->problem->traits.lengths_output, i, end + 1 - t->source[i]);
    }
}

/* The total is the last output: the size of the first part, or the sizes of three parts. */
static clscan_status expect(cs_test_scan *t) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &t->problem->traits;
    const unsigned parts = traits->three_parts ? 3 : traits->rest ? 2 : 1;
    unsigned char *total = t->expected + t->outputs[traits->num_out].at;
    TRY_ALLOC(t->source = malloc(t->call.count * sizeof *t->source));
    for (unsigned part = 0; part < parts; part++) {
        const cl_ulong size = append_part(t, part);
        if (part < traits->total_numbers)
            memcpy(total + part * traits->total.size, &size, traits->total.size);
    }
    cs_moved_expect(t);
    if (traits->lengths_output)
        put_lengths(t);
done:
    return status;
}

const cs_task_test cs_selection_test = { .why_none = why_none, .fill = fill, .expect = expect };
