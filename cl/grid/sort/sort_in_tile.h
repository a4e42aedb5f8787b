/* A work-group sorts up to CLSCAN_SORT_TILE elements in local memory: all elements of a sort, or whole rows. It loads
 * the keys once and ranks the elements by one digit after the other. The elements stay where they are meanwhile, and
 * only their order changes: order[r] is the place in the tile of the element with rank r. If there are several rows,
 * passes by the digits of the row's number follow the passes by the digits of the key. Digits that are the same in all
 * keys are left out. Each array is moved once, after the last pass, and all its elements are loaded before the first
 * one is stored, so that outputs may be the inputs. */
#ifndef CLSCAN_SORT_IN_TILE_H
#define CLSCAN_SORT_IN_TILE_H

#include "grid/sort/sort_packed.h"

#if CLSCAN_WG_SIZE > 1

/* The bits of a key that are compared. */
#if CLSCAN_SORT_NUM_BITS > 32
typedef ulong clscan_compared_bits;
#else
typedef uint clscan_compared_bits;
#endif

typedef struct {
    clscan_digit_range ranges[CLSCAN_DIGITS];
    uint differing[sizeof(clscan_compared_bits) / sizeof(uint)]; /* the bits that are not the same in all keys */
    union {
        struct {
            clscan_compared_bits keys[CLSCAN_SORT_TILE];
            union {
                clscan_rank_storage rank;
                ushort order[CLSCAN_SORT_TILE];
            } u;
        } ranking;
        ulong2 staged[(CLSCAN_SORT_TILE * CLSCAN_SORT_STAGED + 15) / 16 + 1];
    } u;
} clscan_sort_in_tile_storage;

CLSCAN_ASSERT(sizeof(clscan_sort_in_tile_storage) <= CLSCAN_SORT_LOCAL_BYTES, sort_in_tile_fits);

/* A tile, and the elements that this work-item ranks: places first + j * clscan_rank_stride(). A place is past the end
 * if it is `remaining` places or more after `first`. */
typedef struct {
    ulong begin; /* the tile's first element in the sort */
    uint n;      /* the elements of the tile */
    uint length; /* the length of a row; without rows, or if all are in one row, n or more */
    uint first, remaining;
} clscan_sorted_tile;

static clscan_sorted_tile clscan_sorted_tile_of(const clscan_view *v, ulong begin, uint n) {
    const uint length =
        CLSCAN_HAS_ROWS ? (uint)min((ulong)v->params.length, (ulong)CLSCAN_SORT_TILE) : CLSCAN_SORT_TILE;
    const clscan_sorted_tile t = { begin, n, length, clscan_rank_first(), n - min(n, clscan_rank_first()) };
    return t;
}

/* Returns where the element at a place of the tile is in the inputs or in the outputs of the caller. */
static ulong clscan_sort_in_at(const clscan_view *v, const clscan_sorted_tile *t, uint place) {
    return clscan_sort_at(v, t->begin + place, v->params.in_pitch, v->params.in_stride);
}
static ulong clscan_sort_out_at(const clscan_view *v, const clscan_sorted_tile *t, uint place) {
    return clscan_sort_at(v, t->begin + place, v->params.out_pitch, v->params.out_stride);
}

static clscan_compared_bits clscan_sort_compared_bits(clscan_in x) {
    return (clscan_compared_bits)(clscan_sort_ordered_bits(CLSCAN_SORT_KEY(x)) >> CLSCAN_SORT_FIRST_BIT);
}

