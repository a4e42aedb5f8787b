/* Converts a list of matrix entries that are sorted by row to compressed sparse rows: where does each row begin? In a
 * scan by key, the first entry of a row has no entries before it, and stores its own index as the beginning of the row.
 * Rows without entries begin where the next row does: a scan with min, from the last row to the first, fills them in.
 * */
#include "example.h"

enum { ROWS = 150000, ENTRIES = 200000 };

static const char source[] =
    "uint entry(const global uint *row, ulong i) { return 1; }\n"
    "void begin(global uint *begins, const global uint *row, ulong i, uint x, uint inclusive,\n"
    "           uint exclusive) {\n"
    "    if (exclusive == 0)\n"
    "        begins[row[i]] = (uint)i;\n"
    "}\n";

int main(void) {
    static cl_uint row[ENTRIES], begins[ROWS + 1], counted[ROWS + 1];
    for (cl_uint i = 0; i < ENTRIES; i++)
        row[i] = (cl_uint)((cl_ulong)i * i / ENTRIES * ROWS / ENTRIES); /* the first rows are full, later ones sparse */
    for (cl_uint r = 0; r <= ROWS; r++)
        begins[r] = ENTRIES;

    clscan_desc by_key = CLSCAN_DESC_INIT, backwards = CLSCAN_DESC_INIT;
    by_key.value.name = "uint";
    by_key.segments = CLSCAN_SEGMENTS_KEYS;
    by_key.key.name = "uint";
    by_key.user.source = source;
    by_key.user.load = "entry";
    by_key.user.store = "begin";
    backwards.value.name = "uint";
    backwards.op = CLSCAN_OP_MIN;
    backwards.reverse = 1;

    example e = example_open();
    cl_mem rows = example_buffer(&e, sizeof row, row), out = example_buffer(&e, sizeof begins, begins);
    clscan_args entries = CLSCAN_ARGS_INIT, all_rows = CLSCAN_ARGS_INIT;
    entries.in[0].buffer = entries.segments.buffer = rows;
    entries.out[0].buffer = out;
    entries.count = ENTRIES;
    all_rows.in[0].buffer = all_rows.out[0].buffer = out; /* in place */
    all_rows.count = ROWS + 1;
    example_scan(&e, &by_key, &entries);
    example_scan(&e, &backwards, &all_rows);
    example_take(&e, out, sizeof begins, begins);
    clReleaseMemObject(rows);
    example_close(&e);

    size_t wrong = 0, empty = 0;
    for (size_t i = 0; i < ENTRIES; i++)
        counted[row[i] + 1]++;
    for (size_t r = 0; r < ROWS; r++) {
        empty += counted[r + 1] == 0;
        counted[r + 1] += counted[r];
    }
    for (size_t r = 0; r <= ROWS; r++)
        wrong += begins[r] != counted[r];
    printf("%d entries in %d rows, %zu of them empty; %zu rows begin in the wrong place\n", ENTRIES, ROWS, empty,
           wrong);
    return wrong != 0;
}
