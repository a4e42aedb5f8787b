/* groups KERNEL PLACE LANES LIBRARY...: scans, reduces or sorts ints with a kernel that was compiled for the host.
 * PLACE is "in" (in place) or "out" (out of place). Sub-groups have LANES work-items.
 *
 * Each LIBRARY is a copy of the compiled kernel, with local memory of its own. It represents one resident work-group,
 * and runs work-groups of the launch one after the other. Each work-item is a thread. */
#include "strategy/kernel_args.h"
#include "tuning/sort_shape.h"

#include <dlfcn.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TILE = WG_SIZE * 12, TILES = WG_SIZE > 16 ? 20 : WG_SIZE > 1 ? 150 : 1200, COLUMNS = 5 };
enum { COUNT = TILES * TILE - COLUMNS, SLICE = 100, SLICES = COUNT / SLICE + 1 };
enum { STRIP = 2, LENGTH = COUNT / COLUMNS, ROWS = 24, BLOCKS = (LENGTH + ROWS - 1) / ROWS };
enum { SORT_TILES = 35, SORTED = SORT_TILES * TILE - 5 };
enum { ROW = 5, SORTED_ALONE = TILE / ROW * ROW, SORTED_ROWS = SORT_TILES * SORTED_ALONE - ROW };
enum { PARTS = 30, SPAN = TILES / PARTS * TILE, COUNTERS = 32 /* of 32 bits */ };
enum { MAX_GROUPS = 8, PHASES = 3 };

/* A room is a place where one work-group runs at a time. Barriers use PHASES barrier objects one after the other. With
 * a single object, the thread sanitizer would confuse the end of one phase with the beginning of the next. */
typedef struct room {
    void (*kernel)(void);
    pthread_barrier_t phases[PHASES];
    unsigned runs;
    _Atomic uint64_t shown[2][WG_SIZE]; /* exchange between lanes: number of words so far, and the last word */
} room;

typedef struct work_item {
    pthread_t thread;
    room *room;
    unsigned id, group, barriers;
    uint32_t words;
} work_item;

static __thread work_item *me;

void native_barrier(void) {
    pthread_barrier_wait(&me->room->phases[me->barriers++ % PHASES]);
}

/* Takes a ticket. Other threads may run before it is used. */
uint32_t native_ticket(volatile void *counter) {
    const uint32_t ticket = __atomic_fetch_add((volatile uint32_t *)counter, 1, __ATOMIC_RELAXED);
    sched_yield();
    return ticket;
}

uint32_t native_local_id(void) {
    return me->id;
}

uint32_t native_group_id(void) {
    return me->group;
}

/* ------------------------------------------------------------------------------------------- sub-groups */

static unsigned lanes;

uint32_t native_sub_size(void) {
    return lanes;
}

/* Returns the words of all lanes. Lanes wait for each other's words by relaxed atomics, which order no other accesses,
 * so the sanitizer reports kernels that assume that lanes run in lockstep. There are two sets of words in turn: a word
 * is overwritten only after all lanes have shown the next one. */
static void exchange(uint32_t word, uint32_t words[WG_SIZE]) {
    _Atomic uint64_t *shown = me->room->shown[++me->words % 2];
    atomic_store_explicit(&shown[me->id], (uint64_t)me->words << 32 | word, memory_order_relaxed);
    for (unsigned lane = 0; lane < lanes; lane++) {
        uint64_t theirs;
        while ((theirs = atomic_load_explicit(&shown[me->id / lanes * lanes + lane], memory_order_relaxed)) >> 32 !=
               me->words)
            sched_yield();
        words[lane] = (uint32_t)theirs;
    }
}

uint32_t native_word_of(uint32_t word, uint32_t lane) {
    uint32_t words[WG_SIZE];
    exchange(word, words);
    return words[lane % lanes];
}

uint32_t native_least_word(uint32_t word) {
    uint32_t words[WG_SIZE];
    exchange(word, words);
    for (unsigned lane = 0; lane < lanes; lane++)
        word = words[lane] < word ? words[lane] : word;
    return word;
}

/* --------------------------------------------------------------------------------------------- launches */

