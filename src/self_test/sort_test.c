/* Sorts and top-k in plain C. */
#include "base/try.h"
#include "self_test/expect_moved.h"
#include "self_test/task_test.h"
#include "self_test/test_arrays.h"

#include <stdlib.h>
#include <string.h>

static const char *why_none(const clscan_desc *desc, const cs_problem *problem) {
    (void)problem;
    if (desc->user.load)
        return "the user's load function may read anywhere";
    if (desc->user.map)
        return "the user's map function may expect other elements";
    if (desc->user.less)
        return "the user's less function may expect other elements";
    if (desc->user.key)
        return "the user's key function may expect other keys";
    if (desc->user.same_key)
        return "the user's same_key function may expect other keys";
    return NULL;
}

/* ---------------------------------------------------------------------------------------------------- the inputs */

/* The bits of a floating-point number: the fraction, then the exponent, then the sign. */
static unsigned fraction_bits(const cs_type_row *row) {
    return row->size == sizeof(cl_half) ? 10 : row->size == sizeof(cl_float) ? 23 : 52;
}

/* Returns the bits of a key. Floating-point keys are normal numbers and zeros of both signs, because devices may flush
 * other numbers to zero, and build options may say that there is no NaN. */
static cl_ulong key_at(const cs_type_row *row, size_t i) {
    enum { SELDOM = 16 };
    const cl_ulong random = cs_random_at(i), sign = (cl_ulong)1 << (8 * row->size - 1);
    if (!(row->class & CS_FLOATING))
        return random;
    const unsigned fraction = fraction_bits(row);
    const cl_ulong exponents = (sign >> fraction) - 2, exponent = random / SELDOM % exponents + 1;
    const cl_ulong number = exponent << fraction | (cs_random_at(i + 1) & (((cl_ulong)1 << fraction) - 1));
    return (random % SELDOM == 0 ? 0 : number) | (random >> 63 ? sign : 0);
}

/* Keys have all digits. Half of the elements have the key of an element that is not far. */
static void fill_keys(const cs_type_row *row, unsigned char *to, size_t count) {
    enum { NEAR = 64 };
    for (size_t i = 0; i < count; i++) {
        const cl_ulong random = cs_random_at(count + i);
        const cl_ulong key = key_at(row, i);
        if (random % 2 && i > NEAR)
            memcpy(to + i * row->size, to + (i - 1 - random / 2 % NEAR) * row->size, row->size);
        else
            memcpy(to + i * row->size, &key, row->size);
    }
}

static void fill(const cs_test_scan *t, unsigned i, void *to) {
    const cs_test_data type = cs_test_scan_input(t, i);
    if (i == 0)
        fill_keys(type.row, to, t->call.count);
    else
        cs_test_data_fill(&type, false, to, t->call.count);
}

/* ------------------------------------------------------------------------------------------------------ the order */

/* The values that order an element: its row, its segment, its key, and its index. */
typedef struct sorted {
    size_t row, segment, index;
    cl_ulong key;
} sorted;

static int by_number(cl_ulong a, cl_ulong b) {
    return (a > b) - (a < b);
}

static int compare(const void *left, const void *right) {
    const sorted *a = left, *b = right;
    const int row = by_number(a->row, b->row), segment = by_number(a->segment, b->segment),
              key = by_number(a->key, b->key);
    return row ? row : segment ? segment : key ? key : by_number(a->index, b->index);
}

/* Returns the unsigned number that is in the order of the keys: see clscan_sort_options in clscan.h. */
static cl_ulong number_of(const cs_test_scan *t, const cs_type_row *row, const unsigned char *at) {
    const cs_problem *problem = t->problem;
    const unsigned width = (unsigned)(8 * row->size);
    const cl_ulong sign = (cl_ulong)1 << (width - 1), all = sign | (sign - 1),
                   compared = CL_ULONG_MAX >> (64 - problem->sort_num_bits);
    cl_ulong bits = 0;
    memcpy(&bits, at, row->size);
    const bool inverted = row->class & CS_FLOATING && bits & sign;
    bits ^= inverted ? all : row->class == CS_UNSIGNED ? 0 : sign;
    bits ^= problem->traits.reverse ? all : 0;
    return bits >> problem->sort_first_bit & compared;
}

static bool are_together(const sorted *a, const sorted *b) {
    return a->row == b->row && a->segment == b->segment;
}

/* Sets t->source to the elements that are wanted: all of them, or the first ones of each row or segment. Returns their
 * number. */
static size_t leave_wanted(cs_test_scan *t, const sorted *elements) {
    const size_t top_k = t->problem->traits.sort.top_k;
    size_t n = 0, before = 0; /* in the row or the segment */
    for (size_t i = 0; i < t->call.count; i++) {
        before = i > 0 && are_together(&elements[i], &elements[i - 1]) ? before + 1 : 0;
        if (!top_k || before < top_k)
            t->source[n++] = elements[i].index;
    }
    return n;
}

/* Gives the elements the order that their places have in memory. The elements of a column are not consecutive there,
 * unless they are the results of a top-k. */
static clscan_status order_by_place(cs_test_scan *t) {
    clscan_status status = CLSCAN_OK;
    const size_t columns = t->call.rows.columns, length = t->call.rows.length, count = t->call.count;
    size_t *places = NULL;
    if (columns == 1 || cs_traits_has_dense_outputs(&t->problem->traits))
        goto done;
    TRY_ALLOC(places = malloc(count * sizeof *places));
    for (size_t i = 0; i < count; i++) {
        const size_t row = i / length, k = i % length;
        places[row / columns * columns * length + k * columns + row % columns] = t->source[i];
    }
    memcpy(t->source, places, count * sizeof *places);
done:
    free(places);
    return status;
}

static clscan_status expect(cs_test_scan *t) {
    clscan_status status = CLSCAN_OK;
    const size_t count = t->call.count;
    const cs_test_data type = cs_test_scan_input(t, 0);
    sorted *elements = malloc(count * sizeof *elements);
    TRY_ALLOC(elements);
    TRY_ALLOC(t->source = malloc(count * sizeof *t->source));
    for (size_t i = 0; i < count; i++)
        elements[i] = (sorted) { cs_test_scan_row(t, i), cs_test_scan_segment(t, cs_test_scan_place_in_row(t, i)), i,
                                 number_of(t, type.row, t->in[0] + i * type.size) };
    qsort(elements, count, sizeof *elements, compare);
    t->num_moved = leave_wanted(t, elements);
    TRY(order_by_place(t));
    cs_expect_moved(t);
    if (t->call.total.handle)
        cs_expect_number(t, t->problem->traits.num_out, 0, t->num_moved);
done:
    free(elements);
    return status;
}

const cs_task_test cs_sort_test = { .why_none = why_none, .fill = fill, .expect = expect };
