/* Converts a sparse matrix from coordinates (COO) to compressed sparse rows (CSR). The entries come in any order, and
 * several may have the same row and column: their values are added, as in the assembly of finite elements. The result
 * is where each row begins, and the column and the value of each entry, row by row.
 *
 *   1. A sort puts the entries in the order of rows and columns. Entries with the same coordinates are then neighbours.
 *   2. A reduction by key adds the values of equal coordinates, and counts the different ones.
 *   3. A unique gives the column of each different entry.
 *   4. A histogram counts the different entries of each row.
 *   5. An exclusive scan of these counts computes where rows begin.
 *
 * The histogram needs the number of different entries, which only the device knows: nothing is read back before the
 * end. csr.c finds where rows begin in entries that are sorted already. */
#include "example.h"

enum { ROWS = 20000, COLUMNS = 30000, ENTRIES = 300000 };

/* An entry's place is a uint2: the row and the column. */
static const char source[] = "ulong row_then_column(uint2 place) { return (ulong)place.x << 32 | place.y; }\n"
                             "uint row_of(uint2 place) { return place.x; }\n"
                             "uint column_of(uint2 place) { return place.y; }\n";

typedef struct {
    cl_mem places, values; /* COO, which the sort orders in place */
    cl_mem begins, columns, sums, number;
} matrix;

static void sort_entries(example *e, const matrix *m) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_SORT;
    desc.in[0].name = "uint2";
    desc.value.name = "ulong"; /* the key of an entry, which is computed from its place */
    desc.user.source = source;
    desc.user.map = "row_then_column";
    desc.in[1].name = desc.out[1].name = "float"; /* the value is carried along */

    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = args.out[0].buffer = m->places;
    args.in[1].buffer = args.out[1].buffer = m->values;
    args.count = ENTRIES;
    example_scan(e, &desc, &args);
}

/* Adds the values of entries with equal places. The keys of the sums are the different places. */
static void add_duplicates(example *e, const matrix *m, cl_mem different) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_REDUCE;
    desc.value.name = "float";
    desc.segments = CLSCAN_SEGMENTS_KEYS;
    desc.key.name = "uint2";  /* equal in both components */
    desc.max_count = ENTRIES; /* spares the compilation of programs for more elements */

    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = m->values;
    args.segments.buffer = m->places;
    args.out[0].buffer = m->sums;
    args.keys.buffer = different;
    args.total.buffer = m->number;
    args.count = ENTRIES;
    example_scan(e, &desc, &args);
}

/* Keeps one entry of each place, and writes its column only. */
static void find_columns(example *e, const matrix *m) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_UNIQUE;
    desc.in[0].name = "uint2";
    desc.value.name = "uint";
    desc.user.source = source;
    desc.user.map = "column_of";
    desc.max_count = ENTRIES;

    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = m->places;
    args.out[0].buffer = m->columns;
    args.count = ENTRIES;
    example_scan(e, &desc, &args);
}

/* Computes ROWS + 1 numbers: where each row begins, and where the last one ends. */
static void find_begins(example *e, const matrix *m, cl_mem different) {
    clscan_desc count = CLSCAN_DESC_INIT, sum = CLSCAN_DESC_INIT;
    count.task = CLSCAN_TASK_HISTOGRAM;
    count.in[0].name = "uint2";
    count.user.source = source;
    count.bins.kind = CLSCAN_BIN_KIND_FUNCTION;
    count.bins.function = "row_of";
    count.bins.count = ROWS + 1; /* the last bin stays empty, so that its sum is the number of all */
    sum.value.name = "uint";
    sum.kind = CLSCAN_KIND_EXCLUSIVE;
    sum.max_count = ROWS + 1;

    clscan_args places = CLSCAN_ARGS_INIT, rows = CLSCAN_ARGS_INIT;
    places.in[0].buffer = different;
    places.out[0].buffer = m->begins;
    places.count = ENTRIES; /* at most; the number itself is on the device */
    places.count_at.buffer = m->number;
    rows.in[0].buffer = rows.out[0].buffer = m->begins;
    rows.count = ROWS + 1;
    example_scan(e, &count, &places);
    example_scan(e, &sum, &rows);
}

typedef struct {
    cl_uint row, column;
    cl_float value;
} entry;

static int by_place(const void *a, const void *b) {
    const entry *x = a, *y = b;
    return x->row != y->row ? (x->row > y->row) - (x->row < y->row) : (x->column > y->column) - (x->column < y->column);
}

static cl_uint begins[ROWS + 1], columns[ENTRIES], number;
static cl_float sums[ENTRIES];

/* Converts in plain C, and returns how many numbers of the matrix differ. */
static size_t differences(const cl_uint2 *place, const cl_float *value) {
    static entry sorted[ENTRIES];
    size_t wrong = 0, n = 0, row = 0;
    for (size_t i = 0; i < ENTRIES; i++)
        sorted[i] = (entry) { place[i].s[0], place[i].s[1], value[i] };
    qsort(sorted, ENTRIES, sizeof(entry), by_place);
    for (size_t i = 0; i < ENTRIES; n++) {
        for (; row <= sorted[i].row; row++)
            wrong += begins[row] != n;
        const entry *first = &sorted[i];
        cl_float sum = 0;
        for (; i < ENTRIES && by_place(&sorted[i], first) == 0; i++)
            sum += sorted[i].value; /* whole numbers, whose sum does not depend on their order */
        wrong += columns[n] != first->column || sums[n] != sum;
    }
    for (; row <= ROWS; row++)
        wrong += begins[row] != n;
    return wrong + (number != n);
}

int main(void) {
    static cl_uint2 place[ENTRIES];
    static cl_float value[ENTRIES];
    for (cl_uint i = 0; i < ENTRIES; i++) {
        const cl_uint from = i % 3 == 2 ? i - 2 : i; /* every third entry adds to an earlier one */
        place[i].s[0] = (cl_uint)((cl_ulong)(from * 2654435761u) * ROWS >> 32);
        place[i].s[1] = (cl_uint)((cl_ulong)(from * 2246822519u) * COLUMNS >> 32);
        value[i] = (cl_float)(i % 100);
    }

    example e = example_open();
    matrix m = {
        .places = example_buffer(&e, sizeof place, place),
        .values = example_buffer(&e, sizeof value, value),
        .begins = example_buffer(&e, sizeof begins, NULL),
        .columns = example_buffer(&e, sizeof columns, NULL),
        .sums = example_buffer(&e, sizeof sums, NULL),
        .number = example_buffer(&e, sizeof number, NULL),
    };
    cl_mem different = example_buffer(&e, sizeof place, NULL);
    sort_entries(&e, &m);
    add_duplicates(&e, &m, different);
    find_columns(&e, &m);
    find_begins(&e, &m, different);
    example_take(&e, m.begins, sizeof begins, begins);
    example_take(&e, m.columns, sizeof columns, columns);
    example_take(&e, m.sums, sizeof sums, sums);
    example_take(&e, m.number, sizeof number, &number);
    clReleaseMemObject(m.places);
    clReleaseMemObject(m.values);
    clReleaseMemObject(different);
    example_close(&e);

    const size_t wrong = differences(place, value);
    printf("%d entries are %u after additions; %zu numbers of the matrix are wrong\n", ENTRIES, number, wrong);
    return wrong != 0;
}