static struct launch {
    const int *in;
    int *out;
    uint32_t count, epoch, first_ticket, pass;
} launch;
static uint64_t workspace[(TILES + 8) * 2 * 4];

/* The same as the words of the initial value in cl/item/arrays.h. */
typedef struct init_words {
    uint32_t word[1];
} init_words;

#define ARRAYS                                                                                                         \
    const int *in, int *out, const int *init, init_words words, int *total, const uint32_t *count,                     \
        const uint32_t *segments, cs_params params
/* Kernels and C functions pass small structs in different places. That moves some of the arguments before `numbers`.
 * All arguments that move are null, so the difference does not matter. */
#define ITS_ARRAYS launch.in, launch.out, NULL, (init_words) { { 0 } }, NULL, NULL, NULL, params()

typedef void kernel_of_tiles(ARRAYS, void *workspace, uint32_t tiles, uint32_t epoch, uint32_t first_ticket);
typedef void kernel_of_blocks(ARRAYS, void *workspace, uint64_t lines, uint32_t strip, uint64_t blocks, uint64_t rows,
                              uint32_t epoch, uint32_t first_ticket);
typedef void kernel_of_sweeps(ARRAYS, uint32_t pass, uint32_t spans, uint32_t tiles, uint64_t pitch, void *workspace);

typedef void kernel_of_parts(ARRAYS, uint64_t parts, uint64_t span, void *workspace, uint32_t counters, uint32_t epoch);
typedef void kernel_of_rows(ARRAYS, uint64_t span);

/* How a kernel divides the elements into tiles, and how it is called. */
typedef struct cut {
    const char *kernel;
    void (*call)(void (*kernel)(void), unsigned tiles);
    bool (*is_right)(room *rooms, unsigned n, bool in_place); /* runs the kernel */
    unsigned length, columns, tiles;
    bool takes_more; /* each work-item takes tickets until none is left; otherwise each work-group takes one */
} cut;
static const cut *how;

uint32_t native_num_groups(void) {
    return how->tiles;
}

static cs_params params(void) {
    const uint64_t length = how->length, columns = how->columns;
    return (cs_params) { .count = launch.count,
                         .in_place = launch.in == launch.out,
                         .outputs = 1,
                         .capacity = SORTED,
                         .num_results = 1,
                         .length = length,
                         .columns = columns,
                         .in_pitch = length * columns,
                         .in_stride = columns,
                         .out_pitch = length * columns,
                         .out_stride = columns,
                         .length_reciprocal = UINT64_MAX / length,
                         .columns_reciprocal = UINT64_MAX / columns };
}

static void call_for_tiles(void (*kernel)(void), unsigned tiles) {
    ((kernel_of_tiles *)kernel)(ITS_ARRAYS, workspace, tiles, launch.epoch, launch.first_ticket);
}

static void call_for_blocks(void (*kernel)(void), unsigned tiles) {
    (void)tiles;
    ((kernel_of_blocks *)kernel)(ITS_ARRAYS, workspace, COLUMNS, STRIP, BLOCKS, ROWS, launch.epoch,
                                 launch.first_ticket);
}

/* The workspace of a sort by sweeps: see cl/grid/sort/sort_space.h. There are no spans, because the host counts the
 * digits.
 */
enum { PASSES = 4, ROOM = (SORTED + CS_WORKSPACE_ALIGNMENT - 1) / CS_WORKSPACE_ALIGNMENT * CS_WORKSPACE_ALIGNMENT };
static struct {
    union {
        uint32_t digits[PASSES];
        char aligned[CS_WORKSPACE_ALIGNMENT];
    } first;
    union {
        uint32_t counters[PASSES];
        char aligned[CS_WORKSPACE_ALIGNMENT];
    } tickets;
    int totals[PASSES][CS_DIGITS];
    uint32_t records[2][SORT_TILES][CS_DIGITS];
    int buffers[2][ROOM];
} space __attribute__((aligned(CS_WORKSPACE_ALIGNMENT)));

static void call_for_sweeps(void (*kernel)(void), unsigned tiles) {
    ((kernel_of_sweeps *)kernel)(ITS_ARRAYS, launch.pass, 0, tiles, ROOM, &space);
}

