#include "tuning/tune.h"

#include "base/try.h"
#include "table/table.h"
#include "tuning/histogram_shape.h"
#include "tuning/sort_shape.h"

#include <stdint.h>

/* Returns the most elements that reductions combine in one launch. No device without fences of device scope has been
 * measured, so reductions take one launch there only if the caller asks for it. */
static size_t most_in_one_launch(const cs_request *r) {
    return (r->caps->has_fence ? cs_reduction_row_of(r->caps)->one_launch : 0) / r->traits->value.type.size;
}

/* Puts the numbers of the task's own table into a row of tuning.def. */
static void set_numbers(const cs_request *r, cs_tuning_row *row) {
    const cs_tuning_numbers numbers = cs_tuning_numbers_of(r->caps, r->traits, row->strategy);
    if (!numbers.from)
        return;
    row->origin = numbers.from->name;
    row->limit = SIZE_MAX;
    row->element = numbers.from->element;
    row->shape.wg_size = numbers.wg_size;
    row->shape.items = numbers.items ? numbers.items : row->shape.items;
    row->shape.groups = numbers.groups;
}

/* Returns the row for a strategy that the caller or the library has chosen. */
static cs_tuning_row row_for(const cs_request *r, clscan_strategy strategy) {
    const cs_tuning_row *own = cs_tuning_requested_own(r->tuning, &r->task, strategy);
    cs_tuning_row row = own ? *own : *cs_tuning_requested(r->tuning, &r->task, cs_request_strategy_of_row(r, strategy));
    if (own || r->task.as_scan)
        return row;
    set_numbers(r, &row);
    row.task = r->task.task;
    row.strategy = strategy;
    return row;
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
    const cs_tuning_row *row = cs_tuning_next(r->tuning, &r->task, shaped, past);
    for (; row && !is_enough(r, past); row = cs_tuning_next(r->tuning, &r->task, shaped, past), ++*n) {
        TRY(cs_choose(r, row, &choices[*n]));
        past = row->limit;
    }
    choices[*n - 1].limit = SIZE_MAX;
done:
    return status;
}

/* Returns the strategy that decides how much one work-group computes alone, or 0 if the task's own table decides: the
 * caller's strategy, or the strategy of a row of the user's own. The rows of the strategies that the library chooses by
 * itself leave the decision to the table. */
static clscan_strategy decisive_strategy(const cs_request *r, const cs_tuning_row *row) {
    const bool is_usual = row->strategy == CLSCAN_STRATEGY_REDUCE_SCAN || row->strategy == CLSCAN_STRATEGY_LOOKBACK;
    return r->desc->tuning.strategy || row->line == 0 || is_usual ? r->desc->tuning.strategy : row->strategy;
}

/* The strategies of reductions have the shape of reduce_scan, unless the caller or a row of the user's own chose
 * another one. Counts for which a scan would use a single work-group are not worth a second launch, nor are the bytes
 * in reduction.def. With one launch, the same lines are divided, so that results have the same bits. */
static void choose_undivided(const cs_request *r, clscan_strategy decisive, cs_choice *choice) {
    const size_t element = r->traits->value.type.size, most = choice->shape.reduction->undivided / element;
    const size_t limit = cs_tuning_requested(r->tuning, &r->task, CLSCAN_STRATEGY_SINGLE_GROUP)->limit;
    choice->shape.undivided = limit < most ? limit : most;
    if (decisive)
        choice->shape.undivided = decisive == CLSCAN_STRATEGY_SINGLE_GROUP ? SIZE_MAX : 0;
}

/* Returns true for the kernels of sorts, by keys or by a comparison. */
static bool is_sort(const cs_traits *traits) {
    return traits->kind == CS_SORT && (!traits->sort.top_k || traits->sort.top_k_of_segments);
}

/* Chooses a strategy for all counts, in the shape of the row. */
static clscan_status choose_one(const cs_request *r, const cs_tuning_row *row, clscan_strategy strategy,
                                cs_choice *choice) {
    clscan_status status = CLSCAN_OK;
    const clscan_strategy decisive = decisive_strategy(r, row);
    TRY(cs_choose(r, row, choice));
    choice->strategy = strategy;
    choice->limit = SIZE_MAX;
    if (r->traits->reduces)
        choose_undivided(r, decisive, choice);
    if (r->traits->sort.top_k && r->traits->has_rows && !r->traits->sort.top_k_of_segments)
        choice->shape.sort.undivided_row = r->desc->tuning.num_groups ? 0 : choice->shape.sort.top_k_row->undivided;
    else if (is_sort(r->traits))
        cs_sort_choose_alone(decisive, cs_units_for(r->caps, r->desc), &choice->shape);
    if (r->traits->kind == CS_HISTOGRAM)
        cs_set_histogram_shape(r->caps, r->traits, &r->desc->tuning, &row->shape, &choice->shape);
done:
    return status;
}

