#include "page/generate_problem.h"
#include "page/generate_arrays.h"
#include "page/generate_histogram.h"
#include "page/generate_sort.h"
#include "page/prototypes.h"
#include "page/shared_constants.h"
#include "page/user_calls.h"
#include "strategy/kernel_args.h"
#include "table/type_name.h"

#include <string.h>

enum { LANES = 16 }; /* components of a vector: the most that OpenCL C has */

/* Prevents a call of a function that does not exist. NVIDIA's compiler would report such a call only when it links,
 * without the line of the call. */
static const char no_implicit_functions[] =
    "#ifdef __clang__\n#pragma clang diagnostic error \"-Wimplicit-function-declaration\"\n#endif\n";

void cs_generate_user_part(cs_strbuf *page, const cs_caps *caps, const cs_problem *problem) {
    if (caps->has_double)
        cs_strbuf_add(page, "#pragma OPENCL EXTENSION cl_khr_fp64 : enable\n");
    if (caps->has_half)
        cs_strbuf_add(page, "#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    cs_strbuf_add(page, no_implicit_functions);
    if (*problem->source)
        cs_strbuf_add(page, "#line 1 \"user\"\n%s\ntypedef int clscan_end_of_text;\n#line 1 \"cl/problem.h\"\n",
                      problem->source);
}

/* ---------------------------------------------------------------------------------------- elements and values */

static void write_op_file(cs_strbuf *page, const cs_problem *problem) {
    cs_strbuf_add(page, "#define CLSCAN_LOWEST %s\n#define CLSCAN_HIGHEST %s\n#define CLSCAN_WRAP %s\n",
                  problem->lowest, problem->highest, problem->wrap);
    cs_strbuf_add(page, "#include CLSCAN_OP\n");
}

/* Stops the compiler by an array of negative length if a size in the description is wrong. A size that is too large is
 * as wrong as one that is too small. */
static void check_size(cs_strbuf *page, const char *field, unsigned i, const char *type, size_t size) {
    cs_strbuf_add(page, "#line 1 \"desc.%s[%u].size\"\n", field, i);
    cs_strbuf_add(page, "typedef char clscan_%s_%u_size_%zu_is_not_its_sizeof[sizeof(%s) == %zu ? 1 : -1];\n", field, i,
                  size, type, size);
}
static void check_sizes(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        if (cs_type_name_is_users(problem->in[i]))
            check_size(page, "in", i, problem->in[i], traits->in[i].size);
        if (cs_type_name_is_users(problem->out[i]))
            check_size(page, "out", i, problem->out[i], traits->out[i].size);
    }
    cs_page_own_lines(page);
}

/* If a scan in place converts elements, the same memory is read as one type and written as another. Without the
 * attribute may_alias a compiler may assume different memory, and read after it has written. PoCL 3.1 does so in slices
 * and single_group. */
static const char may_alias[] = "#if defined(__clang__) || defined(__GNUC__)\n"
                                "#define CLSCAN_MAY_ALIAS __attribute__((may_alias))\n"
                                "#else\n#define CLSCAN_MAY_ALIAS\n#endif\n";

static void write_array_type(cs_strbuf *page, const char *type, const char *name) {
    cs_strbuf_add(page, "typedef %s clscan_%s%s;\n", cs_page_element(type), name, type ? " CLSCAN_MAY_ALIAS" : "");
}

/* Writes how elements of the first arrays are converted if no function of the user's does it. */
static void write_element(cs_strbuf *page, const cs_problem *problem) {
    if (problem->in[0] || problem->out[0])
        cs_strbuf_add(page, "%s", may_alias);
    cs_page_lines_of(page, "desc.value.name");
    cs_strbuf_add(page, "typedef %s%s clscan_element;\n", problem->type, problem->lanes);
    cs_page_lines_of(page, "desc.in[0].name");
    write_array_type(page, problem->in[0], "in");
    cs_page_lines_of(page, "desc.out[0].name");
    write_array_type(page, problem->out[0], "out");
    cs_page_own_lines(page);
    cs_strbuf_add(page,
                  problem->in[0] ? "#define CLSCAN_FROM_IN(x) convert_%s%s%s(x)\n" : "#define CLSCAN_FROM_IN(x) (x)\n",
                  problem->type, problem->lanes, problem->in_saturates ? "_sat" : "");
    cs_strbuf_add(page,
                  problem->out[0] ? "#define CLSCAN_TO_OUT(x) convert_%s%s(x)\n" : "#define CLSCAN_TO_OUT(x) (x)\n",
                  problem->out[0], problem->out_saturates ? "_sat" : "");
    check_sizes(page, problem);
    if (problem->op_file)
        write_op_file(page, problem);
}

