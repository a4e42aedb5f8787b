/* One pass of a radix sort: sorts keys by a digit of two bits, and keeps the order of keys with the same digit. The
 * scanned values are vectors of four counters, one for each digit. The first scan only computes its total, the number
 * of keys of each digit. The second scan starts each counter after the keys of the smaller digits, so that a counter is
 * the index at which a key belongs. */
#include "example.h"

enum { KEYS = 200000, SHIFT = 4, DIGITS = 4 };

static const char source[] =
    "uint4 count(uint key) {\n"
    "    const uint d = key >> 4 & 3;\n"
    "    return (uint4)(d == 0, d == 1, d == 2, d == 3);\n"
    "}\n"
    "void nothing(global uint *out, const global uint *in, ulong i, uint key, uint4 inclusive,\n"
    "             uint4 exclusive) {}\n"
    "void scatter(global uint *out, const global uint *in, ulong i, uint key, uint4 inclusive,\n"
    "             uint4 exclusive) {\n"
    "    const uint4 place = count(key) * exclusive; /* the others are 0 */\n"
    "    out[place.s0 + place.s1 + place.s2 + place.s3] = key;\n"
    "}\n";

static unsigned digit(cl_uint key) {
    return key >> SHIFT & (DIGITS - 1);
}

int main(void) {
    static cl_uint key[KEYS], sorted[KEYS];
    for (cl_uint i = 0; i < KEYS; i++)
        key[i] = i * 2654435761u;

    clscan_desc counting = CLSCAN_DESC_INIT;
    counting.value.name = "uint4";
    counting.in[0].name = counting.out[0].name = "uint";
    counting.user.source = source;
    counting.user.map = "count";
    counting.user.store = "nothing";
    clscan_desc scattering = counting;
    scattering.user.store = "scatter";

    example e = example_open();
    cl_uint total[DIGITS], begins[DIGITS] = { 0 };
    cl_mem in = example_buffer(&e, sizeof key, key), out = example_buffer(&e, sizeof sorted, NULL),
           counts = example_buffer(&e, sizeof total, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = in;
    args.out[0].buffer = out;
    args.total.buffer = counts;
    args.count = KEYS;
    example_scan(&e, &counting, &args);
    example_take(&e, counts, sizeof total, total);
    for (int d = 1; d < DIGITS; d++)
        begins[d] = begins[d - 1] + total[d - 1];
    args.total.buffer = NULL;
    args.init = begins;
    example_scan(&e, &scattering, &args);
    example_take(&e, out, sizeof sorted, sorted);
    clReleaseMemObject(in);
    example_close(&e);

    size_t wrong = 0, at = 0;
    for (unsigned d = 0; d < DIGITS; d++)
        for (size_t i = 0; i < KEYS; i++)
            if (digit(key[i]) == d)
                wrong += sorted[at++] != key[i];
    printf("%d keys: %u, %u, %u and %u with the digits 0 to 3; %zu in the wrong place\n", KEYS, total[0], total[1],
           total[2], total[3], wrong);
    return wrong != 0;
}
