/* PoCL 7.1: the compiler ends the process ("Could not find a dominating alternative variable"), because a branch has a
 * loop and the resulting struct is used by one work-item of a work-group. It compiles the kernel if the loop stands
 * before the branches, as in clscan_initial_of of cl/item/arrays.h. */
#include "driver_fault.h"

static const char source[] = "typedef struct { ulong a, b; } pair;\n"
                             "static pair pair_of(const global pair *given, uint which, uint n) {\n"
                             "    union { uint word[4]; pair x; } value;\n"
                             "    if (which == 2)\n"
                             "        return *given;\n"
                             "    if (which == 0) {\n"
                             "        const pair none = { 7, 8 };\n"
                             "        return none;\n"
                             "    }\n"
                             "    for (uint i = 0; i < 4; i++)\n"
                             "        value.word[i] = n + i;\n"
                             "    return value.x;\n"
                             "}\n"
                             "kernel __attribute__((reqd_work_group_size(4, 1, 1))) void k(global int *out, uint n) {\n"
                             "    const pair x = pair_of((const global pair *)out, out[0], n);\n"
                             "    if (get_local_id(0) > 0)\n"
                             "        return;\n"
                             "    out[0] = (int)x.a;\n"
                             "    out[1] = (int)x.b;\n"
                             "}\n";

int main(void) {
    static const cl_int expected[] = { 7, 8 };
    cl_int out[4] = { 0 };
    driver_run(source, 4, out, 4);
    return driver_verdict(out, expected, 2);
}
