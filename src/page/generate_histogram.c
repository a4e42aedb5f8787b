#include "page/generate_histogram.h"

#include "page/user_calls.h"
#include "problem/edges.h"
#include "problem/even_bins.h"

#include <string.h>

static void define(cs_strbuf *page, const char *name, cl_ulong number) {
    cs_strbuf_add(page, "#define CLSCAN_%s %lluUL\n", name, (unsigned long long)number);
}

static void define_uint(cs_strbuf *page, const char *name, cl_ulong number) {
    cs_strbuf_add(page, "#define CLSCAN_%s %lluu\n", name, (unsigned long long)number);
}

/* ------------------------------------------------------------------------------------------------ even bins */

static void write_even_integers(cs_strbuf *page, const clscan_bins *bins, const cs_type_row *type) {
    static const char *const forms[] = { [CS_EVEN_MUL_SHIFT] = "MUL_SHIFT",
                                         [CS_EVEN_MUL_HI] = "MUL_HI",
                                         [CS_EVEN_MUL_HI_64] = "MUL_HI_64",
                                         [CS_EVEN_DIVIDE] = "DIVIDE" };
    const cs_even_bins even = cs_even_bins_of(bins, type);
    cs_strbuf_add(page, "#define CLSCAN_BINS_EVEN_INTEGERS 1\n#define CLSCAN_EVEN_%s 1\n", forms[even.form]);
    cs_strbuf_add(page, "typedef %s clscan_distance;\n", type->size == sizeof(cl_ulong) ? "ulong" : "uint");
    cs_strbuf_add(page, even.is_empty ? "#define CLSCAN_EVEN_IS_EMPTY 1\n" : "");
    define(page, "EVEN_LEAST", even.least);
    define(page, "EVEN_MAX_DISTANCE", even.max_distance);
    define(page, "EVEN_OFFSET", even.offset);
    define(page, "EVEN_MULTIPLIER", even.multiplier);
    define_uint(page, "EVEN_SHIFT", even.shift);
    define(page, "EVEN_QUOTIENT", even.quotient);
    define(page, "EVEN_REMAINDER", even.remainder);
    define(page, "EVEN_RANGE", even.range);
}

/* Writes a number by its bits, which no locale changes. */
static void define_floating(cs_strbuf *page, const char *name, bool wide, double x) {
    const float narrow = wide ? 0 : cs_float_not_below(x);
    cl_uint bits;
    cl_ulong wide_bits;
    memcpy(&bits, &narrow, sizeof bits);
    memcpy(&wide_bits, &x, sizeof wide_bits);
    if (wide)
        cs_strbuf_add(page, "#define CLSCAN_%s as_double(0x%llxUL)\n", name, (unsigned long long)wide_bits);
    else
        cs_strbuf_add(page, "#define CLSCAN_%s as_float(0x%xu)\n", name, (unsigned)bits);
}

static void write_even_floats(cs_strbuf *page, const clscan_bins *bins, const cs_type_row *type) {
    const bool wide = type->size == sizeof(cl_double);
    const double scale = bins->count / (bins->upper - bins->lower);
    cs_strbuf_add(page, "#define CLSCAN_BINS_EVEN_FLOATS 1\ntypedef %s clscan_edge_type;\n", wide ? "double" : "float");
    define_floating(page, "EVEN_LOWER", wide, bins->lower);
    define_floating(page, "EVEN_UPPER", wide, bins->upper);
    define_floating(page, "EVEN_SCALE", wide, wide ? scale : (float)scale);
}

static void write_even(cs_strbuf *page, const cs_problem *problem) {
    const cs_type_row *type = cs_element_row(problem);
    if (type->class & CS_INTEGER)
        write_even_integers(page, &problem->bins, type);
    else
        write_even_floats(page, &problem->bins, type);
}

/* ----------------------------------------------------------------------------------------------- other bins */

static void write_edges(cs_strbuf *page, const cs_problem *problem) {
    const size_t n = cs_edges_reached(&problem->bins, cs_element_row(problem));
    size_t step = 1;
    while (2 * step <= n)
        step *= 2;
    cs_strbuf_add(page, "#define CLSCAN_BINS_EDGES 1\ntypedef %s clscan_edge;\n", cs_edges_type(problem)->name);
    define_uint(page, "EDGES", n);
    define_uint(page, "EDGES_STEP", step);
}

static void write_function(cs_strbuf *page, const cs_problem *problem) {
    cs_strbuf_add(page, "#define CLSCAN_BINS_FUNCTION 1\nstatic uint clscan_user_bin(clscan_in clscan_x) {\n");
    cs_page_lines_of(page, "desc.bins.function");
    cs_strbuf_add(page, "    return %s(clscan_x);\n", problem->bins.function);
    cs_page_own_lines(page);
    cs_strbuf_add(page, "}\n");
}

void cs_generate_histogram(cs_strbuf *page, const cs_problem *problem, const cs_shape *shape) {
    static void (*const write_bins[])(cs_strbuf * page, const cs_problem *problem) = {
        [CLSCAN_BIN_KIND_EVEN] = write_even,
        [CLSCAN_BIN_KIND_EDGES] = write_edges,
        [CLSCAN_BIN_KIND_FUNCTION] = write_function,
    };
    const cs_bin_tables *tables = &shape->bins;
    if (!problem->traits.histogram.bins)
        return;
    define_uint(page, "BINS", problem->traits.histogram.bins);
    cs_strbuf_add(page, "typedef clscan_element clscan_weight;\n");
    cs_strbuf_add(page, "#define CLSCAN_FLOATING_WEIGHTS %d\n", problem->traits.histogram.floating_counts);
    define_uint(page, "WEIGHT_WORDS", problem->traits.value.type.size / sizeof(cl_uint));
    define_uint(page, "COUNTER_WORDS", tables->counter_words);
    define_uint(page, "TABLE_BINS", tables->bins);
    define_uint(page, "BIN_RANGES", tables->ranges);
    define_uint(page, "BIN_COPIES", tables->copies);
    cs_strbuf_add(page, "#define CLSCAN_BINS_IN_WORKSPACE %d\n", tables->in_workspace);
    define_uint(page, "BIN_STRIDE", tables->stride);
    define_uint(page, "BIN_PACKET", problem->load ? 1 : cs_packet_of(problem->traits.in[0].size));
    write_bins[problem->bins.kind](page, problem);
}
