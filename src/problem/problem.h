/* What to compute: a struct made from a checked description. The strings belong to the description or to the
 * tables, and live while a plan is being created. */
#ifndef CS_PROBLEM_H
#define CS_PROBLEM_H

#include "base/strbuf.h"
#include "table/table.h"

enum {
    CS_MAX_ELEMENT = 1 << 16, /* bytes */
    CS_MAX_ALIGNMENT = 128    /* the greatest of the types of OpenCL C: long16 and double16 */
};

/* Size and alignment of a type in OpenCL C, in bytes. */
typedef struct cs_element {
    size_t size;
    size_t alignment; /* 1 for a type of the user's, whose alignment the host does not know */
} cs_element;

/* A kind of segments that no caller can ask for: contiguous rows of one length, scanned as segments of one range. */
enum { CS_SEGMENTS_ROWS = CLSCAN_SEGMENTS_OFFSETS + 1 };

/* In a part of an array with runs, the byte of the cell of the initial value at which the part's runs are described. */
enum { CS_RUNS_AT = 16 };

/* The bytes that a summary of such a part has for its first run and its last one. */
enum { CS_EDGE_RUNS_BYTES = 24 };

/* The properties of a problem that are needed after its kernels have been compiled. Arrays are numbered from 0, as in
 * desc.in and desc.out. Where a field is the number of an array that some tasks add, 0 means that there is none. */
typedef struct cs_traits {
    clscan_task task;
    cs_task_kind kind; /* the kind of the task: a column of its row in table/task.def */
    /* The task is a selection or a sort. It moves the elements of all arrays to the outputs, as far as capacities
     * allow. */
    bool moves;
    bool reduces;          /* the task is a reduction, with one result for each row */
    bool reduces_segments; /* the task is a reduction with one result for each segment, which a scan computes */
    /* How many results each row has in an output, where the results are dense: of a reduction 1, of a histogram the
     * number of bins. The whole range counts as one row. 0: results have the layout that args.dims gives the output. */
    size_t line_results;

    /* The order of the elements. */
    bool exclusive;
    bool reverse;  /* the last element comes first; in a sort, the greatest one */
    bool has_rows; /* the arrays have rows, and each row is scanned, selected from or sorted by itself */

    /* The scanned value. */
    struct {
        cs_element type;        /* an element, a user type or an accumulator */
        bool has_identity;      /* the operator has an identity */
        bool accumulates_index; /* the accumulator contains the index of an element */
        bool flagged;           /* values have head flags, see cl/flagged_op.h */
        /* Values are scanned as they lie in memory: nothing converts, maps, loads or stores them. */
        bool as_in_memory;
        size_t computed_bytes; /* a value as kernels compute with it, with its flags if it is flagged */
        size_t loaded_bytes;   /* a loaded element: a value, or if a user function stores it, what its mapping takes */
        size_t tile_bytes;     /* the space for an element in a tile: the greater one of these two */
    } value;

    /* The initial value, args.init. */
    struct {
        cs_element type; /* a value, or in a selection by segments a number of kept elements */
        /* Why there is no initial value, for a message that refuses one. NULL: there may be one. */
        const char *why_none;
    } init;

    /* The total, args.total. */
    struct {
        /* The type of a number of the total: a value; if segments have results, their number; with three parts, a size
         * of a part; in a selection by segments, a number of kept elements or of segments. */
        cs_element type;
        unsigned numbers; /* how many numbers the total has: with three parts 3, if segments are selected from 2 */
        /* Why there is no total, for a message that refuses one. NULL: there may be one. */
        const char *why_none;
    } total;

    /* Segments, and the arrays that reductions, histograms and selections by segments have. */
    struct {
        clscan_segments kind;    /* what args.segments has, or CS_SEGMENTS_ROWS; see also selection.run_segments */
        cs_element offset;       /* an offset of args.segments, if segments are given by offsets */
        cs_element key;          /* a key of args.segments */
        cs_element computed_key; /* the result of the user's function for a key; without such a function as `key` */
        /* How many results each segment has in an output: of a reduction by segments 1, of a histogram by segments the
         * number of bins. The results of segments follow each other. 0: segments have no results of their own. */
        size_t results;
        unsigned offsets_input; /* the input that is args.segments, if segments with results are given by offsets */
        unsigned keys_output;   /* the output that receives the keys of segments */
    } segments;

    /* The elements are a part of an array, and the first ones may belong to a segment or run of another part. The cell
     * of the initial value then says how the part begins. With segments, it has a carry-in and a flag, see
     * cl/grid/split.cl. With runs, it has what cl/grid/split_runs.cl stores at CS_RUNS_AT. */
    struct {
        bool continues;   /* the elements are a part of such an array */
        size_t carry_at;  /* the byte of the cell at which the carry-in is */
        size_t begins_at; /* the byte of the cell at which the flag is: a segment begins with the part */
    } part;

    /* The arrays of a call. */
    unsigned num_in, num_out;
    cs_element in[CLSCAN_MAX_ARRAYS], out[CLSCAN_MAX_ARRAYS];
    bool reads_anywhere;     /* a user function reads input arrays at any place */
    bool loads_first;        /* a kernel of the prologue loads all elements before others read them */
    bool writes_anywhere;    /* a user function, a selection or a sort writes output arrays at any place */
    bool asks_position;      /* a user function gets the position of its element, and the number of elements */
    bool more_out_is_single; /* the second output array has one element for the whole scan */

    /* The number at args.count_at, and the type in which selections, sorts and segments with results count. */
    struct {
        size_t size; /* in bytes */
        bool is_signed;
    } count;
    /* The outputs of a selection or a sort that receive the indices of elements and the lengths of runs. */
    struct {
        unsigned output;
        bool is_signed;
    } indices, lengths;

    /* Selections. */
    struct {
        clscan_mask mask;     /* how a mask says which elements are kept */
        cs_run_rule run_rule; /* which element of a run is kept */
        /* For runs, args.segments has their keys, or heads of segments, with which runs begin too. Offsets are made to
         * heads, for which `segments.kind` is set too. */
        clscan_segments run_segments;
        /* The least length of a run that a run-length encoding has, if it drops shorter ones; 0: it has all runs. */
        unsigned min_run_length;
        /* The input that decides which elements are kept: a mask, or flags, bits or keys of runs. */
        unsigned deciding_input;
        bool rest;        /* a partition: the elements that are not kept follow those that are kept */
        bool three_parts; /* a partition whose rest is two parts: counts are pairs, and the total is three numbers */
        /* In a selection by segments, the output that receives where the kept elements of each segment begin, in a
         * partition also where its other elements begin. */
        unsigned offsets_output;
    } selection;

    /* Histograms. */
    struct {
        unsigned bins;         /* the number of bins; 0: the task is not a histogram */
        bool floating_counts;  /* the counts are of a floating-point type */
        cl_ulong most_counted; /* the most elements whose counts fit their type */
    } histogram;

    /* Sorts. */
    struct {
        unsigned passes; /* the number of passes over the elements; 0: the task is not a sort by keys */
        /* How many of these passes are by digits of the id of a segment or row; 0: the array is sorted as a whole. */
        unsigned segment_passes;
        unsigned top_k;         /* how many elements of the sort are wanted; 0: all */
        bool top_k_of_segments; /* top-k by segments: the sort kernels take the first top_k of each segment */
        size_t bytes;           /* bytes of an element with all that is carried along */
        size_t staged;          /* the most bytes of one of these that a work-group moves through local memory */

        bool by_comparison;   /* the sort orders by the user's comparison: there are no digits, and `passes` is 0 */
        size_t merge_bytes;   /* bytes of an element of such a sort, with its index if that moves along */
        size_t merge_carried; /* bytes that are carried along with an element */
    } sort;
} cs_traits;

