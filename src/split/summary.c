#include "split/summary.h"

#include "base/try.h"
#include "problem/call.h"

#include <string.h>

/* Members of a summary are aligned to the widest type of OpenCL C if one of them may be of it. */
static size_t alignment_of(const cs_traits *traits) {
    enum { PACKET = 16 };
    return traits->value.type.size > PACKET || traits->segments.key.size > PACKET ? CS_MAX_ALIGNMENT : PACKET;
}

static size_t aligned_end(const cs_traits *traits, size_t at, size_t bytes) {
    const size_t alignment = alignment_of(traits);
    return at + (bytes + alignment - 1) / alignment * alignment;
}

void cs_summary_continue(cs_problem *problem) {
    cs_traits *traits = &problem->traits;
    traits->part.continues = true;
    traits->part.carry_at = aligned_end(traits, 0, traits->value.type.size);
    traits->part.begins_at = aligned_end(traits, traits->part.carry_at, traits->value.computed_bytes);
}

void cs_summary_sum(cs_problem *problem) {
    cs_traits *traits = &problem->traits;
    cs_summary_continue(problem);
    traits->task = CLSCAN_TASK_REDUCE;
    traits->kind = CS_REDUCTION;
    traits->exclusive = false;
    traits->reduces = true;
    traits->line_results = 1;
    traits->total.type = (cs_element) { traits->value.computed_bytes, 1 };
}

size_t cs_summary_start_bytes(const cs_traits *traits) {
    if (traits->selection.run_rule)
        return aligned_end(traits, CS_RUN_RESULTS_AT, sizeof(cs_run_results));
    return traits->part.continues ? aligned_end(traits, traits->part.begins_at, sizeof(cl_uint))
                                  : traits->value.type.size;
}

size_t cs_summary_sum_bytes(const cs_traits *traits) {
    if (traits->histogram.bins)
        return traits->histogram.bins * traits->value.type.size;
    return traits->part.continues ? traits->value.computed_bytes : traits->value.type.size;
}

cs_summary_layout cs_summary_layout_of(const cs_traits *traits) {
    cs_summary_layout layout;
    const bool runs = traits->selection.run_rule;
    const bool keys = runs || (traits->part.continues && traits->segments.kind == CLSCAN_SEGMENTS_KEYS);
    layout.sum = aligned_end(traits, 0, 2 * sizeof(cl_ulong));
    layout.first = aligned_end(traits, layout.sum, cs_summary_sum_bytes(traits));
    layout.last = aligned_end(traits, layout.first,
                              keys                     ? traits->segments.key.size
                              : traits->part.continues ? sizeof(cl_uint)
                                                       : 0);
    layout.run = aligned_end(traits, layout.last, keys ? traits->segments.key.size : 0);
    layout.bytes = aligned_end(traits, layout.run, runs ? CS_EDGE_RUNS_BYTES : 0);
    return layout;
}

/* ------------------------------------------------------------------------------------------------- the number */

/* The hash of Fowler, Noll and Vo, FNV-1a with 64 bits. */
static cl_ulong hash_bytes(cl_ulong hash, const void *bytes, size_t n) {
    const cl_ulong prime = 0x100000001b3;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * prime;
    return hash;
}

/* The zero at the end of a text is a byte of it. */
static cl_ulong hash_texts(cl_ulong hash, const char *const *texts, size_t n) {
    for (size_t i = 0; i < n; i++)
        hash = hash_bytes(hash, texts[i] ? texts[i] : "", texts[i] ? strlen(texts[i]) + 1 : 1);
    return hash;
}

static cl_ulong hash_bins(cl_ulong hash, const clscan_bins *bins) {
    const double ends[] = { bins->lower, bins->upper };
    const cl_ulong numbers[] = { bins->kind, bins->count };
    hash = hash_bytes(hash, numbers, sizeof numbers);
    hash = hash_bytes(hash, ends, sizeof ends);
    hash = hash_texts(hash, &bins->function, 1);
    return bins->edges ? hash_bytes(hash, bins->edges, (bins->count + (size_t)1) * sizeof *bins->edges) : hash;
}

cl_ulong cs_summary_number(const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    const char *const texts[] = { problem->op_name,      problem->type,     problem->lanes,    problem->source,
                                  problem->combine,      problem->identity, problem->map,      problem->load,
                                  problem->store,        problem->keep,     problem->user_map, problem->key,
                                  problem->key_function, problem->same_key };
    const cl_ulong numbers[] = { traits->task,
                                 traits->exclusive,
                                 traits->reverse,
                                 traits->segments.kind,
                                 traits->value.type.size,
                                 traits->selection.mask,
                                 traits->num_in,
                                 traits->num_out,
                                 traits->segments.key.size,
                                 traits->selection.run_segments,
                                 traits->selection.min_run_length };
    cl_ulong hash = hash_bytes(0xcbf29ce484222325, numbers, sizeof numbers);
    hash = hash_texts(hash, texts, sizeof texts / sizeof *texts);
    if (traits->histogram.bins)
        hash = hash_bins(hash, &problem->bins);
    hash = hash_texts(hash, problem->in, CLSCAN_MAX_ARRAYS);
    return hash_texts(hash, problem->out, CLSCAN_MAX_ARRAYS);
}

/* ----------------------------------------------------------------------------------------------- what they say */

static cl_ulong number_at(const cs_summaries *s, size_t part, size_t byte, size_t size) {
    return cs_number_at(s->at + part * s->layout->bytes + byte, size);
}

clscan_status cs_summaries_check(const cs_summaries *s, cl_ulong number) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < s->num; i++)
        FAIL_IF(number_at(s, i, 0, sizeof(cl_ulong)) != number, CLSCAN_ERROR_INVALID_VALUE,
                "summary %zu of %zu was not made for this description: it begins with %llx, and the summaries of this "
                "split with %llx",
                i, s->num, (unsigned long long)number_at(s, i, 0, sizeof(cl_ulong)), (unsigned long long)number);
done:
    return status;
}

cl_ulong cs_summary_count(const cs_summaries *s, size_t part) {
    return number_at(s, part, sizeof(cl_ulong), sizeof(cl_ulong));
}

cl_ulong cs_summaries_before(const cs_summaries *s, size_t part) {
    cl_ulong before = 0;
    for (size_t i = 0; i < part; i++)
        before += cs_summary_count(s, i);
    return before;
}

/* Adds up the elements that a selection keeps. In reverse, the results of the last part come first. */
static void count_kept(const cs_summaries *s, const cs_traits *traits, size_t part, clscan_part_info *info) {
    for (size_t i = 0; i < s->num && traits->moves && !traits->selection.run_rule; i++) {
        const cl_ulong kept = number_at(s, i, s->layout->sum, traits->value.type.size);
        info->kept_total += kept;
        info->kept += i == part ? kept : 0;
        info->kept_before += (traits->reverse ? i > part : i < part) ? kept : 0;
    }
}

clscan_part_info cs_summaries_info(const cs_summaries *s, const cs_traits *traits, size_t part) {
    clscan_part_info info = CLSCAN_PART_INFO_INIT;
    info.elements = cs_summary_count(s, part);
    info.elements_before = cs_summaries_before(s, part);
    info.elements_total = cs_summaries_before(s, s->num);
    count_kept(s, traits, part, &info);
    return info;
}
