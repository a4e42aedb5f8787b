/* Sorts particles into the cells of a grid, for simulations in which near particles interact. A stable sort brings the
 * particles of each cell together, and a histogram and a scan say where each cell begins. The particles of cell c are
 * then those from begins[c] up to, not including, begins[c + 1].
 *
 * The function cell_of has two uses. For the sort it computes the key of a particle, so that no array of keys is
 * needed. For the histogram it computes the bin. bucket_sort.c does the same work with kernels of its own. */
#include "example.h"
#include <string.h>

enum { PARTICLES = 300000, GRID = 32, CELLS = GRID * GRID * GRID, KEY_BITS = 15 }; /* CELLS is 2 to the KEY_BITS */

static const char source[] = "uint cell_of(float4 p) { /* x, y and z are in [0, 1); p.w is the mass */\n"
                             "    const uint x = (uint)(p.x * 32), y = (uint)(p.y * 32), z = (uint)(p.z * 32);\n"
                             "    return (z * 32 + y) * 32 + x;\n"
                             "}\n";

static cl_uint cell_of(const cl_float4 *p) {
    const cl_uint x = (cl_uint)(p->s[0] * GRID), y = (cl_uint)(p->s[1] * GRID), z = (cl_uint)(p->s[2] * GRID);
    return (z * GRID + y) * GRID + x;
}

/* Sorts the positions by cell, in place. The velocities are carried along, and each stays with its position. */
static void sort_by_cell(example *e, cl_mem positions, cl_mem velocities) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_SORT;
    desc.in[0].name = "float4"; /* the elements, */
    desc.value.name = "uint";   /* and their keys */
    desc.user.source = source;
    desc.user.map = "cell_of";
    desc.sort.num_bits = KEY_BITS; /* two passes of 8 bits instead of four */
    desc.in[1].name = desc.out[1].name = "float4";

    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = args.out[0].buffer = positions;
    args.in[1].buffer = args.out[1].buffer = velocities;
    args.count = PARTICLES;
    example_scan(e, &desc, &args);
}

/* Computes CELLS + 1 numbers: where each cell begins, and where the last one ends. */
static void find_begins(example *e, cl_mem positions, cl_mem begins) {
    clscan_desc count = CLSCAN_DESC_INIT, sum = CLSCAN_DESC_INIT;
    count.task = CLSCAN_TASK_HISTOGRAM;
    count.in[0].name = "float4";
    count.user.source = source;
    count.bins.kind = CLSCAN_BIN_KIND_FUNCTION;
    count.bins.function = "cell_of";
    count.bins.count = CELLS + 1; /* no particle is in the last bin, so that its sum is the number of all */
    sum.value.name = "uint";
    sum.kind = CLSCAN_KIND_EXCLUSIVE;
    sum.max_count = CELLS + 1; /* spares the compilation of programs for more elements */

    clscan_args particles = CLSCAN_ARGS_INIT, cells = CLSCAN_ARGS_INIT;
    particles.in[0].buffer = positions;
    particles.out[0].buffer = begins;
    particles.count = PARTICLES;
    cells.in[0].buffer = cells.out[0].buffer = begins; /* in place: counts become beginnings */
    cells.count = CELLS + 1;
    example_scan(e, &count, &particles);
    example_scan(e, &sum, &cells);
}

static cl_float4 random_point(cl_uint *state) {
    cl_float4 p;
    for (size_t k = 0; k < 4; k++)
        p.s[k] = (cl_float)((*state = *state * 1664525u + 1013904223u) >> 8) / 16777216.0f;
    p.s[2] *= p.s[2]; /* more particles below than above */
    return p;
}

int main(void) {
    static cl_float4 position[PARTICLES], velocity[PARTICLES], sorted[PARTICLES], sorted_velocity[PARTICLES];
    static cl_uint begins[CELLS + 1], expected[CELLS + 1], next[CELLS];
    cl_uint state = 1;
    for (size_t i = 0; i < PARTICLES; i++) {
        position[i] = random_point(&state);
        velocity[i] = random_point(&state);
    }

    example e = example_open();
    cl_mem positions = example_buffer(&e, sizeof position, position),
           velocities = example_buffer(&e, sizeof velocity, velocity), out = example_buffer(&e, sizeof begins, NULL);
    sort_by_cell(&e, positions, velocities);
    find_begins(&e, positions, out);
    example_take(&e, positions, sizeof sorted, sorted);
    example_take(&e, velocities, sizeof sorted_velocity, sorted_velocity);
    example_take(&e, out, sizeof begins, begins);
    example_close(&e);

    /* A counting sort in plain C has the same result, because both sorts are stable. */
    size_t wrong = 0, misplaced = 0;
    for (size_t i = 0; i < PARTICLES; i++)
        expected[cell_of(&position[i]) + 1]++;
    for (size_t c = 0; c < CELLS; c++)
        expected[c + 1] += next[c] = expected[c];
    for (size_t c = 0; c <= CELLS; c++)
        wrong += begins[c] != expected[c];
    for (size_t i = 0; i < PARTICLES; i++) {
        const cl_uint to = next[cell_of(&position[i])]++;
        misplaced += memcmp(&sorted[to], &position[i], sizeof position[i]) != 0 ||
                     memcmp(&sorted_velocity[to], &velocity[i], sizeof velocity[i]) != 0;
    }
    printf("%d particles in %d cells; %zu particles in the wrong place, %zu cells begin in the wrong place\n",
           PARTICLES, CELLS, misplaced, wrong);
    return wrong != 0 || misplaced != 0;
}
