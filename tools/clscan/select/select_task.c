#include "select/select_task.h"
#include "common/message.h"
#include "files/beside.h"
#include "options/device_plan.h"
#include "select/runs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A selection copies elements as they are, so --type cannot convert the elements of an npy file. */
static bool has_its_type(const options *o, const source *elements) {
    const array *in = &elements->in;
    char name[40];
    if (o->type >= 0 && (oracle_type)o->type != in->type)
        return complain("%s: holds %s, not %s as --type says; a selection converts nothing", elements->file.name,
                        element_name(in->type, in->size, name), oracle_type_name((oracle_type)o->type));
    if (in->type != ORACLE_USER && o->type_name)
        return complain("--type-name goes with user types: %s has its own", oracle_type_name(in->type));
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

static bool set_flags(const options *o, const source *elements, select_task *s) {
    const beside b = { "flags", o->select.flags, beside_read_flags, ORACLE_USER };
    task *t = &s->task;
    snprintf(s->doing, sizeof s->doing, "%s by --flags", select_task_cannot(s));
    if (!beside_read(o, elements, &b, &s->flags_file, &s->flags))
        return false;
    t->second = s->flags;
    t->desc.mask = CLSCAN_MASK_FLAGS;
    return t->in.type != ORACLE_USER || define_bytes(&t->desc.value, s);
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

static bool set_keys(const options *o, const source *elements, select_task *s) {
    const beside b = { "by-key", o->view.by_key, beside_read_keys, ORACLE_USER };
    task *t = &s->task;
    if (!beside_read(o, elements, &b, &s->flags_file, &s->flags))
        return false;
    t->segments = s->flags;
    t->desc.segments = CLSCAN_SEGMENTS_KEYS;
    t->desc.key.name = oracle_type_name(s->flags.type);
    return t->in.type != ORACLE_USER || define_bytes(&t->desc.value, s);
}

static bool set_runs(const options *o, const source *elements, select_task *s) {
    task *t = &s->task;
    snprintf(s->doing, sizeof s->doing, "%s", select_task_cannot(s));
    t->desc.min_run_length = o->select.min_length;
    t->desc.length.name = task_has_lengths(t) ? "ulong" : NULL;
    if (o->view.by_key ? !set_keys(o, elements, s) : t->in.type == ORACLE_USER && !compare_bytes(&t->desc.value, s))
        return false;
    s->runs = o->check ? runs_flags(select_task_keys(s), o->select.last, o->select.min_length) : NULL;
    return s->runs || !o->check;
}

const array *select_task_keys(const select_task *s) {
    return s->task.segments.data ? &s->task.segments : &s->task.in;
}

static bool set_decision(const options *o, const source *elements, select_task *s) {
    return o->select.where ? set_where(o, s) : o->select.flags ? set_flags(o, elements, s) : set_runs(o, elements, s);
}

bool select_task_open(const options *o, clscan_task kind, const source *elements, select_task *s) {
    const array *in = &elements->in;
    clscan_desc desc = options_desc(o, in->type);
    const oracle_problem problem = { in->type, desc.op, NULL };
    desc.task = kind;
    desc.parts = o->select.three_way ? 3 : 0;
    if (in->type == ORACLE_USER)
        desc.value = (clscan_type) { .name = user_type_name(o), .size = in->size };
    *s = (select_task) { .task = task_of(&desc, &problem, *in) };
    s->task.total = true;
    if (o->select.indices || task_has_lengths(&s->task)) {
        s->task.desc.index.name = "ulong";
        s->task.second_out_type = ORACLE_ULONG;
        s->task.second_out_count = in->count;
    }
    const bool ok =
        has_its_type(o, elements) && set_decision(o, elements, s) && carried_read(o, elements, &s->task, &s->carried);
    if (!ok)
        select_task_close(s);
    return ok;
}

void select_task_close(select_task *s) {
    array_free(&s->flags);
    carried_close(&s->carried);
    free(s->where.source);
    free(s->runs);
    if (s->flags_file.name)
        input_close(&s->flags_file);
}