static clscan_status choose_strategy(const cs_request *r, clscan_strategy strategy, cs_choice *choice) {
    const cs_tuning_row row = row_for(r, strategy);
    return choose_one(r, &row, strategy, choice);
}

/* ------------------------------------------------------------------------- tasks with shapes of their own */

/* Returns a row of the user's own, without a strategy that the caller's shape rules out. */
static cs_tuning_row possible(const cs_request *r, const cs_tuning_row *own) {
    cs_tuning_row row = *own;
    if (r->traits->kind == CS_SORT && own->strategy == CLSCAN_STRATEGY_LOOKBACK &&
        !cs_sort_can_sweep(r->traits, &r->desc->tuning))
        row.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    return row;
}

/* Chooses by the user's own rows for the task, one after the other. *past becomes the greatest count of the rows. */
static clscan_status choose_by_own_rows(const cs_request *r, cs_choice choices[CS_MAX_CHOICES], size_t *n,
                                        size_t *past) {
    clscan_status status = CLSCAN_OK;
    const cs_tuning_row *own;
    while (!is_enough(r, *past) && (own = cs_tuning_next_own(r->tuning, &r->task, false, *past))) {
        const cs_tuning_row row = possible(r, own);
        TRY(choose_one(r, &row, row.strategy, &choices[*n]));
        *past = choices[(*n)++].limit = row.limit;
    }
done:
    return status;
}

/* Chooses for a reduction of more than `past` elements: one launch for few of them, two for more. */
static clscan_status choose_for_reduction(const cs_request *r, size_t past, cs_choice choices[CS_MAX_CHOICES],
                                          size_t *n) {
    clscan_status status = CLSCAN_OK;
    const size_t most = most_in_one_launch(r);
    if (most > past) {
        cs_choice *choice = &choices[(*n)++];
        TRY(choose_strategy(r, CLSCAN_STRATEGY_LOOKBACK, choice));
        choice->limit = choice->row.limit = most;
        if (is_enough(r, most))
            goto done;
    }
    TRY(choose_strategy(r, CLSCAN_STRATEGY_REDUCE_SCAN, &choices[(*n)++]));
done:
    return status;
}

static clscan_strategy strategy_of_task(const cs_request *r) {
    return r->traits->kind == CS_SORT ? cs_sort_strategy(r->caps, r->traits, &r->desc->tuning)
                                      : CLSCAN_STRATEGY_REDUCE_SCAN;
}

/* Chooses for a task with shapes of its own. The table is for the counts that the user's own rows leave open. */
static clscan_status choose_for_task(const cs_request *r, cs_choice choices[CS_MAX_CHOICES], size_t *n) {
    clscan_status status = CLSCAN_OK;
    size_t past = 0;
    TRY(choose_by_own_rows(r, choices, n, &past));
    if (past < SIZE_MAX && !is_enough(r, past) && r->traits->reduces)
        TRY(choose_for_reduction(r, past, choices, n));
    else if (past < SIZE_MAX && !is_enough(r, past))
        TRY(choose_strategy(r, strategy_of_task(r), &choices[(*n)++]));
    choices[*n - 1].limit = SIZE_MAX;
done:
    return status;
}

clscan_status cs_tune(const cs_tuning *tuning, const cs_problem *problem, const clscan_desc *desc,
                      cs_choice choices[CS_MAX_CHOICES], size_t *n) {
    /* Deterministic plans ignore the user's own rows, which may change the association of results. */
    const cs_tuning table = { .caps = tuning->caps };
    const cs_request r = { .caps = tuning->caps,
                           .tuning = desc->deterministic ? &table : tuning,
                           .desc = desc,
                           .traits = &problem->traits,
                           .task = cs_tuning_task_of(&problem->traits) };
    *n = desc->tuning.strategy ? 1 : 0;
    if (desc->tuning.strategy)
        return choose_strategy(&r, desc->tuning.strategy, &choices[0]);
    return r.task.as_scan ? choose_all(&r, choices, n) : choose_for_task(&r, choices, n);
}
