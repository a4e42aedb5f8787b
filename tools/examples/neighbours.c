/* Finds near neighbours: from a matrix of distances, the first points of each row that are near. A selection from rows
 * keeps at most 8 points of each row, and says how many near ones there are. Only indices are written. */
#include "example.h"

enum { POINTS = 1500, ROOM = 8 };

/* A made-up distance from one point to another. */
static float distance(cl_uint from, cl_uint to) {
    return (float)((from * 2654435761u ^ to * 2246822519u) % 10007u) / 10007;
}

int main(void) {
    static float distances[POINTS][POINTS];
    static cl_uint near[POINTS][ROOM], found[POINTS];
    for (cl_uint from = 0; from < POINTS; from++)
        for (cl_uint to = 0; to < POINTS; to++)
            distances[from][to] = distance(from, to);

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_SELECT;
    desc.layout = CLSCAN_LAYOUT_ROWS;
    desc.value.name = "float";
    desc.index_type.name = "uint"; /* indices count from the beginning of the row */
    desc.user.source = "static int is_near(float distance) { return distance < 0.004f; }";
    desc.user.keep = "is_near";

    example e = example_open();
    clscan_plan *plan = NULL;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].host = distances;
    args.indices.host = near;
    args.total.host = found;
    args.num_dims = 2;
    args.dims[0].n = POINTS;
    args.dims[1].n = POINTS;
    args.dims[1].in_stride = POINTS;
    args.dims[1].out_stride = ROOM; /* what does not fit into its row is counted, and not written */
    must(clscan_plan_create(e.device, &desc, &plan));
    must(clscan_plan_execute(plan, &args));
    clscan_plan_destroy(plan);
    example_close(&e);

    size_t wrong = 0, all = 0;
    for (cl_uint from = 0; from < POINTS; from++) {
        cl_uint n = 0;
        for (cl_uint to = 0; to < POINTS; to++)
            if (distances[from][to] < 0.004f) {
                wrong += n < ROOM && near[from][n] != to;
                n++;
            }
        wrong += n != found[from];
        all += n;
    }
    printf("%d points have %zu near neighbours; %zu wrong\n", POINTS, all, wrong);
    return wrong != 0 || all == 0;
}
