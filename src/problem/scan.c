#include "problem/scan.h"
#include "problem/task_functions.h"

void cs_scan_print(cs_strbuf *text, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    cs_strbuf_add(text, "%s%s %s over %s%s (%s%zu byte%s)", traits->reverse ? "reverse " : "",
                  traits->kind == CS_REDUCTION ? "reduction by"
                  : traits->exclusive          ? "exclusive"
                                               : "inclusive",
                  problem->op_name, problem->type, problem->lanes, problem->op_file ? "an accumulator has " : "",
                  traits->value.type.size, traits->value.type.size == 1 ? "" : "s");
    if (problem->load)
        cs_strbuf_add(text, ", loaded by %s", problem->load);
    else if (problem->in[0])
        cs_strbuf_add(text, " from %s", problem->in[0]);
    if (problem->map)
        cs_strbuf_add(text, ", mapped by %s", problem->map);
    if (problem->store)
        cs_strbuf_add(text, ", stored by %s", problem->store);
    else if (problem->out[0])
        cs_strbuf_add(text, " to %s", problem->out[0]);
    if (traits->has_rows)
        cs_strbuf_add(text, ", in rows");
    if (traits->segments.kind)
        cs_strbuf_add(text, ", segments by %s", cs_segments_at(traits->segments.kind)->name);
}

static void set_problem(const clscan_desc *desc, cs_problem *problem) {
    (void)desc;
    problem->print = cs_scan_print;
}

const cs_task_functions cs_scan_task = { .set_problem = set_problem, .combines = true };
