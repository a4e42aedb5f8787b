/* What to compute: a plain value made from a checked description. The strings belong to the description or to the
 * tables, and live while a plan is being created. */
#ifndef CS_PROBLEM_H
#define CS_PROBLEM_H

#include "clscan/clscan.h"
#include "text.h"
#include <stdbool.h>

enum { CS_MAX_ELEMENT = 1 << 16 }; /* bytes */

typedef struct cs_problem {
    bool exclusive;
    size_t size;              /* of one element, in bytes */
    size_t alignment;         /* that kernels may count on, in bytes */
    const char *type;         /* its name in OpenCL C */
    const char *in_registers; /* the same, or the wider integer that small ones are computed in */
    const char *wrap;         /* the type that integers are combined in; NULL for user operators, like the next */
    const char *vector_wrap;  /* vectors of integers: of this type */
    const char *combine;      /* an expression of a and b, or the user's function */
    bool user_combine;        /* which of the two */
    const char *identity;     /* an initializer */
    bool exact;               /* every association gives the same bits; not known of a user's operator */
    bool commutative;         /* the order of operands does not show; not known of a user's operator */
    const char *op_name;      /* for people */
    const char *source;       /* the user's definitions, or "" */
    bool needs_half, needs_double;
} cs_problem;

/* "inclusive add over int (4 bytes)" */
void cs_problem_print(cs_text *text, const cs_problem *problem);

#endif
