#include "scan/scan_task.h"
#include "common/message.h"
#include "common/number.h"
#include "data/generated_second.h"
#include "files/side_option.h"
#include "options/device_plan.h"
#include "options/task_table.h"
#include <string.h>

/* ------------------------------------------------------------------------------------------------- numbers */

static bool set_types(const options *o, const input *file, task *t) {
    const oracle_type out = o->view.out_type < 0 ? t->problem.type : (oracle_type)o->view.out_type;
    const bool user = t->problem.type == ORACLE_USER;
    char name[40];
    if (user != (t->in.type == ORACLE_USER) || user != (out == ORACLE_USER))
        return complain("%s: holds %s; what is scanned is %s, what is stored is %s: user types are not converted",
                        file->name, element_name(t->in.type, t->in.size, name), oracle_type_name(t->problem.type),
                        oracle_type_name(out));
    task_set_types(t, t->in.type, out);
    return true;
}

/* Refuses --init and --total for operators with an accumulator, which is more than the one number that the options
 * take and print. */
static bool has_values(const options *o, const task *t) {
    const char *option = o->view.init ? "init" : o->view.total ? "total" : NULL;
    return !option || !oracle_has_accumulator(t->problem.op) ||
           complain("--%s: %s scans an accumulator of several numbers, which the library takes and returns, but this "
                    "tool does not",
                    option, clscan_op_name(t->problem.op));
}

bool scan_has_result(const options *o, const task *t) {
    const bool segments = o->view.segment_by || o->view.by_key;
    const bool reduces = t->desc.task == CLSCAN_TASK_REDUCE && !segments;
    return t->in.count > 0 || !(reduces || t->total) || !has_user_operator(o) || o->identity || o->view.init ||
           complain("the input has no elements, so the %s is --init or --identity, but neither is given",
                    reduces ? "result" : "total");
}

static bool set_init(const options *o, scan_task *s) {
    const char *text = o->view.init;
    const oracle_type type = s->task.problem.type;
    if (!text)
        return true;
    if (type == ORACLE_USER)
        return complain("--init is a number: it can't be of a user type");
    s->task.init = s->init;
    return number_parser(type)(text, text + strlen(text), s->init) == NUMBER_OK ||
           complain("--init: '%s' is not of type %s", text, oracle_type_name(type));
}

/* -------------------------------------------------------------------------------------------- rows and segments */

/* Without --axis, several columns of a text are scanned each by itself, and all elements of an array are scanned in one
 * row, as NumPy does. */
static bool set_division(const options *o, const source *from, scan_task *s) {
    const int axis = o->view.axis != NO_AXIS ? o->view.axis : o->data.fields.count > 1 ? 0 : NO_AXIS;
    char doing[TASK_CANNOT_ROOM];
    return division_set_axis(axis, task_cannot("divide", s->task.desc.task, doing), &s->task) &&
           division_read(o, from, &s->task, &s->division);
}

/* ----------------------------------------------------------------------------------- an operator's second arrays */

static bool read_numbers(const format *from, const input *file, const data_options *data, size_t column,
                         array *values) {
    data_options typed = *data;
    char name[40];
    typed.type = from->read == npy_read ? -1 : data->type;
    if (column)
        typed.fields = (field_list) { { column }, 1 };
    if (!from->read(file, &typed, values))
        return false;
    return values->type == (oracle_type)data->type ||
           complain("%s: holds %s; of this operator's second input they are %s", file->name,
                    element_name(values->type, values->size, name), oracle_type_name((oracle_type)data->type));
}

/* Returns true if the option for a second array is given exactly if the operator has such an array. */
static bool agree(const char *op, bool has, const char *option, const char *given, const char *does) {
    if (has && !given)
        return complain("--op: %s %s another array: name it by --%s", op, does, option);
    return has || !given || complain("--%s: %s %s no other array", option, op, does);
}

bool scan_agrees_with_second(const options *o, task *t) {
    const view_options *v = &o->view;
    const char *op = t->problem.type == ORACLE_USER ? "your operator" : clscan_op_name(t->problem.op);
    generated_second_describe(t);
    return agree(op, t->second.size > 0, "second", v->second, "reads") &&
           agree(op, t->second_out_type != ORACLE_USER, "second-out", v->second_out, "writes");
}

static bool set_second(const options *o, const source *from, scan_task *s) {
    task *t = &s->task;
    const view_options *v = &o->view;
    if (!scan_agrees_with_second(o, t))
        return false;
    const bool flags = t->second.type == ORACLE_UCHAR && t->problem.op == CLSCAN_OP_LAST_SEEN;
    if (t->second.size == 0)
        return true;
    const side_option side = { "second", v->second, flags ? side_option_read_flags : read_numbers, t->second.type,
                               NULL };
    const bool ok = side_option_read(o, from, &side, &s->second_file, &s->second);
    t->second = s->second;
    return ok;
}

/* ------------------------------------------------------------------------------------------------- reductions */

/* A reduction has one result for each row or segment, or one for all elements. */
static bool set_results(const options *o, task *t) {
    const bool rows = t->desc.layout == CLSCAN_LAYOUT_ROWS;
    if (t->desc.task != CLSCAN_TASK_REDUCE)
        return true;
    if (rows && t->desc.segments)
        return complain("%s and --%s exclude each other: rows and columns have one result each, and none for segments",
                        division_rows_option(&o->view),
                        t->desc.segments == CLSCAN_SEGMENTS_KEYS ? "by-key" : "segment-by");
    t->out_count = task_lines(t);
    if (t->second_out_type != ORACLE_USER && t->problem.op != CLSCAN_OP_ADD_CHECKED)
        t->second_out_count = t->out_count;
    return true;
}

/* ----------------------------------------------------------------------------------------------------- all */

bool scan_task_begin(const options *o, clscan_task kind, const input *file, array in, scan_task *s) {
    const oracle_type type = o->type < 0 ? in.type : (oracle_type)o->type;
    const clscan_desc desc = options_desc(o, type);
    const oracle_problem problem = { type, desc.op, NULL };
    *s = (scan_task) { .task = task_of(&desc, &problem, in) };
    s->task.desc.task = kind;
    s->task.total = o->view.total != NULL;
    return has_values(o, &s->task) && set_types(o, file, &s->task) && set_init(o, s);
}

bool scan_task_open(const options *o, clscan_task kind, const source *from, scan_task *s) {
    const bool ok = scan_task_begin(o, kind, &from->file, from->in, s) && scan_has_result(o, &s->task) &&
                    set_division(o, from, s) && set_second(o, from, s) && set_results(o, &s->task);
    if (!ok)
        scan_task_close(s);
    return ok;
}

void scan_task_close(scan_task *s) {
    division_close(&s->division);
    array_free(&s->second);
    if (s->second_file.name)
        input_close(&s->second_file);
}
