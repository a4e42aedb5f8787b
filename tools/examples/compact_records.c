/* Stream compaction of records by flags: an array of bytes says which records are kept. Only the bytes are scanned. The
 * records are read where they are stored, so that records that are not kept are never read. */
#include "example.h"

enum { RECORDS = 500000 };

typedef struct record {
    cl_float position[3], mass, velocity[3];
    cl_uint id;
} record; /* 32 bytes */

static const char source[] =
    "typedef struct { float position[3], mass, velocity[3]; uint id; } record;\n"
    "void keep(global record *kept, const global uchar *flag, const global record *all, ulong i,\n"
    "          uint x, uint inclusive, uint exclusive) {\n"
    "    if (flag[i])\n"
    "        kept[exclusive] = all[i];\n"
    "}\n";

int main(void) {
    static record all[RECORDS], kept[RECORDS];
    static unsigned char flag[RECORDS];
    for (cl_uint i = 0; i < RECORDS; i++) {
        all[i] = (record) { .mass = (float)i, .velocity = { 1, 2, 3 }, .id = i };
        flag[i] = i * 2654435761u >> 30 == 0;
    }

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "uint";   /* the sums of flags are positions */
    desc.in[0].name = "uchar";  /* the flags */
    desc.in[1].name = "record"; /* only `keep` reads these */
    desc.in[1].size = sizeof(record);
    desc.out[0] = desc.in[1];
    desc.user.source = source;
    desc.user.store = "keep";

    example e = example_open();
    cl_uint count;
    cl_mem flags = example_buffer(&e, sizeof flag, flag), in = example_buffer(&e, sizeof all, all),
           out = example_buffer(&e, sizeof kept, NULL), total = example_buffer(&e, sizeof count, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = flags;
    args.in[1].buffer = in;
    args.out[0].buffer = out; /* room for all records, because `keep` does not look at a limit */
    args.total.buffer = total;
    args.count = RECORDS;
    example_scan(&e, &desc, &args);
    example_take(&e, out, sizeof kept, kept);
    example_take(&e, total, sizeof count, &count);
    clReleaseMemObject(flags);
    clReleaseMemObject(in);
    example_close(&e);

    size_t expected = 0, wrong = 0;
    for (cl_uint i = 0; i < RECORDS; i++)
        if (flag[i]) {
            const record r = kept[expected++];
            wrong += r.id != i || r.mass != all[i].mass || r.velocity[2] != 3;
        }
    printf("%u of %d records of %zu bytes were kept; %zu wrong\n", count, RECORDS, sizeof(record), wrong);
    return wrong != 0 || count != expected;
}
