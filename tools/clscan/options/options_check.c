#include "options/options_check.h"
#include "common/message.h"
#include "options/task_table.h"
#include "options/view.h"
#include <string.h>

static bool has_its_operands(const subcommand *command, const options *o) {
    const int fewest = command->fewest_operands, most = command->most_operands;
    return (o->operand_count >= fewest && o->operand_count <= most) ||
           complain("usage: clscan %s [OPTION]...%s%s; %d given, not %s%d (see clscan %s --help)", command->name,
                    most ? " " : "", command->operands, o->operand_count, fewest < most ? "at most " : "", most,
                    command->name);
}

static bool rows_are_the_axis(const options *o) {
    return !o->view.rows || o->view.axis == -1 ||
           complain("--rows and --axis exclude each other: rows lie along the last axis");
}

/* Refuses options that would have no effect, because the user expects an effect. */
static bool has_effect(const options *o) {
    const bool built_in = o->type >= 0 && o->type != ORACLE_USER;
    const char *type = built_in ? oracle_type_name((oracle_type)o->type) : "";
    if (built_in && o->data.size)
        return complain("--type-size needs --type user: %s has its own", type);
    if (built_in && o->type_name)
        return complain("--type-name needs --type user: %s has its own", type);
    if (o->data.delimiter && o->data.fields.count == 0)
        return complain("--delimiter needs --field");
    return true;
}

static bool is_stdout(const char *path) {
    return path && strcmp(path, "-") == 0;
}

/* Refuses options if more than one result would go to stdout. */
static bool has_one_stdout(const options *o) {
    const struct {
        const char *name;
        bool wants;
    } users[] = { { "--json", o->json },
                  { "--total", is_stdout(o->view.total) },
                  { "--second-out", is_stdout(o->view.second_out) },
                  { "--argsort", is_stdout(o->argsort) },
                  { "--indices", is_stdout(o->select.indices) },
                  { "--lengths", is_stdout(o->select.lengths) },
                  { "--offsets", is_stdout(o->select.offsets) },
                  { "the output", is_stdout(o->operands[1]) } };
    const char *first = NULL;
    enum { USERS = sizeof users / sizeof *users };
    for (size_t i = 0; i < USERS; i++) {
        if (users[i].wants && first)
            return complain("%s and %s both want stdout%s", first, users[i].name,
                            i + 1 < USERS ? "" : ": give OUT a name, or /dev/null for no output");
        first = users[i].wants ? users[i].name : first;
    }
    return true;
}

/* `what` is a selection or a sort. */
static bool is_consistent(const options *o, const char *what) {
    if (o->data.fields.count > 1)
        return complain("--field: a %s reads one column, not %zu", what, o->data.fields.count);
    if (!o->view.second != !o->view.second_out)
        return complain(o->view.second ? "--second: name the file for what is carried along by --second-out"
                                       : "--second-out: name what is carried along by --second");
    if (o->second_type >= 0 && !o->view.second)
        return complain("--second-type needs --second");
    return has_one_stdout(o) && has_effect(o);
}

static bool segments_are_given_once(const options *o) {
    return !o->view.segment_by || !o->view.by_key ||
           complain("--segment-by and --by-key exclude each other: segments are given in one way only");
}

/* Checks the segments of a selection or a partition. Without --offsets, a selection by segments is the same as one
 * without segments. */
static bool offsets_are_consistent(const subcommand *command, const options *o, const char *what) {
    const char *segments = o->view.segment_by ? "--segment-by" : o->view.by_key ? "--by-key" : NULL;
    if (!segments)
        return !o->select.offsets ||
               complain("--offsets needs --segment-by or --by-key, which say where segments begin");
    if (o->view.axis != NO_AXIS)
        return complain("%s and %s exclude each other: a %s takes segments of all elements, or rows",
                        o->view.rows ? "--rows" : "--axis", segments, what);
    if (o->select.three_way)
        return complain("--three-way and %s exclude each other: a partition in three parts has no segments", segments);
    return command->bit == FOR_PARTITION || o->select.offsets ||
           complain("%s needs --offsets FILE, which receives where the kept elements of each segment begin", segments);
}

static bool decision_is_consistent(const subcommand *command, const options *o) {
    const char *what = command->bit == FOR_SELECT ? "selection" : "partition";
    const select_options *s = &o->select;
    if (!s->where && !s->flags)
        return complain("give --where EXPRESSION or --flags COLUMN|FILE: one of them says which elements are kept");
    if (s->where && s->flags)
        return complain("--where and --flags exclude each other: each says which elements are kept");
    if (s->flags && (o->op_source || o->type_name))
        return complain("--%s needs --where", o->op_source ? "op-source" : "type-name");
    if (s->where && o->check)
        return complain("--check needs --flags: plain C does not know the expression of --where");
    return segments_are_given_once(o) && offsets_are_consistent(command, o, what) && is_consistent(o, what);
}

static bool divided_is_consistent(const options *o, const char *what) {
    return segments_are_given_once(o) && is_consistent(o, what);
}