/* Returns true if the task is a selection from each row by itself, with a total for each. */
bool cs_traits_selects_rows(const cs_traits *traits);

/* Returns how many arrays of desc.in or desc.out there are: the first one, and those with names that follow it. */
unsigned cs_num_arrays(const clscan_type *arrays);

/* Return the bytes of the initial value and of args.total, in rows of the total of one row; 0 if the task has none. */
size_t cs_traits_init_bytes(const cs_traits *traits);
size_t cs_traits_total_bytes(const cs_traits *traits);

/* Returns the bytes of the flags of a value. */
size_t cs_traits_flags_size(const cs_traits *traits);

/* Returns true if outputs receive as many results as fit: in selections and sorts, and if segments that are not given
 * by offsets have results. Except where cs_traits_moves_all holds, only the device knows how many elements the outputs
 * receive. By rows, an output of a selection has the places of all rows, and the result is false. */
bool cs_traits_compacts(const cs_traits *traits);

/* Returns true if the number of elements that are moved to the outputs depends on the count alone: in a partition, a
 * sort or a top-k, unless it is by segments. */
bool cs_traits_moves_all(const cs_traits *traits);

/* Returns true if the task is a sort by keys or a top-k that may be of columns, or of rows that lie apart in another
 * way. */
bool cs_traits_takes_columns(const cs_traits *traits);

/* Returns true if the task is a sort by keys that may be of such rows. The sort packs them. A top-k reads them where
 * they are. */
bool cs_traits_packs_rows(const cs_traits *traits);

/* Returns true if outputs are dense, whatever strides args.dims gives them: there are results for each row or for each
 * segment of it, or the first elements of a sort of each row. */
bool cs_traits_has_dense_outputs(const cs_traits *traits);

/* Returns how many elements of output `i` make up one result: in the first output of a histogram by segments the number
 * of bins, otherwise 1. An output receives only results that fit as a whole. */
size_t cs_traits_result_elements(const cs_traits *traits, unsigned i);