/* Loads the keys of this work-item's elements into local memory, and finds the bits that differ from the first key. */
CLSCAN_COLLECTIVE void clscan_sort_load_keys(const clscan_view *v, const clscan_sorted_tile *t,
                                             local clscan_sort_in_tile_storage *s) {
    const clscan_compared_bits of_first = clscan_sort_compared_bits(v->in[clscan_sort_in_at(v, t, 0)]);
    clscan_compared_bits differing = 0;
    if (get_local_id(0) < sizeof s->differing / sizeof *s->differing)
        s->differing[get_local_id(0)] = 0;
    clscan_barrier();
    CLSCAN_UNROLL_RUN
    for (uint j = 0; j < CLSCAN_ITEMS; j++) {
        const uint i = j * clscan_rank_stride();
        if (i < t->remaining) {
            const clscan_compared_bits key = clscan_sort_compared_bits(v->in[clscan_sort_in_at(v, t, t->first + i)]);
            s->u.ranking.keys[t->first + i] = key;
            differing |= key ^ of_first;
        }
    }
    atomic_or(&s->differing[0], (uint)differing);
#if CLSCAN_SORT_NUM_BITS > 32
    atomic_or(&s->differing[1], (uint)(differing >> 32));
#endif
    clscan_barrier();
}

/* Returns the digit of a pass of the element at a place of the tile. */
static uint clscan_sort_digit_of_place(const clscan_sorted_tile *t, uint pass, uint place,
                                       const local clscan_compared_bits *keys) {
    if (pass >= CLSCAN_SORT_KEY_PASSES)
        return place / t->length >> (pass - CLSCAN_SORT_KEY_PASSES) * CLSCAN_DIGIT_BITS & (CLSCAN_DIGITS - 1);
    return (uint)(keys[place] >> pass * CLSCAN_DIGIT_BITS) & clscan_digit_field_of(pass).mask;
}

/* Returns the first pass from `pass` on whose digit is not the same in all elements, or `passes` if there is none. */
static uint clscan_sort_needed_pass(uint pass, uint passes, const local clscan_sort_in_tile_storage *s) {
    enum { IN_WORD = 32 / CLSCAN_DIGIT_BITS };
    while (pass < CLSCAN_SORT_KEY_PASSES &&
           (pass * CLSCAN_DIGIT_BITS >= CLSCAN_SORT_NUM_BITS ||
            !(s->differing[pass / IN_WORD] >> pass % IN_WORD * CLSCAN_DIGIT_BITS & clscan_digit_field_of(pass).mask)))
        pass++;
    return min(pass, passes);
}

/* Orders the elements of the tile by the digit of a pass. `order` has the order at the places of this work-item. Places
 * past the end have the greatest digit, and so the same ranks in each pass. */
CLSCAN_COLLECTIVE void clscan_sort_order_by(const clscan_sorted_tile *t, uint pass, uint *order,
                                            local clscan_sort_in_tile_storage *s) {
    uint entries[CLSCAN_ITEMS];
    CLSCAN_UNROLL_RUN
    for (uint j = 0; j < CLSCAN_ITEMS; j++)
        entries[j] = j * clscan_rank_stride() < t->remaining
                         ? clscan_sort_digit_of_place(t, pass, order[j], s->u.ranking.keys)
                         : CLSCAN_DIGITS - 1;
    clscan_rank_count(entries, s->ranges, &s->u.ranking.u.rank);
    clscan_rank_entries(entries, &s->u.ranking.u.rank);
    CLSCAN_UNROLL_RUN
    for (uint j = 0; j < CLSCAN_ITEMS; j++)
        s->u.ranking.u.order[CLSCAN_ENTRY_RANK(entries[j])] = (ushort)order[j];
    clscan_barrier();
    const local CLSCAN_READ_ONCE ushort *const moved = s->u.ranking.u.order + t->first;
    CLSCAN_UNROLL_RUN
    for (uint j = 0; j < CLSCAN_ITEMS; j++)
        order[j] = moved[j * clscan_rank_stride()];
    clscan_barrier();
}

/* Returns the number of passes: by the bits of the key that are compared, and by the number of the row. */
static uint clscan_sort_passes_in_tile(const clscan_sorted_tile *t) {
    uint passes = CLSCAN_SORT_KEY_PASSES;
    for (uint last = (t->n - 1) / t->length; last > 0; last >>= CLSCAN_DIGIT_BITS)
        passes++;
    return passes;
}

/* Macros for CLSCAN_SORT_ARRAYS, which move array k of the tile: through local memory, or if its elements are large,
 * directly. They use v, t, s and order of clscan_sort_in_tile, and sourcek, targetk and limitk. Indices are computed.
 */
