#include "random/case_desc.h"

#include "support/shape.h"

#include <described.h>
#include <stdio.h>
#include <string.h>

/* For each value of the dimension `segments`: desc.segments, the type of keys, how keys are computed and compared, the
 * bytes of an element of args.segments, and how many of its first bytes decide. */
static const struct {
    clscan_segments segments;
    clscan_type keys, key_in;
    const char *key, *same_key;
    size_t size, bytes;
} marks[] = { { .segments = CLSCAN_SEGMENTS_NONE },
              { .segments = CLSCAN_SEGMENTS_FLAGS },
              { .segments = CLSCAN_SEGMENTS_BITS },
              { .segments = CLSCAN_SEGMENTS_KEYS, .size = 4, .bytes = 4 },
              { .segments = CLSCAN_SEGMENTS_KEYS, .keys.name = "ulong", .size = 8, .bytes = 8 },
              { .segments = CLSCAN_SEGMENTS_KEYS,
                .keys = { .name = "half_key", .size = 8 },
                .same_key = "same_half",
                .size = 8,
                .bytes = 4 },
              { .segments = CLSCAN_SEGMENTS_KEYS,
                .keys.name = "uchar",
                .key_in = { .name = "half_key", .size = 8 },
                .key = "halved",
                .size = 8,
                .bytes = 4 },
              { .segments = CLSCAN_SEGMENTS_OFFSETS, .size = 4, .bytes = 4 },
              { .segments = CLSCAN_SEGMENTS_OFFSETS, .keys.name = "ulong", .size = 8, .bytes = 8 } };

/* Writes the type and the functions of keys that are structs. */
static void write_keys(const test_case *tc, char *text, size_t size) {
    oracle_described_key(text, size);
    const size_t length = strlen(text);
    if (marks[tc->v[D_segments]].same_key)
        snprintf(text + length, size - length,
                 "static bool same_half(half_key a, half_key b) { return a.key == b.key; }\n");
}

clscan_segments test_case_segments(const test_case *tc) {
    return marks[tc->v[D_segments]].segments;
}
size_t test_case_key_size(const test_case *tc) {
    return marks[tc->v[D_segments]].size;
}
size_t test_case_key_bytes(const test_case *tc) {
    return marks[tc->v[D_segments]].bytes;
}
bool test_case_computes_keys(const test_case *tc) {
    return marks[tc->v[D_segments]].key != NULL;
}
oracle_type test_case_count_type(const test_case *tc) {
    static const oracle_type types[] = { ORACLE_UINT, ORACLE_INT, ORACLE_LONG, ORACLE_ULONG };
    return types[tc->v[D_count_type]];
}

/* A run-length encoding has indices of type uint where the description names none. */
oracle_type test_case_index_type(const test_case *tc) {
    static const oracle_type types[] = { ORACLE_USER, ORACLE_UINT, ORACLE_INT, ORACLE_LONG, ORACLE_ULONG };
    return tc->v[D_index] == 0 && tc->v[D_task] == CLSCAN_TASK_RUN_LENGTH ? ORACLE_UINT : types[tc->v[D_index]];
}
oracle_type test_case_lengths_type(const test_case *tc) {
    static const oracle_type types[] = {
        ORACLE_UINT, ORACLE_INT, ORACLE_LONG, ORACLE_ULONG, ORACLE_FLOAT, ORACLE_DOUBLE
    };
    return tc->v[D_task] == CLSCAN_TASK_RUN_LENGTH || test_case_counts(tc) ? types[tc->v[D_lengths]] : ORACLE_USER;
}

static const char *type_name(const test_case *tc, oracle_type type) {
    return oracle_vector_name(type, test_case_components(tc));
}

static void write_operator(const test_case *tc, const oracle_problem *problem, case_desc *r) {
    if (problem->user)
        snprintf(r->source, sizeof r->source, "%s", problem->user->source);
    if (tc->v[D_no_identity])
        r->desc.user.identity = NULL;
    if (tc->v[D_no_identity] && !problem->user)
        r->desc.user.combine = problem->op == CLSCAN_OP_MIN ? "min" : "max";
    if (problem->type != ORACLE_USER)
        r->desc.value.name = type_name(tc, problem->type);
}

/* Returns the expression for the element that is stored: the one that was loaded, or the one that is read again. */
static const char *element_stored(const test_case *tc) {
    return tc->v[D_store] < 2  ? "x"
           : tc->v[D_load] > 1 ? "load_shifted(in, shift, further, i)"
           : tc->v[D_load]     ? "load_shifted(in, shift, i)"
                               : "in[i]";
}

