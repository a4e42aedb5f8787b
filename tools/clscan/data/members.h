/* What numbers an element has: one, or those of a struct that OpenCL C defines. */
#ifndef CLSCAN_TOOL_MEMBERS_H
#define CLSCAN_TOOL_MEMBERS_H

#include <oracle.h>
#include <stdbool.h>
#include <stdint.h>

enum { MAX_MEMBERS = 64 };

typedef struct members {
    size_t size; /* of the element */
    size_t count;
    struct {
        oracle_type type;
        size_t offset;
    } at[MAX_MEMBERS];
} members;

/* One, or the components of a vector. */
members members_of_numbers(oracle_type type, unsigned components);

/* Of the type that `source` defines by this name: `typedef struct { float a, b[3]; uint2 c; } name;` or `typedef int2
 * name;`. False where it does not do it that way. */
bool members_of_source(const char *source, const char *name, members *m);

/* Whole numbers small and large; floating ones are multiples of a quarter from -4 to 4. */
void members_draw(const members *m, uint64_t seed, void *elements, size_t count);

/* Whether they are the same; floating numbers may differ by a part in 4096 of the greater or of 1, half by one in
 * 64. */
bool members_agree(const members *m, const void *a, const void *b);

/* "{ 1, 2.5 }", as much as there is room for. */
void members_print(const members *m, const void *element, char *text, size_t size);

#endif
