/* Intel's CPU runtime 2026.2 (2026.22.10.0.01) ends the process in clBuildProgram: "Internal compiler error: Cannot
 * emit physreg copy instruction". The first lane of a sub-group selects one struct of two halves, and the other lanes
 * select another one. Structs of shorts or of one half are right, and so is version 2024.2. clscan's workaround is in
 * cl/sub/sub_group.h: it selects between the words of the structs. */
#include "driver_fault.h"

static const char source[] = "#if defined(cl_khr_fp16) && defined(cl_intel_subgroups)\n"
                             "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n"
                             "typedef struct { half a, b; } pair;\n"
                             "kernel void k(global int *out, uint n) {\n"
                             "    global pair *pairs = (global pair *)out;\n"
                             "    pair zero = { 0, 0 };\n"
                             "    uint lane = get_sub_group_local_id();\n"
                             "    pair x = pairs[lane];\n"
                             "    pairs[lane] = lane == 0 ? zero : x;\n"
                             "}\n"
                             "#else\n"
                             "kernel void k(global int *out, uint n) {\n"
                             "    out[0] = 0;\n"
                             "}\n"
                             "#endif\n";

int main(void) {
    static const cl_int expected[] = { 0, 0x3c003c00, 0x3c003c00, 0x3c003c00 };
    cl_int out[] = { 0x3c003c00, 0x3c003c00, 0x3c003c00, 0x3c003c00 };
    driver_run(source, 4, out, 4);
    return driver_verdict(out, expected, 4);
}
