/* Computes a linear recurrence in parallel: x[i] = a[i] * x[i-1] + b[i], although each step seems to need the one
 * before. Each step is an affine map, x -> a x + b, and the composition of maps is associative, but not commutative.
 * Result i of the scan is the map that leads from the initial value to x[i]. */
#include <clscan/clscan.h>
#include <stdio.h>

typedef struct {
    float a, b; /* x -> a x + b */
} affine;

static const char source[] = "typedef struct { float a, b; } affine;\n"
                             "static affine then(affine f, affine g) {\n"
                             "    affine both = { f.a * g.a, f.b * g.a + g.b };\n"
                             "    return both;\n"
                             "}\n";

enum { STEPS = 50000 };

/* A tank that loses a little each step and is fed unevenly. */
static affine step(int i) {
    affine s = { 0.75f + 0.0625f * (float)(i % 4), (float)(i % 7) };
    return s;
}

static int failed(clscan_status status) {
    fprintf(stderr, "%s\n%s", clscan_last_message(), clscan_last_build_log());
    return status == CLSCAN_ERROR_NO_DEVICE ? 77 : 1;
}

int main(void) {
    static affine steps[STEPS], from_start[STEPS];
    for (int i = 0; i < STEPS; i++)
        steps[i] = step(i);

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value = (clscan_type) { .name = "affine", .size = sizeof(affine) };
    desc.user.source = source;
    desc.user.combine = "then";
    desc.user.identity = "{ 1.0f, 0.0f }";

    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = STEPS;
    args.in[0].host = steps;
    args.out[0].host = from_start;

    clscan_device *device = NULL;
    clscan_plan *plan = NULL;
    clscan_status status = clscan_device_open(NULL, NULL, &device);
    if (!status)
        status = clscan_plan_create(device, &desc, &plan);
    if (!status)
        status = clscan_plan_execute(plan, &args);
    int exit_status = status ? failed(status) : 0;
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    if (status)
        return exit_status;

    const float start = 100.0f;
    double x = start, worst = 0;
    for (int i = 0; i < STEPS; i++) {
        x = (double)steps[i].a * x + (double)steps[i].b;
        double off = (double)(from_start[i].a * start + from_start[i].b) / x - 1;
        worst = off > worst ? off : -off > worst ? -off : worst;
    }
    printf("x after %d steps: %.6f; farthest from the loop in double: %.1e relative\n", STEPS, x, worst);
    return worst > 1e-5;
}
