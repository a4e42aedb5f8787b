#include "page/generate_selection.h"

#include "page/user_calls.h"

/* Writes the macro by which a mask or runs decide about an element. `index_and_length` is for its row. */
static void write_load_by_index(cs_strbuf *page, const cs_traits *traits, const char *macro,
                                const char *index_and_length) {
    cs_strbuf_add(page, "#define %s(v, at, c) clscan_select_count(", macro);
    if (traits->selection.of_run)
        cs_strbuf_add(page, "(v)->CLSCAN_RUN_KEYS, (v)->CLSCAN_RUN_HEADS");
    else
        cs_strbuf_add(page, "(v)->in%u", traits->selection.deciding_input);
    cs_strbuf_add(page, ", at, %s, CLSCAN_IN_STRIDE(v), CLSCAN_OTHER_PARTS(v))\n", index_and_length);
}

void cs_generate_count_by_index(cs_strbuf *page, const cs_traits *traits) {
    write_load_by_index(page, traits, "CLSCAN_LOAD", "CLSCAN_INDEX(v, at, c), (v)->length");
    if (traits->selection.of_run && !traits->selection.min_run_length)
        write_load_by_index(page, traits, "CLSCAN_LOAD_INNER", "1, 3"); /* the middle one of 3 elements */
}

/* Writes the user's function that maps a kept element. */
static void write_call_of_selected(cs_strbuf *page, const cs_problem *problem) {
    cs_strbuf_add(page, "static clscan_out clscan_user_selected(clscan_in clscan_x%s) {\n",
                  cs_page_position(problem, CS_POSITION_PARAMETERS));
    cs_page_lines_of(page, "desc.user.map");
    cs_strbuf_add(page, "    return %s(clscan_x%s);\n", problem->user_map,
                  cs_page_position(problem, CS_POSITION_ARGUMENTS));
    cs_page_own_lines(page);
    cs_strbuf_add(page, "}\n");
}

/* Writes the statements that copy what is carried along with a kept element, and that write its index. */
static void write_carry(cs_strbuf *page, const cs_traits *traits) {
    cs_strbuf_add(page, "#define CLSCAN_COPY_ALONG(place, i, index)");
    for (unsigned i = 1; i < traits->num_out; i++)
        if (i != traits->indices_output && i != traits->lengths_output)
            cs_strbuf_add(page, " out%u[place] = in%u[i];", i, i);
    if (traits->indices_output)
        cs_strbuf_add(page, " out%u[place] = first_index + (index);", traits->indices_output);
    cs_strbuf_add(page, "\n");
}

/* Writes the names of the arrays from which lengths of runs are computed. If short runs are dropped, the ends of the
 * others are found by their keys. */
static void write_lengths(cs_strbuf *page, const cs_traits *traits) {
    if (traits->lengths_output)
        cs_strbuf_add(page, "#define CLSCAN_LENGTHS_OF_RUNS out%u\n#define CLSCAN_STARTS_OF_RUNS out%u\n",
                      traits->lengths_output, traits->indices_output);
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

void cs_generate_selection(cs_strbuf *page, const cs_problem *problem) {
    static const char *const runs[] = { [CS_OF_RUN_FIRST] = "FIRST_OF_RUN", [CS_OF_RUN_LAST] = "LAST_OF_RUN" };
    const cs_traits *traits = &problem->traits;
    const bool positions = cs_page_loads_position(problem), by_index = cs_traits_counts_by_index(traits);
    if (problem->user_map)
        write_call_of_selected(page, problem);
    cs_strbuf_add(page, "typedef %s clscan_counted;\n",
                  by_index    ? "clscan_element"
                  : positions ? "clscan_positioned"
                              : "clscan_in");
    cs_strbuf_add(page, "#define CLSCAN_SELECTED(i, x) %s(%s%s)\n", problem->user_map ? "clscan_user_selected" : "",
                  by_index    ? "in[i]"
                  : positions ? "(x).x"
                              : "x",
                  positions && problem->user_map ? ", (x).k, (x).n" : "");
    cs_strbuf_add(page, "#define CLSCAN_SELECT_%s\n",
                  traits->selection.min_run_length ? "LONG_RUNS"
                  : traits->selection.of_run       ? runs[traits->selection.of_run]
                                                   : cs_mask_at(traits->selection.mask)->id);
    cs_strbuf_add(page, "#define CLSCAN_WRITES_ELEMENTS %s\n", traits->indices_output ? "(outputs & 1)" : "1");
    cs_strbuf_add(page, "#define CLSCAN_SELECT_BY_INDEX %d\n", by_index || traits->num_out > 1);
    write_carry(page, traits);
    write_lengths(page, traits);
    if (traits->selection.of_run)
        write_runs(page, traits);
    cs_strbuf_add(page, traits->rest ? "#define CLSCAN_PART_SIZES part_sizes\n" : "");
    cs_strbuf_add(page, "#define CLSCAN_SELECT_PARAMETERS CLSCAN_STORE_PARAMETERS\n"
                        "#define CLSCAN_SELECT_ARRAYS CLSCAN_STORE_ARGUMENTS\n"
                        "#include CLSCAN_TASK\n");
}
