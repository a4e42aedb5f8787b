/* The oracle of what a description can say beside type, operator and kind: one element after the other, where the
 * description says that it lies. */
#ifndef CLSCAN_ORACLE_DESCRIBED_H
#define CLSCAN_ORACLE_DESCRIBED_H

#include "oracle.h"

/* A described scan. Numbers are as in clscan_args, but none is left to be 0 for what it means by itself; arrays begin
 * at their offsets. */
typedef struct oracle_described {
    oracle_problem problem;
    clscan_kind kind;
    unsigned components; /* 1: scalars */
    bool reverse;
    size_t count;
    size_t length, columns, in_stride, in_pitch, out_stride, out_pitch; /* one row: length is count */
    clscan_segments segments;
    const void *marks;             /* flags, bits, keys or offsets */
    size_t num_offsets;            /* of key_size bytes each */
    size_t key_size, key_bytes;    /* of a key; the first so many of which say whether two are the same */
    oracle_type key_type;          /* floating ones are the same where numbers are */
    const void *init;              /* NULL: none */
    oracle_type in_type, out_type; /* ORACLE_USER: that of the problem */

    const void *in;
    size_t box;              /* bytes of an element there, which is as oracle_described_map unpacks it; 0: as it is */
    const uint8_t *shift;    /* not NULL: element i is in[i + shift[i]], as oracle_described_load says it; or where */
    const uint64_t *further; /* this is not NULL either, in[i + shift[i] + further[i]] */
    void *out;
    void *inclusive, *elements; /* not NULL: oracle_described_store, which puts the exclusive scan to `out` */
    void *total;                /* or NULL */
} oracle_described;

void oracle_described_scan(const oracle_described *p);

/* The n-th element in the order of scanning: where it is in the arrays, and whether it is scanned from the start. */
typedef struct oracle_place {
    size_t in, out;
    bool begins;
} oracle_place;
oracle_place oracle_described_place(const oracle_described *p, size_t n);

/* An element, or what has been scanned up to one: 16 components of 8 bytes at most. */
typedef union oracle_element {
    char bytes[128];
    uint64_t aligned;
} oracle_element;

/* The element at a place of the input, as one of the problem; and such a one to an array whose numbers are of `type`.
 */
void oracle_described_get(const oracle_described *p, size_t at, oracle_element *x);
void oracle_described_put(const oracle_described *p, oracle_type type, const oracle_element *x, void *array, size_t at);

/* Bytes of an element of the problem, or of numbers of another type. */
size_t oracle_described_size(const oracle_problem *problem, oracle_type type, unsigned components);

/* OpenCL C of the functions "load_shifted" and "store_all", over elements of the type called `type`. The latter has the
 * parameters `inputs`, and writes as element, which is of the type `loaded`, what `x` says: "x", or where it lies in
 * them. */
void oracle_described_load(const char *type, bool further, char *text, size_t size);
void oracle_described_store(const char *type, const char *loaded, const char *inputs, const char *x, char *text,
                            size_t size);

/* And of the type "boxed", which has the `element` bytes of one first, others than they are, and `box` in all;
 * "unboxed" makes it one. oracle_described_box does as much to the bytes, either way. */
void oracle_described_map(const char *type, size_t element, size_t box, char *text, size_t size);
void oracle_described_box(void *bytes, size_t n);

/* A number of one type as one of another: to integers, floating ones lose their fraction and saturate, others wrap. */
void oracle_convert(oracle_type from, const void *number, oracle_type to, void *result);

#endif
