/* Stream compaction: moves the readings that a filter keeps to the front of an array, in order, by one launch. The scan
 * is a sum of flags, 1 for each reading that is kept. The sum before a reading is the reading's place. */
#include "example.h"

enum { READINGS = 1000000, LIMIT = 700 };

static const char source[] =
    "uint filter(uint reading) { return reading > 700; }\n"
    "void keep(global uint *kept, const global uint *reading, ulong i, uint x, uint inclusive, uint exclusive) {\n"
    "    if (filter(x))\n"
    "        kept[exclusive] = x;\n"
    "}\n";

int main(void) {
    static cl_uint reading[READINGS], kept[READINGS];
    for (cl_uint i = 0; i < READINGS; i++)
        reading[i] = i * 2654435761u >> 22; /* 0 to 1023 */

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "uint";
    desc.user.source = source;
    desc.user.map = "filter";
    desc.user.store = "keep";

    example e = example_open();
    cl_uint count;
    cl_mem in = example_buffer(&e, sizeof reading, reading), out = example_buffer(&e, sizeof kept, NULL),
           total = example_buffer(&e, sizeof count, NULL);
    clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = READINGS, .total.buffer = total };
    example_scan(&e, &desc, &args);
    example_take(&e, out, sizeof kept, kept);
    example_take(&e, total, sizeof count, &count);
    clReleaseMemObject(in);
    example_close(&e);

    size_t expected = 0, wrong = 0;
    for (size_t i = 0; i < READINGS; i++)
        if (reading[i] > LIMIT)
            wrong += kept[expected++] != reading[i];
    printf("%u of %d readings are above %d; %zu wrong\n", count, READINGS, LIMIT, wrong);
    return wrong != 0 || count != expected;
}
