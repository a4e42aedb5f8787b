#include "page.h"

enum { LANES = 16 }; /* of a vector: the most that OpenCL C has */

/* The user's text comes first, so that no macro of ours can change its meaning. Optional types are switched on
 * wherever they exist: the user's operator may need them though the element does not. */
static void write_user_part(cs_text *page, const cs_caps *caps, const cs_problem *problem) {
    if (caps->has_double)
        cs_text_add(page, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    if (caps->has_half)
        cs_text_add(page, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    if (*problem->source)
        cs_text_add(page, "#line 1 \"user\"\n%s\n#line 1 \"cl/problem.h\"\n", problem->source);
}

/* Rows are held as they lie in memory, and computed with in registers, which have no small integers. */
static void write_element(cs_text *page, const cs_problem *problem, const cs_shape *shape) {
    cs_text_add(page, "typedef %s clscan_element;\n", problem->type);
    cs_text_add(page, "typedef %s clscan_t;\n", shape->private_rows ? problem->in_registers : problem->type);
    cs_text_add(page, "#define CLSCAN_IDENTITY %s\n", problem->identity);
    /* an array of negative length stops the compiler */
    cs_text_add(page, "typedef char clscan_user_size_is_not_its_sizeof[sizeof(clscan_element) == %zu ? 1 : -1];\n",
                problem->size);
}

static void write_user_operator(cs_text *page, const cs_problem *problem) {
    cs_text_add(page, "static clscan_t clscan_combine(clscan_t a, clscan_t b) {\n    return %s(a, b);\n}\n",
                problem->combine);
}

static void write_operator(cs_text *page, const cs_problem *problem) {
    cs_text_add(page, "#define CLSCAN_OPERATOR(a, b, wrap, back) %s\n", problem->combine);
    cs_text_add(page,
                "static clscan_t clscan_combine(clscan_t a, clscan_t b) {\n"
                "    return CLSCAN_OPERATOR(a, b, (%s), (clscan_t));\n}\n",
                problem->wrap);
}

/* Only a work-item alone works on vectors. */
static void write_vector_operator(cs_text *page, const cs_problem *problem) {
    cs_text_add(page, "#define CLSCAN_LANES %d\n", LANES);
    cs_text_add(page, "typedef %s%d clscan_vector;\n", problem->type, LANES);
    cs_text_add(page,
                "static clscan_vector clscan_combine_vectors(clscan_vector a, clscan_vector b) {\n"
                "    return CLSCAN_OPERATOR(a, b, as_%s%d, as_%s%d);\n}\n",
                problem->vector_wrap, LANES, problem->type, LANES);
}

void cs_page_write(cs_text *page, const cs_caps *caps, const cs_problem *problem, const cs_shape *shape) {
    write_user_part(page, caps, problem);
    write_element(page, problem, shape);
    if (problem->user_combine)
        write_user_operator(page, problem);
    else
        write_operator(page, problem);
    if (!problem->user_combine && shape->wg_size == 1)
        write_vector_operator(page, problem);
    cs_text_add(page, "#define CLSCAN_EXACT %d\n", problem->exact);
    cs_text_add(page, "#define CLSCAN_COMMUTATIVE %d\n", problem->commutative);
    cs_text_add(page, "#define CLSCAN_EXCLUSIVE %d\n", problem->exclusive);
    cs_text_add(page, "#define CLSCAN_WG_SIZE %u\n", shape->wg_size);
    cs_text_add(page, "#define CLSCAN_ITEMS %u\n", shape->items);
    cs_text_add(page, "#define CLSCAN_PACKET %u\n", cs_packet_of(problem->size));
    cs_text_add(page, "#define CLSCAN_PRIVATE_ROWS %u\n", shape->private_rows);
    cs_text_add(page, "#define CLSCAN_LOCAL_ROWS %u\n", shape->local_rows);
    cs_text_add(page, "#define CLSCAN_PREFIX_EVERY %d\n", CS_PREFIX_EVERY);
    cs_text_add(page, "#ifndef CLSCAN_TICKETS\n#define CLSCAN_TICKETS %d\n#endif\n", !caps->starts_in_order);
    /* options of the compiler may ask for the narrow ones, which every device has that has any */
    cs_text_add(page, "#ifndef CLSCAN_STATE_BITS\n#define CLSCAN_STATE_BITS %u\n#endif\n", caps->state_bits);
    cs_text_add(page, "#define CLSCAN_SUB_GROUPS %d\n", shape->sub_groups);
}
