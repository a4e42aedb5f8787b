/* Stream compaction: a selection moves the readings that a predicate keeps to the front of an array, in order, and
 * counts them. The output is smaller than the input. A selection writes nothing past its end, and a count above its
 * capacity says that it was too small. */
#include "example.h"

#define THRESHOLD  700
#define TEXT_OF(x) AS_TEXT(x)
#define AS_TEXT(x) #x
enum { READINGS = 1000000, CAPACITY = 400000 };

int main(void) {
    static cl_uint reading[READINGS], kept[CAPACITY];
    for (cl_uint i = 0; i < READINGS; i++)
        reading[i] = i * 2654435761u >> 22; /* 0 to 1023 */

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_SELECT;
    desc.value.name = "uint";
    desc.user.source = "int high(uint reading) { return reading > " TEXT_OF(THRESHOLD) "; }";
    desc.user.keep = "high";

    example e = example_open();
    cl_uint count;
    cl_mem in = example_buffer(&e, sizeof reading, reading), out = example_buffer(&e, sizeof kept, NULL),
           total = example_buffer(&e, sizeof count, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = in;
    args.out[0].buffer = out;
    args.total.buffer = total;
    args.count = READINGS;
    example_scan(&e, &desc, &args);
    example_take(&e, out, sizeof kept, kept);
    example_take(&e, total, sizeof count, &count);
    clReleaseMemObject(in);
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
