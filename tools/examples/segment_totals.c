/* One total for each segment, from flags that say where segments begin. The operator scans the number of segments
 * together with the sum of the last one. The last element of each segment then knows its segment's number and total. */
#include "example.h"

enum { ELEMENTS = 300000 };

static const char source[] =
    "typedef struct { uint segments; float sum; } part;\n"
    "part join(part a, part b) {\n"
    "    part both = { a.segments + b.segments, b.segments ? b.sum : a.sum + b.sum };\n"
    "    return both;\n"
    "}\n"
    "part load(const global float *x, const global uchar *begins, ulong i) {\n"
    "    part one = { begins[i] != 0, x[i] };\n"
    "    return one;\n"
    "}\n"
    "void store(global float *total, const global float *x, const global uchar *begins, ulong i,\n"
    "           part own, part inclusive, part exclusive) {\n"
    "    if (begins[i + 1])\n"
    "        total[inclusive.segments - 1] = inclusive.sum;\n"
    "}\n";

int main(void) {
    static cl_float x[ELEMENTS], total[ELEMENTS];
    static unsigned char begins[ELEMENTS + 1];
    for (cl_uint i = 0; i < ELEMENTS; i++) {
        x[i] = (float)(i % 11);
        begins[i] = i == 0 || i * 2654435761u >> 28 == 0;
    }
    begins[ELEMENTS] = 1; /* ends the last segment */

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "part";
    desc.value.size = 8;
    desc.in[0].name = desc.out[0].name = "float";
    desc.in[1].name = "uchar";
    desc.user.source = source;
    desc.user.combine = "join";
    desc.user.identity = "{ 0, 0 }";
    desc.user.load = "load";
    desc.user.store = "store";

    example e = example_open();
    cl_mem in = example_buffer(&e, sizeof x, x), flags = example_buffer(&e, sizeof begins, begins),
           out = example_buffer(&e, sizeof total, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = in;
    args.in[1].buffer = flags;
    args.out[0].buffer = out;
    args.count = ELEMENTS;
    example_scan(&e, &desc, &args);
    example_take(&e, out, sizeof total, total);
    clReleaseMemObject(in);
    clReleaseMemObject(flags);
    example_close(&e);

    size_t segments = 0, wrong = 0;
    float expected = 0;
    for (size_t i = 0; i < ELEMENTS; i++) {
        expected = begins[i] ? x[i] : expected + x[i];
        if (begins[i + 1])
            wrong += total[segments++] != expected;
    }
    printf("%d elements in %zu segments; %zu totals wrong\n", ELEMENTS, segments, wrong);
    return wrong != 0;
}