/* The workspace of a reduction has counters, space for one record, and the records of the parts. */
static void call_for_parts(void (*kernel)(void), unsigned tiles) {
    ((kernel_of_parts *)kernel)(ITS_ARRAYS, tiles, SPAN, workspace, COUNTERS, launch.epoch);
}

static void call_for_rows(void (*kernel)(void), unsigned tiles) {
    (void)tiles;
    ((kernel_of_rows *)kernel)(ITS_ARRAYS, SORTED_ALONE);
}

static unsigned resident;       /* work-groups that run at the same time */
static pthread_barrier_t start; /* all work-items start together, or the first could finish before the last starts */

static void *run_work_item(void *item) {
    me = item;
    pthread_barrier_wait(&start);
    for (unsigned run = 0; run < me->room->runs; run++) {
        how->call(me->room->kernel, how->tiles);
        me->group += resident;
        native_barrier(); /* the next work-group uses the same local memory */
    }
    return NULL;
}

static void run_launch(room *rooms, unsigned n) {
    static work_item items[MAX_GROUPS * WG_SIZE];
    resident = n;
    pthread_barrier_init(&start, NULL, n * WG_SIZE);
    for (unsigned i = 0; i < n * WG_SIZE; i++) {
        items[i] = (work_item) {
            .room = &rooms[i / WG_SIZE], .id = i % WG_SIZE, .group = i / WG_SIZE, .words = items[i].words
        };
        if (pthread_create(&items[i].thread, NULL, run_work_item, &items[i]) != 0)
            abort();
    }
    for (unsigned i = 0; i < n * WG_SIZE; i++)
        pthread_join(items[i].thread, NULL);
    pthread_barrier_destroy(&start);
}

static bool open_room(room *r, const char *library, unsigned runs) {
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL); /* lazy: undefined functions in other kernels */
    *r = (room) { .runs = runs };
    *(void **)&r->kernel = handle ? dlsym(handle, how->kernel) : NULL;
    for (int i = 0; i < PHASES; i++)
        pthread_barrier_init(&r->phases[i], NULL, WG_SIZE);
    if (!r->kernel)
        fprintf(stderr, "%s\n", dlerror());
    return r->kernel != NULL;
}

/* Runs one launch, on the same workspace as the launches before, and returns whether the result is right. */
static bool scans_right(room *rooms, unsigned n, bool in_place) {
    static int in[COUNT] __attribute__((aligned(16))), out[COUNT] __attribute__((aligned(16)));
    static int expected[COUNT];
    const unsigned tickets = how->tiles + (how->takes_more ? n * WG_SIZE : 0);
    launch = (struct launch) { in, in_place ? in : out, COUNT, launch.epoch + 1, launch.epoch * tickets, 0 };
    for (unsigned i = 0; i < COUNT; i++) {
        const uint32_t before = i < how->columns ? 0 : (uint32_t)expected[i - how->columns];
        in[i] = (int)(i * 2654435761u >> (launch.epoch + 3));
        expected[i] = (int)(before + (uint32_t)in[i]);
    }
    run_launch(rooms, n);
    return memcmp(launch.out, expected, sizeof expected) == 0;
}

/* The same for a reduction. */
static bool reduces_right(room *rooms, unsigned n, bool in_place) {
    static int in[COUNT] __attribute__((aligned(16)));
    int out = 0;
    uint32_t expected = 0;
    (void)in_place;
    launch = (struct launch) { .in = in, .out = &out, .count = COUNT, .epoch = launch.epoch + 1 };
    for (unsigned i = 0; i < COUNT; i++) {
        in[i] = (int)(i * 2654435761u >> (launch.epoch + 3));
        expected += (uint32_t)in[i];
    }
    run_launch(rooms, n);
    return (uint32_t)out == expected;
}

/* -------------------------------------------------------------------------------------------------------- sorts */

static int compare(const void *a, const void *b) {
    const int x = *(const int *)a, y = *(const int *)b;
    return (x > y) - (x < y);
}

static uint32_t digit_of(int key, unsigned pass) {
    return ((uint32_t)key ^ UINT32_C(1) << 31) >> CS_DIGIT_BITS * pass & (CS_DIGITS - 1);
}

