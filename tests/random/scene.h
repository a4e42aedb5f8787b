/* The arrays of one scan of a case: what they hold before, and what they must hold behind it. */
#ifndef TESTS_RANDOM_SCENE_H
#define TESTS_RANDOM_SCENE_H

#include "random/kase.h"
#include "support/guarded.h"

#include <state.h>

/* An operator with a state has its second output for MORE, its second input for SHIFT. */
enum { IN, OUT, MORE, ELEMENTS, MARKS, SHIFT, FURTHER, CELLS, NUMBER, ARRAYS };

typedef struct array {
    guarded memory;
    char *expected, *got;
    size_t bytes, unit; /* of all, of an element */
    size_t offset;      /* in elements, what args says */
    oracle_type type;   /* of its numbers, which are compared so; ORACLE_USER: by their bytes */
} array;

typedef struct scene {
    const kase *k;
    oracle_described o;
    memory_kind memory;
    size_t extent_in, extent_out;
    array at[ARRAYS];
    int out;                     /* OUT, or IN where that is the output too */
    uint64_t init[16];           /* for the host */
    size_t most;                 /* args.count, of which o.count are there */
    size_t init_cell, number_at; /* places in the arrays that have them */
} scene;

void scene_open(const dut *d, const kase *k, scene *s);
clscan_args scene_args(const scene *s);

/* Reads what the arrays hold; false, and `what` says where, when it is not what they must. */
bool scene_judge(const dut *d, scene *s, char *what, size_t size);

void scene_close(scene *s);

#endif
