#include "enqueue/overlap_check.h"

#include "base/try.h"

#include <stdio.h>

enum { MOST_ADVICE = 160 };

/* The sentences of each kind of tasks about overlaps: whether an output may be its input, advice for an input and an
 * output that overlap, and other advice for two that begin at one place. The advice for scans depends on the arrays. */
static const struct {
    bool in_place;
    const char *overlap, *same;
} in_place_rules[] = {
    [CS_SCAN] = { .in_place = true },
    [CS_SELECTION] = { false, "; the outputs of a selection may not overlap its inputs",
                       "; a selection is not possible in place" },
    [CS_REDUCTION] = { false, "; the results of a reduction may not overlap its elements", NULL },
    [CS_SORT] = { true, "; in a sort, out[i] may be in[i] with the same offset, and overlaps no other input", NULL },
    [CS_HISTOGRAM] = { false, "; the counts of a histogram may not overlap its elements", NULL },
};

/* Returns true if the task can run in place, and each element is read and written at the same address. */
static bool in_same_place(const cs_traits *traits, const cs_call *call, const cs_byte_range *in,
                          const cs_byte_range *out) {
    const cs_rows *r = &call->rows;
    const bool same_rows = !traits->has_rows || (r->in_pitch == r->out_pitch && r->in_stride == r->out_stride);
    return in->begin == out->begin && traits->in[0].size == traits->out[0].size && same_rows &&
           in_place_rules[traits->kind].in_place && !cs_traits_has_dense_outputs(traits);
}

/* Returns advice for an overlap of input `i` and output `j`, or "". Only the first input and the first output may be
 * the same array, except in sorts. */
static const char *overlap_advice(const cs_traits *traits, size_t i, size_t j, bool same) {
    if (traits->sort.top_k && traits->has_rows)
        return "; a top-k by rows is not possible in place";
    if (same && in_place_rules[traits->kind].same)
        return in_place_rules[traits->kind].same;
    if (in_place_rules[traits->kind].overlap)
        return in_place_rules[traits->kind].overlap;
    if (i > 0 || j > 0)
        return "";
    return traits->in[0].size == traits->out[0].size ? "; in place they must be the same"
                                                     : "; elements of different sizes are not scanned in place";
}

/* Writes advice to set the capacity of output `j`, if that could end the output before `other` begins. */
static bool advise_capacity(const cs_byte_ranges *out, size_t j, const cs_byte_range *other, char *advice,
                            size_t size) {
    const cs_byte_range *range = &out->at[j];
    if (!out->open[j] || range->begin + out->element[j] > other->begin)
        return false;
    snprintf(advice, size, "; args.%s.capacity is 0, so %zu elements of args.%s may be written%s", out->name[j],
             (range->end - range->begin) / out->element[j], out->name[j],
             range->root ? ", up to the end of its buffer" : "");
    return true;
}

static clscan_status refuse_overlap(const cs_byte_ranges *one, size_t i, const cs_byte_ranges *other, size_t j,
                                    const char *advice) {
    clscan_status status = CLSCAN_OK;
    const cs_byte_range *a = &one->at[i], *b = &other->at[j];
    FAIL_IF(a->root, CLSCAN_ERROR_BUFFER_OVERLAP,
            "args.%s and args.%s overlap: bytes %zu to %zu, %zu to %zu of one buffer%s", one->name[i], other->name[j],
            a->begin, a->end, b->begin, b->end, advice);
    FAIL_IF(true, CLSCAN_ERROR_BUFFER_OVERLAP,
            "args.%s and args.%s overlap: %zu bytes from %p on, %zu bytes from %p on, %zu apart%s", one->name[i],
            other->name[j], a->end - a->begin, (void *)a->begin, b->end - b->begin, (void *)b->begin,
            a->begin < b->begin ? b->begin - a->begin : a->begin - b->begin, advice);
done:
    return status;
}

/* Returns true if input `i` and output `j` may be one array: both are the first ones, or have one number in a sort. */
static bool may_be_same(const cs_traits *traits, const cs_byte_ranges *in, size_t i, const cs_byte_ranges *out,
                        size_t j) {
    for (size_t k = 0; traits->kind == CS_SORT && k < traits->num_in; k++)
        if (in->name[i] == cs_in_names[k] && out->name[j] == cs_out_names[k])
            return true;
    return i == 0 && j == 0 && traits->kind != CS_SORT;
}

static clscan_status refuse_input(const cs_traits *traits, const cs_byte_ranges *in, size_t i,
                                  const cs_byte_ranges *out, size_t j) {
    char text[MOST_ADVICE];
    const char *advice = overlap_advice(traits, i, j, in->at[i].begin == out->at[j].begin);
    if (advise_capacity(out, j, &in->at[i], text, sizeof text))
        advice = text;
    return refuse_overlap(in, i, out, j, advice);
}

static clscan_status refuse_outputs(const cs_byte_ranges *out, size_t i, size_t j) {
    char advice[MOST_ADVICE] = "";
    if (!advise_capacity(out, i, &out->at[j], advice, sizeof advice))
        (void)advise_capacity(out, j, &out->at[i], advice, sizeof advice);
    return refuse_overlap(out, i, out, j, advice);
}

clscan_status cs_overlap_check(const cs_traits *traits, const cs_call *call, const cs_byte_ranges *in,
                               const cs_byte_ranges *out, cs_findings *findings) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < in->n; i++)
        for (size_t j = 0; j < out->n; j++) {
            if (!cs_byte_ranges_overlap(&in->at[i], &out->at[j]))
                continue;
            if (!may_be_same(traits, in, i, out, j) || !in_same_place(traits, call, &in->at[i], &out->at[j]))
                TRY(refuse_input(traits, in, i, out, j));
            findings->in_place = true;
        }
    for (size_t i = 0; i < out->n; i++)
        for (size_t j = 0; j < i; j++)
            if (cs_byte_ranges_overlap(&out->at[i], &out->at[j]))
                TRY(refuse_outputs(out, j, i));
done:
    return status;
}
