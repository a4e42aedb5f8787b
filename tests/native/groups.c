/* groups KERNEL PLACE LANES LIBRARY...: a kernel of one pass, compiled for the host, scans ints: PLACE is "in" or
 * "out", sub-groups have LANES work-items.
 *
 * Each copy of the library is a work-group that the device has room for, with its local memory, and runs one work-group
 * of the launch after the other; each work-item is a thread. */
#include "strategy/kernel_args.h"

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
enum { MAX_GROUPS = 8, PHASES = 3 };

/* A room for a work-group. One barrier object after the other: to the sanitizer, the end of one phase would else be the
 * begin of the next. */
typedef struct room {
    void (*kernel)(void);
    pthread_barrier_t phases[PHASES];
    unsigned runs;
    _Atomic uint64_t shown[2][WG_SIZE]; /* by lanes to each other: how many words so far, and the last */
} room;

typedef struct work_item {
    pthread_t thread;
    room *room;
    unsigned id, barriers;
    uint32_t words;
} work_item;

static __thread work_item *me;

void native_barrier(void) {
    pthread_barrier_wait(&me->room->phases[me->barriers++ % PHASES]);
}

/* Others come between. */
uint32_t native_ticket(volatile void *counter) {
    const uint32_t ticket = __atomic_fetch_add((volatile uint32_t *)counter, 1, __ATOMIC_RELAXED);
    sched_yield();
    return ticket;
}

uint32_t native_local_id(void) {
    return me->id;
}

/* ------------------------------------------------------------------------------------------- sub-groups */

static unsigned lanes;

uint32_t native_sub_size(void) {
    return lanes;
}

/* The words of all lanes. They wait for each other's words, and nothing else of theirs is in order: the sanitizer sees
 * who takes them to go in step. A word is overwritten by the next but one, when all have shown the next. */
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
    uint32_t epoch, first_ticket;
} launch;
static uint64_t workspace[(TILES + 8) * 2 * 4];

/* As cl/item/arrays.h has it. */
typedef struct init_words {
    uint32_t word[1];
} init_words;

#define ARRAYS                                                                                                         \
    const int *in, int *out, const int *init, init_words words, int *total, const uint32_t *count,                     \
        const uint32_t *segments, cs_numbers numbers
/* A kernel takes small structs from elsewhere than a function of C's does: of the arguments before `numbers` that
 * change places so, all are null. */
#define ITS_ARRAYS launch.in, launch.out, NULL, (init_words) { { 0 } }, NULL, NULL, NULL, numbers()

static cs_numbers numbers(void) {
    return (cs_numbers) { .count = COUNT,
                          .in_place = launch.in == launch.out,
                          .length = LENGTH,
                          .columns = COLUMNS,
                          .in_pitch = COUNT,
                          .in_stride = COLUMNS,
                          .out_pitch = COUNT,
                          .out_stride = COLUMNS,
                          .length_reciprocal = UINT64_MAX / LENGTH,
                          .columns_reciprocal = UINT64_MAX / COLUMNS };
}

typedef void kernel_of_tiles(ARRAYS, void *workspace, uint32_t tiles, uint32_t epoch, uint32_t first_ticket);
typedef void kernel_of_blocks(ARRAYS, void *workspace, uint64_t lines, uint32_t strip, uint64_t blocks, uint64_t rows,
                              uint32_t epoch, uint32_t first_ticket);

/* How a kernel cuts the elements, and is called. */
typedef struct cut {
    const char *kernel;
    void (*call)(void (*kernel)(void), unsigned tiles);
    unsigned lines, tiles;
    bool takes_more; /* work-items take tickets until there is none left, else each work-group one */
} cut;

static void call_for_tiles(void (*kernel)(void), unsigned tiles) {
    ((kernel_of_tiles *)kernel)(ITS_ARRAYS, workspace, tiles, launch.epoch, launch.first_ticket);
}

static void call_for_blocks(void (*kernel)(void), unsigned tiles) {
    (void)tiles;
    ((kernel_of_blocks *)kernel)(ITS_ARRAYS, workspace, COLUMNS, STRIP, BLOCKS, ROWS, launch.epoch,
                                 launch.first_ticket);
}

static const cut *how, cuts[] = {
    { "clscan_lookback", call_for_tiles, 1, TILES, false },
    { "clscan_chained", call_for_tiles, 1, TILES, false },
    { "clscan_slices", call_for_tiles, 1, SLICES, true },
    { "clscan_column_blocks", call_for_blocks, COLUMNS, (COLUMNS + STRIP - 1) / STRIP *BLOCKS, false },
};

static pthread_barrier_t start; /* of all work-items, for fear that the first has done all when the last comes */

static void *run_work_item(void *item) {
    me = item;
    pthread_barrier_wait(&start);
    for (unsigned run = 0; run < me->room->runs; run++) {
        how->call(me->room->kernel, how->tiles);
        native_barrier(); /* the next work-group has the same local memory */
    }
    return NULL;
}

static void run_launch(room *rooms, unsigned n) {
    static work_item items[MAX_GROUPS * WG_SIZE];
    pthread_barrier_init(&start, NULL, n * WG_SIZE);
    for (unsigned i = 0; i < n * WG_SIZE; i++) {
        items[i] = (work_item) { .room = &rooms[i / WG_SIZE], .id = i % WG_SIZE, .words = items[i].words };
        if (pthread_create(&items[i].thread, NULL, run_work_item, &items[i]) != 0)
            abort();
    }
    for (unsigned i = 0; i < n * WG_SIZE; i++)
        pthread_join(items[i].thread, NULL);
    pthread_barrier_destroy(&start);
}

static bool open_room(room *r, const char *library, unsigned runs) {
    void *handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL); /* the kernels beside it call what is not here */
    *r = (room) { .runs = runs };
    *(void **)&r->kernel = handle ? dlsym(handle, how->kernel) : NULL;
    for (int i = 0; i < PHASES; i++)
        pthread_barrier_init(&r->phases[i], NULL, WG_SIZE);
    if (!r->kernel)
        fprintf(stderr, "%s\n", dlerror());
    return r->kernel != NULL;
}

/* On the workspace of the launches before. */
static bool scans_right(room *rooms, unsigned n, bool in_place) {
    static int in[COUNT] __attribute__((aligned(16))), out[COUNT] __attribute__((aligned(16)));
    static int expected[COUNT];
    const unsigned tickets = how->tiles + (how->takes_more ? n * WG_SIZE : 0);
    launch = (struct launch) { in, in_place ? in : out, launch.epoch + 1, launch.epoch * tickets };
    for (unsigned i = 0; i < COUNT; i++) {
        const uint32_t before = i < how->lines ? 0 : (uint32_t)expected[i - how->lines];
        in[i] = (int)(i * 2654435761u >> (launch.epoch + 3));
        expected[i] = (int)(before + (uint32_t)in[i]);
    }
    run_launch(rooms, n);
    return memcmp(launch.out, expected, sizeof expected) == 0;
}

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
    for (int i = 0; i < 3; i++)
        if (!scans_right(rooms, n, strcmp(argv[2], "in") == 0)) {
            fprintf(stderr, "launch %d is wrong\n", i);
            return 1;
        }
    return 0;
}
