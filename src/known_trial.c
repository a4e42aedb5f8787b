#include "known_trial.h"

#include "check.h"
#include "fold.h"

#include <stdlib.h>

/* A NULL row is of the user's. */
static bool is_number(const cs_type_row *row) {
    return row && row->class & CS_NUMBER && row->class != CS_HALF;
}

static bool is_known(const cs_trial *t, const cs_fold *f) {
    const bool converted = f->in != f->row || f->out != f->row;
    return is_number(f->in) && is_number(f->row) && is_number(f->out) && !t->desc->user.combine &&
           !t->problem->op_file && !t->problem->form.segments && !(converted && f->op == CLSCAN_MUL);
}

/* Row by row, component by component. */
static clscan_status compare(const cs_trial *t, const cs_fold *f, const unsigned char *in, const unsigned char *out) {
    clscan_status status = CLSCAN_OK;
    const cs_form *form = &t->problem->form;
    const size_t lanes = t->desc->components ? t->desc->components : 1;
    const size_t columns = t->args.columns ? t->args.columns : 1;
    const size_t length = t->args.length ? t->args.length : t->args.count;
    const ptrdiff_t step = form->reverse ? -(ptrdiff_t)columns : (ptrdiff_t)columns;
    for (size_t i = 0; i < t->args.count / length * lanes; i++) {
        const size_t row = i / lanes, lane = i % lanes;
        const size_t begin = row / columns * columns * length + row % columns;
        const size_t first = form->reverse ? begin + (length - 1) * columns : begin;
        const size_t at = cs_fold_compare(
            f, in + first * form->in[0].size + lane * f->in->size, step * (ptrdiff_t)form->in[0].size,
            out + first * form->out[0].size + lane * f->out->size, step * (ptrdiff_t)form->out[0].size, length);
        FAIL_IF(at < length, CLSCAN_WRONG_RESULTS,
                "%s, by driver %s, scans %zu elements one by one wrongly, from element %zu on",
                t->plan->device->caps.name, t->plan->device->caps.driver, t->args.count,
                form->reverse ? first - at * columns : first + at * columns);
    }
done:
    return status;
}

clscan_status cs_known_trial_check(const cs_trial *t) {
    clscan_status status = CLSCAN_OK;
    const cs_problem *p = t->problem;
    const cs_sample in = cs_trial_sample(t, p->in[0], p->form.in[0].size);
    const cs_fold f = { in.row, cs_type_at(t->desc->type), t->outputs[0].sample.row, t->desc->op, p->form.exclusive };
    unsigned char *elements = NULL;
    if (!is_known(t, &f))
        goto done;
    TRY_ALLOC(elements = malloc(t->args.count * in.size));
    cs_sample_fill(&in, false, elements, t->args.count);
    TRY(compare(t, &f, elements, t->expected + t->outputs[0].at));
done:
    free(elements);
    return status;
}
