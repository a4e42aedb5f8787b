/* Elements for the self-test, whatever they are, and whether two results agree. */
#ifndef CS_SAMPLE_H
#define CS_SAMPLE_H

#include "table.h"

/* Elements of an array, in bytes; `row` is NULL where only the user knows what they are. */
typedef struct cs_sample {
    const cs_type_row *row; /* of scalars; vectors are several */
    size_t size;
    size_t room; /* behind vectors of three: part of the size, and anything may be there */
} cs_sample;

/* Fills `count` elements: floating numbers are 1 or -1, of which all sums are exact; integers, and the words of 32 bits
 * of what nobody knows, are 1, 3, 5 or 7. With `bits`, numbers are 0 or 1. */
void cs_sample_fill(const cs_sample *s, bool bits, void *elements, size_t count);

/* 1, 0 or -1, of half too. */
void cs_sample_put_floating(const cs_type_row *row, int value, unsigned char *to);

/* Marks in `skip`, of s->size bytes, the padding of elements: what two scans left of what was there, once `before` and
 * once `after`. */
void cs_sample_find_padding(const cs_sample *s, const unsigned char *a, unsigned char before, const unsigned char *b,
                            unsigned char after, size_t count, bool *skip);

/* The first element that differs, but for what is skipped and for rounding; `count` where none does. */
size_t cs_sample_compare(const cs_sample *s, const unsigned char *a, const unsigned char *b, size_t count,
                         const bool *skip);

#endif
