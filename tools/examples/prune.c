/* Removes the small entries of a sparse matrix in CSR form, by one call. A selection by segments keeps the other
 * entries with their columns, and stores where each row now begins. The last offset is the number of all kept entries.
 * */
#include "example.h"
#include <math.h>

enum { ROWS = 100000, MOST = 8 * ROWS };

static const char source[] = "int is_large(float x) { return fabs(x) >= 0.5f; }\n";

static cl_uint offset[ROWS + 1], column[MOST], pruned_offset[ROWS + 1], pruned_column[MOST];
static cl_float value[MOST], pruned_value[MOST];

static void make_matrix(void) {
    for (cl_uint r = 0; r < ROWS; r++)
        offset[r + 1] = offset[r] + (r * 2654435761u >> 29); /* 0 to 7 entries */
    for (cl_uint i = 0; i < offset[ROWS]; i++) {
        column[i] = i * 2654435761u % ROWS;
        value[i] = (float)(i % 7) / 4 - 0.75f;
    }
}

/* Returns how many offsets, columns or values of the pruned matrix are wrong. */
static size_t count_wrong(void) {
    size_t wrong = 0;
    cl_uint kept = 0;
    for (size_t r = 0; r < ROWS; r++) {
        wrong += pruned_offset[r] != kept;
        for (cl_uint i = offset[r]; i < offset[r + 1]; i++)
            if (fabsf(value[i]) >= 0.5f) {
                wrong += pruned_value[kept] != value[i] || pruned_column[kept] != column[i];
                kept++;
            }
    }
    return wrong + (pruned_offset[ROWS] != kept);
}

int main(void) {
    make_matrix();
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_SELECT;
    desc.value.name = "float";
    desc.in[1].name = desc.out[1].name = "uint"; /* columns are carried along */
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    desc.user.source = source;
    desc.user.keep = "is_large";

    example e = example_open();
    cl_mem values = example_buffer(&e, sizeof value, value), columns = example_buffer(&e, sizeof column, column),
           offsets = example_buffer(&e, sizeof offset, offset),
           pruned_values = example_buffer(&e, sizeof pruned_value, NULL),
           pruned_columns = example_buffer(&e, sizeof pruned_column, NULL),
           pruned_offsets = example_buffer(&e, sizeof pruned_offset, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = values;
    args.in[1].buffer = columns;
    args.out[0].buffer = pruned_values;
    args.out[1].buffer = pruned_columns;
    args.offsets.buffer = pruned_offsets;
    args.segments.buffer = offsets;
    args.num_segments = ROWS;
    args.count = offset[ROWS];
    example_scan(&e, &desc, &args);
    example_take(&e, pruned_values, sizeof pruned_value, pruned_value);
    example_take(&e, pruned_columns, sizeof pruned_column, pruned_column);
    example_take(&e, pruned_offsets, sizeof pruned_offset, pruned_offset);
    const cl_mem inputs[] = { values, columns, offsets };
    for (size_t i = 0; i < sizeof inputs / sizeof *inputs; i++)
        clReleaseMemObject(inputs[i]);
    example_close(&e);

    const size_t wrong = count_wrong();
    printf("%u of %u entries in %d rows are kept; %zu offsets or entries wrong\n", pruned_offset[ROWS], offset[ROWS],
           ROWS, wrong);
    return wrong != 0;
}
