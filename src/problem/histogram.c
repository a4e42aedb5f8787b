#include "problem/segment_results.h"
#include "problem/task_functions.h"

#include "base/try.h"
#include "table/type_name.h"

#include <float.h>

enum { MOST_BINS = 1 << 28 };

static clscan_desc complete(const clscan_desc *desc) {
    clscan_desc named = *desc;
    if (!desc->value.name && !desc->value.size)
        named.value.name = "uint";
    return named;
}

/* ------------------------------------------------------------------------------------------------ kinds of bins */

/* Even bins and edges are for numbers. Returns the type of the elements, whose row is NULL for a type of the user's. */
static cs_type_name element_type(const clscan_desc *desc) {
    return cs_type_name_parse(desc->in[0].name ? desc->in[0].name : cs_value_name(desc));
}

static clscan_status check_numbers(const clscan_desc *desc, const char *kind) {
    clscan_status status = CLSCAN_OK;
    const cs_type_name type = element_type(desc);
    FAIL_IF(!type.row || type.components > 1, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.kind is CLSCAN_BIN_KIND_%s, but desc.in[0].name is %s: only numbers have such bins; "
            "CLSCAN_BIN_KIND_FUNCTION is for elements of any type",
            kind, desc->in[0].name);
done:
    return status;
}

static const double two_63 = 9223372036854775808.0;

/* Returns true for a whole number that some integer type of 8 bytes holds, or that follows its greatest number. */
static bool is_whole(double x) {
    if (x < -two_63 || x > 2 * two_63)
        return false;
    return x >= two_63 || (double)(cl_long)x == x;
}

