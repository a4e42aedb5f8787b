#include "random/recipe.h"

#include "support/shape.h"

#include <described.h>
#include <stdio.h>
#include <string.h>

/* desc.segments, and what keys are: of the last kind, only the first half counts. */
static const struct {
    clscan_segments segments;
    clscan_array keys;
    const char *same_key;
    size_t size, bytes;
} marks[] = {
    { CLSCAN_NO_SEGMENTS, { NULL, 0 }, NULL, 0, 0 },   { CLSCAN_HEAD_FLAGS, { NULL, 0 }, NULL, 0, 0 },
    { CLSCAN_HEAD_BITS, { NULL, 0 }, NULL, 0, 0 },     { CLSCAN_EQUAL_KEYS, { NULL, 0 }, NULL, 4, 4 },
    { CLSCAN_EQUAL_KEYS, { "ulong", 0 }, NULL, 8, 8 }, { CLSCAN_EQUAL_KEYS, { "half_key", 8 }, "same_half", 8, 4 },
    { CLSCAN_OFFSETS, { NULL, 0 }, NULL, 4, 4 },       { CLSCAN_OFFSETS, { "ulong", 0 }, NULL, 8, 8 }
};
static const char key_source[] = "typedef struct { uint key, other; } half_key;\n"
                                 "static bool same_half(half_key a, half_key b) { return a.key == b.key; }\n";

clscan_segments recipe_segments(const kase *k) {
    return marks[k->v[D_segments]].segments;
}
size_t recipe_key_size(const kase *k) {
    return marks[k->v[D_segments]].size;
}
size_t recipe_key_bytes(const kase *k) {
    return marks[k->v[D_segments]].bytes;
}

static void type_name(const kase *k, clscan_type type, char name[32]) {
    const unsigned components = kase_components(k);
    if (components > 1)
        snprintf(name, 32, "%s%u", clscan_type_name(type), components);
    else
        snprintf(name, 32, "%s", clscan_type_name(type));
}

static void write_operator(const kase *k, const oracle_problem *problem, recipe *r) {
    r->desc.components = kase_components(k);
    if (problem->user)
        snprintf(r->source, sizeof r->source, "%s", problem->user->source);
    if (k->v[D_no_identity])
        r->desc.user.identity = NULL;
    if (k->v[D_no_identity] && !problem->user)
        r->desc.user.combine = problem->op == CLSCAN_MIN ? "min" : "max";
    if (problem->type == CLSCAN_USER)
        snprintf(r->element, sizeof r->element, "%s", problem->user->type_name);
    else
        type_name(k, problem->type, r->element);
}

/* As it was loaded, or read once more. */
static const char *element_stored(const kase *k) {
    return k->v[D_store] < 2  ? "x"
           : k->v[D_load] > 1 ? "load_shifted(in, shift, further, i)"
           : k->v[D_load]     ? "load_shifted(in, shift, i)"
                              : "in[i]";
}

static void write_arrays(const kase *k, const oracle_problem *problem, recipe *r) {
    const size_t size = problem->type == CLSCAN_USER ? oracle_problem_size(problem) : 0;
    const size_t length = strlen(r->source);
    char map[512] = "", load[512] = "", store[768] = "", inputs[128];
    const char *loaded = k->v[D_map] ? "boxed" : r->element;
    if (k->v[D_map]) {
        oracle_described_map(r->element, kase_element(k), kase_box(k), map, sizeof map);
        r->desc.map = "unboxed";
        r->desc.in[0] = (clscan_array) { "boxed", kase_box(k) };
    }
    if (k->v[D_in_type]) {
        type_name(k, kase_type(k->v[D_in_type]), r->in);
        r->desc.in[0].type = r->in;
    }
    if (k->v[D_out_type]) {
        type_name(k, kase_type(k->v[D_out_type]), r->out);
        r->desc.out[0].type = r->out;
    }
    if (k->v[D_load]) {
        oracle_described_load(loaded, k->v[D_load] > 1, load, sizeof load);
        r->desc.load = "load_shifted";
        r->desc.in[1].type = "uchar";
        r->desc.in[2].type = k->v[D_load] > 1 ? "ulong" : NULL;
    }
    if (k->v[D_store]) {
        snprintf(inputs, sizeof inputs, "const global %s *in%s%s", k->v[D_in_type] ? r->in : loaded,
                 k->v[D_load] ? ", const global uchar *shift" : "",
                 k->v[D_load] > 1 ? ", const global ulong *further" : "");
        oracle_described_store(r->element, loaded, inputs, element_stored(k), store, sizeof store);
        r->desc.store = "store_all";
        r->desc.out[1] = (clscan_array) { r->element, size };
        r->desc.out[2] = k->v[D_map] ? r->desc.in[0] : r->desc.out[1];
    }
    snprintf(r->source + length, sizeof r->source - length, "%s%s%s%s", map, load, store,
             marks[k->v[D_segments]].same_key ? key_source : "");
}

void recipe_write(const dut *d, const kase *k, recipe *r) {
    const oracle_problem problem = kase_problem(k);
    *r = (recipe) { .desc = oracle_problem_desc(&problem, (clscan_kind)k->v[D_kind]) };
    write_operator(k, &problem, r);
    r->desc.reverse = (int)k->v[D_reverse];
    r->desc.layout = k->v[D_layout] ? CLSCAN_ROWS : CLSCAN_CONTIGUOUS;
    r->desc.segments = marks[k->v[D_segments]].segments;
    r->desc.keys = marks[k->v[D_segments]].keys;
    r->desc.same_key = marks[k->v[D_segments]].same_key;
    write_arrays(k, &problem, r);
    r->desc.user.source = *r->source ? r->source : NULL;
    r->desc.strategy = (clscan_strategy)k->v[D_strategy];
    r->desc.group = (clscan_group)k->v[D_group];
    if (k->v[D_shape])
        shape_draw(d, k->v[D_shape], &r->desc);
}
