/* Stream compaction of records by flags: an array of bytes says which records are kept. Records that are not kept are
 * never read. The output is smaller than the input: the selection writes nothing past its end, and a total above its
 * capacity means that it was too small. The indices of the kept records are written beside them. */
#include "example.h"

enum { RECORDS = 500000, CAPACITY = 150000 };

typedef struct record {
    cl_float position[3], mass, velocity[3];
    cl_uint id;
} record; /* 32 bytes */

int main(void) {
    static record all[RECORDS], kept[CAPACITY];
    static unsigned char flag[RECORDS];
    static cl_uint place[CAPACITY];
    for (cl_uint i = 0; i < RECORDS; i++) {
        all[i] = (record) { .mass = (float)i, .velocity = { 1, 2, 3 }, .id = i };
        flag[i] = i * 2654435761u >> 30 == 0 ? 255 : 0;
    }

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_SELECT;
    desc.value = (clscan_type) { .name = "record", .size = sizeof(record) };
    desc.mask = CLSCAN_MASK_FLAGS; /* 0, or any other number for a record that is kept */
    desc.index_type.name = "uint";
    desc.user.source = "typedef struct { float position[3], mass, velocity[3]; uint id; } record;";

    example e = example_open();
    cl_uint count;
    cl_mem in = example_buffer(&e, sizeof all, all), flags = example_buffer(&e, sizeof flag, flag),
           out = example_buffer(&e, sizeof kept, NULL), places = example_buffer(&e, sizeof place, NULL),
           total = example_buffer(&e, sizeof count, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = in;
    args.mask.buffer = flags;
    args.out[0].buffer = out;
    args.indices.buffer = places;
    args.total.buffer = total;
    args.count = RECORDS;
    example_scan(&e, &desc, &args);
    example_take(&e, out, sizeof kept, kept);
    example_take(&e, places, sizeof place, place);
    example_take(&e, total, sizeof count, &count);
    clReleaseMemObject(in);
    clReleaseMemObject(flags);
    example_close(&e);
    if (count > CAPACITY) {
        printf("%u records are set, and only the first %d were stored\n", count, CAPACITY);
        return 1;
    }

    size_t expected = 0, wrong = 0;
    for (cl_uint i = 0; i < RECORDS; i++)
        if (flag[i]) {
            if (expected >= count)
                return 1;
            const record r = kept[expected];
            wrong += r.id != i || r.mass != all[i].mass || r.velocity[2] != 3 || place[expected] != i;
            expected++;
        }
    printf("%u of %d records of %zu bytes were kept; %zu wrong\n", count, RECORDS, sizeof(record), wrong);
    return wrong != 0 || count != expected;
}
