/* Run-length coding: bytes to runs, by one launch that writes two arrays. A byte that differs from the one before
 * begins a run; how many have begun before is the run's number, where its byte and its place are stored. */
#include "example.h"

enum { BYTES = 1000000 };

static const char source[] =
    "uint head(const global uchar *in, ulong i) { return i == 0 || in[i] != in[i - 1]; }\n"
    "void put(global uchar *byte, global uint *begins, const global uchar *in, ulong i, uint x, uint inclusive,\n"
    "         uint exclusive) {\n"
    "    if (x) {\n"
    "        byte[exclusive] = in[i];\n"
    "        begins[exclusive] = (uint)i;\n"
    "    }\n"
    "}\n";

int main(void) {
    static unsigned char in[BYTES], byte[BYTES];
    static cl_uint begins[BYTES + 1];
    for (cl_uint i = 1; i < BYTES; i++)
        in[i] = (unsigned char)(i * 2654435761u >> 28 == 0 ? i >> 4 : in[i - 1]);

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "uint";
    desc.in[0].name = desc.out[0].name = "uchar";
    desc.out[1].name = "uint";
    desc.user.source = source;
    desc.user.load = "head";
    desc.user.store = "put";

    example e = example_open();
    cl_uint total;
    cl_mem bytes = example_buffer(&e, sizeof in, in), out = example_buffer(&e, sizeof byte, NULL),
           places = example_buffer(&e, sizeof begins, NULL), runs = example_buffer(&e, sizeof total, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = bytes;
    args.out[0].buffer = out;
    args.out[1].buffer = places;
    args.total.buffer = runs;
    args.count = BYTES;
    example_scan(&e, &desc, &args);
    example_take(&e, out, sizeof byte, byte);
    example_take(&e, places, sizeof begins, begins);
    example_take(&e, runs, sizeof total, &total);
    clReleaseMemObject(bytes);
    example_close(&e);

    /* Unpacked, the runs are the bytes; and no two neighbours could be one. */
    size_t wrong = 0, at = 0;
    begins[total] = BYTES;
    for (size_t run = 0; run < total; run++) {
        wrong += run > 0 && byte[run] == byte[run - 1];
        for (; at < begins[run + 1]; at++)
            wrong += in[at] != byte[run];
    }
    printf("%d bytes are %u runs; %zu bytes wrong\n", BYTES, total, wrong);
    return wrong != 0 || at != BYTES;
}
