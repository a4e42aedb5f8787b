#include "page/generate_selection.h"

#include "page/user_calls.h"

/* Writes the call that decides about an element by a mask or runs. `index_and_length` is for its row. */
static void write_count(cs_strbuf *page, const cs_traits *traits, const char *index_and_length) {
    cs_strbuf_add(page, "clscan_select_count(");
    if (traits->selection.run_rule)
        cs_strbuf_add(page, "(v)->CLSCAN_RUN_KEYS, (v)->CLSCAN_RUN_HEADS");
    else
        cs_strbuf_add(page, "(v)->in%u", traits->selection.deciding_input);
    cs_strbuf_add(page, ", at, %s, CLSCAN_IN_STRIDE(v), CLSCAN_OTHER_PARTS(v))", index_and_length);
}

/* A function of the user's that gets an element, and the function of the library through which kernels call it. */
typedef struct call_of_element {
    const char *result, *name;      /* of the library's function */
    const char *field, *users_name; /* the field of the description, and the user's function that it names */
    const char *converted;          /* the text that follows the call */
} call_of_element;

static void write_call_of_element(cs_strbuf *page, const cs_problem *problem, call_of_element call) {
    cs_strbuf_add(page, "static %s %s(clscan_in clscan_x%s) {\n", call.result, call.name,
                  cs_page_position(problem, CS_POSITION_PARAMETERS));
    cs_page_lines_of(page, call.field);
    cs_strbuf_add(page, "    return %s(clscan_x%s)%s;\n", call.users_name,
                  cs_page_position(problem, CS_POSITION_ARGUMENTS), call.converted);
    cs_page_own_lines(page);
    cs_strbuf_add(page, "}\n");
}

/* Writes how an element of a selection by segments is counted: whether it is kept, and whether a segment begins. */
static void write_count_in_segments(cs_strbuf *page, const cs_problem *problem, const char *index_and_length) {
    if (problem->load && problem->keep)
        cs_page_user_load(page, problem);
    if (problem->keep)
        write_call_of_element(
            page, problem,
            (call_of_element) { "bool", "clscan_user_keep", "desc.user.keep", problem->keep, " ? 1 : 0" });
    cs_strbuf_add(page, "#define CLSCAN_LOAD(v, at, c) CLSCAN_COUNT_IN_SEGMENTS(");
    if (problem->keep) {
        cs_strbuf_add(page, "clscan_user_keep(");
        cs_page_loaded_at(page, problem);
        cs_strbuf_add(page, "%s)", cs_page_position(problem, CS_POSITION_OF_CURSOR));
    } else {
        write_count(page, &problem->traits, index_and_length);
    }
    cs_strbuf_add(page, ", clscan_is_head(v, c))\n");
}

void cs_generate_count_by_index(cs_strbuf *page, const cs_problem *problem) {
    static const char any[] = "CLSCAN_INDEX(v, at, c), (v)->length",
                      inner[] = "1, 3"; /* the middle one of 3 elements */
    const cs_traits *traits = &problem->traits;
    if (traits->selection.offsets_output) {
        write_count_in_segments(page, problem, any);
        return;
    }
    cs_strbuf_add(page, "#define CLSCAN_LOAD(v, at, c) ");
    write_count(page, traits, any);
    if (traits->selection.run_rule && !traits->selection.min_run_length) {
        cs_strbuf_add(page, "\n#define CLSCAN_LOAD_INNER(v, at, c) ");
        write_count(page, traits, inner);
    }
    cs_strbuf_add(page, "\n");
}

/* Writes element i of the inputs, in a function with CLSCAN_SELECT_PARAMETERS. In a selection by segments, the user may
 * have a function that loads it. */
static void write_element_of_index(cs_strbuf *page, const cs_problem *problem, const char *position) {
    if (!problem->keep || !problem->load) {
        cs_strbuf_add(page, "in[i]");
        return;
    }
    cs_strbuf_add(page, "clscan_user_load(");
    cs_page_arguments(page, "", "in", cs_traits_given_in(&problem->traits));
    cs_strbuf_add(page, "i%s)", position);
}

/* Writes the element that the store function writes: element i, or the element x as it was loaded. */
static void write_selected(cs_strbuf *page, const cs_problem *problem) {
    const bool by_index = cs_traits_counts_by_index(&problem->traits), positions = cs_page_loads_position(problem);
    const char *of_index = cs_page_position(problem, ", CLSCAN_REVERSE ? length - 1 - (i) : (i), length"),
               *of_element = positions ? ", (x).k, (x).n" : "";
    cs_strbuf_add(page, "#define CLSCAN_SELECTED(i, x) %s(", problem->user_map ? "clscan_user_selected" : "");
    if (by_index)
        write_element_of_index(page, problem, of_index);
    else
        cs_strbuf_add(page, positions ? "(x).x" : "x");
    if (problem->user_map)
        cs_strbuf_add(page, "%s", by_index ? of_index : of_element);
    cs_strbuf_add(page, ")\n");
}

