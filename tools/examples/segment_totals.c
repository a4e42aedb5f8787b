/* Computes one total for each segment, from flags that say where segments begin, and the number of segments. Both stay
 * on the device until they are read. */
#include "example.h"

enum { ELEMENTS = 300000 };

int main(void) {
    static cl_float x[ELEMENTS], total[ELEMENTS];
    static unsigned char begins[ELEMENTS];
    cl_uint found = 0;
    for (cl_uint i = 0; i < ELEMENTS; i++) {
        x[i] = (float)(i % 11);
        begins[i] = i == 0 || i * 2654435761u >> 28 == 0;
    }

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_REDUCE;
    desc.value.name = "float";
    desc.segments = CLSCAN_SEGMENTS_FLAGS;

    example e = example_open();
    cl_mem in = example_buffer(&e, sizeof x, x), flags = example_buffer(&e, sizeof begins, begins),
           out = example_buffer(&e, sizeof total, NULL), number = example_buffer(&e, sizeof found, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = in;
    args.segments.buffer = flags;
    args.out[0].buffer = out; /* there are at most as many segments as elements */
    args.total.buffer = number;
    args.count = ELEMENTS;
    example_scan(&e, &desc, &args);
    example_take(&e, out, sizeof total, total);
    example_take(&e, number, sizeof found, &found);
    clReleaseMemObject(in);
    clReleaseMemObject(flags);
    example_close(&e);

    size_t segments = 0, wrong = 0;
    float expected = 0;
    for (size_t i = 0; i < ELEMENTS; i++) {
        expected = begins[i] ? x[i] : expected + x[i];
        if (i + 1 == ELEMENTS || begins[i + 1])
            wrong += total[segments++] != expected;
    }
    wrong += found != segments;
    printf("%d elements in %zu segments; %zu totals wrong\n", ELEMENTS, segments, wrong);
    return wrong != 0;
}
