/* Runs work-groups as fibers in one thread. Each work-item has its own stack, and runs until it waits for others. The
 * work-item that runs next is drawn at random, so a kernel that relies on an order without a barrier fails. */
#include "objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { STACK = 1 << 20, MOST_ITEMS = 256 };

typedef enum work { READY, AT_BARRIER, EXCHANGING, DONE } work;

typedef struct item {
    char *stack;
    void *left; /* stack pointer at which the work-item resumes */
    struct room *room;
    uint32_t id, word;
    const void *at; /* the call in which the work-item waits */
    work work;
} item;

/* A place where one work-group runs after the other. */
typedef struct room {
    emulator_room program;
    item items[MOST_ITEMS];
    size_t group;
    bool open;
} room;

static struct {
    const emulator_call *call;
    size_t groups, started, wg_size;
    uint32_t lanes;
    uint64_t drawn;
} launch;
static room rooms[EMULATOR_ROOMS];
static void *scheduler;
static item *me;

void emulator_fail(const char *what) {
    fprintf(stderr, "emulator: %s\n", what);
    _exit(99);
}

static uint64_t draw(void) {
    launch.drawn ^= launch.drawn << 13;
    launch.drawn ^= launch.drawn >> 7;
    return launch.drawn ^= launch.drawn << 17;
}

/* ------------------------------------------------------------------------------------------- one work-item */

/* Switches from one stack to another. The registers that a function must preserve under the System V ABI of x86-64 are
 * saved on the old stack, and the old stack pointer is stored in *left. */
void emulator_switch(void **left, void *other);
__asm__(".text\n"
        "emulator_switch:\n"
        "push %rbp; push %rbx; push %r12; push %r13; push %r14; push %r15\n"
        "mov %rsp, (%rdi)\n"
        "mov %rsi, %rsp\n"
        "pop %r15; pop %r14; pop %r13; pop %r12; pop %rbx; pop %rbp\n"
        "ret\n");

/* The arguments as this ABI passes them. The arguments on the stack are passed as one struct. */
typedef void called(uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, uint64_t, emulator_stack);

static void run_item(void) {
    const uint64_t *r = launch.call->registers;
    ((called *)me->room->program.kernel)(r[0], r[1], r[2], r[3], r[4], r[5], launch.call->stack);
    me->work = DONE;
    me->at = NULL;
    emulator_switch(&me->left, scheduler);
}

