/* Generates elements of any type for the self-test, and compares results. */
#ifndef CS_TEST_DATA_H
#define CS_TEST_DATA_H

#include "table/table.h"

/* The type of an array's elements. */
typedef struct cs_test_data {
    const cs_type_row *row; /* the scalar type, also of vectors; NULL for a type that only the user knows */
    size_t size;            /* bytes of an element, with padding */
    size_t room;            /* bytes of padding at the end of vectors of three, whose contents do not matter */
} cs_test_data;

/* Fills `count` elements. Floating-point numbers are 1 or -1, so that all sums are exact. Integers are 1, 3, 5 or 7,
 * and so are the 32-bit words of a user type. With `bits`, numbers are 0 or 1. */
void cs_test_data_fill(const cs_test_data *s, bool bits, void *elements, size_t count);

/* Stores 1, 0 or -1 as a floating-point number; half is possible. */
void cs_test_data_put_floating(const cs_type_row *row, int value, unsigned char *to);

/* The kind of test data of floating types: for any operator, for sums, or for products. */
typedef enum cs_series { CS_ANY_SERIES, CS_SUM_SERIES, CS_PRODUCT_SERIES } cs_series;

/* Fills `count` elements of a floating type with numbers whose sums (products) over neighbours are exact, also in the
 * type `scanned`, in whatever association neighbours are combined. Sums of elements that are not neighbours, such as
 * every fourth one, round, and products overflow. So the results of a compiler that reassociates differ. Neighbours are
 * `step` elements apart. */
void cs_test_data_fill_exact(const cs_test_data *s, cs_series series, const cs_type_row *scanned, size_t step,
                             void *elements, size_t count);

/* Fills `count` elements of a floating type with numbers whose sums (products) round at every step, so that each
 * association gives other bits. */
void cs_test_data_fill_rounding(const cs_test_data *s, cs_series series, void *elements, size_t count);

/* Marks the padding of elements in `skip`, which has s->size entries: the bytes that two scans into `a` and `b` left
 * unwritten in every element. All bytes of `a` were `before`, and all bytes of `b` were `after`. */
void cs_test_data_find_padding(const cs_test_data *s, const unsigned char *a, unsigned char before,
                               const unsigned char *b, unsigned char after, size_t count, bool *skip);

/* Returns the index of the first element that differs, or `count`. Bytes that are marked in `skip` do not count. Unless
 * the numbers are `exact`, floating-point numbers may differ by rounding. */
size_t cs_test_data_compare(const cs_test_data *s, const unsigned char *a, const unsigned char *b, size_t count,
                            const bool *skip, bool exact);

/* Returns true if the elements `a` and `b` have the same bits, but for the bytes that are marked in `skip`. */
bool cs_test_data_is_same(const cs_test_data *s, const unsigned char *a, const unsigned char *b, const bool *skip);

/* Returns true if no scan has written the element `a`: all its bytes that are not marked in `skip` are `before`. */
bool cs_test_data_is_unwritten(const cs_test_data *s, const unsigned char *a, const bool *skip, unsigned char before);

#endif
