/* The arguments of one enqueue with everything filled in that the caller may leave open. */
#ifndef CS_CALL_H
#define CS_CALL_H

#include "opencl/pointer_args.h"
#include "problem/problem.h"
#include "problem/rows.h"

/* An array from its offset on. `handle` is a buffer, or a pointer that is cast to cl_mem; NULL: there is no such array.
 */
typedef struct cs_call_array {
    cl_mem handle;
    size_t offset;   /* elements */
    size_t capacity; /* elements from the offset on; 0: not limited by the caller */
} cs_call_array;

typedef struct cs_call {
    size_t count;            /* elements of all rows */
    cs_rows rows;            /* without rows: one of them */
    size_t lines;            /* the number of rows, also if they have no elements; without rows: 1, or the number of
                              * segments in a task that has results for each, if they are given by offsets */
    cs_memory_kind memory;   /* the memory of all arrays */
    bool of_part;            /* the call is of a part of an array, in a split or a team: only buffers are possible */
    const char *first_array; /* the name of one of them; NULL: there is none */
    cs_call_array in[CLSCAN_MAX_ARRAYS], out[CLSCAN_MAX_ARRAYS];
    cs_call_array init_at, total, count_at, segments;
    cs_call_array mask, indices, lengths, keys,
        offsets; /* with a plan that has them, they are arrays of `in` and `out` instead */
    const void *init;
    bool has_only_carry; /* init_at is a start cell without an initial value: see traits.part.continues */
    size_t num_segments;
    cl_ulong first_index;
    cl_mem workspace;
} cs_call;

/* The names of the arrays in messages. An enqueue formats no text unless it fails, because formatting would take longer
 * than the rest of the enqueue. */
extern const char *const cs_in_names[CLSCAN_MAX_ARRAYS], *const cs_out_names[CLSCAN_MAX_ARRAYS];

/* A call on `count` contiguous elements; its arrays are to be set. */
cs_call cs_call_contiguous(size_t count);

/* Returns how an array of this call can be given, for messages about an array that is missing. */
const char *cs_call_way_to_set(const cs_call *call);

/* Fails if args.count_at is given together with several rows. */
clscan_status cs_call_check_count_at(const cs_call *call);

/* Returns the number at an address of an integer of 4 or 8 bytes. A negative number becomes a very large one. */
cl_ulong cs_number_at(const void *at, size_t size);

/* Returns the address of a cell in host memory; NULL if it is not given. */
const void *cs_host_cell(const cs_call_array *array, size_t size);

/* Returns how many elements the outputs of a selection hold already, as far as the host can know: 0 if that number is
 * on the device. */
cl_ulong cs_call_held(const cs_traits *traits, const cs_call *call);

/* Returns how many elements the outputs of a sort or a selection receive at most: all, or in a top-k of the whole array
 * or of rows the wanted ones. */
cl_ulong cs_call_moved(const cs_traits *traits, const cs_call *call);

/* Returns how many numbers args.total has: more than one in a partition in three parts, and in a selection by rows. */
size_t cs_call_total_numbers(const cs_traits *traits, const cs_call *call);

/* Returns true if a call writes results besides the total. A call without elements does so if rows or segments have
 * results, and if it stores where segments begin. If a call writes no results, no output need be given. */
bool cs_call_has_results(const cs_traits *traits, const cs_call *call);

/* Turns the caller's arguments into a call, for a plan with these traits. Fails for arguments that contradict each
 * other or the plan. */
clscan_status cs_call_of(const cs_traits *traits, const clscan_args *args, cs_call *call);

#endif
