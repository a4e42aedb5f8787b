/* The three best scores of each team: a top-k by segments. Teams have any number of scores, some of them none. */
#include "example.h"

enum { TEAMS = 1000, SCORES = 200000, BEST = 3 };

/* Counts the scores [begin, end) that are before score i in the order of the results. */
static size_t rank(const cl_int *score, cl_uint begin, cl_uint end, cl_uint i) {
    size_t before = 0;
    for (cl_uint k = begin; k < end; k++)
        before += score[k] > score[i] || (score[k] == score[i] && k < i);
    return before;
}

int main(void) {
    static cl_int score[SCORES], best[TEAMS * BEST];
    static cl_uint begin[TEAMS + 1], place[TEAMS * BEST];
    for (cl_uint i = 0; i < SCORES; i++)
        score[i] = (cl_int)(i * 2654435761u >> 20);
    for (cl_uint team = 1; team <= TEAMS; team++) /* every eleventh team has no scores */
        begin[team] = team == TEAMS ? SCORES : team % 11 == 0 ? begin[team - 1] : team * (SCORES / TEAMS);

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.task = CLSCAN_TASK_TOP_K;
    desc.sort.k = BEST;
    desc.reverse = 1; /* the greatest ones */
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    desc.key.name = "uint";
    desc.index_type.name = "uint"; /* the indices of the scores in the whole array */

    example e = example_open();
    cl_uint total = 0;
    clscan_plan *plan = NULL;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = SCORES;
    args.in[0].host = score;
    args.segments.host = begin;
    args.num_segments = TEAMS;
    args.out[0] = (clscan_ref) { .host = best, .capacity = TEAMS * BEST };
    args.indices = (clscan_ref) { .host = place, .capacity = TEAMS * BEST };
    args.total.host = &total;
    must(clscan_plan_create(e.device, &desc, &plan));
    must(clscan_plan_execute(plan, &args));
    clscan_plan_destroy(plan);
    example_close(&e);

    /* The results of the teams follow each other without gaps. */
    size_t wrong = 0, at = 0;
    for (cl_uint team = 0; team < TEAMS; team++)
        for (size_t n = 0; n < BEST && n < begin[team + 1] - begin[team]; n++, at++)
            wrong += best[at] != score[place[at]] || rank(score, begin[team], begin[team + 1], place[at]) != n;
    printf("%d teams have %u best scores; %zu wrong\n", TEAMS, total, wrong);
    return wrong != 0 || at != total;
}