static void write_arrays(const test_case *tc, case_desc *r) {
    const char *element = r->desc.value.name;
    const size_t length = strlen(r->source);
    char map[512] = "", load[512] = "", store[768] = "", keys[256] = "", inputs[128];
    const char *loaded = tc->v[D_map] ? "boxed" : element;
    if (tc->v[D_map]) {
        oracle_described_map(element, test_case_element(tc), test_case_box(tc), map, sizeof map);
        r->desc.user.map = "unboxed";
        r->desc.in[0] = (clscan_type) { .name = "boxed", .size = test_case_box(tc) };
    }
    if (tc->v[D_in_type])
        r->desc.in[0].name = type_name(tc, test_case_type(tc->v[D_in_type]));
    if (tc->v[D_out_type])
        r->desc.out[0].name = type_name(tc, test_case_type(tc->v[D_out_type]));
    if (tc->v[D_load]) {
        oracle_described_load(loaded, tc->v[D_load] > 1, load, sizeof load);
        r->desc.user.load = "load_shifted";
        r->desc.in[1].name = "uchar";
        r->desc.in[2].name = tc->v[D_load] > 1 ? "ulong" : NULL;
    }
    if (tc->v[D_store]) {
        snprintf(inputs, sizeof inputs, "const global %s *in%s%s", tc->v[D_in_type] ? r->desc.in[0].name : loaded,
                 tc->v[D_load] ? ", const global uchar *shift" : "",
                 tc->v[D_load] > 1 ? ", const global ulong *further" : "");
        oracle_described_store(element, loaded, inputs, element_stored(tc), store, sizeof store);
        r->desc.user.store = "store_all";
        r->desc.out[1] = r->desc.value;
        r->desc.out[2] = tc->v[D_map] ? r->desc.in[0] : r->desc.out[1];
    }
    if (r->desc.user.key || r->desc.user.same_key)
        write_keys(tc, keys, sizeof keys);
    snprintf(r->source + length, sizeof r->source - length, "%s%s%s%s", map, load, store, keys);
}

/* -------------------------------------------------------------------------------------------------- selections */

uint32_t test_case_hash(const test_case *tc, const void *element) {
    const oracle_problem problem = test_case_problem(tc);
    const unsigned char *byte = element;
    uint32_t sum = 0;
    for (size_t i = 0; i < oracle_problem_size(&problem); i++)
        sum = sum * 31 + byte[i];
    return sum;
}

unsigned test_case_part(const test_case *tc, const void *element) {
    const uint32_t hash = test_case_hash(tc, element) % 7;
    return hash < 3 ? 0 : hash < 5 || test_case_parts(tc) < 3 ? 1 : 2;
}

bool test_case_keeps(const test_case *tc, const void *element) {
    return test_case_part(tc, element) == 0;
}

unsigned case_desc_hashed_bins(unsigned bins) {
    return bins + bins / 4 + 1;
}

/* Appends a function of an element, of which `result` is the result: an expression of the hash `sum`. */
static void write_function(const test_case *tc, const char *returns, const char *name, const char *result,
                           const char *element, case_desc *r) {
    const oracle_problem problem = test_case_problem(tc);
    const size_t length = strlen(r->source);
    snprintf(r->source + length, sizeof r->source - length,
             "static %s %s(%s x) {\n"
             "    union { %s element; uchar byte[%zu]; } both;\n"
             "    uint sum = 0;\n"
             "    both.element = %s(x);\n"
             "    for (uint i = 0; i < %zu; i++)\n"
             "        sum = sum * 31 + both.byte[i];\n"
             "    return %s;\n"
             "}\n",
             returns, name, tc->v[D_map] ? "boxed" : element, element, test_case_element(tc),
             tc->v[D_map] ? "unboxed" : "", oracle_problem_size(&problem), result);
}

/* Writes the functions that decide which elements are kept. They return numbers other than 1 for true, and numbers
 * other than 2 for part 2. */
static void write_decision(const test_case *tc, case_desc *r) {
    const char *element = r->desc.value.name, *in = tc->v[D_map] ? "boxed" : element;
    const size_t length = strlen(r->source), size = sizeof r->source - length;
    if (test_case_has_predicate(tc)) {
        r->desc.user.keep = "keep_some";
        write_function(tc, "int", "keep_some",
                       test_case_parts(tc) == 3 ? "sum % 7 < 3 ? 0 : sum % 7 < 5 ? 1 : -5" : "sum % 7 < 3 ? -5 : 0",
                       element, r);
    } else if (test_case_compares_elements(tc) && test_case_compares_bytes(tc)) {
        r->desc.user.same_key = "same_bytes";
        snprintf(r->source + length, size,
                 "static int same_bytes(%s a, %s b) {\n"
                 "    union { %s element; uchar byte[sizeof(%s)]; } first, second;\n"
                 "    int differ = 0;\n"
                 "    first.element = a;\n"
                 "    second.element = b;\n"
                 "    for (uint i = 0; i < sizeof(%s); i++)\n"
                 "        differ |= first.byte[i] ^ second.byte[i];\n"
                 "    return differ ? 0 : -5;\n"
                 "}\n",
                 in, in, in, in, in);
    }
}

