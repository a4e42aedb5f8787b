#include "plan/generate_arrays.h"

void cs_page_blame(cs_strbuf *page, const char *field) {
    cs_strbuf_add(page, "#line 1 \"%s\"\n", field);
}
void cs_page_blame_nobody(cs_strbuf *page) {
    cs_page_blame(page, "cl/problem.h");
}

const char *cs_page_element(const char *other) {
    return other ? other : "clscan_element";
}

/* in1, in2, ..., out1, ...: those that a user's functions know beside the first ones. */
static void write_more_arrays(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *f = &problem->traits;
    cs_strbuf_add(page, "#define CLSCAN_MORE_PARAMETERS");
    for (unsigned i = 1; i < f->num_in; i++)
        cs_strbuf_add(page, " const global %s *in%u,", cs_page_element(problem->in[i]), i);
    for (unsigned i = 1; i < f->num_out; i++)
        cs_strbuf_add(page, " global %s *out%u,", cs_page_element(problem->out[i]), i);
    cs_strbuf_add(page, "\n#define CLSCAN_MORE_MEMBERS");
    for (unsigned i = 1; i < f->num_in; i++)
        cs_strbuf_add(page, " const global %s *in%u;", cs_page_element(problem->in[i]), i);
    for (unsigned i = 1; i < f->num_out; i++)
        cs_strbuf_add(page, " global %s *out%u;", cs_page_element(problem->out[i]), i);
    cs_strbuf_add(page, "\n#define CLSCAN_MORE_PLACES(numbers)");
    for (unsigned i = 1; i < f->num_in; i++)
        cs_strbuf_add(page, " in%u + (numbers).in_offset[%u],", i, i);
    for (unsigned i = 1; i < f->num_out; i++)
        cs_strbuf_add(page, " out%u + (numbers).out_offset[%u],", i, i);
    cs_strbuf_add(page, "\n");
}

/* The first `n` of them, as parameters of a function of ours, and as arguments of one, each followed by a comma. */
static void write_parameters(cs_strbuf *page, const char *qualified, const char *pointer, const char *array,
                             const char *const *others, unsigned n) {
    cs_strbuf_add(page, "%s clscan_%s %s%s, ", qualified, array, pointer, array);
    for (unsigned i = 1; i < n; i++)
        cs_strbuf_add(page, "%s %s %s%s%u, ", qualified, cs_page_element(others[i]), pointer, array, i);
}
static void write_arguments(cs_strbuf *page, const char *view, const char *array, unsigned n) {
    cs_strbuf_add(page, "%s%s, ", view, array);
    for (unsigned i = 1; i < n; i++)
        cs_strbuf_add(page, "%s%s%u, ", view, array, i);
}

/* Functions of the user's are called by one of ours, whose names are not theirs: the compiler blames the field for a
 * wrong name or parameter. */
static void write_call_of_load(cs_strbuf *page, const cs_problem *problem) {
    const unsigned n = problem->traits.num_in;
    cs_strbuf_add(page, "static %s clscan_user_load(", problem->map ? "clscan_in" : "clscan_element");
    write_parameters(page, "const global", "*clscan_the_", "in", problem->in, n);
    cs_strbuf_add(page, "ulong clscan_i) {\n");
    cs_page_blame(page, "desc.user.load");
    cs_strbuf_add(page, "    return %s(", problem->load);
    write_arguments(page, "clscan_the_", "in", n);
    cs_strbuf_add(page, "clscan_i);\n");
    cs_page_blame_nobody(page);
    cs_strbuf_add(page, "}\n");
}
static void write_call_of_map(cs_strbuf *page, const cs_problem *problem) {
    cs_strbuf_add(page, "static clscan_element clscan_user_map(clscan_in clscan_x) {\n");
    cs_page_blame(page, "desc.user.map");
    cs_strbuf_add(page, "    return %s(clscan_x);\n", problem->map);
    cs_page_blame_nobody(page);
    cs_strbuf_add(page, "}\n");
}
static void write_call_of_store(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *f = &problem->traits;
    cs_strbuf_add(page, "static void clscan_user_store(");
    write_parameters(page, "global", "*clscan_the_", "out", problem->out, f->num_out);
    write_parameters(page, "const global", "*clscan_the_", "in", problem->in, f->num_in);
    cs_strbuf_add(page, "ulong clscan_i, clscan_%s clscan_x, clscan_value clscan_upto, clscan_value clscan_before) {\n",
                  problem->map ? "in" : "value");
    cs_page_blame(page, "desc.user.store");
    cs_strbuf_add(page, "    %s(", problem->store);
    write_arguments(page, "clscan_the_", "out", f->num_out);
    write_arguments(page, "clscan_the_", "in", f->num_in);
    cs_strbuf_add(page, "clscan_i, clscan_x, clscan_upto, clscan_before);\n");
    cs_page_blame_nobody(page);
    cs_strbuf_add(page, "}\n");
}

