#include "tuning/tuning.h"

#include "table/table.h"

#include <stdint.h>

#define ALL SIZE_MAX
#define ANY 0
static const cs_tuning_row rows[CS_TABLE_ROWS] = {
#define TUNING(device, up_to, bytes, scan, algorithm, wg, serial, registers, local, compute_unit)                      \
    { .origin = #device,                                                                                               \
      .matches = cs_class_##device,                                                                                    \
      .limit = up_to,                                                                                                  \
      .element = bytes,                                                                                                \
      .strategy = CLSCAN_STRATEGY_##scan,                                                                              \
      .shape = { .group = CLSCAN_GROUP_##algorithm,                                                                    \
                 .wg_size = wg,                                                                                        \
                 .items = serial,                                                                                      \
                 .private_rows = registers,                                                                            \
                 .local_rows = local,                                                                                  \
                 .groups = compute_unit } },
#include "table/tuning.def"
#undef TUNING
};

static bool applies(const cs_tuning_row *row, const cs_caps *caps, int task, size_t element) {
    return row->task == task && (!row->matches || row->matches(caps)) &&
           (row->element == ANY || row->element == element);
}

/* Returns true if `auto` may choose the row. No device without fences of device scope has been measured, so on such
 * devices only a row of the user's own can choose a one-pass strategy. */
static bool may_choose(const cs_tuning_row *row, const cs_caps *caps, bool shaped) {
    const cs_strategy_row *strategy = cs_strategy_row_at(row->strategy);
    return (caps->has_fence || row->line > 0 || !strategy->has_states) && !(shaped && strategy->single_item);
}

/* Returns the first row of scans, from row `i` on, that holds for the device and the value; NULL past the last one. The
 * user's own rows come first. */
static const cs_tuning_row *row_of_scans(const cs_tuning *tuning, const cs_tuning_task *task, size_t *i) {
    if (!task->as_scan && *i < tuning->num_own)
        *i = tuning->num_own;
    for (; *i < tuning->num_own + CS_TABLE_ROWS; ++*i) {
        const cs_tuning_row *row = *i < tuning->num_own ? &tuning->own[*i] : &rows[*i - tuning->num_own];
        if (applies(row, tuning->caps, CLSCAN_TASK_SCAN, task->value))
            return row;
    }
    return NULL;
}

const cs_tuning_row *cs_tuning_next_own(const cs_tuning *tuning, const cs_tuning_task *task, bool shaped, size_t past) {
    for (const cs_tuning_row *row = tuning->own; row < tuning->own + tuning->num_own; row++)
        if (row->limit > past && applies(row, tuning->caps, task->task, task->element) &&
            may_choose(row, tuning->caps, shaped))
            return row;
    return NULL;
}

const cs_tuning_row *cs_tuning_next(const cs_tuning *tuning, const cs_tuning_task *task, bool shaped, size_t past) {
    const cs_tuning_row *own = cs_tuning_next_own(tuning, task, shaped, past), *row;
    if (own)
        return own;
    for (size_t i = 0; (row = row_of_scans(tuning, task, &i)); i++)
        if (row->limit > past && may_choose(row, tuning->caps, shaped))
            break;
    return row;
}

const cs_tuning_row *cs_tuning_requested_own(const cs_tuning *tuning, const cs_tuning_task *task,
                                             clscan_strategy strategy) {
    const cs_tuning_row *found = NULL;
    for (const cs_tuning_row *row = tuning->own; row < tuning->own + tuning->num_own; row++)
        if (row->strategy == strategy && applies(row, tuning->caps, task->task, task->element) &&
            (!found || row->limit > found->limit))
            found = row;
    return found;
}

const cs_tuning_row *cs_tuning_requested(const cs_tuning *tuning, const cs_tuning_task *task,
                                         clscan_strategy strategy) {
    const cs_tuning_row *row, *found = NULL;
    for (size_t i = 0; (row = row_of_scans(tuning, task, &i)); i++) {
        if (row->strategy != strategy)
            continue;
        if (!found || (row->matches == found->matches && row->limit > found->limit))
            found = row;
    }
    return found ? found : cs_tuning_requested(tuning, task, CLSCAN_STRATEGY_REDUCE_SCAN);
}

static void print_or_word(cs_strbuf *text, size_t number, size_t special, const char *word) {
    if (number == special)
        cs_strbuf_add(text, "%s ", word);
    else
        cs_strbuf_add(text, "%zu ", number);
}

static void print_columns(cs_strbuf *text, const cs_tuning_row *row) {
    const cs_shape *shape = &row->shape;
    if (row->task != CLSCAN_TASK_SCAN)
        cs_strbuf_add(text, "task=%s ", cs_tuning_task_name(row->task));
    print_or_word(text, row->limit, ALL, "all");
    print_or_word(text, row->element, ANY, "any");
    cs_strbuf_add(text, "%s %s %u %u %u %u %zu", cs_strategy_name(row->strategy), cs_group_at(shape->group)->name,
                  shape->wg_size, shape->items, shape->private_rows, shape->local_rows, shape->groups);
}

void cs_tuning_print(cs_strbuf *text, const cs_caps *caps, const cs_tuning_row *row) {
    cs_strbuf_add(text, "\"%s\" \"%s\" ", caps->name, caps->driver);
    print_columns(text, row);
}

void cs_tuning_print_origin(cs_strbuf *text, const cs_tuning_row *row) {
    cs_strbuf_add(text, " # %s", row->origin);
    if (row->line)
        cs_strbuf_add(text, ":%u", row->line);
}