/* Writes the statements that copy the carried elements of a kept element, and that write its index. */
static void write_carry(cs_strbuf *page, const cs_traits *traits) {
    cs_strbuf_add(page, "#define CLSCAN_COPY_ALONG(place, i, index)");
    for (unsigned i = 1; i < traits->num_out; i++)
        if (i != traits->indices.output && i != traits->lengths.output && i != traits->selection.offsets_output)
            cs_strbuf_add(page, " out%u[place] = in%u[i];", i, i);
    if (traits->indices.output)
        cs_strbuf_add(page, " out%u[place] = first_index + (index);", traits->indices.output);
    cs_strbuf_add(page, "\n");
}

/* Writes the names of the arrays from which lengths of runs are computed. If short runs are dropped, the ends of the
 * others are found by their keys. */
static void write_lengths(cs_strbuf *page, const cs_traits *traits) {
    if (traits->lengths.output)
        cs_strbuf_add(page, "#define CLSCAN_LENGTHS_OF_RUNS out%u\n#define CLSCAN_STARTS_OF_RUNS out%u\n",
                      traits->lengths.output, traits->indices.output);
    if (traits->selection.min_run_length)
        cs_strbuf_add(page, "#define CLSCAN_MIN_RUN_LENGTH %u\n", traits->selection.min_run_length);
}

/* Writes the arrays that say where runs begin. Heads of segments are bits that the prologue made from offsets, or an
 * input. */
static void write_runs(cs_strbuf *page, const cs_traits *traits) {
    static const clscan_segments heads[] = { [CLSCAN_SEGMENTS_FLAGS] = CLSCAN_SEGMENTS_FLAGS,
                                             [CLSCAN_SEGMENTS_BITS] = CLSCAN_SEGMENTS_BITS,
                                             [CLSCAN_SEGMENTS_KEYS] = CLSCAN_SEGMENTS_NONE,
                                             [CLSCAN_SEGMENTS_OFFSETS] = CLSCAN_SEGMENTS_BITS };
    const clscan_segments segments = traits->selection.run_segments;
    const unsigned deciding = traits->selection.deciding_input;
    const bool by_keys = segments == CLSCAN_SEGMENTS_KEYS;
    cs_strbuf_add(page, "#define CLSCAN_RUN_SEGMENTS %d\n", (int)heads[segments]);
    cs_strbuf_add(page, by_keys ? "#define CLSCAN_RUN_KEYS in%u\n" : "#define CLSCAN_RUN_KEYS in\n", deciding);
    cs_strbuf_add(page,
                  deciding && !by_keys ? "#define CLSCAN_RUN_HEADS in%u\n" : "#define CLSCAN_RUN_HEADS segments\n",
                  deciding);
}

/* Writes which rule decides: task/select.h includes its file. */
static void write_rule(cs_strbuf *page, const cs_traits *traits) {
    if (traits->selection.min_run_length)
        cs_strbuf_add(page, "#define CLSCAN_SELECT_LONG_RUNS\n");
    else if (traits->selection.run_rule)
        cs_strbuf_add(page, "#define CLSCAN_SELECT_%s_OF_RUN\n", cs_run_rule_at(traits->selection.run_rule)->id);
    else
        cs_strbuf_add(page, "#define CLSCAN_SELECT_%s\n", cs_mask_at(traits->selection.mask)->id);
}

void cs_generate_selection(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    const bool by_index = cs_traits_counts_by_index(traits);
    if (problem->user_map)
        write_call_of_element(
            page, problem,
            (call_of_element) { "clscan_out", "clscan_user_selected", "desc.user.map", problem->user_map, "" });
    cs_strbuf_add(page, "typedef %s clscan_counted;\n",
                  by_index                          ? "clscan_element"
                  : cs_page_loads_position(problem) ? "clscan_positioned"
                                                    : "clscan_in");
    write_selected(page, problem);
    write_rule(page, traits);
    cs_strbuf_add(page, "#define CLSCAN_WRITES_ELEMENTS %s\n", traits->indices.output ? "(outputs & 1)" : "1");
    cs_strbuf_add(page, "#define CLSCAN_SELECT_BY_INDEX %d\n", by_index || traits->num_out > 1);
    write_carry(page, traits);
    write_lengths(page, traits);
    if (traits->selection.run_rule)
        write_runs(page, traits);
    cs_strbuf_add(page, traits->selection.rest ? "#define CLSCAN_PART_SIZES part_sizes\n" : "");
    cs_strbuf_add(page, "#define CLSCAN_SELECT_PARAMETERS CLSCAN_STORE_PARAMETERS\n"
                        "#define CLSCAN_SELECT_ARRAYS CLSCAN_STORE_ARGUMENTS\n"
                        "#include CLSCAN_TASK\n");
}
