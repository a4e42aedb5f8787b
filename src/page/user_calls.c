#include "page/user_calls.h"

void cs_page_lines_of(cs_strbuf *page, const char *field) {
    cs_strbuf_add(page, "#line 1 \"%s\"\n", field);
}
void cs_page_own_lines(cs_strbuf *page) {
    cs_page_lines_of(page, "cl/problem.h");
}

const char *cs_page_element(const char *other) {
    return other ? other : "clscan_element";
}

void cs_page_parameters(cs_strbuf *page, const char *qualified, const char *pointer, const char *array,
                        const char *const *others, unsigned n) {
    cs_strbuf_add(page, "%s clscan_%s %s%s, ", qualified, array, pointer, array);
    for (unsigned i = 1; i < n; i++)
        cs_strbuf_add(page, "%s %s %s%s%u, ", qualified, cs_page_element(others[i]), pointer, array, i);
}
void cs_page_arguments(cs_strbuf *page, const char *view, const char *array, unsigned n) {
    cs_strbuf_add(page, "%s%s, ", view, array);
    for (unsigned i = 1; i < n; i++)
        cs_strbuf_add(page, "%s%s%u, ", view, array, i);
}

const char *cs_page_position(const cs_problem *problem, const char *text) {
    return problem->with_position ? text : "";
}

bool cs_page_loads_position(const cs_problem *problem) {
    return problem->with_position && problem->store && !problem->traits.selection.offsets_output;
}

void cs_page_user_load(cs_strbuf *page, const cs_problem *problem) {
    const unsigned n = cs_traits_given_in(&problem->traits);
    cs_strbuf_add(page, "static %s clscan_user_load(", problem->maps ? "clscan_in" : "clscan_element");
    cs_page_parameters(page, "const global", "*clscan_the_", "in", problem->in, n);
    cs_strbuf_add(page, "ulong clscan_i%s) {\n", cs_page_position(problem, CS_POSITION_PARAMETERS));
    cs_page_lines_of(page, "desc.user.load");
    cs_strbuf_add(page, "    return %s(", problem->load);
    cs_page_arguments(page, "clscan_the_", "in", n);
    cs_strbuf_add(page, "clscan_i%s);\n", cs_page_position(problem, CS_POSITION_ARGUMENTS));
    cs_page_own_lines(page);
    cs_strbuf_add(page, "}\n");
}

void cs_page_loaded_at(cs_strbuf *page, const cs_problem *problem) {
    if (problem->load) {
        cs_strbuf_add(page, "clscan_user_load(");
        cs_page_arguments(page, "(v)->", "in", cs_traits_given_in(&problem->traits));
        cs_strbuf_add(page, "at%s)", cs_page_position(problem, CS_POSITION_OF_CURSOR));
    } else {
        cs_strbuf_add(page, "(v)->in[at]");
    }
}