static const char *const unsigned_of[] = { [1] = "uchar", [2] = "ushort", [4] = "uint", [8] = "ulong" };

/* Packet rows hold values in their type in memory. Registers have no small integers, so values are computed with in a
 * wider type. */
static void write_value(cs_strbuf *page, const cs_problem *problem, const cs_shape *shape) {
    const cs_traits *traits = &problem->traits;
    cs_strbuf_add(page, "typedef %s clscan_value;\n", problem->op_file ? "clscan_accumulator" : "clscan_element");
    if (traits->value.flagged)
        cs_strbuf_add(page,
                      "typedef %s clscan_value_flags;\n"
                      "typedef struct {\n    clscan_value x;\n    clscan_value_flags flags;\n} clscan_t;\n",
                      unsigned_of[cs_traits_flags_size(traits)]);
    else if (traits->value.as_in_memory && shape->private_rows)
        cs_strbuf_add(page, "typedef %s%s clscan_t;\n", problem->in_registers, problem->lanes);
    else
        cs_strbuf_add(page, "typedef clscan_value clscan_t;\n");
    cs_strbuf_add(page, "typedef %s clscan_total;\n",
                  traits->segments.results                    ? unsigned_of[traits->total.type.size]
                  : traits->total.numbers > 1                 ? problem->type
                  : traits->part.continues && traits->reduces ? "clscan_t"
                                                              : "clscan_value");
    cs_strbuf_add(page, "#define CLSCAN_IDENTITY %s\n",
                  traits->value.has_identity ? problem->identity : "clscan_identity().x");
    if (!problem->wrap && problem->identity && !problem->op_file) { /* checks that the user's text is an initializer */
        cs_page_lines_of(page, "desc.user.identity");
        cs_strbuf_add(page,
                      "static clscan_value clscan_given_identity(void) { clscan_value clscan_e = CLSCAN_IDENTITY; "
                      "return clscan_e; }\n");
    }
    /* an array of negative length stops the compiler */
    cs_page_lines_of(page, "desc.value.size");
    cs_strbuf_add(page, "typedef char clscan_user_size_%zu_is_not_its_sizeof[sizeof(clscan_value) == %zu ? 1 : -1];\n",
                  traits->value.type.size, traits->value.type.size);
    if (cs_type_name_is_users(problem->type))
        cs_strbuf_add(page, "typedef struct {\n    char c;\n    clscan_value x;\n} clscan_alignment;\n"
                            "typedef char clscan_user_type_is_aligned_to_more_than_its_size"
                            "[sizeof(clscan_alignment) <= 2 * sizeof(clscan_value) ? 1 : -1];\n");
    cs_page_own_lines(page);
    cs_strbuf_add(page, "#define CLSCAN_INIT_WORDS %zu\n",
                  traits->init.type.size > CS_MAX_INIT ? 1 : (traits->init.type.size + 3) / 4);
}

/* ------------------------------------------------------------------------------------------------- the operator */

static const char *type_of_operands(const cs_problem *problem) {
    return problem->traits.value.flagged ? "clscan_value" : "clscan_t";
}

static void begin_operator(cs_strbuf *page, const cs_problem *problem) {
    const char *t = type_of_operands(problem);
    cs_strbuf_add(page, "static %s clscan_combine%s(%s clscan_a, %s clscan_b) {\n", t,
                  problem->traits.value.flagged ? "_values" : "", t, t);
}

static void write_call_of_operator(cs_strbuf *page, const cs_problem *problem) {
    begin_operator(page, problem);
    cs_page_lines_of(page, "desc.user.combine");
    cs_strbuf_add(page, "    return %s(clscan_a, clscan_b);\n", problem->combine);
    cs_page_own_lines(page);
    cs_strbuf_add(page, "}\n");
}

static void write_operator(cs_strbuf *page, const cs_problem *problem) {
    cs_strbuf_add(page, "#define CLSCAN_OPERATOR(a, b, wrap, back) %s\n", problem->combine);
    begin_operator(page, problem);
    if (*problem->lanes)
        cs_strbuf_add(page, "    return CLSCAN_OPERATOR(clscan_a, clscan_b, as_%s%s, as_%s%s);\n}\n",
                      problem->vector_wrap, problem->lanes, problem->type, problem->lanes);
    else
        cs_strbuf_add(page, "    return CLSCAN_OPERATOR(clscan_a, clscan_b, (%s), (%s));\n}\n", problem->wrap,
                      type_of_operands(problem));
}

