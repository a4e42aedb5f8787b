#include "task.h"

task task_of(const clscan_desc *desc, const oracle_problem *problem, array in) {
    task t = {
        .desc = *desc, .problem = *problem, .size = in.size, .in = in, .out_type = problem->type, .out_count = in.count
    };
    return t;
}

void task_set_types(task *t, clscan_type in, clscan_type out) {
    const clscan_type type = t->problem.type;
    t->out_type = out;
    if (type != CLSCAN_USER)
        t->size = clscan_type_size(type);
    if (in != type)
        t->desc.in[0].type = clscan_type_name(in);
    if (out != type)
        t->desc.out[0].type = clscan_type_name(out);
}

bool task_is_plain(const task *t) {
    const clscan_type type = t->problem.type;
    return t->in.type == type && t->out_type == type && !t->desc.segments && t->desc.layout == CLSCAN_CONTIGUOUS &&
           !t->desc.store && !t->init && !t->total;
}

size_t task_out_size(const task *t) {
    return t->out_type == CLSCAN_USER ? t->size : clscan_type_size(t->out_type);
}

size_t task_moved(const task *t) {
    return t->in.count * t->in.size + t->out_count * task_out_size(t) + t->segments.count * t->segments.size;
}
