#include "page/generate_arrays.h"

#include "page/generate_selection.h"
#include "page/user_calls.h"

/* The store function of a selection gets further arguments besides the arrays. The page has them as members of a view,
 * as initializers of these members, as parameters of a function, and as arguments of a call. */
enum { MEMBERS, INITIALIZERS, PARAMETERS };
static const char *const numbers_of_selections[] = {
    [MEMBERS] = " ulong capacity, first_index, outputs;",
    [INITIALIZERS] = " (params).capacity, (params).first_index, (params).outputs,",
    [PARAMETERS] = "ulong capacity, ulong first_index, ulong outputs, ulong length, ",
};
static const char *const numbers_of_partitions[] = {
    [MEMBERS] = " ulong capacity, first_index, outputs; clscan_element part_sizes;",
    [INITIALIZERS] = " (params).capacity, (params).first_index, (params).outputs, (clscan_element)0,",
    [PARAMETERS] = "ulong capacity, ulong first_index, ulong outputs, ulong length, clscan_element part_sizes, ",
};
static const char *const numbers_of_segments[] = {
    /* partitions by segments */
    [MEMBERS] = " ulong capacity, first_index, outputs; const global clscan_total *part_sizes;",
    [INITIALIZERS] = " (params).capacity, (params).first_index, (params).outputs, 0,",
    [PARAMETERS] = "ulong capacity, ulong first_index, ulong outputs, ulong length, "
                   "const global clscan_total *part_sizes, ",
};
static const char *const no_numbers[] = { [MEMBERS] = "", [INITIALIZERS] = "", [PARAMETERS] = "" };

static const char *const *numbers_of(const cs_traits *traits) {
    if (cs_traits_partitions_segments(traits))
        return numbers_of_segments;
    return traits->selection.rest         ? numbers_of_partitions
           : traits->kind == CS_SELECTION ? numbers_of_selections
                                          : no_numbers;
}

void cs_page_more_arrays(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    const char *const *n = numbers_of(traits);
    cs_strbuf_add(page, "#define CLSCAN_MORE_PARAMETERS");
    for (unsigned i = 1; i < traits->num_in; i++)
        cs_strbuf_add(page, " const global %s *in%u,", cs_page_element(problem->in[i]), i);
    for (unsigned i = 1; i < traits->num_out; i++)
        cs_strbuf_add(page, " global %s *out%u,", cs_page_element(problem->out[i]), i);
    cs_strbuf_add(page, "\n#define CLSCAN_MORE_MEMBERS");
    for (unsigned i = 1; i < traits->num_in; i++)
        cs_strbuf_add(page, " const global %s *in%u;", cs_page_element(problem->in[i]), i);
    for (unsigned i = 1; i < traits->num_out; i++)
        cs_strbuf_add(page, " global %s *out%u;", cs_page_element(problem->out[i]), i);
    cs_strbuf_add(page, "%s", n[MEMBERS]);
    cs_strbuf_add(page, "\n#define CLSCAN_MORE_INITIALIZERS(params)");
    for (unsigned i = 1; i < traits->num_in; i++)
        cs_strbuf_add(page, " in%u + (params).in_offset[%u],", i, i);
    for (unsigned i = 1; i < traits->num_out; i++)
        cs_strbuf_add(page, " out%u + (params).out_offset[%u],", i, i);
    cs_strbuf_add(page, "%s\n", n[INITIALIZERS]);
}

/* Kernels call each function of the user's through a function of the library. #line names the field of the description
 * there, so that the compiler reports a wrong name or parameter in that field. */
static void write_call_of_map(cs_strbuf *page, const cs_problem *problem) {
    cs_strbuf_add(page, "static clscan_element clscan_user_map(clscan_in clscan_x%s) {\n",
                  cs_page_position(problem, CS_POSITION_PARAMETERS));
    if (problem->traits.histogram.bins && !problem->user_map) {
        cs_strbuf_add(page, "    return 1;\n}\n");
        return;
    }
    cs_page_lines_of(page, problem->keep ? "desc.user.keep" : "desc.user.map");
    cs_strbuf_add(page,
                  problem->traits.selection.three_parts ? "    const int clscan_part = %s(clscan_x%s);\n"
                  : problem->keep                       ? "    return %s(clscan_x%s) ? 1 : 0;\n"
                                                        : "    return %s(clscan_x%s);\n",
                  problem->map, cs_page_position(problem, CS_POSITION_ARGUMENTS));
    if (problem->traits.selection.three_parts)
        cs_strbuf_add(page, "    return CLSCAN_COUNT_OF_PART(clscan_part);\n");
    cs_page_own_lines(page);
    cs_strbuf_add(page, "}\n");
}
static void write_call_of_store(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    cs_strbuf_add(page, "static void clscan_user_store(");
    cs_page_parameters(page, "global", "*clscan_the_", "out", problem->out, traits->num_out);
    cs_page_parameters(page, "const global", "*clscan_the_", "in", problem->in, traits->num_in);
    cs_strbuf_add(page, "ulong clscan_i, clscan_%s clscan_x, clscan_value clscan_upto, clscan_value clscan_before) {\n",
                  cs_page_loads_position(problem) ? "positioned"
                  : problem->maps                 ? "in"
                                                  : "value");
    cs_page_lines_of(page, "desc.user.store");
    cs_strbuf_add(page, "    %s(", problem->store);
    cs_page_arguments(page, "clscan_the_", "out", traits->num_out);
    cs_page_arguments(page, "clscan_the_", "in", traits->num_in);
    cs_strbuf_add(page, cs_page_loads_position(problem)
                            ? "clscan_i, clscan_x.x, clscan_upto, clscan_before, clscan_x.k, clscan_x.n);\n"
                            : "clscan_i, clscan_x, clscan_upto, clscan_before);\n");
    cs_page_own_lines(page);
    cs_strbuf_add(page, "}\n");
}