/* Defines a macro that converts vectors. If `to` is NULL, the macro converts nothing. */
static void write_vector_conversion(cs_strbuf *page, const char *name, const char *to, bool saturates) {
    cs_strbuf_add(page, to ? "#define %s(x) convert_%s%d%s(x)\n" : "#define %s(x) (x)\n", name, to, LANES,
                  saturates ? "_sat" : "");
}

/* Writes the types and conversions of vectors of the first arrays. If a function of the user's loads or stores
 * elements, or the task converts none, kernels do not use these vectors, and the scanned type stands in for the array's
 * type. */
static void write_vectors_in_memory(cs_strbuf *page, const cs_problem *problem) {
    static const char *const masks[] = { [1] = "char", [2] = "short", [4] = "int", [8] = "long" };
    const char *in = problem->load || problem->maps || !problem->converts ? NULL : problem->in[0],
               *out = problem->store || !problem->converts ? NULL : problem->out[0];
    cs_strbuf_add(page, "typedef %s%d clscan_in_vector;\n", in ? in : problem->type, LANES);
    cs_strbuf_add(page, "typedef %s%d clscan_out_vector;\n", out ? out : problem->type, LANES);
    write_vector_conversion(page, "CLSCAN_FROM_IN_VECTOR", in ? problem->type : NULL, problem->in_saturates);
    write_vector_conversion(page, "CLSCAN_TO_OUT_VECTOR", out, problem->out_saturates);
    write_vector_conversion(page, "CLSCAN_MASK", masks[problem->traits.value.type.size], false);
}

/* Writes the vector operator. Only work-groups of one work-item use vectors of values. */
static void write_vector_operator(cs_strbuf *page, const cs_problem *problem) {
    cs_strbuf_add(page, "#define CLSCAN_LANES %d\n", LANES);
    cs_strbuf_add(page, "typedef %s%d clscan_vector;\n", problem->type, LANES);
    cs_strbuf_add(page,
                  "static clscan_vector clscan_combine_vectors(clscan_vector a, clscan_vector b) {\n"
                  "    return CLSCAN_OPERATOR(a, b, as_%s%d, as_%s%d);\n}\n",
                  problem->vector_wrap, LANES, problem->type, LANES);
    write_vectors_in_memory(page, problem);
}

/* Returns true if the functions that load or store an element need its place in a row, which vectors do not have. */
static bool needs_cursor(const cs_problem *problem) {
    return problem->with_position || cs_traits_selects_rows(&problem->traits);
}

static void write_any_operator(cs_strbuf *page, const cs_problem *problem, const cs_shape *shape) {
    if (problem->combine_is_function)
        write_call_of_operator(page, problem);
    else
        write_operator(page, problem);
    if (!problem->combine_is_function && !*problem->lanes && shape->wg_size == 1 && !needs_cursor(problem))
        write_vector_operator(page, problem);
    cs_strbuf_add(page, "#define CLSCAN_EXACT %d\n", problem->exact);
    cs_strbuf_add(page, "#define CLSCAN_COMMUTATIVE %d\n", problem->commutative);
}

/* --------------------------------------------------------------------------------------------------- the layout */

static void write_type_of_keys(cs_strbuf *page, const char *field, const char *type, size_t size, const char *name) {
    cs_page_lines_of(page, field);
    cs_strbuf_add(page, "typedef %s %s;\n", type, name);
    if (cs_type_name_is_users(type)) {
        cs_page_lines_of(page, "desc.key.size");
        cs_strbuf_add(page, "typedef char %ss_size_%zu_is_not_its_sizeof[sizeof(%s) == %zu ? 1 : -1];\n", name, size,
                      name, size);
    }
    cs_page_own_lines(page);
}

static void write_key_types(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    if (problem->offset)
        cs_strbuf_add(page, "typedef %s clscan_offset;\n", problem->offset);
    write_type_of_keys(page, problem->key_field, problem->key, traits->segments.key.size, "clscan_key");
    if (problem->key_function)
        write_type_of_keys(page, "desc.key.name", problem->computed_key, traits->segments.computed_key.size,
                           "clscan_computed_key");
}

