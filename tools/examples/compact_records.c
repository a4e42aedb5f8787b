/* Stream compaction of records by flags: an array of bytes says which records are kept. The map makes 0 or 1 of a byte,
 * because a mask may have other numbers than 1, here 255. Only these numbers are scanned. The store function reads the
 * records, so that records that are not kept are never read. The output is smaller than the input: `keep` compares each
 * position with the capacity, and a total above the capacity means that the output was too small. */
#include "example.h"

enum { RECORDS = 500000, CAPACITY = 150000 };

typedef struct record {
    cl_float position[3], mass, velocity[3];
    cl_uint id;
} record; /* 32 bytes */

static const char source[] =
    "typedef struct { float position[3], mass, velocity[3]; uint id; } record;\n"
    "uint is_set(uchar flag) { return flag != 0; }\n"
    "void keep(global record *kept, const global uchar *flag, const global record *all,\n"
    "          const global uint *capacity, ulong i, uchar x, uint inclusive, uint exclusive) {\n"
    "    if (x && exclusive < capacity[0])\n"
    "        kept[exclusive] = all[i];\n"
    "}\n";

int main(void) {
    static record all[RECORDS], kept[CAPACITY];
    static unsigned char flag[RECORDS];
    for (cl_uint i = 0; i < RECORDS; i++) {
        all[i] = (record) { .mass = (float)i, .velocity = { 1, 2, 3 }, .id = i };
        flag[i] = i * 2654435761u >> 30 == 0 ? 255 : 0;
    }

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "uint";   /* the sums of 0 and 1 are positions */
    desc.in[0].name = "uchar";  /* the flags */
    desc.in[1].name = "record"; /* only `keep` reads these */
    desc.in[1].size = sizeof(record);
    desc.in[2].name = "uint"; /* the capacity */
    desc.out[0] = desc.in[1];
    desc.user.source = source;
    desc.user.map = "is_set";
    desc.user.store = "keep";

    example e = example_open();
    const cl_uint capacity = CAPACITY;
    cl_uint count;
    cl_mem flags = example_buffer(&e, sizeof flag, flag), in = example_buffer(&e, sizeof all, all),
           limit = example_buffer(&e, sizeof capacity, &capacity), out = example_buffer(&e, sizeof kept, NULL),
           total = example_buffer(&e, sizeof count, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = flags;
    args.in[1].buffer = in;
    args.in[2].buffer = limit;
    args.out[0].buffer = out;
    args.total.buffer = total;
    args.count = RECORDS;
    example_scan(&e, &desc, &args);
    example_take(&e, out, sizeof kept, kept);
    example_take(&e, total, sizeof count, &count);
    clReleaseMemObject(flags);
    clReleaseMemObject(in);
    clReleaseMemObject(limit);
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
            const record r = kept[expected++];
            wrong += r.id != i || r.mass != all[i].mass || r.velocity[2] != 3;
        }
    printf("%u of %d records of %zu bytes were kept; %zu wrong\n", count, RECORDS, sizeof(record), wrong);
    return wrong != 0 || count != expected;
}
