/* The lengths of runs, after the scan that has stored where each run begins and ends. */
#ifndef CLSCAN_RUN_LENGTHS_H
#define CLSCAN_RUN_LENGTHS_H

#include "item/view.h"

#ifdef CLSCAN_LENGTHS_OF_RUNS

/* Returns the number of the last run, which ends with the input or with its row: the scan has not stored its end. If
 * short runs are dropped, the scan has stored all ends, and no run has the number that is returned. The runs of the
 * call have the numbers from `before` to `runs` - 1. */
static ulong clscan_last_run(long before, long runs) {
#ifdef CLSCAN_SELECT_LONG_RUNS
    (void)before, (void)runs;
    return ULONG_MAX;
#else
    return CLSCAN_REVERSE ? before : runs - 1;
#endif
}

#if CLSCAN_SELECTS_ROWS

/* Turns the end of each run into its length, in each row by itself. A row has at most as many runs as elements, so
 * element k of a row stands for the run whose number is k more than the initial value. The total of the row says
 * whether there is such a run. */
CLSCAN_KERNEL void clscan_run_lengths(CLSCAN_ARRAYS) {
    const clscan_view v = CLSCAN_VIEW;
    const ulong each = (v.count + get_num_groups(0) - 1) / get_num_groups(0);
    const ulong begin = min(get_group_id(0) * each, v.count), end = min(begin + each, v.count);
    const long before = clscan_initial_value(&v);
    for (ulong i = begin + get_local_id(0); i < end; i += CLSCAN_WG_SIZE) {
        const clscan_cursor c = clscan_cursor_at(&v, i);
        const clscan_selected_location at = clscan_selected_location_of(&v, &c);
        const long run = before + (long)CLSCAN_POSITION(&c), runs = *clscan_row_total(&v, &c);
        const ulong to = CLSCAN_TARGET(at, run);
        if (run >= 0 && run < min(runs, (long)v.params.capacity))
            v.CLSCAN_LENGTHS_OF_RUNS[to] =
                ((ulong)run == clscan_last_run(before, runs) ? v.params.first_index + v.length
                                                             : v.CLSCAN_LENGTHS_OF_RUNS[to]) -
                v.CLSCAN_STARTS_OF_RUNS[to];
    }
}

#else

/* Turns the end of each run into its length, by subtracting the index at which the run begins. The last run of the
 * input ends with the input. The runs of this call are those from the initial value on that fit into the outputs. Only
 * the device knows their number, so the kernel, and not the host, divides them among the work-groups. */
CLSCAN_KERNEL void clscan_run_lengths(CLSCAN_ARRAYS) {
    const clscan_view v = CLSCAN_VIEW;
    const long before = clscan_initial_value(&v), runs = *v.total;
    const ulong last = clscan_last_run(before, runs);
    const ulong begin = max(before, 0L), end = min((ulong)max(runs, 0L), v.capacity);
    const ulong each = end > begin ? (end - begin - 1) / get_num_groups(0) + 1 : 0;
    const ulong own_begin = begin + get_group_id(0) * each, own_end = min(own_begin + each, end);
    for (ulong k = own_begin + get_local_id(0); k < own_end; k += CLSCAN_WG_SIZE)
        v.CLSCAN_LENGTHS_OF_RUNS[k] =
            (k == last ? v.first_index + v.count : v.CLSCAN_LENGTHS_OF_RUNS[k]) - v.CLSCAN_STARTS_OF_RUNS[k];
}

#endif

#endif

#endif