static void start_item(room *r, uint32_t id) {
    item *i = &r->items[id];
    if (!i->stack) {
        i->stack = mmap(NULL, STACK, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (i->stack == MAP_FAILED || mprotect(i->stack, 4096, PROT_NONE) != 0)
            emulator_fail("no memory for a stack");
    }
    enum { KEPT = 6 }; /* saved registers; the return address follows them */
    void (*const begin)(void) = run_item;
    i->left = (void **)(void *)(i->stack + STACK) - KEPT - 2;
    memcpy((void **)i->left + KEPT, &begin, sizeof begin);
    i->room = r;
    i->id = id;
    i->work = READY;
}

/* ------------------------------------------------------------------------------------------- one work-group */

static void start_group(room *r) {
    r->open = launch.started < launch.groups;
    if (!r->open)
        return;
    r->group = launch.started++;
    enum { NOBODYS = 0xa5 }; /* uninitialized local memory is not zero */
    memset(r->program.local, NOBODYS, (size_t)(r->program.local_end - r->program.local));
    for (uint32_t id = 0; id < launch.wg_size; id++)
        start_item(r, id);
}

/* Returns true if all n work-items wait in the same call or all have ended, and false while any of them can run. Ends
 * the process if they wait in different calls. */
static bool agree(const item *i, size_t n) {
    for (size_t k = 0; k < n; k++)
        if (i[k].work == READY)
            return false;
    for (size_t k = 0; k < n; k++)
        if (i[k].work != i->work || i[k].at != i->at)
            emulator_fail("work-items of one group are at different barriers or exchanges");
    return true;
}

static void go_on(item *i, size_t n) {
    for (size_t k = 0; k < n; k++)
        i[k].work = READY;
}

static bool exchange(const item *lane) {
    for (uint32_t k = 0; k < launch.lanes; k++)
        if (lane[k].work == EXCHANGING)
            return true;
    return false;
}

/* Called when the item waits or has ended. Releases the items of its sub-group or work-group once all have arrived, and
 * starts the next work-group once all have ended. */
static void follow(item *i) {
    room *r = i->room;
    item *lane = &r->items[i->id / launch.lanes * launch.lanes];
    if (exchange(lane)) {
        if (agree(lane, launch.lanes))
            go_on(lane, launch.lanes);
    } else if (agree(r->items, launch.wg_size)) {
        if (i->work == DONE)
            start_group(r);
        else
            go_on(r->items, launch.wg_size);
    }
}

/* Returns the first work-item that can run, starting with a random one, or NULL if there is none. */
static item *next(void) {
    const size_t n = EMULATOR_ROOMS * launch.wg_size, first = draw() % n;
    for (size_t k = 0; k < n; k++) {
        room *r = &rooms[(first + k) % n / launch.wg_size];
        item *i = &r->items[(first + k) % launch.wg_size];
        if (r->open && i->work == READY)
            return i;
    }
    return NULL;
}

void emulator_run(const emulator_room programs[EMULATOR_ROOMS], const emulator_call *call, size_t groups,
                  size_t wg_size) {
    const uint32_t lanes = emulator_number("EMULATOR_LANES", 1);
    if (wg_size > MOST_ITEMS)
        emulator_fail("the work-group is too big");
    launch.call = call;
    launch.groups = groups;
    launch.started = 0;
    launch.wg_size = wg_size;
    launch.lanes = lanes < wg_size ? lanes : (uint32_t)wg_size;
    if (launch.drawn == 0)
        launch.drawn = emulator_number("EMULATOR_SEED", 1);
    for (size_t r = 0; r < EMULATOR_ROOMS; r++) {
        rooms[r].program = programs[r];
        start_group(&rooms[r]);
    }
    while ((me = next())) {
        emulator_switch(&scheduler, me->left);
        if (me->work != READY)
            follow(me);
    }
}

/* ------------------------------------------------------------------------------------- called by the kernels */

static void wait_as(work why, const void *at) {
    me->work = why;
    me->at = at;
    emulator_switch(&me->left, scheduler);
}

void emulator_barrier(void) {
    wait_as(AT_BARRIER, __builtin_return_address(0));
}

/* Lets other work-items run. Kernels call this before each access to memory that other work-items may access. */
void emulator_turn(void) {
    emulator_switch(&me->left, scheduler);
}

/* Returns the `word` of lane `lane` of the sub-group. All lanes of the sub-group call this together. */
uint32_t emulator_word_of(uint32_t word, uint32_t lane) {
    const item *first = &me->room->items[me->id / launch.lanes * launch.lanes];
    me->word = word;
    wait_as(EXCHANGING, __builtin_return_address(0));
    const uint32_t theirs = first[lane % launch.lanes].word;
    wait_as(EXCHANGING, NULL); /* until all lanes have read their words */
    return theirs;
}

uint32_t emulator_least_word(uint32_t word) {
    const item *first = &me->room->items[me->id / launch.lanes * launch.lanes];
    me->word = word;
    wait_as(EXCHANGING, __builtin_return_address(0));
    for (uint32_t lane = 0; lane < launch.lanes; lane++)
        word = first[lane].word < word ? first[lane].word : word;
    wait_as(EXCHANGING, NULL);
    return word;
}

/* Returns the set of lanes of the sub-group whose words are not 0, lane 0 in bit 0. */
uint64_t emulator_ballot(uint32_t word) {
    const item *first = &me->room->items[me->id / launch.lanes * launch.lanes];
    uint64_t lanes = 0;
    me->word = word;
    wait_as(EXCHANGING, __builtin_return_address(0));
    for (uint32_t lane = 0; lane < launch.lanes; lane++)
        lanes |= (uint64_t)(first[lane].word != 0) << lane;
    wait_as(EXCHANGING, NULL);
    return lanes;
}

uint32_t emulator_lanes(void) {
    return launch.lanes;
}
uint64_t emulator_local_id(void) {
    return me->id;
}
uint64_t emulator_group_id(void) {
    return me->room->group;
}
uint64_t emulator_groups(void) {
    return launch.groups;
}
uint64_t emulator_wg_size(void) {
    return launch.wg_size;
}
