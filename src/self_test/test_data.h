/* Elements for the self-test, whatever they are, and whether two results agree. */
#ifndef CS_TEST_DATA_H
#define CS_TEST_DATA_H

#include "table/table.h"

/* Elements of an array, in bytes; `row` is NULL where only the user knows what they are. */
typedef struct cs_test_data {
    const cs_type_row *row; /* of scalars; vectors are several */
    size_t size;
    size_t room; /* behind vectors of three: part of the size, and anything may be there */
} cs_test_data;

/* Fills `count` elements: floating numbers are 1 or -1, of which all sums are exact; integers, and the words of 32 bits
 * of what nobody knows, are 1, 3, 5 or 7. With `bits`, numbers are 0 or 1. */
void cs_test_data_fill(const cs_test_data *s, bool bits, void *elements, size_t count);

/* Stores 1, 0 or -1, also of half. */
void cs_test_data_put_floating(const cs_type_row *row, int value, unsigned char *to);

/* What elements of floating types show. */
typedef enum cs_series { CS_ANY_SERIES, CS_SUM_SERIES, CS_PRODUCT_SERIES } cs_series;

/* Fills `count` elements of a floating type with numbers whose sums (products) over neighbours are exact in `scanned`
 * too, in whatever order neighbours are combined. Sums over others than neighbours, as of every fourth element, round;
 * products overflow. A compiler that reassociates is seen so. Neighbours are `step` elements apart. */
void cs_test_data_fill_exact(const cs_test_data *s, cs_series series, const cs_type_row *scanned, size_t step,
                             void *elements, size_t count);

/* Fills `count` elements of a floating type with numbers whose sums (products) round at every step: each association
 * gives other bits. */
void cs_test_data_fill_rounding(const cs_test_data *s, cs_series series, void *elements, size_t count);

/* Marks in `skip`, of s->size bytes, the padding of elements: what two scans left of what was there, once `before` and
 * once `after`. */
void cs_test_data_find_padding(const cs_test_data *s, const unsigned char *a, unsigned char before,
                               const unsigned char *b, unsigned char after, size_t count, bool *skip);

/* Returns the first element that differs, or `count`. Bytes that are marked in `skip` do not count, nor do floating
 * numbers that may be rounded otherwise, unless all are `exact`. */
size_t cs_test_data_compare(const cs_test_data *s, const unsigned char *a, const unsigned char *b, size_t count,
                            const bool *skip, bool exact);

/* Returns true if the elements `a` and `b` have the same bits, but for the bytes that are marked in `skip`. */
bool cs_test_data_is_same(const cs_test_data *s, const unsigned char *a, const unsigned char *b, const bool *skip);

/* Returns true if no scan has written the element `a`: all its bytes that are not marked in `skip` are `before`. */
bool cs_test_data_is_unwritten(const cs_test_data *s, const unsigned char *a, const bool *skip, unsigned char before);

#endif
