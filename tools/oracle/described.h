/* The oracle for whole descriptions: layouts, segments, conversions and functions, one element after the other. */
#ifndef CLSCAN_ORACLE_DESCRIBED_H
#define CLSCAN_ORACLE_DESCRIBED_H

#include "oracle.h"

/* A described scan. No number is left to a default: strides and the like are never 0. Arrays begin at their offsets. */
typedef struct oracle_described {
    oracle_problem problem;
    clscan_kind kind;
    unsigned components; /* 1: scalars */
    bool reverse;
    size_t count;
    size_t length, columns, in_stride, in_pitch, out_stride, out_pitch; /* one row: length is count */
    clscan_segments segments;
    const void *marks;             /* flags, bits, keys or offsets */
    size_t num_offsets;            /* the number of offsets, which have key_size bytes each */
    size_t key_size;               /* bytes of a key */
    size_t key_bytes;              /* the first bytes of a key, by which keys are compared */
    oracle_type key_type;          /* floating-point keys are compared as numbers */
    bool computes_keys;            /* what is compared is the keys that oracle_described_key computes */
    const void *init;              /* NULL: there is no initial value */
    oracle_type in_type, out_type; /* ORACLE_USER: the type of the problem */

    const void *in;
    size_t box;              /* bytes of a boxed input element, see oracle_described_map; 0: elements are not boxed */
    const uint8_t *shift;    /* not NULL: element i is in[i + shift[i]], as oracle_described_load loads it */
    const uint64_t *further; /* not NULL: element i is in[i + shift[i] + further[i]] */
    void *out;
    void *inclusive, *elements; /* not NULL: outputs of oracle_described_store; `out` then gets the exclusive scan */
    void *total;                /* NULL: the scan has no total */
} oracle_described;

void oracle_described_scan(const oracle_described *p);

/* The n-th element in the order of the scan: its places in the arrays, and whether a row or segment begins with it. */
typedef struct oracle_place {
    size_t in, out;
    bool begins;
} oracle_place;
oracle_place oracle_described_place(const oracle_described *p, size_t n);

/* An element, or a result up to an element: at most 16 components of 8 bytes. */
typedef union oracle_element {
    char bytes[128];
    uint64_t aligned;
} oracle_element;

/* Convert the input element at place `at` to the type of the problem, and an element of that type to place `at` of an
 * array whose numbers have the type `type`. */
void oracle_described_get(const oracle_described *p, size_t at, oracle_element *x);
void oracle_described_put(const oracle_described *p, oracle_type type, const oracle_element *x, void *array, size_t at);

/* Returns the bytes of an element of the problem, or of such an element with numbers of another type. */
size_t oracle_described_size(const oracle_problem *problem, oracle_type type, unsigned components);

/* Returns true if `marks` says by a flag, a bit or an offset that a segment begins with the element `at` in memory. */
bool oracle_described_is_head(const oracle_described *p, size_t at);

/* Returns true if two elements of `marks`, which have keys, have the same key. */
bool oracle_described_is_same_key(const oracle_described *p, const void *a, const void *b);

/* Writes the OpenCL C text of the type "half_key" and of the function "halved", which computes a key of the type uchar
 * from it. */
void oracle_described_key(char *text, size_t size);

/* Writes the key of an element of the marks, if segments are given by keys. Returns the bytes of the key. */
size_t oracle_described_key_of(const oracle_described *problem, const void *marked, void *key);

/* Write the OpenCL C text of the functions "load_shifted" and "store_all" over elements of the type named `type`.
 * store_all has the input parameters `inputs`. It stores the element, of the type `loaded`, by the expression `x`: "x",
 * or the element's place in an input array. */
void oracle_described_load(const char *type, bool further, char *text, size_t size);
void oracle_described_store(const char *type, const char *loaded, const char *inputs, const char *x, char *text,
                            size_t size);

/* Writes the OpenCL C text of the type "boxed" and the function "unboxed". A boxed element has `box` bytes: first the
 * `element` bytes of an element, some of their bits inverted, then padding. oracle_described_box inverts the same bits,
 * in both directions. */
void oracle_described_map(const char *type, size_t element, size_t box, char *text, size_t size);
void oracle_described_box(void *bytes, size_t n);

/* Converts a number to another type. If the result is an integer, a floating-point number loses its fraction and
 * saturates, and an integer wraps. */
void oracle_convert(oracle_type from, const void *number, oracle_type to, void *result);

#endif
