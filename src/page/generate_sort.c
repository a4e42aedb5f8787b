#include "page/generate_sort.h"
#include "page/generate_arrays.h"
#include "page/user_calls.h"
#include "table/type_name.h"

/* The unsigned type that has the bits of a key, the type in which kernels compute with these bits, and the bits of an
 * infinity, by the bytes of the key. */
static const struct {
    const char *bits, *computed;
    unsigned long long infinity;
} keys[] = { [1] = { "uchar", "uint", 0 },
             [2] = { "ushort", "uint", 0x7C00 },
             [4] = { "uint", "uint", 0x7F800000 },
             [8] = { "ulong", "ulong", 0x7FF0000000000000 } };

/* Writes CLSCAN_SORT_KEY: the user's function, or the element itself. */
static void write_key(cs_strbuf *page, const cs_problem *problem) {
    if (!problem->user_map) {
        cs_strbuf_add(page, "#define CLSCAN_SORT_KEY(x) (x)\n");
        return;
    }
    cs_strbuf_add(page, "static clscan_sort_key clscan_user_key(clscan_in clscan_x) {\n");
    cs_page_lines_of(page, "desc.user.map");
    cs_strbuf_add(page, "    return %s(clscan_x);\n", problem->user_map);
    cs_page_own_lines(page);
    cs_strbuf_add(page, "}\n#define CLSCAN_SORT_KEY(x) clscan_user_key(x)\n");
}

static void write_bits(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    const cs_type_name key = cs_type_name_parse(problem->user_map_type);
    cs_page_lines_of(page, "desc.value.name");
    cs_strbuf_add(page, "typedef %s clscan_sort_key;\n", problem->user_map_type);
    cs_page_own_lines(page);
    cs_strbuf_add(page, "typedef %s clscan_sort_bits;\n",
                  traits->sort.segment_passes > sizeof(cl_uint) ? "ulong" : keys[key.size].computed);
    cs_strbuf_add(page, "#define CLSCAN_SORT_BITS_OF(x) as_%s(x)\n", keys[key.size].bits);
    cs_strbuf_add(page, "#define CLSCAN_SORT_WIDTH %zu\n", 8 * key.size);
    cs_strbuf_add(page, "#define CLSCAN_SORT_SIGNED %d\n", key.row->class == CS_SIGNED);
    cs_strbuf_add(page, "#define CLSCAN_SORT_FLOATING %d\n", (key.row->class & CS_FLOATING) != 0);
    cs_strbuf_add(page, "#define CLSCAN_SORT_INFINITY %lluu%s\n", keys[key.size].infinity, key.size == 8 ? "l" : "");
    cs_strbuf_add(page, "#define CLSCAN_SORT_FIRST_BIT %u\n", problem->sort_first_bit);
    cs_strbuf_add(page, "#define CLSCAN_SORT_NUM_BITS %u\n", problem->sort_num_bits);
    cs_strbuf_add(page, "#define CLSCAN_SORT_PASSES %u\n", traits->sort.passes);
    cs_strbuf_add(page, "#define CLSCAN_SORT_KEY_PASSES %u\n", traits->sort.passes - traits->sort.segment_passes);
}

/* Writes the user's comparison. */
static void write_less(cs_strbuf *page, const cs_problem *problem) {
    cs_strbuf_add(page, "static bool clscan_user_less(clscan_in clscan_x, clscan_in clscan_y) {\n");
    cs_page_lines_of(page, "desc.user.less");
    cs_strbuf_add(page, "    return %s(clscan_x, clscan_y);\n", problem->less);
    cs_page_own_lines(page);
    cs_strbuf_add(page, "}\n#define CLSCAN_LESS(x, y) clscan_user_less(x, y)\n");
}

