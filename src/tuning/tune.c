#include "tuning/tune.h"

#include "base/try.h"
#include "table/table.h"
#include "tuning/histogram_shape.h"
#include "tuning/sort_shape.h"

#include <stdint.h>

static clscan_strategy sort_strategy(const cs_request *r) {
    return cs_sort_strategy(r->caps, r->traits, &r->desc->tuning);
}

/* Returns the most elements that reductions combine in one launch. No device without fences of device scope has been
 * measured, so reductions take one launch there only if the caller asks for it. */
static size_t most_in_one_launch(const cs_request *r) {
    return (r->caps->has_fence ? cs_reduction_row_of(r->caps)->one_launch : 0) / r->traits->value.size;
}

/* Returns true if no scan of the plan has more elements than `limit`. */
static bool is_enough(const cs_request *r, size_t limit) {
    return r->desc->max_count && limit >= r->desc->max_count;
}

/* Chooses for one row after the other. The last choice takes all counts that are left. */
static clscan_status choose_all(const cs_request *r, cs_choice choices[CS_MAX_CHOICES], size_t *n) {
    clscan_status status = CLSCAN_OK;
    size_t past = 0;
    const bool shaped = r->desc->tuning.group || r->desc->tuning.wg_size || r->desc->tuning.items;
    const cs_tuning_row *row = cs_tuning_next(r->tuning, r->traits->value.size, shaped, past);
    for (; row && !is_enough(r, past); row = cs_tuning_next(r->tuning, r->traits->value.size, shaped, past), ++*n) {
        TRY(cs_choose(r, row, &choices[*n]));
        past = row->limit;
    }
    choices[*n - 1].limit = SIZE_MAX;
done:
    return status;
}

/* A reduction has one shape for all counts, that of reduce_scan unless the caller chose another strategy. Counts for
 * which a scan would use a single work-group are not worth a second launch, nor are the bytes in reduction.def. With
 * one launch, the same lines are divided, so that results have the same bits. */
static void choose_undivided(const cs_request *r, cs_choice *choice) {
    const size_t element = r->traits->value.size, most = choice->shape.reduction->undivided / element;
    const size_t limit = cs_tuning_requested(r->tuning, element, CLSCAN_STRATEGY_SINGLE_GROUP)->limit;
    choice->shape.undivided = limit < most ? limit : most;
    if (r->desc->tuning.strategy)
        choice->shape.undivided = choice->strategy == CLSCAN_STRATEGY_SINGLE_GROUP ? SIZE_MAX : 0;
}

/* Returns true for the kernels of sorts, by keys or by a comparison. */
static bool is_sort(const cs_traits *traits) {
    return traits->kind == CS_SORT && (!traits->sort.top_k || traits->sort.top_k_of_segments);
}

static clscan_status choose_one(const cs_request *r, clscan_strategy strategy, cs_choice *choice) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_choose(r, cs_tuning_requested(r->tuning, r->traits->value.size, cs_request_strategy_of_row(r, strategy)),
                  choice));
    choice->strategy = strategy;
    choice->limit = SIZE_MAX;
    if (r->traits->reduces)
        choose_undivided(r, choice);
    if (r->traits->sort.top_k && r->traits->batched)
        choice->shape.undivided = r->desc->tuning.groups ? 0 : choice->shape.sort.top_k_row->undivided;
    else if (is_sort(r->traits))
        cs_sort_choose_alone(&r->desc->tuning, cs_units_for(r->caps, r->desc), &choice->shape);
    if (r->traits->kind == CS_HISTOGRAM)
        cs_set_histogram_shape(r->caps, r->traits, &r->desc->tuning, cs_units_for(r->caps, r->desc), &choice->shape);
done:
    return status;
}

/* Chooses for a reduction, whose strategy the caller left open: one launch for few elements, two for more. */
static clscan_status choose_for_reduction(const cs_request *r, cs_choice choices[CS_MAX_CHOICES], size_t *n) {
    clscan_status status = CLSCAN_OK;
    const size_t most = most_in_one_launch(r);
    if (most) {
        TRY(choose_one(r, CLSCAN_STRATEGY_LOOKBACK, &choices[(*n)++]));
        if (is_enough(r, most))
            goto done;
        choices[0].limit = most;
    }
    TRY(choose_one(r, CLSCAN_STRATEGY_REDUCE_SCAN, &choices[(*n)++]));
done:
    return status;
}

clscan_status cs_tune(const cs_tuning *tuning, const cs_problem *problem, const clscan_desc *desc,
                      cs_choice choices[CS_MAX_CHOICES], size_t *n) {
    clscan_status status = CLSCAN_OK;
    /* Deterministic plans ignore the user's own rows, which may change the association of results. */
    const cs_tuning table = { .caps = tuning->caps };
    const cs_request r = {
        .caps = tuning->caps, .tuning = desc->deterministic ? &table : tuning, .desc = desc, .traits = &problem->traits
    };
    const cs_traits *traits = &problem->traits;
    const clscan_strategy otherwise =
        cs_task_at(traits->task)->own ? CLSCAN_STRATEGY_REDUCE_SCAN : CLSCAN_STRATEGY_AUTO;
    const clscan_strategy strategy = traits->kind == CS_SORT ? sort_strategy(&r)
                                     : desc->tuning.strategy ? desc->tuning.strategy
                                                             : otherwise;
    *n = 0;
    if (strategy == CLSCAN_STRATEGY_AUTO) {
        TRY(traits->reduces ? choose_for_reduction(&r, choices, n) : choose_all(&r, choices, n));
    } else {
        TRY(choose_one(&r, strategy, &choices[0]));
        *n = 1;
    }
done:
    return status;
}