/* An element as it is loaded, by the user's function or as it lies there, and then converted by one of ours, or none.
 */
static void write_element_at(cs_strbuf *page, const cs_problem *problem, const char *conversion) {
    cs_strbuf_add(page, "%s%s", conversion, *conversion ? "(" : "");
    if (problem->load) {
        cs_strbuf_add(page, "clscan_user_load(");
        write_arguments(page, "(v)->", "in", problem->traits.num_in);
        cs_strbuf_add(page, "at)");
    } else {
        cs_strbuf_add(page, "(v)->in[at]");
    }
    cs_strbuf_add(page, "%s", *conversion ? ")" : "");
}

/* Where a function of the user's stores what was loaded, it is mapped later. */
static const char *conversion_of(const cs_problem *problem) {
    if (problem->map)
        return problem->store ? "" : "clscan_user_map";
    return problem->load ? "" : "CLSCAN_FROM_IN";
}

/* An operator with a file makes its state of the element, and of those of more arrays. */
static void write_load(cs_strbuf *page, const cs_problem *problem) {
    const bool more = problem->op_file && !problem->load && problem->traits.num_in > 1;
    if (!problem->load && !problem->map && !problem->op_file)
        return;
    if (problem->load)
        write_call_of_load(page, problem);
    if (problem->map)
        write_call_of_map(page, problem);
    cs_strbuf_add(page, "#define CLSCAN_LOAD(v, at) %s", problem->op_file ? "clscan_op_load(" : "");
    write_element_at(page, problem, conversion_of(problem));
    cs_strbuf_add(page, "%s%s\n", more ? ", (v)->in1[at]" : "",
                  problem->op_file ? ", (v)->numbers.first_index + (at))" : "");
    if (problem->map && problem->store)
        cs_strbuf_add(page, "#define CLSCAN_MAP(x) clscan_user_map(x)\n");
}

/* Writes how a result is stored: by the function of the operator's file or by the user's function. Without either,
 * nothing is written, and the kernels store values themselves. */
static void write_store(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *f = &problem->traits;
    if (problem->op_file) {
        cs_strbuf_add(page, "#define CLSCAN_PUT(v, at, result) clscan_op_store(");
        write_arguments(page, "(v)->", "out", f->num_out);
        cs_strbuf_add(page, "at, result)\n");
    } else if (problem->store) {
        write_call_of_store(page, problem);
        cs_strbuf_add(page, "#define CLSCAN_STORE_ARRAYS(of) ");
        write_arguments(page, "of ", "out", f->num_out);
        write_arguments(page, "of ", "in", f->num_in);
        cs_strbuf_add(page, "\n#define CLSCAN_STORE_PARAMETERS ");
        write_parameters(page, "global", "*restrict ", "out", problem->out, f->num_out);
        write_parameters(page, "const global", "*", "in", problem->in, f->num_in);
        cs_strbuf_add(page, "\n#define CLSCAN_STORE(of, at, x, inclusive, exclusive) "
                            "clscan_user_store(CLSCAN_STORE_ARRAYS(of) at, x, inclusive, exclusive)\n");
    }
}

void cs_generate_arrays(cs_strbuf *page, const cs_problem *problem) {
    write_load(page, problem);
    write_store(page, problem);
    write_more_arrays(page, problem);
}
