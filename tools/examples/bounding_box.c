/* Computes the bounding box of each object that consists of points: a reduction of rows, with an operator of the
 * program's own. A map turns a point into the box around it, and the operator joins two boxes. Each row has the points
 * of one object, the same number for each. */
#include "example.h"

enum { OBJECTS = 300, POINTS = 1000 };

typedef struct {
    cl_float x, y, z;
} point;

typedef struct {
    point low, high;
} box;

static const char source[] =
    "typedef struct { float x, y, z; } point;\n"
    "typedef struct { point low, high; } box;\n"
    "box around(point p) {\n"
    "    box b = { p, p };\n"
    "    return b;\n"
    "}\n"
    "box join(box a, box b) {\n"
    "    box c = { { fmin(a.low.x, b.low.x), fmin(a.low.y, b.low.y), fmin(a.low.z, b.low.z) },\n"
    "              { fmax(a.high.x, b.high.x), fmax(a.high.y, b.high.y),\n"
    "                fmax(a.high.z, b.high.z) } };\n"
    "    return c;\n"
    "}\n";

static cl_float coordinate(size_t i, unsigned axis) {
    return (cl_float)((cl_uint)(i * 3 + axis) * 2654435761u >> 12);
}

static cl_float lower(cl_float a, cl_float b) {
    return a < b ? a : b;
}

static cl_float higher(cl_float a, cl_float b) {
    return a > b ? a : b;
}

static int is_right(const point *p, const box *b) {
    box c = { p[0], p[0] };
    for (size_t i = 1; i < POINTS; i++) {
        c.low = (point) { lower(c.low.x, p[i].x), lower(c.low.y, p[i].y), lower(c.low.z, p[i].z) };
        c.high = (point) { higher(c.high.x, p[i].x), higher(c.high.y, p[i].y), higher(c.high.z, p[i].z) };
    }
    return c.low.x == b->low.x && c.low.y == b->low.y && c.low.z == b->low.z && c.high.x == b->high.x &&
           c.high.y == b->high.y && c.high.z == b->high.z;
}

int main(void) {
    static point points[OBJECTS * POINTS];
    static box boxes[OBJECTS];
    for (size_t i = 0; i < OBJECTS * POINTS; i++)
        points[i] = (point) { coordinate(i, 0), coordinate(i, 1), coordinate(i, 2) };

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_REDUCE;
    desc.value = (clscan_type) { .name = "box", .size = sizeof(box) };
    desc.in[0] = (clscan_type) { .name = "point", .size = sizeof(point) };
    desc.layout = CLSCAN_LAYOUT_ROWS;
    desc.user.source = source;
    desc.user.map = "around";
    desc.user.combine = "join"; /* no identity: there is no box around no points */

    example e = example_open();
    cl_mem in = example_buffer(&e, sizeof points, points), out = example_buffer(&e, sizeof boxes, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = in;
    args.out[0].buffer = out;
    args.num_dims = 2;
    args.dims[0].n = POINTS;
    args.dims[1].n = OBJECTS;
    example_scan(&e, &desc, &args);
    example_take(&e, out, sizeof boxes, boxes);
    clReleaseMemObject(in);
    example_close(&e);

    size_t wrong = 0;
    for (size_t i = 0; i < OBJECTS; i++)
        wrong += !is_right(points + i * POINTS, &boxes[i]);
    printf("%d boxes of %d points each; %zu boxes wrong\n", OBJECTS, POINTS, wrong);
    return wrong != 0;
}
