/* A case: a whole description and one scan of it, as a number for each dimension. So the code that draws, prints, reads
 * and shrinks cases need not know what the numbers mean. A case is printed by words, so that what is printed keeps its
 * meaning when a dimension gets another value. */
#ifndef TESTS_RANDOM_KASE_H
#define TESTS_RANDOM_KASE_H

#include "support/dut.h"

#include <oracle.h>

enum {
#define X(name, values, pairs, ...) D_##name,
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
    const char *const *words;            /* the word for each value, or NULL */
    const char *(*word)(unsigned value); /* returns the word for a value; NULL, as `words` is: values are numbers */
} dim;
extern const dim dims[DIMS];

/* Draws the dimensions from `first` up to `last`. */
void kase_draw(kase *k, uint64_t draw, int first, int last);

/* Makes it one that the library allows: where two dimensions contradict each other, one gives way. */
void kase_settle(kase *k);

oracle_problem kase_problem(const kase *k);

/* Returns the first dimension for which dims.def has another number of values than exist, and sets *exist to the number
 * that exist. Returns DIMS if the numbers of problems, strategies, groups and memory kinds are right. */
int kase_wrong_count(unsigned *exist);

/* Returns true if the operator has an accumulator of its own, which is not an element. */
bool kase_has_state(const kase *k);

/* The type that a value of in_type or out_type stands for; ORACLE_USER: that of the problem. */
oracle_type kase_type(unsigned value);

/* Returns true if the device has all types that the case computes in. */
bool kase_supported(const kase *k, cl_device_id device);

unsigned kase_components(const kase *k);

/* Bytes of an element and of the box that it is in, which may be larger; 0: in none. */
size_t kase_element(const kase *k);
size_t kase_box(const kase *k);

/* Writes the dimensions that are not at their default: "type=float op=add strategy=slices count=17". The words `type`
 * and `op` stand for the problem. */
void kase_print(const kase *k, char *text, size_t size);

/* Reads what kase_print writes, and settles the case. On false, `text` is no case, and *wrong is the word that is not
 * understood. */
bool kase_parse(const char *text, kase *k, const char **wrong);

/* Returns the first dimension with a value that is not read back from its word, or with an enumerator that dims.def
 * does not count. Returns DIMS if there is none. */
int kase_wrong_words(void);

#endif
