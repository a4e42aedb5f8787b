/* A sparse matrix in CSR form without its small entries. A selection keeps the other entries with their columns. A
 * reduction by the same rows counts what is kept of each row, and the exclusive sums of these counts are the new
 * offsets of the rows. Nothing is read in between: the total of the sums is the last offset, the number of all kept
 * entries. */
#include "example.h"
#include <math.h>

enum { ROWS = 100000, MOST = 8 * ROWS };

static const char source[] = "int is_large(float x) { return fabs(x) >= 0.5f; }\n"
                             "uint count_large(float x) { return fabs(x) >= 0.5f ? 1 : 0; }\n";

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
    clscan_desc entries = CLSCAN_DESC_INIT, counts = CLSCAN_DESC_INIT, sums = CLSCAN_DESC_INIT;
    entries.task = CLSCAN_TASK_SELECT;
    entries.value.name = "float";
    entries.in[1].name = entries.out[1].name = "uint"; /* columns are carried along */
    entries.user.source = source;
    entries.user.keep = "is_large";
    counts.task = CLSCAN_TASK_REDUCE;
    counts.value.name = "uint";
    counts.in[0].name = "float";
    counts.segments = CLSCAN_SEGMENTS_OFFSETS;
    counts.user.source = source;
    counts.user.map = "count_large";
    sums.kind = CLSCAN_KIND_EXCLUSIVE;
    sums.value.name = "uint";

    example e = example_open();
    cl_mem values = example_buffer(&e, sizeof value, value), columns = example_buffer(&e, sizeof column, column),
           offsets = example_buffer(&e, sizeof offset, offset),
           pruned_values = example_buffer(&e, sizeof pruned_value, NULL),
           pruned_columns = example_buffer(&e, sizeof pruned_column, NULL),
           pruned_offsets = example_buffer(&e, sizeof pruned_offset, NULL);
    clscan_args select = CLSCAN_ARGS_INIT, count = CLSCAN_ARGS_INIT, sum = CLSCAN_ARGS_INIT;
    select.in[0].buffer = count.in[0].buffer = values;
    select.in[1].buffer = columns;
    select.out[0].buffer = pruned_values;
    select.out[1].buffer = pruned_columns;
    select.count = count.count = offset[ROWS];
    count.segments.buffer = offsets;
    count.num_segments = ROWS;
    count.out[0].buffer = sum.in[0].buffer = sum.out[0].buffer = sum.total.buffer = pruned_offsets;
    sum.total.offset = ROWS; /* in place, and the total behind the last row */
    sum.count = ROWS;
    example_scan(&e, &entries, &select);
    example_scan(&e, &counts, &count);
    example_scan(&e, &sums, &sum);
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