/* Writes CLSCAN_KEY_OF, which computes a key from an element that has it. */
static void write_key_function(cs_strbuf *page, const cs_problem *problem) {
    cs_strbuf_add(page, "#define CLSCAN_KEY_OF(x) %s\n", problem->key_function ? "clscan_key_of(x)" : "(x)");
    if (!problem->key_function)
        return;
    cs_strbuf_add(page, "static clscan_computed_key clscan_key_of(clscan_key clscan_x) {\n");
    cs_page_lines_of(page, "desc.user.key");
    cs_strbuf_add(page, "    return %s(clscan_x);\n", problem->key_function);
    cs_page_own_lines(page);
    cs_strbuf_add(page, "}\n");
}

/* Writes CLSCAN_SAME_KEY, which compares the keys of two elements. */
static void write_keys(cs_strbuf *page, const cs_problem *problem) {
    const bool vectors = cs_type_name_parse(problem->computed_key).components > 1;
    write_key_function(page, problem);
    cs_strbuf_add(page, "#define CLSCAN_SAME_KEY(a, b) %s\n",
                  problem->same_key ? "clscan_same_key(CLSCAN_KEY_OF(a), CLSCAN_KEY_OF(b))"
                  : vectors         ? "all(CLSCAN_KEY_OF(a) == CLSCAN_KEY_OF(b))"
                                    : "(CLSCAN_KEY_OF(a) == CLSCAN_KEY_OF(b))");
    if (!problem->same_key)
        return;
    cs_strbuf_add(page, "static bool clscan_same_key(%s clscan_a, %s clscan_b) {\n",
                  problem->key_function ? "clscan_computed_key" : "clscan_key",
                  problem->key_function ? "clscan_computed_key" : "clscan_key");
    cs_page_lines_of(page, "desc.user.same_key");
    cs_strbuf_add(page, "    return %s(clscan_a, clscan_b);\n", problem->same_key);
    cs_page_own_lines(page);
    cs_strbuf_add(page, "}\n");
}

/* Returns the bytes of an element, if a selection writes contiguous elements as they are, and nothing else. Otherwise
 * returns 0. */
static size_t plain_bytes(const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    const bool loads = problem->load && !cs_traits_counts_by_index(traits);
    const bool plain = traits->kind == CS_SELECTION && !traits->has_rows && traits->num_out == 1 &&
                       !problem->user_map && !loads && !traits->selection.min_run_length;
    return plain ? traits->out[0].size : 0;
}

/* Writes how a partition in three parts counts: its counts are pairs of numbers, of the first part and the second. */
static void write_parts(cs_strbuf *page, const cs_traits *traits) {
    if (traits->selection.three_parts)
        cs_strbuf_add(page, "#define CLSCAN_THREE_PARTS\n"
                            "#define CLSCAN_COUNT_OF_PART(part) (clscan_element)((part) == 0, (part) == 1)\n");
}

static void write_layout(cs_strbuf *page, const cs_problem *problem, const cs_shape *shape) {
    const cs_traits *traits = &problem->traits;
    cs_strbuf_add(page, "#define CLSCAN_FLAGGED %d\n", traits->value.flagged);
    cs_strbuf_add(page, "#define CLSCAN_CONTINUES %d\n", traits->part.continues);
    cs_strbuf_add(page, "#define CLSCAN_ACCUMULATES_INDEX %d\n", traits->value.accumulates_index);
    if (traits->part.continues)
        cs_strbuf_add(page, "#define CLSCAN_CARRY_AT %zu\n#define CLSCAN_BEGINS_AT %zu\n", traits->part.carry_at,
                      traits->part.begins_at);
    cs_strbuf_add(page, "#define CLSCAN_CONTIGUOUS_VALUES %d\n", cs_traits_contiguous_values(traits));
    cs_strbuf_add(page, "#define CLSCAN_REVERSE %d\n", traits->reverse);
    cs_strbuf_add(page, "#define CLSCAN_HAS_ROWS %d\n", traits->has_rows);
    cs_strbuf_add(page, "#define CLSCAN_SELECTS_RUNS %d\n",
                  traits->selection.run_rule != CS_RUN_RULE_NONE && !traits->has_rows &&
                      !traits->selection.min_run_length);
    cs_strbuf_add(page, "#define CLSCAN_SELECTS %d\n", traits->kind == CS_SELECTION && !traits->value.flagged);
    cs_strbuf_add(page, "#define CLSCAN_PLAIN_BYTES %zu\n", plain_bytes(problem));
    cs_strbuf_add(page, "#define CLSCAN_SELECTS_ROWS %d\n", cs_traits_selects_rows(traits));
    cs_strbuf_add(page, "#define CLSCAN_SELECTS_SEGMENTS %d\n", traits->selection.offsets_output > 0);
    cs_strbuf_add(page, "#define CLSCAN_REDUCES %d\n", traits->reduces);
    cs_strbuf_add(page, "#define CLSCAN_REDUCES_SEGMENTS %d\n", traits->reduces_segments);
    cs_strbuf_add(page, "#define CLSCAN_SEGMENT_RESULTS %zu\n", traits->segments.results);
    cs_strbuf_add(page, "#define CLSCAN_SEGMENTS %d\n", traits->segments.kind);
    write_keys(page, problem);
    write_parts(page, traits);
    if (traits->kind == CS_SORT)
        cs_generate_sort(page, problem, shape);
    else
        cs_generate_arrays(page, problem);
}

