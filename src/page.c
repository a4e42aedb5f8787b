#include "page.h"

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

static void write_operator(cs_text *page, const cs_problem *problem) {
    cs_text_add(page, "typedef %s clscan_t;\n", problem->type);
    if (problem->wrap)
        cs_text_add(page, "typedef %s clscan_wrap;\n", problem->wrap);
    cs_text_add(page, "#define CLSCAN_IDENTITY %s\n", problem->identity);
    cs_text_add(page, "static clscan_t clscan_combine(clscan_t a, clscan_t b) {\n    return %s%s;\n}\n",
                problem->combine, problem->user_combine ? "(a, b)" : "");
    /* an array of negative length stops the compiler */
    cs_text_add(page, "typedef char clscan_user_size_is_not_its_sizeof[sizeof(clscan_t) == %zu ? 1 : -1];\n",
                problem->size);
}

void cs_page_write(cs_text *page, const cs_caps *caps, const cs_problem *problem, const cs_shape *shape) {
    write_user_part(page, caps, problem);
    write_operator(page, problem);
    cs_text_add(page, "#define CLSCAN_EXCLUSIVE %d\n", problem->exclusive);
    cs_text_add(page, "#define CLSCAN_WG_SIZE %u\n", shape->wg_size);
    cs_text_add(page, "#define CLSCAN_ITEMS %u\n", shape->items);
}
