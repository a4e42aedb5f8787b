/* A case: a whole description and one scan of it, as a number for each dimension. So the code that draws, prints, reads
 * and shrinks cases need not know what the numbers mean. A case is printed by words, so that what is printed keeps its
 * meaning when a dimension gets another value. */
#ifndef TESTS_RANDOM_TEST_CASE_H
#define TESTS_RANDOM_TEST_CASE_H

#include "support/test_device.h"

#include <oracle.h>

enum {
#define X(name, values, pairs, ...) D_##name,
#include "dims.def"
#undef X
    DIMS
};

/* Histograms: the greatest number of bins, the default number, and the most counts of all rows. */
enum { CASE_MOST_BINS = 3000, CASE_DEFAULT_BINS = 256, CASE_MOST_COUNTS = 1 << 20 };

enum { LONGEST_ROW = 5003 }; /* the greatest length of a row, which is longer than a tile */

typedef struct test_case {
    unsigned v[DIMS];
} test_case;

enum { ALL = 1 << 30 }; /* in dims.def: as many values as exist */

typedef struct dim {
    const char *name;
    unsigned values, pairs;              /* as in dims.def: see dim_values and dim_pairs */
    const char *const *words;            /* the word for each value, or NULL */
    const char *(*word)(unsigned value); /* returns the word for a value; NULL, with `words` NULL: values are numbers */
} dim;
extern const dim dims[DIMS];

/* Return the number of values of a dimension, and how many of them are in pairs. */
unsigned dim_values(int i);
unsigned dim_pairs(int i);

/* Draws the dimensions from `first` up to `last`. */
void test_case_draw(test_case *tc, uint64_t draw, int first, int last);

/* Makes the case valid: if two dimensions contradict each other, one of them gets its default. */
void test_case_settle(test_case *tc);

oracle_problem test_case_problem(const test_case *tc);

/* Return true if the case moves elements, which selections, partitions and sorts do, if it is a reduction, or if it is
 * a histogram. Otherwise it is a scan. */
bool test_case_moves(const test_case *tc);
bool test_case_reduces(const test_case *tc);
bool test_case_counts(const test_case *tc);

/* Returns true if each row has results, which are dense in the output: of a reduction, a histogram or a top-k. */
bool test_case_has_dense_results(const test_case *tc);

/* Returns true if the case is a selection from each row by itself, which has a total for each row. */
bool test_case_selects_rows(const test_case *tc);

/* Returns true if the case is a selection that also says where the kept elements of each segment begin. */
bool test_case_selects_segments(const test_case *tc);

/* Returns how many elements are wanted in a top-k; 0: the case is none. */
unsigned test_case_k(const test_case *tc);

/* Returns true if the case is a sort, or a top-k. */
bool test_case_sorts(const test_case *tc);

/* Returns true if the task needs all elements at once, so that neither streams nor splits compute it. */
bool test_case_needs_all(const test_case *tc);

/* Returns true if the selection keeps elements by a mask or a predicate, and not one of each run. */
bool test_case_is_masked(const test_case *tc);

/* Returns into how many parts the elements go: 2 or 3 for a partition, and 1 for other selections. */
unsigned test_case_parts(const test_case *tc);

/* Returns how many numbers the total is: the sizes of three parts, the kept elements and the segments, or one number.
 */
unsigned test_case_totals(const test_case *tc);

/* Returns true if a predicate decides which elements the selection keeps. */
bool test_case_has_predicate(const test_case *tc);

/* Returns true if the selection keeps one of each run of equal elements, and of no keys. */
bool test_case_compares_elements(const test_case *tc);

/* Returns true if elements are compared byte by byte: they are in boxes, or there is no == for their type. */
bool test_case_compares_bytes(const test_case *tc);

/* Returns true if the operator has an accumulator of its own, which is not an element. */
bool test_case_has_state(const test_case *tc);

/* Returns the type that a value of in_type or out_type stands for. ORACLE_USER stands for the type of the problem. */
oracle_type test_case_type(unsigned value);

/* Returns true if the device has all types that the case computes in. */
bool test_case_supported(const test_case *tc, cl_device_id device);

unsigned test_case_components(const test_case *tc);

/* Return the bytes of an element, and of the struct from which `map` takes the element. 0: there is no such struct. */
size_t test_case_element(const test_case *tc);
size_t test_case_box(const test_case *tc);

/* Writes the dimensions that are not at their default: "type=float op=add strategy=slices count=17". The words `type`
 * and `op` stand for the problem. */
void test_case_print(const test_case *tc, char *text, size_t size);

/* Reads what test_case_print writes, and makes the case valid. Returns false if the text is not a case. *wrong is then
 * the first wrong word. */
bool test_case_parse(const char *text, test_case *tc, const char **wrong);

/* Returns the first dimension with a value that is not read back from its word, or with an enumerator or a kind of
 * memory that dims.def does not count. Returns DIMS if there is none. */
int test_case_wrong_words(void);

#endif