/* Writes the numbers of the device's class by which kernels are tuned. */
static void write_tuning(cs_strbuf *page, const cs_caps *caps, const cs_shape *shape) {
    const cs_look_back_row *look_back = cs_look_back_row_of(caps);
    const cs_cache_row *cache = cs_cache_row_of(caps);
    cs_strbuf_add(page, "#define CLSCAN_TWO_LEVELS %d\n", shape->two_levels);
    cs_strbuf_add(page, "#define CLSCAN_LOOK_WORDS %u\n", look_back->words);
    cs_strbuf_add(page, "#define CLSCAN_LOOK_AHEAD_ROWS %u\n", look_back->ahead);
    cs_strbuf_add(page, "#define CLSCAN_WINDOW %u\n", look_back->window);
    cs_strbuf_add(page, "#define CLSCAN_LINE_LOADS %u\n", look_back->lines);
    cs_strbuf_add(page, "#define CLSCAN_DIGIT_LOADS %u\n", look_back->digits);
    cs_strbuf_add(page, "#define CLSCAN_BYTES_AHEAD %u\n", cache->bytes);
    cs_strbuf_add(page, "#define CLSCAN_ROWS_AHEAD %u\n", cache->rows);
    cs_strbuf_add(page, "#define CLSCAN_CACHED_BYTES %u\n", cache->output);
}

void cs_generate_problem(cs_strbuf *page, const cs_caps *caps, const cs_problem *problem, const cs_shape *shape) {
    cs_generate_user_part(page, caps, problem);
    cs_shared_constants_write(page);
    write_element(page, problem);
    write_value(page, problem, shape);
    write_key_types(page, problem);
    cs_prototypes_write(page, problem);
    write_any_operator(page, problem, shape);
    write_layout(page, problem, shape);
    cs_generate_histogram(page, problem, shape);
    cs_strbuf_add(page, "#define CLSCAN_EXCLUSIVE %d\n", problem->traits.exclusive);
    cs_strbuf_add(page, "#define CLSCAN_WG_SIZE %u\n", shape->wg_size);
    cs_strbuf_add(page, "#define CLSCAN_ITEMS %u\n", shape->items);
    cs_strbuf_add(page, "#define CLSCAN_PACKET %u\n", cs_packet_of(problem->traits.value.type.size));
    cs_strbuf_add(page, "#define CLSCAN_PRIVATE_ROWS %u\n", shape->private_rows);
    cs_strbuf_add(page, "#define CLSCAN_LOCAL_ROWS %u\n", shape->local_rows);
    cs_strbuf_add(page, "#ifndef CLSCAN_TICKETS\n#define CLSCAN_TICKETS %d\n#endif\n", !caps->starts_in_order);
    /* build options may ask for 32-bit atomics; every device with atomics has those */
    cs_strbuf_add(page, "#ifndef CLSCAN_STATE_BITS\n#define CLSCAN_STATE_BITS %u\n#endif\n",
                  shape->sort.sweeps ? 32 : caps->state_bits);
    cs_strbuf_add(page, "#define CLSCAN_ATOMICS %d\n", caps->atomics);
    cs_strbuf_add(page, "#define CLSCAN_SUB_GROUPS %d\n", shape->sub_groups);
    cs_strbuf_add(page, "#define CLSCAN_REASSOCIATES %d\n", caps->reassociates);
    write_tuning(page, caps, shape);
}
