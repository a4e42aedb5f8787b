/* Intel's CPU runtime 2024.2.1 (driver 2024.18.7.0.11): wrong sums if the vectorizer makes work-items the lanes of one
 * vector, and the work-items return from a function at different places or sum different parts of an array. Work-item t
 * sums parts 0 to t - 1. For work-items 2 and 3, some parts are summed as part 0 or not at all. The sums are right with
 * CL_CONFIG_CPU_VECTORIZER_MODE=1, which switches the vectorizer off, and with runtime 2026.2.0. clscan's look-back has
 * this structure in strategy slices with work-groups of two or more work-items. src/table/driver_fault.def therefore
 * refuses them on this driver. */
#include "driver_fault.h"

enum { PARTS = 4, LENGTH = 4192 };

static const char source[] = "typedef struct { int x[4]; bool there[4]; } window;\n"
                             "static uint one(void) { return 1; }\n"
                             "static uint step(void) { return min(one(), (uint)1); }\n"
                             "static int sum_of(const global int *in, uint part) {\n"
                             "    int sum = 0;\n"
                             "    for (uint i = 0; i < 4192; i++)\n"
                             "        sum += in[part * 4192 + i];\n"
                             "    return sum;\n"
                             "}\n"
                             "static void fill(const global int *in, window *w) {\n"
                             "    if (w->there[0] && w->there[1] && w->there[2] && w->there[3])\n"
                             "        return;\n"
                             "    for (uint s = 0; s < 4; s++)\n"
                             "        if (!w->there[s])\n"
                             "            w->x[s] = sum_of(in, s * step());\n"
                             "}\n"
                             "kernel void k(global int *values, uint n) {\n"
                             "    const uint ticket = atomic_inc(values + n - 1);\n"
                             "    if (ticket < 4) {\n"
                             "        int sum = 0;\n"
                             "        window w;\n"
                             "        for (uint s = 0; s < 4; s++) {\n"
                             "            w.x[s] = 0;\n"
                             "            w.there[s] = s >= ticket;\n"
                             "        }\n"
                             "        fill(values + 4, &w);\n"
                             "        for (uint s = 0; s < ticket; s++)\n"
                             "            sum += w.x[s];\n"
                             "        values[ticket] = sum;\n"
                             "    }\n"
                             "}\n";

int main(void) {
    static const cl_int expected[PARTS] = { 0, LENGTH, 3 * LENGTH, 6 * LENGTH };
    static cl_int values[PARTS + PARTS * LENGTH + 1]; /* the sums, the parts, the ticket */
    for (int i = 0; i < PARTS * LENGTH; i++)
        values[PARTS + i] = 1 + i / LENGTH;
    driver_run(source, 16, values, PARTS + PARTS * LENGTH + 1);
    return driver_verdict(values, expected, PARTS);
}
