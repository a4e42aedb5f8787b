/* Stream compaction: moves the readings that a filter keeps to the front of an array, in order, by one launch. The map
 * returns 1 for each reading that is kept, and else 0. The sum of these numbers before a reading is the position of the
 * reading in the output. The library cannot check where a store function writes. `keep` therefore compares the position
 * with the capacity of the output, which is the only element of a second input array. */
#include "example.h"

enum { READINGS = 1000000, THRESHOLD = 700, CAPACITY = 400000 };

static const char source[] =
    "uint filter(uint reading) { return reading > 700; }\n"
    "void keep(global uint *kept, const global uint *reading, const global uint *capacity, ulong i, uint x,\n"
    "          uint inclusive, uint exclusive) {\n"
    "    if (filter(x) && exclusive < capacity[0])\n"
    "        kept[exclusive] = x;\n"
    "}\n";

int main(void) {
    static cl_uint reading[READINGS], kept[CAPACITY];
    for (cl_uint i = 0; i < READINGS; i++)
        reading[i] = i * 2654435761u >> 22; /* 0 to 1023 */

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "uint";
    desc.in[1].name = "uint"; /* the capacity of the output, which only `keep` reads */
    desc.user.source = source;
    desc.user.map = "filter";
    desc.user.store = "keep";

    example e = example_open();
    const cl_uint capacity = CAPACITY;
    cl_uint count;
    cl_mem in = example_buffer(&e, sizeof reading, reading), out = example_buffer(&e, sizeof kept, NULL),
           limit = example_buffer(&e, sizeof capacity, &capacity), total = example_buffer(&e, sizeof count, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = in;
    args.in[1].buffer = limit;
    args.out[0].buffer = out;
    args.total.buffer = total;
    args.count = READINGS;
    example_scan(&e, &desc, &args);
    example_take(&e, out, sizeof kept, kept);
    example_take(&e, total, sizeof count, &count);
    clReleaseMemObject(in);
    clReleaseMemObject(limit);
    example_close(&e);
    if (count > CAPACITY) {
        printf("%u readings are above %d, and only the first %d were stored\n", count, THRESHOLD, CAPACITY);
        return 1;
    }

    size_t expected = 0, wrong = 0;
    for (size_t i = 0; i < READINGS; i++)
        if (reading[i] > THRESHOLD) {
            wrong += expected >= count || kept[expected] != reading[i];
            expected++;
        }
    printf("%u of %d readings are above %d; %zu wrong\n", count, READINGS, THRESHOLD, wrong);
    return wrong != 0 || count != expected;
}
