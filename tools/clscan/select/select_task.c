#include "select/select_task.h"
#include "common/message.h"
#include "files/side_option.h"
#include "options/device_plan.h"
#include "options/memory_budget.h"
#include "options/task_table.h"
#include "select/runs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A selection copies elements as they are, so --type cannot convert the elements of an npy file. */
static bool has_its_type(const options *o, const char *path, const array *in) {
    char name[40];
    if (o->type >= 0 && (oracle_type)o->type != in->type)
        return complain("%s: holds %s, not %s as --type says; a selection converts nothing", path,
                        element_name(in->type, in->size, name), oracle_type_name((oracle_type)o->type));
    if (in->type != ORACLE_USER && o->type_name)
        return complain("--type-name is for user types: %s has its own", oracle_type_name(in->type));
    return in->type != ORACLE_USER || !o->select.where || o->op_source || o->type_name ||
           complain("--where over a user type needs --op-source, which defines the type, or --type-name");
}

const char *select_task_cannot(const select_task *s) {
    return s->task.desc.task == CLSCAN_TASK_SELECT      ? "can't select"
           : s->task.desc.task == CLSCAN_TASK_PARTITION ? "can't partition"
                                                        : "can't find runs";
}

static bool set_where(const options *o, select_task *s) {
    clscan_desc *desc = &s->task.desc;
    snprintf(s->doing, sizeof s->doing, "%s by --where '%.100s'", select_task_cannot(s), o->select.where);
    if (!where_write(o->select.where, o->select.three_way, desc->value.name, o->op_source, &s->where))
        return false;
    desc->user.source = s->where.source;
    desc->user.keep = WHERE_FUNCTION;
    return true;
}

/* Defines a type of the user's as bytes. A selection only copies these elements, so their contents are arbitrary. */
static bool define_bytes(const clscan_type *type, select_task *s) {
    enum { ROOM = 128 };
    s->where.source = malloc(ROOM);
    if (!s->where.source)
        return complain("out of memory");
    snprintf(s->where.source, ROOM, "typedef struct { uchar bytes[%zu]; } %s;\n", type->size, type->name);
    s->task.desc.user.source = s->where.source;
    return true;
}

static bool read_flags(const options *o, const source *elements, select_task *s) {
    const side_option side = { "flags", o->select.flags, side_option_read_flags, ORACLE_USER, NULL };
    const bool ok = side_option_read(o, elements, &side, &s->flags_file, &s->flags);
    s->task.desc.mask = CLSCAN_MASK_FLAGS;
    s->task.second = s->flags;
    return ok;
}

/* User types are compared byte by byte. */
static bool compare_bytes(const clscan_type *type, select_task *s) {
    static const char function[] = "typedef struct { uchar bytes[%zu]; } %s;\n"
                                   "static bool same_bytes(%s a, %s b) {\n"
                                   "    for (uint i = 0; i < sizeof a.bytes; i++)\n"
                                   "        if (a.bytes[i] != b.bytes[i])\n"
                                   "            return false;\n"
                                   "    return true;\n"
                                   "}\n";
    enum { DIGITS = 20 };
    const size_t room = sizeof function + DIGITS + 3 * strlen(type->name);
    s->where.source = malloc(room);
    if (!s->where.source)
        return complain("out of memory");
    snprintf(s->where.source, room, function, type->size, type->name, type->name, type->name);
    s->task.desc.user.source = s->where.source;
    s->task.desc.user.same_key = "same_bytes";
    return true;
}

/* Without --where, a user type is known by its size only. */
static bool define_type(const options *o, select_task *s) {
    const task *t = &s->task;
    if (t->in.type != ORACLE_USER)
        return true;
    return o->select.flags || o->view.by_key ? define_bytes(&t->desc.value, s) : compare_bytes(&t->desc.value, s);
}

static void set_runs(const options *o, select_task *s) {
    task *t = &s->task;
    snprintf(s->doing, sizeof s->doing, "%s", select_task_cannot(s));
    t->desc.min_run_length = o->select.min_length;
    t->desc.length_type.name = task_has_lengths(t) ? "ulong" : NULL;
}

const array *select_task_keys(const select_task *s) {
    return s->task.desc.segments == CLSCAN_SEGMENTS_KEYS ? &s->task.segments : &s->task.in;
}

static bool set_decision(const options *o, select_task *s) {
    if (o->select.where)
        return set_where(o, s);
    if (o->select.flags)
        snprintf(s->doing, sizeof s->doing, "%s by --flags", select_task_cannot(s));
    else
        set_runs(o, s);
    return define_type(o, s);
}

/* Without given offsets, each element may begin a segment. A partition by segments computes the offsets of its parts
 * even if no file receives them, because its total has the number of segments then. */
static bool read_segments(const options *o, const source *elements, select_task *s) {
    task *t = &s->task;
    if (!division_read(o, elements, t, &s->division))
        return false;
    if (t->desc.segments && !task_has_runs(t)) {
        const size_t most = t->desc.segments == CLSCAN_SEGMENTS_OFFSETS ? t->segments.count - 1 : t->in.count;
        t->offsets_count = budget_plus(budget_times(most, task_parts(t)), 1);
    }
    return true;
}

static bool read_decision(const options *o, const source *elements, select_task *s) {
    if (!read_segments(o, elements, s))
        return false;
    if (o->select.where)
        return true;
    if (o->select.flags)
        return read_flags(o, elements, s);
    s->runs = o->check ? runs_flags(&s->task, select_task_keys(s), o->select.last, o->select.min_length) : NULL;
    return s->runs || !o->check;
}

bool select_task_begin(const options *o, clscan_task kind, const input *file, const array *like, select_task *s) {
    clscan_desc desc = options_desc(o, like->type);
    const oracle_problem problem = { like->type, desc.op, NULL };
    desc.task = kind;
    desc.parts = o->select.three_way ? 3 : 0;
    if (like->type == ORACLE_USER)
        desc.value = (clscan_type) { .name = user_type_name(o), .size = like->size };
    *s = (select_task) { .task = task_of(&desc, &problem, *like) };
    s->task.total = true;
    if (o->select.indices || task_has_lengths(&s->task)) {
        s->task.desc.index_type.name = "ulong";
        s->task.second_out_type = ORACLE_ULONG;
        s->task.second_out_count = like->count;
    }
    return has_its_type(o, file->name, like) && set_decision(o, s);
}

bool select_task_open(const options *o, clscan_task kind, const source *elements, select_task *s) {
    char doing[TASK_CANNOT_ROOM];
    const bool ok = select_task_begin(o, kind, &elements->file, &elements->in, s) &&
                    division_set_axis(o->view.axis, task_cannot("divide", kind, doing), &s->task) &&
                    read_decision(o, elements, s) && carried_read(o, elements, &s->task, &s->carried);
    if (!ok)
        select_task_close(s);
    return ok;
}

void select_task_close(select_task *s) {
    array_free(&s->flags);
    carried_close(&s->carried);
    division_close(&s->division);
    free(s->where.source);
    free(s->runs);
    if (s->flags_file.name)
        input_close(&s->flags_file);
}
