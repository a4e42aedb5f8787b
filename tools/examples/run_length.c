/* Run-length encoding: converts bytes to runs, each with its byte, its beginning and its length, and back. */
#include "example.h"

enum { BYTES = 1000000 };

int main(void) {
    static unsigned char in[BYTES], byte[BYTES];
    static cl_uint begin[BYTES], length[BYTES];
    for (cl_uint i = 1; i < BYTES; i++)
        in[i] = (unsigned char)(i * 2654435761u >> 28 == 0 ? i >> 4 : in[i - 1]);

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_RUN_LENGTH;
    desc.value.name = "uchar";

    example e = example_open();
    cl_uint total = 0;
    clscan_plan *plan = NULL;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = BYTES;
    args.in[0].host = in;
    args.out[0].host = byte;
    args.indices.host = begin;
    args.lengths.host = length;
    args.total.host = &total;
    must(clscan_plan_create(e.device, &desc, &plan));
    must(clscan_plan_execute(plan, &args));
    clscan_plan_destroy(plan);
    example_close(&e);

    /* Unpacked, the runs are the bytes; and no two neighbours could be one. */
    size_t wrong = 0, at = 0;
    for (size_t run = 0; run < total; run++) {
        wrong += begin[run] != at || (run > 0 && byte[run] == byte[run - 1]);
        for (cl_uint k = 0; k < length[run]; k++, at++)
            wrong += in[at] != byte[run];
    }
    printf("%d bytes are %u runs; %zu wrong\n", BYTES, total, wrong);
    return wrong != 0 || at != BYTES;
}