#define CLSCAN_SORT_IN_TILE_STAGED(k, type)                                                                            \
    local type *const staged = (local type *)s->u.staged;                                                              \
    CLSCAN_UNROLL_RUN                                                                                                  \
    for (uint j = 0; j < CLSCAN_ITEMS; j++) {                                                                          \
        const uint i = j * clscan_rank_stride();                                                                       \
        if (i < t.remaining)                                                                                           \
            staged[t.first + i] = source##k[clscan_sort_in_at(v, &t, t.first + i)];                                    \
    }                                                                                                                  \
    clscan_barrier_after_loads();                                                                                      \
    CLSCAN_SORT_IN_TILE_STORE(k, type, staged[order[j]])                                                               \
    clscan_barrier();
#define CLSCAN_SORT_IN_TILE_DIRECTLY(k, type)                                                                          \
    type own[CLSCAN_ITEMS];                                                                                            \
    for (uint j = 0; j < CLSCAN_ITEMS; j++) {                                                                          \
        if (j * clscan_rank_stride() < t.remaining)                                                                    \
            own[j] = source##k[clscan_sort_in_at(v, &t, order[j])];                                                    \
    }                                                                                                                  \
    clscan_barrier_after_loads();                                                                                      \
    CLSCAN_SORT_IN_TILE_STORE(k, type, own[j])
#define CLSCAN_SORT_IN_TILE_STORE(k, type, moved)                                                                      \
    CLSCAN_UNROLL_RUN                                                                                                  \
    for (uint j = 0; j < CLSCAN_ITEMS; j++) {                                                                          \
        const uint i = j * clscan_rank_stride();                                                                       \
        const ulong at = i < t.remaining ? clscan_sort_out_at(v, &t, t.first + i) : limit##k;                          \
        if (at < limit##k)                                                                                             \
            target##k[at] = moved;                                                                                     \
    }
#define CLSCAN_SORT_IN_TILE_ARRAY(k, type, in, out, offset)                                                            \
    if (sizeof(type) <= CLSCAN_MOST_STAGED) {                                                                          \
        CLSCAN_SORT_IN_TILE_STAGED(k, type)                                                                            \
    } else {                                                                                                           \
        CLSCAN_SORT_IN_TILE_DIRECTLY(k, type)                                                                          \
    }
#define CLSCAN_SORT_IN_TILE_INDEX(k, type, out, offset)                                                                \
    if ((k) != CLSCAN_SORT_SEGMENT_IDS) {                                                                              \
        (void)source##k;                                                                                               \
        CLSCAN_SORT_IN_TILE_STORE(k, type, (type)(v->params.first_index + order[j] % t.length))                        \
    }

/* Sorts the elements from `begin` up to `begin + n`: all elements of the sort, or whole rows. */
CLSCAN_COLLECTIVE void clscan_sort_in_tile(const clscan_view *v, const clscan_sort_space *space, ulong begin, uint n,
                                           local clscan_sort_in_tile_storage *s) {
    const clscan_sorted_tile t = clscan_sorted_tile_of(v, begin, n);
    const clscan_sort_buffers buffers = { true, CLSCAN_CALLER_ARRAYS, CLSCAN_CALLER_ARRAYS };
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_ARRAY_ENDS, CLSCAN_SORT_INDEX_ENDS)
    uint order[CLSCAN_ITEMS];
    CLSCAN_UNROLL_RUN
    for (uint j = 0; j < CLSCAN_ITEMS; j++)
        order[j] = t.first + j * clscan_rank_stride();
    clscan_sort_load_keys(v, &t, s);
    const uint passes = clscan_sort_passes_in_tile(&t);
    for (uint pass = clscan_sort_needed_pass(0, passes, s); pass < passes;
         pass = clscan_sort_needed_pass(pass + 1, passes, s))
        clscan_sort_order_by(&t, pass, order, s);
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_IN_TILE_ARRAY, CLSCAN_SORT_IN_TILE_INDEX)
}

#endif

#endif
