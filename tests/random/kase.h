/* A whole description and one scan of it, as a number for each dimension: so that it can be drawn, printed, read again
 * and shrunk without a word about what the numbers mean. */
#ifndef TESTS_RANDOM_KASE_H
#define TESTS_RANDOM_KASE_H

#include "support/dut.h"

#include <oracle.h>

enum {
#define X(name, values, pairs) D_##name,
#include "dims.def"
#undef X
    DIMS
};

enum { KASE_LONG = 5003 }; /* the greatest length of a row, which is longer than a tile */

typedef struct kase {
    unsigned v[DIMS];
} kase;

typedef struct dim {
    const char *name;
    unsigned values, pairs;
} dim;
extern const dim dims[DIMS];

/* Draws the dimensions from `first` up to `last`. */
void kase_draw(kase *k, uint64_t draw, int first, int last);

/* Makes it one that the library allows: where two dimensions contradict each other, one gives way. */
void kase_settle(kase *k);

oracle_problem kase_problem(const kase *k);

/* Returns true if dims.def has the right numbers of problems, strategies, groups and memory kinds. */
bool kase_draws_everything(void);

/* Whether its operator scans a state of its own: what is before or behind the scan is no element. */
bool kase_has_state(const kase *k);

/* The type that a value of in_type or out_type stands for; ORACLE_USER: that of the problem. */
oracle_type kase_type(unsigned value);

/* Whether the device has all types that the case computes in. */
bool kase_supported(const kase *k, cl_device_id device);

unsigned kase_components(const kase *k);

/* Bytes of an element and of the box that it is in, which may be larger; 0: in none. */
size_t kase_element(const kase *k);
size_t kase_box(const kase *k);

/* Writes what is not the default: "problem=3 count=17"; reads it, false when it is none. */
void kase_print(const kase *k, char *text, size_t size);
bool kase_parse(const char *text, kase *k);

#endif