/* Writes the comparison of a sort, by a hash of which many elements have the same. There are no keys. */
static void write_comparison(const test_case *tc, case_desc *r) {
    const char *element = r->desc.value.name, *in = tc->v[D_map] ? "boxed" : element;
    write_function(tc, "uint", "hash_of", "sum", element, r);
    const size_t length = strlen(r->source);
    snprintf(r->source + length, sizeof r->source - length,
             "static int comes_before(%s x, %s y) {\n    return hash_of(x) %% %d < hash_of(y) %% %d ? -5 : 0;\n}\n", in,
             in, CASE_RANKS, CASE_RANKS);
    r->desc.user.less = "comes_before";
    r->desc.user.map = NULL;
    if (tc->v[D_map])
        r->desc.value = (clscan_type) { .name = NULL };
}

static void write_selection(const test_case *tc, case_desc *r) {
    static const char *const carried[] = { NULL, "ushort", "ulong" };
    r->desc.op = CLSCAN_OP_ADD;
    r->desc.user.combine = r->desc.user.identity = NULL;
    r->desc.parts = test_case_parts(tc) == 3 ? 3 : 0;
    r->desc.min_run_length = tc->v[D_min_run];
    r->desc.mask = (clscan_mask)tc->v[D_mask];
    r->desc.index_type.name = tc->v[D_index] ? oracle_type_name(test_case_index_type(tc)) : NULL;
    r->desc.length_type.name = tc->v[D_lengths] ? oracle_type_name(test_case_lengths_type(tc)) : NULL;
    for (unsigned i = 1; i <= tc->v[D_carried]; i++)
        r->desc.in[i].name = r->desc.out[i].name = carried[i];
    r->desc.sort =
        (clscan_sort_options) { .first_bit = tc->v[D_first_bit], .num_bits = tc->v[D_num_bits], .k = test_case_k(tc) };
    if (tc->v[D_compared])
        write_comparison(tc, r);
    else
        write_decision(tc, r);
}

/* ----------------------------------------------------------------------------------------------------- histograms */

/* The type of the problem is the type of the elements, and desc.value becomes the type of the counts. */
static void write_histogram(const test_case *tc, case_desc *r) {
    const char *counts = oracle_type_name(test_case_lengths_type(tc));
    char bin[32];
    r->desc.op = CLSCAN_OP_ADD;
    r->desc.user.combine = r->desc.user.identity = NULL;
    r->desc.in[0] = r->desc.value;
    r->desc.value = (clscan_type) { .name = tc->v[D_lengths] ? counts : NULL };
    case_histogram_bins(tc, r->edges, &r->desc.bins);
    if (tc->v[D_weighted]) {
        r->desc.user.map = "weight_some";
        const bool floating = test_case_lengths_type(tc) >= ORACLE_FLOAT;
        write_function(tc, counts, "weight_some", floating ? "0.25f * (float)(sum % 7) - 0.75f" : "sum % 7",
                       r->desc.in[0].name, r);
    }
    snprintf(bin, sizeof bin, "sum %% %u", case_desc_hashed_bins(r->desc.bins.count));
    if (r->desc.bins.function)
        write_function(tc, "uint", r->desc.bins.function, bin, r->desc.in[0].name, r);
}

/* Returns true if the description names a function or a type of the source. Otherwise the library refuses a source. */
static bool uses_source(const test_case *tc, const case_desc *r) {
    const clscan_user *user = &r->desc.user;
    return user->combine || user->load || user->map || user->store || user->key || user->same_key || user->keep ||
           user->less || r->desc.bins.function || test_case_problem(tc).type == ORACLE_USER;
}

void case_desc_write(const test_device *d, const test_case *tc, case_desc *r) {
    const oracle_problem problem = test_case_problem(tc);
    *r = (case_desc) { .desc = oracle_problem_desc(&problem, (clscan_kind)tc->v[D_kind]) };
    r->desc.task = (clscan_task)tc->v[D_task];
    write_operator(tc, &problem, r);
    r->desc.reverse = (int)tc->v[D_reverse];
    r->desc.layout = tc->v[D_layout] ? CLSCAN_LAYOUT_ROWS : CLSCAN_LAYOUT_CONTIGUOUS;
    r->desc.segments = marks[tc->v[D_segments]].segments;
    r->desc.key = marks[tc->v[D_segments]].keys;
    r->desc.count_type.name = oracle_type_name(test_case_count_type(tc));
    r->desc.key_in = marks[tc->v[D_segments]].key_in;
    r->desc.user.key = marks[tc->v[D_segments]].key;
    r->desc.user.same_key = marks[tc->v[D_segments]].same_key;
    write_arrays(tc, r);
    if (test_case_moves(tc))
        write_selection(tc, r);
    if (test_case_counts(tc))
        write_histogram(tc, r);
    r->desc.user.source = *r->source && uses_source(tc, r) ? r->source : NULL;
    r->desc.tuning.strategy = (clscan_strategy)tc->v[D_strategy];
    r->desc.tuning.group = (clscan_group)tc->v[D_group];
    if (tc->v[D_shape])
        shape_draw(d, tc->v[D_shape], &r->desc);
}