static clscan_status check_whole_bounds(const clscan_bins *bins, const char *type) {
    clscan_status status = CLSCAN_OK;
    const bool lower = is_whole(bins->lower);
    FAIL_IF(!lower || !is_whole(bins->upper), CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.%s is %g, but elements are %s: even bins of integers have bounds that are whole numbers from "
            "-2^63 to 2^64",
            lower ? "upper" : "lower", lower ? bins->upper : bins->lower, type);
    FAIL_IF(bins->lower < 0 && bins->upper > two_63, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.lower is %g, and desc.bins.upper %g: no type of integers holds both", bins->lower, bins->upper);
done:
    return status;
}

/* The bounds have to be numbers of the type in which bins are computed, and the bins so wide and so narrow that
 * count / (upper - lower) is a normal number. The bin is a product that is rounded down to a whole number. From 2^23 on
 * all floats are whole numbers, so the product would already be rounded to the nearest one. */
static clscan_status check_width(const clscan_bins *bins, const cs_type_row *type) {
    enum { MOST_OF_FLOATS = 1 << 23 };
    clscan_status status = CLSCAN_OK;
    const bool wide = type->size == sizeof(cl_double);
    const double most = wide ? DBL_MAX : FLT_MAX, least = wide ? DBL_MIN : FLT_MIN;
    const double width = bins->upper - bins->lower;
    FAIL_IF(!wide && bins->count > MOST_OF_FLOATS, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.count is %u, but elements are %s: even bins of floats are at most %d", bins->count, type->name,
            MOST_OF_FLOATS);
    FAIL_IF(bins->lower < -most || bins->upper > most, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.%s is %g, but elements are %s: even bins have bounds in the range of float",
            bins->lower < -most ? "lower" : "upper", bins->lower < -most ? bins->lower : bins->upper, type->name);
    FAIL_IF(!(width <= most) || bins->count / width < least || bins->count / width > most, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins has %u even bins from %g to %g: their width is out of the range of %s", bins->count, bins->lower,
            bins->upper, wide ? "double" : "float");
done:
    return status;
}

static bool is_finite(double x) {
    return x >= -DBL_MAX && x <= DBL_MAX;
}

static clscan_status check_even(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_bins *bins = &desc->bins;
    TRY(check_numbers(desc, "EVEN"));
    const cs_type_row *type = element_type(desc).row;
    FAIL_IF(bins->edges || bins->function, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.%s is given, but desc.bins.kind is CLSCAN_BIN_KIND_EVEN", bins->edges ? "edges" : "function");
    FAIL_IF(!is_finite(bins->lower) || !is_finite(bins->upper) || bins->lower >= bins->upper, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.lower is %g, and desc.bins.upper %g: the bins need a range from a lower to a greater number",
            bins->lower, bins->upper);
    TRY(type->class & CS_INTEGER ? check_whole_bounds(bins, type->name) : check_width(bins, type));
done:
    return status;
}

static clscan_status refuse_bounds(const clscan_bins *bins, const char *kind) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(bins->lower != 0 || bins->upper != 0, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.%s is %g, but desc.bins.kind is CLSCAN_BIN_KIND_%s", bins->lower != 0 ? "lower" : "upper",
            bins->lower != 0 ? bins->lower : bins->upper, kind);
done:
    return status;
}

static clscan_status check_edges(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_bins *bins = &desc->bins;
    TRY(check_numbers(desc, "EDGES"));
    TRY(refuse_bounds(bins, "EDGES"));
    FAIL_IF(bins->function, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.function is given, but desc.bins.kind is CLSCAN_BIN_KIND_EDGES");
    FAIL_IF(!bins->edges, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.edges is NULL, but desc.bins.kind is CLSCAN_BIN_KIND_EDGES: give desc.bins.count + 1 numbers");
    for (size_t i = 0; i <= bins->count; i++)
        FAIL_IF(bins->edges[i] != bins->edges[i], CLSCAN_ERROR_INVALID_DESC, "desc.bins.edges[%zu] is NaN", i);
    for (size_t i = 0; i < bins->count; i++)
        FAIL_IF(bins->edges[i] > bins->edges[i + 1], CLSCAN_ERROR_INVALID_DESC,
                "desc.bins.edges[%zu] is %g, and desc.bins.edges[%zu] %g: an edge may not be less than the one before",
                i, bins->edges[i], i + 1, bins->edges[i + 1]);
done:
    return status;
}

static clscan_status check_function(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_bins *bins = &desc->bins;
    TRY(refuse_bounds(bins, "FUNCTION"));
    FAIL_IF(bins->edges, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.edges is given, but desc.bins.kind is CLSCAN_BIN_KIND_FUNCTION");
    FAIL_IF(!bins->function, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.function is NULL, but desc.bins.kind is CLSCAN_BIN_KIND_FUNCTION");
done:
    return status;
}

static clscan_status check_bins(const clscan_desc *desc) {
    static clscan_status (*const of_kind[])(const clscan_desc *desc) = {
        [CLSCAN_BIN_KIND_EVEN] = check_even,
        [CLSCAN_BIN_KIND_EDGES] = check_edges,
        [CLSCAN_BIN_KIND_FUNCTION] = check_function,
    };
    clscan_status status = CLSCAN_OK;
    const clscan_bins *bins = &desc->bins;
    FAIL_IF((unsigned)bins->kind > CLSCAN_BIN_KIND_FUNCTION, CLSCAN_ERROR_INVALID_VALUE,
            "desc.bins.kind is %d, which is not a clscan_bin_kind", (int)bins->kind);
    FAIL_IF(bins->count < 1 || bins->count > MOST_BINS, CLSCAN_ERROR_INVALID_DESC,
            "desc.bins.count is %u; a histogram has 1 to %d bins", bins->count, MOST_BINS);
    TRY(of_kind[bins->kind](desc));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------ other fields */

static bool is_floating(const clscan_desc *desc) {
    const cs_type_name type = cs_value_type(desc);
    return type.row && type.row->class == CS_FLOAT && type.components == 1;
}

static clscan_status check_types(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const char *value = cs_value_name(desc);
    FAIL_IF(!cs_type_name_of_offsets(value) && !is_floating(desc), CLSCAN_ERROR_INVALID_DESC,
            "desc.value.name is \"%s\", but desc.task is CLSCAN_TASK_HISTOGRAM, whose counts "
            "and weights are uint, ulong, int, long, float or double",
            value);
    FAIL_IF(!cs_is_value_name(desc, desc->out[0].name), CLSCAN_ERROR_INVALID_DESC,
            "desc.out[0].name is %s, and desc.value.name %s: a histogram writes counts of desc.value",
            desc->out[0].name, value);
done:
    return status;
}

static clscan_status check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    TRY(check_types(desc));
    TRY(check_bins(desc));
    TRY(cs_segment_results_check(desc));
done:
    return status;
}

/* ----------------------------------------------------------------------------------------------- the problem */

static void print_histogram(cs_strbuf *text, const cs_problem *problem) {
    const clscan_bins *bins = &problem->bins;
    const cs_element *in = &problem->traits.in[0];
    cs_strbuf_add(text, "histogram of %s (%zu byte%s) in %u bin%s ", problem->in[0] ? problem->in[0] : problem->type,
                  in->size, in->size == 1 ? "" : "s", bins->count, bins->count == 1 ? "" : "s");
    if (bins->kind == CLSCAN_BIN_KIND_EVEN)
        cs_strbuf_add(text, "from %g to %g", bins->lower, bins->upper);
    else
        cs_strbuf_add(text, "by %s", bins->kind == CLSCAN_BIN_KIND_EDGES ? "edges" : bins->function);
    cs_strbuf_add(text, ", counted in %s", problem->type);
    if (problem->load)
        cs_strbuf_add(text, ", loaded by %s", problem->load);
    if (problem->user_map)
        cs_strbuf_add(text, ", weighted by %s", problem->user_map);
    if (problem->traits.has_rows)
        cs_strbuf_add(text, ", in rows");
    if (problem->traits.segments.kind)
        cs_strbuf_add(text, ", segments by %s", cs_segments_at(problem->traits.segments.kind)->name);
}

/* Returns the most elements that a count can count. Above that, a floating-point type does not have all whole
 * numbers. */
static cl_ulong most_counted(const clscan_desc *desc, size_t bytes) {
    const bool is_signed = *cs_value_name(desc) != 'u';
    if (is_floating(desc))
        return (cl_ulong)1 << (bytes == sizeof(cl_double) ? DBL_MANT_DIG : FLT_MANT_DIG);
    return CL_ULONG_MAX >> (8 * (sizeof(cl_ulong) - bytes) + is_signed);
}

static void set_problem(const clscan_desc *desc, cs_problem *problem) {
    cs_traits *traits = &problem->traits;
    const clscan_desc named = complete(desc);
    traits->init.why_none = "which has no initial value";
    traits->total.why_none = traits->segments.kind ? NULL : "whose only output is args.out[0]";
    traits->histogram.bins = desc->bins.count;
    traits->line_results = traits->segments.kind ? 0 : desc->bins.count;
    cs_segment_results_set(problem);
    traits->histogram.floating_counts = is_floating(&named);
    traits->histogram.most_counted = desc->user.map ? CL_ULONG_MAX : most_counted(&named, traits->value.type.size);
    problem->print = print_histogram;
    problem->maps = true;
    problem->bins = desc->bins;
}

const cs_task_functions cs_histogram_task = {
    .complete = complete, .check = check, .scan = complete, .set_problem = set_problem
};