/* Returns the call that converts a loaded element. If the user has a store function, which is given the element as it
 * was loaded, the element is mapped later. */
static const char *conversion_of(const cs_problem *problem) {
    if (problem->maps)
        return problem->store ? "" : "clscan_user_map(";
    return problem->load ? "" : "CLSCAN_FROM_IN(";
}

/* Writes an element that is loaded, and then converted or mapped. */
static void write_element_at(cs_strbuf *page, const cs_problem *problem) {
    const char *conversion = conversion_of(problem);
    cs_strbuf_add(page, "%s", conversion);
    cs_page_loaded_at(page, problem);
    if (*conversion)
        cs_strbuf_add(page, "%s)", problem->maps ? cs_page_position(problem, CS_POSITION_OF_CURSOR) : "");
}

/* Writes the macros by which an element becomes a value after it was loaded. */
static void write_mapping(cs_strbuf *page, const cs_problem *problem) {
    if (cs_page_loads_position(problem))
        cs_strbuf_add(page, problem->maps
                                ? "#define CLSCAN_MAP(loaded) clscan_user_map((loaded).x, (loaded).k, (loaded).n)\n"
                                : "#define CLSCAN_MAP(loaded) ((loaded).x)\n");
    else if (problem->maps && problem->store)
        cs_strbuf_add(page, "#define CLSCAN_MAP(x) clscan_user_map(x)\n");
    if (cs_page_loads_position(problem) || (problem->maps && problem->store))
        cs_strbuf_add(page, "#define CLSCAN_LOADED %s\n",
                      cs_page_loads_position(problem) ? "clscan_positioned" : "clscan_in");
}

/* Writes the type of an element with its position, and the function that makes one. */
static void write_positioned(cs_strbuf *page, const cs_problem *problem) {
    const char *type = problem->maps ? "clscan_in" : "clscan_value";
    cs_strbuf_add(page, "typedef struct {\n    %s x;\n    ulong k, n;\n} clscan_positioned;\n", type);
    cs_strbuf_add(page,
                  "static clscan_positioned clscan_with_position(%s clscan_x, ulong clscan_k, ulong clscan_n) {\n"
                  "    clscan_positioned p = { clscan_x, clscan_k, clscan_n };\n    return p;\n}\n",
                  type);
}

/* Writes how an element is loaded. An operator with a file of its own makes its accumulator of the element, and of the
 * elements of further arrays. */
static void write_load(cs_strbuf *page, const cs_problem *problem) {
    const bool more = problem->op_file && !problem->load && cs_traits_given_in(&problem->traits) > 1;
    if (cs_traits_counts_by_index(&problem->traits)) {
        cs_generate_count_by_index(page, problem);
        return;
    }
    if (!problem->load && !problem->maps && !problem->op_file && !cs_page_loads_position(problem))
        return;
    if (problem->load)
        cs_page_user_load(page, problem);
    if (problem->maps)
        write_call_of_map(page, problem);
    if (cs_page_loads_position(problem))
        write_positioned(page, problem);
    cs_strbuf_add(page, "#define CLSCAN_LOAD(v, at, c) %s",
                  problem->op_file                  ? "clscan_op_load("
                  : cs_page_loads_position(problem) ? "clscan_with_position("
                                                    : "");
    write_element_at(page, problem);
    cs_strbuf_add(page, "%s%s\n", more ? ", (v)->in1[at]" : "",
                  problem->op_file                  ? ", (v)->params.first_index + (at))"
                  : cs_page_loads_position(problem) ? CS_POSITION_OF_CURSOR ")"
                                                    : "");
    write_mapping(page, problem);
}

/* The arguments by which a store function finds the ends of runs: the heads of segments, and in a part of an array the
 * numbers `edge_elements` and `later_elements` of cl/item/arrays.h. */
enum { ARGUMENT, MEMBER, PARAMETER };
static const char *const heads_of_runs[] = { "segments, ", "(v)->segments, ", "const global uint *segments, " },
                         *const runs_of_parts[] = { "edge_elements, later_elements, ", "CLSCAN_OTHER_PARTS(v), ",
                                                    "ulong edge_elements, ulong later_elements, " };