/* Does what the launches before the first sweep do. The records of odd passes keep what was there. */
static void count_digits(const int *in) {
    memset(&space.tickets, 0, sizeof space.tickets);
    memset(space.totals, 0, sizeof space.totals);
    memset(space.records[0], 0, sizeof space.records[0]);
    for (unsigned pass = 0; pass < PASSES; pass++) {
        space.first.digits[pass] = digit_of(in[0], pass);
        for (unsigned i = 0; i < SORTED; i++)
            space.totals[pass][digit_of(in[i], pass)]++;
    }
}

/* Sorts on the same workspace as before, with one launch for each pass, and returns whether the result is right. */
static bool sorts_right(room *rooms, unsigned n, bool in_place) {
    static int in[SORTED], out[SORTED], expected[SORTED];
    launch = (struct launch) { .in = in, .out = in_place ? in : out, .count = SORTED, .epoch = launch.epoch + 1 };
    for (unsigned i = 0; i < SORTED; i++)
        expected[i] = in[i] = (int)(i * 2654435761u >> (launch.epoch + 3)) - (int)(i % 3 << 28);
    qsort(expected, SORTED, sizeof *expected, compare);
    count_digits(in);
    for (launch.pass = 0; launch.pass < PASSES; launch.pass++)
        run_launch(rooms, n);
    return memcmp(launch.out, expected, sizeof expected) == 0;
}

/* Sorts rows by work-groups that sort whole rows alone, and returns whether the result is right. */
static bool sorts_rows_right(room *rooms, unsigned n, bool in_place) {
    static int in[SORTED_ROWS + 1], out[SORTED_ROWS + 1], expected[SORTED_ROWS + 1];
    launch = (struct launch) { .in = in, .out = in_place ? in : out, .count = SORTED_ROWS, .epoch = launch.epoch + 1 };
    for (unsigned i = 0; i < SORTED_ROWS; i++)
        expected[i] = in[i] = (int)(i * 2654435761u >> (launch.epoch + 3)) - (int)(i % 3 << 28);
    for (unsigned i = 0; i < SORTED_ROWS; i += ROW)
        qsort(expected + i, ROW, sizeof *expected, compare);
    run_launch(rooms, n);
    return memcmp(launch.out, expected, sizeof expected) == 0;
}

/* --------------------------------------------------------------------------------------------------- the program */

static const cut cuts[] = {
    { "clscan_lookback", call_for_tiles, scans_right, COUNT, 1, TILES, false },
    { "clscan_chained", call_for_tiles, scans_right, COUNT, 1, TILES, false },
    { "clscan_slices", call_for_tiles, scans_right, COUNT, 1, SLICES, true },
    { "clscan_column_blocks", call_for_blocks, scans_right, LENGTH, COLUMNS, (COLUMNS + STRIP - 1) / STRIP *BLOCKS,
      false },
    { "clscan_reduce_one_launch", call_for_parts, reduces_right, COUNT, 1, PARTS, false },
    { "clscan_sort_sweep", call_for_sweeps, sorts_right, SORTED, 1, SORT_TILES, false },
    { "clscan_sort_in_tiles", call_for_rows, sorts_rows_right, ROW, 1, SORT_TILES, false },
};

static const cut *cut_of(const char *kernel) {
    for (size_t i = 0; i < sizeof cuts / sizeof cuts[0]; i++)
        if (strcmp(cuts[i].kernel, kernel) == 0)
            return &cuts[i];
    return NULL;
}

int main(int argc, char **argv) {
    static room rooms[MAX_GROUPS];
    const unsigned n = argc > 4 ? (unsigned)argc - 4 : 0;
    if (n == 0 || n > MAX_GROUPS || !(how = cut_of(argv[1])))
        return 2;
    lanes = (unsigned)atoi(argv[3]);
    for (unsigned g = 0; g < n; g++)
        if (!open_room(&rooms[g], argv[4 + g], how->takes_more ? 1 : (how->tiles - g + n - 1) / n))
            return 2;
    for (int i = 0; i < (how->is_right == sorts_right ? 2 : 3); i++)
        if (!how->is_right(rooms, n, strcmp(argv[2], "in") == 0)) {
            fprintf(stderr, "launch %d is wrong\n", i);
            return 1;
        }
    return 0;
}
