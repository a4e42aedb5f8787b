/* The bin of an element of a histogram. The page of a plan defines:
 *   CLSCAN_BINS               The number of bins.
 *   CLSCAN_BINS_EVEN_INTEGERS, _EVEN_FLOATS, _EDGES or _FUNCTION
 *                             How the bin of an element is found: see the file of each.
 *   clscan_weight             The type of counts and weights: uint or ulong, int or long, float or double.
 *   CLSCAN_FLOATING_WEIGHTS   1: this type is float or double. 0: it is an integer.
 *   CLSCAN_WEIGHTS            1: elements have weights. 0: each element counts 1.
 *   CLSCAN_WEIGHT_WORDS       The 32-bit words of a weight, 1 or 2.
 *   CLSCAN_COUNTER_WORDS      The 32-bit words of a counter of a work-group of several work-items.
 *   CLSCAN_LOAD_BINNED(view, at, cursor)
 *                             Loads the element at `at`.
 *   CLSCAN_WEIGHT(view, cursor, x)
 *                             Returns the weight of the loaded element x.
 *   CLSCAN_BIN_PACKET         The elements in 16 bytes, if they are loaded as they lie in memory; else 1.
 *   CLSCAN_BIN_RANGES         The ranges that the bins are divided into, because a table has room for one only.
 *   CLSCAN_TABLE_BINS         The bins of a table: all bins, or the bins of one range.
 *   CLSCAN_BIN_COPIES         The counters for each bin of a table.
 *   CLSCAN_BINS_IN_WORKSPACE  1: the tables in which elements are counted are in the workspace. 0: in local memory.
 *   CLSCAN_BIN_STRIDE         The distance of tables in the workspace, in weights.
 * The files define clscan_edge, the type of edges, and clscan_bin(x, edges), which returns the bin of element x, or a
 * number from CLSCAN_BINS on if x is in no bin. */
#ifndef CLSCAN_TASK_BINS_H
#define CLSCAN_TASK_BINS_H

#include "problem.h"

#ifndef CLSCAN_BIN_COPIES
#define CLSCAN_BINS 256
#ifndef CLSCAN_WEIGHT_WORDS
#define CLSCAN_WEIGHT_WORDS 1
#endif
#ifdef CLSCAN_FLOATING_WEIGHTS
typedef float clscan_weight;
#define CLSCAN_COUNTER_WORDS 11
#else
typedef uint clscan_weight;
#define CLSCAN_FLOATING_WEIGHTS 0
#define CLSCAN_COUNTER_WORDS    CLSCAN_WEIGHT_WORDS
#endif
#define CLSCAN_WEIGHTS               0
#define CLSCAN_LOAD_BINNED(v, at, c) (v)->in[at]
#define CLSCAN_WEIGHT(v, c, x)       (x)
#define CLSCAN_BIN_PACKET            4
#ifndef CLSCAN_BINS_IN_WORKSPACE
#define CLSCAN_BINS_IN_WORKSPACE 0
#endif
#define CLSCAN_TABLE_BINS 256
#define CLSCAN_BIN_RANGES 1
#define CLSCAN_BIN_COPIES 4
#define CLSCAN_BIN_STRIDE 272
#endif

#if defined(CLSCAN_BINS_EVEN_INTEGERS)
#include "task/bins_even_integers.h"
#elif defined(CLSCAN_BINS_EVEN_FLOATS)
#include "task/bins_even_floats.h"
#elif defined(CLSCAN_BINS_EDGES)
#include "task/bins_edges.h"
#else
#include "task/bins_function.h"
#endif

#endif