/* Writes the outputs after the first one of a sort by comparison. */
static void write_others(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    size_t offset = 0;
    cs_strbuf_add(page, "#define CLSCAN_MERGE_CARRIED(clscan_array, clscan_index)");
    for (unsigned i = 1; i < traits->num_out; i++) {
        const char *type = cs_page_element(problem->out[i]);
        if (i == traits->indices.output) {
            cs_strbuf_add(page, " clscan_index(%u, %s, out%u)", i, type, i);
            continue;
        }
        cs_strbuf_add(page, " clscan_array(%u, %s, in%u, out%u, %zu)", i, type, i, i, offset);
        offset += traits->out[i].size;
    }
    cs_strbuf_add(page, "\n#define CLSCAN_MERGE_INDEXED %d\n#define CLSCAN_MERGE_BYTES %zu\n", traits->num_out > 1,
                  traits->sort.merge_bytes);
    cs_strbuf_add(page, "#define CLSCAN_MERGE_HEADS_AT %zu\n",
                  2 * traits->sort.merge_bytes + traits->sort.merge_carried);
}

/* Writes the arrays that are moved: number, type, input, output, and the bytes of an element of the arrays before. */
static void write_moved(cs_strbuf *page, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    size_t offset = traits->out[0].size;
    cs_strbuf_add(page,
                  "#define CLSCAN_SORT_ARRAYS(clscan_array, clscan_index) clscan_array(0, clscan_in, in, out, 0)");
    for (unsigned i = 1; i < traits->num_out; i++) {
        const char *type = cs_page_element(problem->out[i]);
        if (i == traits->indices.output)
            cs_strbuf_add(page, " clscan_index(%u, %s, out%u, %zu)", i, type, i, offset);
        else
            cs_strbuf_add(page, " clscan_array(%u, %s, in%u, out%u, %zu)", i, type, i, i, offset);
        offset += traits->out[i].size;
    }
    if (traits->sort.segment_passes)
        cs_strbuf_add(page,
                      " clscan_index(%u, clscan_value, out, %zu)\n#define CLSCAN_SORT_SEGMENT_IDS %u\n"
                      "#define CLSCAN_SORT_SEGMENT_IDS_AT %zu",
                      traits->num_out, offset, traits->num_out, offset);
    cs_strbuf_add(page, "\n#define CLSCAN_SORT_BYTES %zu\n#define CLSCAN_SORT_STAGED %zu\n", traits->sort.bytes,
                  traits->sort.staged);
}

/* Writes how the kernel of the prologue loads an element, if the user has a function for it. */
static void write_load(cs_strbuf *page, const cs_problem *problem) {
    if (!problem->load)
        return;
    cs_page_user_load(page, problem);
    cs_strbuf_add(page, "#define CLSCAN_LOAD_FIRST(v, at) ");
    cs_page_loaded_at(page, problem);
    cs_strbuf_add(page, "\n");
}

/* The functions of the library that scan are in the program, although a sort calls none of them. */
static const char no_elements[] = "#define CLSCAN_LOAD(v, at, c) ((void)(v), (clscan_value)(at))\n"
                                  "#define CLSCAN_STORE_RESULT(v, at, result) ((void)(v))\n";

void cs_generate_sort(cs_strbuf *page, const cs_problem *problem, const cs_shape *shape) {
    cs_strbuf_add(page, "%s", no_elements);
    if (problem->less) {
        write_less(page, problem);
        write_others(page, problem);
    } else {
        write_bits(page, problem);
        write_key(page, problem);
        write_moved(page, problem);
        if (problem->traits.sort.top_k_of_segments)
            cs_strbuf_add(page, "#define CLSCAN_SORT_TOP_K %uu\n", problem->traits.sort.top_k);
        cs_strbuf_add(page, "#define CLSCAN_SORT_COUNTERS %u\n", cs_shape_sort_counters(shape));
        cs_strbuf_add(page, "#define CLSCAN_SORT_EARLY_BYTES %u\n", shape->sort.early);
        cs_strbuf_add(page, "#define CLSCAN_SORT_SWEEPS %d\n", shape->sort.sweeps);
    }
    cs_strbuf_add(page, "#define CLSCAN_%s_LOCAL_BYTES %zu\n", problem->less ? "MERGE" : "SORT",
                  cs_shape_local_bytes(shape, problem->traits.value.tile_bytes));
    write_load(page, problem);
    cs_page_more_arrays(page, problem);
}
