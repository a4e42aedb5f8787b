/* What to compute: a plain value made from a checked description. The strings belong to the description or to the
 * tables, and live while a plan is being created. */
#ifndef CS_PROBLEM_H
#define CS_PROBLEM_H

#include "base/strbuf.h"
#include "clscan/clscan.h"
#include <stdbool.h>

enum {
    CS_MAX_ELEMENT = 1 << 16, /* bytes */
    CS_MAX_ALIGNMENT = 128    /* of any type of OpenCL C: long16 and double16 */
};

/* Of one array, in bytes. */
typedef struct cs_element {
    size_t size;
    size_t alignment; /* of it in OpenCL C; 1 for a type of the user's, who alone knows */
} cs_element;

/* A kind of segments that no caller names: contiguous rows of one length. */
enum { CS_LENGTHS = CLSCAN_SEGMENTS_OFFSETS + 1 };

/* What stays of a problem when its kernels are compiled. Sizes are in bytes. */
typedef struct cs_traits {
    bool exclusive, reverse, batched;
    bool flagged;           /* values have head flags, see cl/flagged_op.h */
    bool plain;             /* values lie in memory as they are scanned, each by itself */
    bool has_identity;      /* the operator has one */
    bool gathers, scatters; /* a function of the user's reads, or writes, where it likes */
    clscan_segments segments;
    unsigned num_in, num_out; /* arrays, and their elements: */
    cs_element in[CLSCAN_MAX_ARRAYS], out[CLSCAN_MAX_ARRAYS];
    bool cell;        /* the second of the output is one element */
    bool place;       /* what is scanned knows where its elements are */
    cs_element value; /* what is scanned */
    size_t computed;  /* what is computed with, at most */
    size_t loaded;    /* what is loaded of an element: a value, or what is mapped where a function stores */
    size_t storage;   /* what a tile keeps of an element: the larger one of the two */
    cs_element key;
    size_t count_size; /* of args.count_at */
    bool count_signed;
} cs_traits;

/* Bytes of the flags of a value. */
size_t cs_flags_size(const cs_element *value);

/* Returns true if the arrays hold contiguous elements of the scanned type, to be scanned in either direction. */
bool cs_traits_contiguous(const cs_traits *traits);

typedef struct cs_problem {
    cs_traits traits;
    const char *type;         /* of elements, in OpenCL C */
    const char *lanes;        /* "4" behind it for vectors; else "" */
    const char *op_file;      /* cl/op/<op_file>.h defines what values are; NULL: they are elements */
    const char *in_registers; /* the same type, or the wider integer that small ones are computed in */
    const char *wrap;         /* the type that integers are combined in; NULL for user operators, like the next */
    const char *vector_wrap;  /* vectors of integers: of this type */
    const char *lowest, *highest;
    const char *in[CLSCAN_MAX_ARRAYS], *out[CLSCAN_MAX_ARRAYS]; /* types; NULL: that of elements */
    bool in_saturates, out_saturates; /* where the first ones are converted: floating to integer */
    const char *load, *map, *store;   /* the user's functions, or NULL */
    bool with_position;               /* these functions get the position of the element, and the count */
    const char *key, *same_key;       /* the type of keys, and the user's function or NULL */
    const char *combine;              /* an expression of a and b, or a function's name */
    bool combine_is_function;
    const char *identity; /* an initializer; NULL: there is none */
    bool exact;           /* every association gives the same bits; only known of expressions */
    bool commutative;     /* the order of operands does not show; only known of expressions */
    const char *op_name;  /* for people */
    const char *source;   /* the user's definitions, or "" */
    bool needs_half, needs_double;
} cs_problem;

/* "inclusive add over int (4 bytes)" */
void cs_problem_print(cs_strbuf *text, const cs_problem *problem);

#endif
