/* The oracle: scans computed one element after the other in plain C, and test data. It shares no code with the library.
 * `clscan scan --check`, `clscan verify` and the tests compare the library with it.
 *
 * An oracle_problem is a type with an operator: each element type with each operator that is defined on it, and then
 * the user operators of oracle_user_at(). A test is a loop over oracle_problem_at(). */
#ifndef CLSCAN_ORACLE_H
#define CLSCAN_ORACLE_H

#include <clscan/clscan.h>
#include <stdbool.h>
#include <stdint.h>

/* ------------------------------------------------------------------------- the library's types and operators */

/* The scalar types in the order of clscan_type_name, and then a type of the caller's. */
typedef enum oracle_type {
    ORACLE_INT = 0,
    ORACLE_UINT,
    ORACLE_LONG,
    ORACLE_ULONG,
    ORACLE_SHORT,
    ORACLE_USHORT,
    ORACLE_CHAR,
    ORACLE_UCHAR,
    ORACLE_FLOAT,
    ORACLE_DOUBLE,
    ORACLE_HALF,
    ORACLE_USER
} oracle_type;

/* The name in OpenCL C; "user" for ORACLE_USER; NULL past the last. */
const char *oracle_type_name(oracle_type type);

/* Bytes of an element; 0 for ORACLE_USER. */
size_t oracle_type_size(oracle_type type);

/* The name of vectors of `components`; 0 or 1: the scalar type. NULL: OpenCL C has no such type. */
const char *oracle_vector_name(oracle_type type, unsigned components);

/* Scans as clscan.h defines it. `in` may be `out`. Returns false if the operator is not defined on the type. */
bool oracle_scan(oracle_type type, clscan_op op, clscan_kind kind, const void *in, void *out, size_t count);

/* Returns true if the operator scans an accumulator, which is more than an element. */
bool oracle_has_accumulator(clscan_op op);

/* Returns true if oracle_scan knows the operator over the type. */
bool oracle_defined(oracle_type type, clscan_op op);

/* Fills `data` so that no result collapses (to zero, to all ones, to a constant) and every floating sum or product
 * of neighbours is exact: any association gives the same bits. The same seed gives the same data. */
void oracle_fill(oracle_type type, clscan_op op, uint64_t seed, void *data, size_t count);

/* Returns the index of the first element that differs, or `count`. All bits are compared, except that any NaN equals
 * any NaN. */
size_t oracle_compare(oracle_type type, const void *expected, const void *actual, size_t count);

/* Returns true if every association gives the same bits for any data. Floating-point sums and products, and operators
 * that contain them, round. */
bool oracle_is_exact(oracle_type type, clscan_op op);

/* The comparison for floating sums and products of any data: the first index where `actual` is farther from the
 * true result than rounding can take any association. Elements where rounding or overflow allows every answer are
 * passed over; *judged counts the others. */
size_t oracle_compare_rounded(oracle_type type, clscan_op op, clscan_kind kind, const void *in, const void *actual,
                              size_t count, size_t *judged);

/* Writes the element as a person reads it, with all digits that distinguish the element from its neighbours. */
void oracle_print(oracle_type type, const void *element, char *text, size_t size);

/* Returns a number below zero if key `a` comes before key `b` in a sort, 0 if they are equal, else a number above zero.
 */
int oracle_order(oracle_type type, bool descending, const void *a, const void *b);

/* Sets order[i] to the index of the key that is at place i after a stable sort. Returns false if there is no memory. */
bool oracle_sort(oracle_type type, bool descending, const void *keys, size_t *order, size_t count);

/* IEEE binary16 in its bits; from double rounds to nearest even. */
double oracle_half_to_double(uint16_t half);
uint16_t oracle_half_from_double(double x);

/* The `index`th output of splitmix64 seeded with `seed`. */
uint64_t oracle_draw(uint64_t seed, uint64_t index);

/* ---------------------------------------------------------------------------------------- user operators */

/* A user operator, in OpenCL C and in C. */
typedef struct oracle_user {
    const char *name;
    oracle_type type;      /* ORACLE_USER, or the built-in type that the operator works on */
    const char *type_name; /* for ORACLE_USER: its name in `source` */
    size_t size;           /* sizeof the element, whatever the type */
    const char *source;
    const char *combine;
    const char *identity;
    const void *identity_value;                                                 /* the same, in C */
    void (*host_combine)(const void *earlier, const void *later, void *result); /* `result` may be an operand */
    void (*fill)(uint64_t seed, void *data, size_t count);
    void (*print)(const void *element, char *text, size_t size);
} oracle_user;

/* affine    maps x -> a x + b modulo 2^32, the earlier applied first: non-commutative, the identity is {1, 0};
 * interval  [i, i] joined to [i, k]; joining what is not adjacent poisons the result, so that any loss,
 *           duplicate, swap or read of garbage shows. Its 12 bytes are not a power of two;
 * latest    the latest value that is not zero: a user operator on the built-in uint.
 * NULL past the last. */
const oracle_user *oracle_user_at(size_t index);

/* ----------------------------------------------------------------------------------------------- problems */

typedef struct oracle_problem {
    oracle_type type;
    clscan_op op;            /* where `user` is NULL */
    const oracle_user *user; /* NULL for the library's own operators */
} oracle_problem;

/* All problems, from index 0 on; false past the last. */
bool oracle_problem_at(size_t index, oracle_problem *problem);

/* "int add", "affine" */
void oracle_problem_name(const oracle_problem *problem, char *text, size_t size);

/* Sizeof one element. */
size_t oracle_problem_size(const oracle_problem *problem);

/* Returns true if the device has the extension that the element type needs (cl_khr_fp64, cl_khr_fp16). */
bool oracle_problem_supported(const oracle_problem *problem, cl_device_id device);

/* A description with type, operator and kind set, everything else automatic. */
clscan_desc oracle_problem_desc(const oracle_problem *problem, clscan_kind kind);

void oracle_problem_fill(const oracle_problem *problem, uint64_t seed, void *data, size_t count);
void oracle_problem_scan(const oracle_problem *problem, clscan_kind kind, const void *in, void *out, size_t count);
size_t oracle_problem_compare(const oracle_problem *problem, const void *expected, const void *actual, size_t count);
void oracle_problem_print(const oracle_problem *problem, const void *element, char *text, size_t size);

#endif
