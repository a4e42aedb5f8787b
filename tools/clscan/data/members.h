/* The numbers of an element: a scalar, the components of a vector, or the members of a struct in OpenCL C. */
#ifndef CLSCAN_TOOL_MEMBERS_H
#define CLSCAN_TOOL_MEMBERS_H

#include <oracle.h>
#include <stdbool.h>
#include <stdint.h>

enum { MAX_MEMBERS = 64 };

typedef struct members {
    size_t size; /* the bytes of an element */
    size_t count;
    struct {
        oracle_type type;
        size_t offset;
    } at[MAX_MEMBERS];
} members;

/* Returns the members of a scalar (1 component) or of a vector. */
members members_of_numbers(oracle_type type, unsigned components);

/* Finds the members of a type that `source` defines, by `typedef struct { float a, b[3]; uint2 c; } name;` or `typedef
 * int2 name;`. Returns false if `source` has no such definition. */
bool members_of_source(const char *source, const char *name, members *m);

/* Fills elements with random numbers. Integers are small and large. Floating-point numbers are multiples of a quarter
 * from -4 to 4. */
void members_draw(const members *m, uint64_t seed, void *elements, size_t count);

/* Returns true if two elements are the same up to rounding. Floating-point numbers may differ by 1/4096 of the greater
 * magnitude or of 1, halves by 1/64. */
bool members_agree(const members *m, const void *a, const void *b);

/* Prints an element, for example "{ 1, 2.5 }", cut off at `size` bytes. */
void members_print(const members *m, const void *element, char *text, size_t size);

#endif
