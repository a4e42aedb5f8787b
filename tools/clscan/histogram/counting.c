#include "histogram/counting.h"
#include "common/message.h"
#include "files/division.h"
#include "options/task_table.h"

/* Elements are counted in their own type, so --type cannot convert the elements of an npy file. */
static bool has_its_type(const options *o, const char *name, const array *in) {
    if (in->type == ORACLE_USER)
        return complain("%s: has elements of a structured type; a histogram is of numbers", name);
    return o->type < 0 || (oracle_type)o->type == in->type ||
           complain("%s: holds %s, not %s as --type says; a histogram converts nothing", name,
                    oracle_type_name(in->type), oracle_type_name((oracle_type)o->type));
}

bool counting_begin(const options *o, const char *name, const array *like, counting *c) {
    const clscan_desc desc = options_desc(o, like->type);
    const oracle_problem problem = { .type = like->type };
    *c = (counting) { .o = o, .plain = task_of(&desc, &problem, *like) };
    return has_its_type(o, name, like) && bins_open(o, &c->bins);
}

void counting_close(counting *c) {
    weights_close(&c->weights);
    bins_close(&c->bins);
}

bool counting_describe(counting *c) {
    char doing[TASK_CANNOT_ROOM];
    task *t = &c->plain;
    const bool weighted = c->weights.as_read.size > 0;
    t->desc.task = CLSCAN_TASK_HISTOGRAM;
    t->desc.value.name = "ulong";
    t->desc.in[0].name = oracle_type_name(t->in.type);
    t->desc.max_count = task_max_count(t);
    t->out_type = ORACLE_ULONG;
    if (weighted && !bins_by_edges(&c->bins))
        return false;
    t->desc.bins = c->bins.described;
    if (!division_set_axis(c->o->view.axis, task_cannot("divide", t->desc.task, doing), t))
        return false;
    c->run = *t;
    return !weighted || weights_describe(&c->weights, &c->run);
}

refusal counting_refusal(void) {
    static const field_name names[] = { { "desc.bins.count", "--bins" },
                                        { "desc.bins.lower", "the lower bound of --range" },
                                        { "desc.bins.upper", "the upper bound of --range" } };
    return (refusal) { "can't count", names, sizeof names / sizeof *names };
}
