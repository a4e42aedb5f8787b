/* Compares a user operator with a C loop on one thread: the composition of 2^24 affine maps of floats. The scan in the
 * device's buffers and the loop run in turns. Prints the median times as JSON, for tools/figures/run, which builds it.
 */
#include "../clscan/common/statistics.h"
#include "../examples/example.h"
#include <time.h>

enum { COUNT = 1 << 24, ROUNDS = 15 };

typedef struct {
    float a, b; /* x -> a x + b */
} affine;

static const char source[] = "typedef struct { float a, b; } affine;\n"
                             "static affine then(affine f, affine g) {\n"
                             "    affine both = { f.a * g.a, f.b * g.a + g.b };\n"
                             "    return both;\n"
                             "}\n";

static affine then(affine f, affine g) {
    affine both = { f.a * g.a, f.b * g.a + g.b };
    return both;
}

/* The factors of neighbouring maps cancel out, so that all results are exact in any order of evaluation. */
static void fill(affine *maps) {
    unsigned random = 1;
    for (size_t i = 0; i < COUNT; i++) {
        random = random * 1664525u + 1013904223u;
        maps[i].a = i % 2 ? 1 / maps[i - 1].a : (float)(1 << (random >> 31));
        maps[i].b = (float)(random >> 24 & 7) - 3.5f;
    }
}

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double time_scan(example *e, clscan_plan *plan, const clscan_args *args) {
    const double start = now();
    must(clscan_plan_enqueue(plan, e->queue, args, 0, NULL, NULL));
    must_cl(clFinish(e->queue), "clFinish");
    return now() - start;
}

static double time_loop(const affine *maps, affine *out) {
    const double start = now();
    affine all = { 1, 0 };
    for (size_t i = 0; i < COUNT; i++)
        out[i] = all = then(all, maps[i]);
    return now() - start;
}

static size_t first_difference(const affine *a, const affine *b) {
    size_t i = 0;
    while (i < COUNT && a[i].a == b[i].a && a[i].b == b[i].b)
        i++;
    return i;
}

int main(void) {
    static affine maps[COUNT], scanned[COUNT], looped[COUNT];
    double scan[ROUNDS], loop[ROUNDS];
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value = (clscan_type) { .name = "affine", .size = sizeof(affine) };
    desc.user.source = source;
    desc.user.combine = "then";
    desc.user.identity = "{ 1.0f, 0.0f }";

    fill(maps);
    example e = example_open();
    clscan_plan *plan;
    must(clscan_plan_create(e.device, &desc, &plan));
    const clscan_args args = { .in[0].buffer = example_buffer(&e, sizeof maps, maps),
                               .out[0].buffer = example_buffer(&e, sizeof maps, maps),
                               .count = COUNT };
    time_scan(&e, plan, &args);
    time_loop(maps, looped);
    for (int i = 0; i < ROUNDS; i++) {
        scan[i] = time_scan(&e, plan, &args);
        loop[i] = time_loop(maps, looped);
    }
    example_take(&e, args.out[0].buffer, sizeof scanned, scanned);
    clReleaseMemObject(args.in[0].buffer);
    clscan_plan_destroy(plan);
    example_close(&e);
    const size_t wrong = first_difference(scanned, looped);
    if (wrong < COUNT) {
        fprintf(stderr, "element %zu differs\n", wrong);
        return 1;
    }
    printf("{\"scan_seconds\":%g,\"c_loop_seconds\":%g}\n", timing_of(scan, ROUNDS).median,
           timing_of(loop, ROUNDS).median);
    return 0;
}