/* Returns true if the task is a partition of each segment by itself. */
bool cs_traits_partitions_segments(const cs_traits *traits);

/* Returns how many numbers args.offsets receives in a selection by `segments` segments: the numbers of each segment,
 * and one more for the end of the last segment. */
size_t cs_traits_offsets(const cs_traits *traits, size_t segments);

/* Return how many inputs and outputs the description and the operator have. The arrays that results of
 * segments add follow. */
unsigned cs_traits_given_in(const cs_traits *traits);
unsigned cs_traits_given_out(const cs_traits *traits);

/* Return the greatest count, index and length that a selection or a sort can write in its types, or the greatest number
 * of segments. Without counts, indices or lengths there is no limit. */
cl_ulong cs_traits_most_count(const cs_traits *traits);
cl_ulong cs_traits_most_index(const cs_traits *traits);
cl_ulong cs_traits_most_length(const cs_traits *traits);

/* Returns true if elements of a selection are counted by their index: a mask or runs decide about them, or segments
 * begin with them. Otherwise a predicate decides, for which the element is loaded. */
bool cs_traits_counts_by_index(const cs_traits *traits);

/* Returns true if the input that decides which elements of a selection are kept has a bit for each element. */
bool cs_traits_decides_by_bits(const cs_traits *traits);

/* Returns true if the arrays hold contiguous elements of the scanned type, to be scanned in either direction. */
bool cs_traits_contiguous_values(const cs_traits *traits);

typedef struct cs_problem {
    cs_traits traits;
    void (*print)(cs_strbuf *text, const struct cs_problem *problem); /* prints the problem in words */
    const char *type;                                                 /* the scalar type of elements, in OpenCL C */
    const char *lanes;        /* the suffix of vector types, for example "4"; otherwise "" */
    const char *op_file;      /* cl/op/<op_file>.h defines the accumulator; NULL: values are elements */
    const char *task_file;    /* cl/task/<task_file>.h stores the results; NULL: the task is a scan */
    const char *in_registers; /* the type of elements in computations: `type`, or a wider integer for small ones */
    const char *wrap;         /* the type in which integers are combined; NULL for user operators */
    const char *vector_wrap;  /* the same for vectors of integers */
    const char *lowest, *highest;
    const char *in[CLSCAN_MAX_ARRAYS], *out[CLSCAN_MAX_ARRAYS]; /* types of arrays; NULL: `type` with its lanes */
    bool in_saturates, out_saturates; /* the first array: floating-point numbers are converted to integers */
    /* The user's functions, or NULL. In a selection, `load`, `map` and `store` are functions of the library's or of the
     * user's, and compute counts of kept elements. */
    const char *load, *map, *store;
    /* The field of the description that would name the type of an element of in[0], of an element from which a key is
     * computed, and of a key, if that field is NULL. Otherwise NULL. */
    struct {
        const char *element, *key_in, *key;
    } untyped;
    bool maps; /* elements are not the scanned values: `map` computes these, or values count elements, as in histograms
                  without weights and in sorts */
    bool converts;    /* elements become values by conversion, and values elements, where no function does it */
    const char *keep; /* the user's predicate, which `map` names too; NULL: there is none */
    const char *less; /* the user's comparison, by which a sort orders; NULL: there is none */
    /* user_map is desc.user.map or NULL. It maps an element to its value, in a selection to the element that is
     * written, in a sort to its key, and in a histogram to its weight. user_map_type is the type of its result. NULL:
     * `type` with its lanes. */
    const char *user_map, *user_map_type;
    clscan_bins bins;         /* the bins of a histogram */
    bool with_position;       /* these functions get the position of the element, and the count */
    const char *offset;       /* the type of the offsets of segments; NULL: segments are not given by offsets */
    const char *key;          /* the type of an element of args.segments, or of the elements of runs */
    const char *computed_key; /* the type of the keys themselves; without `key_function` the same as `key` */
    const char *key_function; /* the user's function that computes a key, or NULL */
    const char *same_key;     /* the user's comparison of keys, or NULL */
    const char *key_field;    /* the field of the description that names the type `key` */
    bool compares;            /* keys of segments, or of the runs of a selection, are compared */
    const char *combine;      /* an expression of a and b, or a function's name */
    bool combine_is_function;
    const char *identity;                   /* an initializer; NULL: the operator has no identity */
    bool exact;                             /* every association gives the same bits; false if that is not known */
    bool commutative;                       /* operands may be swapped; false if that is not known */
    const char *op_name;                    /* for people */
    const char *source;                     /* the user's definitions, or "" */
    unsigned sort_first_bit, sort_num_bits; /* the bits of keys that a sort compares */
    bool needs_half, needs_double;
} cs_problem;

/* Prints the problem in words, for example "inclusive add over int (4 bytes)". */
void cs_problem_print(cs_strbuf *text, const cs_problem *problem);

#endif
