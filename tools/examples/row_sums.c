/* Multiplies a sparse matrix in CSR form with a vector. A load function multiplies each entry with its element of the
 * vector, and the offsets of the rows are the segments of a reduction. A row without entries has the sum 0. */
#include "example.h"

enum { ROWS = 100000, MOST = 8 * ROWS };

static const char source[] =
    "float product(const global float *value, const global uint *column, const global float *x, ulong i) {\n"
    "    return value[i] * x[column[i]];\n"
    "}\n";

int main(void) {
    static cl_uint offset[ROWS + 1], column[MOST];
    static cl_float value[MOST], x[ROWS], sum[ROWS];
    for (cl_uint r = 0; r < ROWS; r++) {
        x[r] = (float)(r % 5);
        offset[r + 1] = offset[r] + (r * 2654435761u >> 29); /* 0 to 7 entries */
    }
    const cl_uint entries = offset[ROWS];
    for (cl_uint i = 0; i < entries; i++) {
        column[i] = i * 2654435761u % ROWS;
        value[i] = (float)(i % 7);
    }

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_REDUCE;
    desc.value.name = "float";
    desc.in[1].name = "uint";
    desc.in[2].name = "float";
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    desc.user.source = source;
    desc.user.load = "product";

    example e = example_open();
    cl_mem values = example_buffer(&e, sizeof value, value), columns = example_buffer(&e, sizeof column, column),
           vector = example_buffer(&e, sizeof x, x), offsets = example_buffer(&e, sizeof offset, offset),
           sums = example_buffer(&e, sizeof sum, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = values;
    args.in[1].buffer = columns;
    args.in[2].buffer = vector;
    args.out[0].buffer = sums;
    args.count = entries;
    args.segments.buffer = offsets;
    args.num_segments = ROWS;
    example_scan(&e, &desc, &args);
    example_take(&e, sums, sizeof sum, sum);
    const cl_mem others[] = { values, columns, vector, offsets };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        clReleaseMemObject(others[i]);
    example_close(&e);

    size_t wrong = 0, empty = 0;
    for (size_t r = 0; r < ROWS; r++) {
        float expected = 0;
        for (cl_uint i = offset[r]; i < offset[r + 1]; i++)
            expected += value[i] * x[column[i]];
        wrong += sum[r] != expected;
        empty += offset[r] == offset[r + 1];
    }
    printf("%u entries in %d rows, %zu of them empty; %zu sums wrong\n", entries, ROWS, empty, wrong);
    return wrong != 0;
}