static bool histogram_is_consistent(const options *o) {
    const bin_range *range = &o->histogram.range;
    const bool has_range = range->lower < range->upper;
    if (o->histogram.edges && (o->histogram.bins || has_range))
        return complain("--edges and --%s exclude each other: the edges are the bounds of all bins",
                        o->histogram.bins ? "bins" : "range");
    if (!o->histogram.edges && (!o->histogram.bins || !has_range))
        return complain("--bins N and --range A,B are both needed, and A has to be less than B; or give --edges");
    if (o->data.fields.count > 1 && o->view.axis == NO_AXIS)
        return complain("--field: a histogram reads one column, not %zu; with --axis it reads several",
                        o->data.fields.count);
    if (o->histogram.weights_type >= 0 && !o->histogram.weights)
        return complain("--weights-type needs --weights");
    return has_one_stdout(o) && has_effect(o);
}

/* Checks the options of --task. */
static bool task_is_consistent(const view_options *v) {
    const task_kind kind = task_kind_of((clscan_task)v->task);
    const bool selects = kind == TASK_DECIDES || kind == TASK_FINDS_RUNS,
               moves = (selects || kind == TASK_SORTS) && v->task != CLSCAN_TASK_RUN_LENGTH;
    if (!v->k != (v->task != CLSCAN_TASK_TOP_K))
        return complain(v->k ? "-k needs --task top_k" : "-k K is needed: the number of elements to write");
    if (v->task == CLSCAN_TASK_HISTOGRAM && (!v->bins || v->range.lower >= v->range.upper))
        return complain("--bins N and --range A,B are both needed, and A has to be less than B");
    if (v->task != CLSCAN_TASK_HISTOGRAM && (v->bins || v->range.lower < v->range.upper))
        return complain("--%s needs --task histogram", v->bins ? "bins" : "range");
    if (v->three_way && v->task != CLSCAN_TASK_PARTITION)
        return complain("--three-way needs --task partition");
    return !v->indices || moves || complain("--indices needs a --task that moves elements, such as sort");
}

/* Checks the options of an operator of the user's own. */
static bool operator_is_consistent(const subcommand *command, const options *o) {
    const bool own = o->combine || o->op_source;
    const char *source = o->op_source ? "--op-source" : "--combine";
    if (!own && (o->identity || o->type_name))
        return complain("--identity and --type-name need --op-source or --combine");
    if (own && !o->identity && o->view.exclusive && !o->view.init && command->bit == FOR_SCAN)
        return complain("an exclusive scan by an operator of your own needs --identity%s",
                        o->type == ORACLE_USER || o->type_name ? "" : " or --init");
    if (own && o->op >= 0)
        return complain("--op and %s exclude each other: a scan has one operator", source);
    return !own || !o->check ||
           complain("--check and %s exclude each other: plain C does not know your operator", source);
}

bool options_are_consistent(const subcommand *command, const options *o) {
    const bool own = o->combine || o->op_source;
    const unsigned of_files = FOR_SCAN | FOR_REDUCE | FOR_SELECT | FOR_PARTITION | FOR_UNIQUE | FOR_RUNS | FOR_SORT |
                              FOR_TOPK | FOR_HISTOGRAM;
    if (!has_its_operands(command, o) || (command->bit & of_files && !rows_are_the_axis(o)))
        return false;
    if (command->bit & (FOR_SELECT | FOR_PARTITION))
        return decision_is_consistent(command, o);
    if (command->bit & (FOR_UNIQUE | FOR_RUNS))
        return divided_is_consistent(o, command->bit == FOR_UNIQUE ? "selection" : "run-length encoding");
    if (command->bit == FOR_SORT)
        return divided_is_consistent(o, "sort");
    if (command->bit == FOR_TOPK)
        return (o->k || complain("-k K is needed: the number of elements to write")) &&
               divided_is_consistent(o, "top-k");
    if (command->bit == FOR_HISTOGRAM)
        return histogram_is_consistent(o);
    if (!task_is_consistent(&o->view) || !operator_is_consistent(command, o) || !segments_are_given_once(o))
        return false;
    if (command->bit & (FOR_BENCH | FOR_VERIFY | FOR_EXPLAIN) && !view_is_possible(o))
        return false;
    if (o->bench.first_call && o->beside_first_call)
        return complain("--first-call scans 1000 ints in a process each: --%s is not possible with it",
                        o->beside_first_call);
    if (command->bit == FOR_VERIFY && (own || o->laws) && o->beside_laws)
        return complain("%s looks at three elements at a time: --%s is not possible with it",
                        o->laws        ? "--laws"
                        : o->op_source ? "--op-source"
                                       : "--combine",
                        o->beside_laws);
    if (o->json && o->bench.csv)
        return complain("--json and --csv exclude each other: results are printed in one format");
    return (!(command->bit & (FOR_SCAN | FOR_REDUCE)) || has_one_stdout(o)) && has_effect(o);
}