static void write_ends(cs_strbuf *page, const cs_traits *traits, int as) {
    cs_strbuf_add(page, "%s%s", traits->selection.min_run_length ? heads_of_runs[as] : "",
                  traits->part.continues && traits->lengths.output ? runs_of_parts[as] : "");
}

/* Writes the macros that call a store function: with the arrays of a view, and with the arrays that a function with
 * CLSCAN_STORE_PARAMETERS was passed. */
static void write_store_macros(cs_strbuf *page, const char *function) {
    cs_strbuf_add(page,
                  "#define CLSCAN_STORE(v, at, x, inclusive, exclusive) "
                  "%s(CLSCAN_STORE_ARRAYS(v) at, x, inclusive, exclusive)\n",
                  function);
    cs_strbuf_add(page,
                  "#define CLSCAN_STORE_PASSED(at, x, inclusive, exclusive) "
                  "%s(CLSCAN_STORE_ARGUMENTS at, x, inclusive, exclusive)\n",
                  function);
}

/* Writes the arrays that a store function gets: of a view, as parameters, and as arguments in a function that has these
 * parameters. */
static void write_store_arrays(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    cs_strbuf_add(page, "#define CLSCAN_STORE_ARRAYS(v) ");
    cs_page_arguments(page, "(v)->", "out", traits->num_out);
    cs_page_arguments(page, "(v)->", "in", traits->num_in);
    cs_strbuf_add(page,
                  traits->kind == CS_SELECTION ? "(v)->capacity, (v)->first_index, (v)->outputs, (v)->length, " : "");
    cs_strbuf_add(page, "%s", traits->selection.rest ? "(v)->part_sizes, " : "");
    write_ends(page, traits, MEMBER);
    cs_strbuf_add(page, "\n#define CLSCAN_STORE_PARAMETERS ");
    cs_page_parameters(page, "global", "*restrict ", "out", problem->out, traits->num_out);
    cs_page_parameters(page, "const global", "*", "in", problem->in, traits->num_in);
    cs_strbuf_add(page, "%s", numbers_of(traits)[PARAMETERS]);
    write_ends(page, traits, PARAMETER);
    cs_strbuf_add(page, "\n#define CLSCAN_STORE_ARGUMENTS ");
    cs_page_arguments(page, "", "out", traits->num_out);
    cs_page_arguments(page, "", "in", traits->num_in);
    cs_strbuf_add(page, "%s%s", traits->kind == CS_SELECTION ? "capacity, first_index, outputs, length, " : "",
                  traits->selection.rest ? "part_sizes, " : "");
    write_ends(page, traits, ARGUMENT);
    cs_strbuf_add(page, "\n");
}

/* Writes how a result is stored: by the function of the operator's file or by the user's function. Without either,
 * nothing is written, and the kernels store values themselves. */
static void write_store(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    if (problem->store)
        write_store_arrays(page, problem);
    if (traits->kind == CS_SELECTION) {
        cs_generate_selection(page, problem);
        write_store_macros(page, "clscan_select_store");
    } else if (problem->op_file) {
        cs_strbuf_add(page, "#define CLSCAN_STORE_RESULT(v, at, result) clscan_op_store(");
        cs_page_arguments(page, "(v)->", "out", cs_traits_given_out(traits));
        cs_strbuf_add(page, "at, result)\n");
    } else if (problem->store) {
        write_call_of_store(page, problem);
        write_store_macros(page, "clscan_user_store");
    }
}

/* Writes how a histogram loads an element, and how it computes the weight of a loaded element. */
static void write_weights(cs_strbuf *page, const cs_problem *problem) {
    if (!problem->traits.histogram.bins)
        return;
    cs_strbuf_add(page, "#define CLSCAN_LOAD_BINNED(v, at, c) ");
    cs_page_loaded_at(page, problem);
    cs_strbuf_add(page, "\n#define CLSCAN_WEIGHT(v, c, x) clscan_user_map(x%s)\n",
                  cs_page_position(problem, CS_POSITION_OF_CURSOR));
    cs_strbuf_add(page, "#define CLSCAN_WEIGHTS %d\n", problem->user_map != NULL);
}

/* Writes the names of the arrays that only tasks by segments have. */
static void write_segment_arrays(cs_strbuf *page, const cs_traits *traits) {
    if (traits->segments.offsets_input)
        cs_strbuf_add(page, "#define CLSCAN_SEGMENT_OFFSETS in%u\n", traits->segments.offsets_input);
    if (traits->segments.keys_output)
        cs_strbuf_add(page, "#define CLSCAN_KEYS_OF_SEGMENTS out%u\n", traits->segments.keys_output);
    if (traits->selection.offsets_output)
        cs_strbuf_add(page, "#define CLSCAN_STARTS_OF_SEGMENTS out%u\n", traits->selection.offsets_output);
}

void cs_generate_arrays(cs_strbuf *page, const cs_problem *problem) {
    write_load(page, problem);
    write_weights(page, problem);
    write_store(page, problem);
    write_segment_arrays(page, &problem->traits);
    cs_page_more_arrays(page, problem);
}
