/* The oracle's affine maps modulo 2^32, for tests that compute their expected values in loops of their own. Composition
 * of affine maps is not commutative, so a wrong tile border or a wrong order of operands changes the result. */
#ifndef SUPPORT_AFFINE_H
#define SUPPORT_AFFINE_H

#include <CL/cl.h>
#include <oracle.h>

typedef struct affine {
    cl_uint a, b;
} affine;

static inline affine affine_then(affine f, affine g) {
    return (affine) { f.a * g.a, f.b * g.a + g.b };
}

static inline clscan_desc affine_desc(clscan_strategy strategy, bool exclusive, bool reverse) {
    const oracle_problem problem = { ORACLE_USER, CLSCAN_OP_ADD, oracle_user_at(0) };
    clscan_desc desc = oracle_problem_desc(&problem, exclusive ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE);
    desc.tuning.strategy = strategy;
    desc.reverse = reverse;
    return desc;
}

#endif
