#include "tuning/tuning.h"

#include "table/table.h"
#include "tuning/device_class.h"

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

/* Returns row `i` of the user's own rows followed by the table's, or NULL past the last. */
static const cs_tuning_row *row_at(const cs_tuning *tuning, size_t i) {
    if (i < tuning->num_own)
        return &tuning->own[i];
    i -= tuning->num_own;
    return i < CS_TABLE_ROWS ? &rows[i] : NULL;
}

static bool holds(const cs_tuning_row *row, const cs_caps *caps, size_t element) {
    return (!row->matches || row->matches(caps)) && (row->element == ANY || row->element == element);
}

/* Returns true if `auto` may choose the row. No device without fences of device scope has been measured, so on such
 * devices only a row of the user's own can choose a one-pass strategy. */
static bool may_choose(const cs_tuning_row *row, const cs_caps *caps) {
    return caps->has_fence || row->line > 0 || !cs_strategy_row_at(row->strategy)->has_states;
}

const cs_tuning_row *cs_tuning_next(const cs_tuning *tuning, size_t element, bool shaped, size_t past) {
    const cs_tuning_row *row;
    for (size_t i = 0; (row = row_at(tuning, i)); i++)
        if (row->limit > past && holds(row, tuning->caps, element) && may_choose(row, tuning->caps) &&
            !(shaped && cs_strategy_row_at(row->strategy)->single_item))
            break;
    return row;
}

const cs_tuning_row *cs_tuning_requested(const cs_tuning *tuning, size_t element, clscan_strategy strategy) {
    const cs_tuning_row *row, *found = NULL;
    for (size_t i = 0; (row = row_at(tuning, i)); i++) {
        if (row->strategy != strategy || !holds(row, tuning->caps, element))
            continue;
        if (!found || (row->matches == found->matches && row->limit > found->limit))
            found = row;
    }
    return found ? found : cs_tuning_requested(tuning, element, CLSCAN_STRATEGY_REDUCE_SCAN);
}

static void print_or_word(cs_strbuf *text, size_t number, size_t special, const char *word) {
    if (number == special)
        cs_strbuf_add(text, "%s ", word);
    else
        cs_strbuf_add(text, "%zu ", number);
}

static void print_columns(cs_strbuf *text, const cs_tuning_row *row) {
    const cs_shape *shape = &row->shape;
    print_or_word(text, row->limit, ALL, "all");
    print_or_word(text, row->element, ANY, "any");
    cs_strbuf_add(text, "%s %s %u %u %u %u %zu", cs_strategy_name(row->strategy), cs_group_at(shape->group)->name,
                  shape->wg_size, shape->items, shape->private_rows, shape->local_rows, shape->groups);
}

void cs_tuning_print_line(cs_strbuf *text, const cs_caps *caps, const cs_tuning_row *row) {
    cs_strbuf_add(text, "\"%s\" \"%s\" ", caps->name, caps->driver);
    print_columns(text, row);
    cs_strbuf_add(text, "\n");
}

void cs_tuning_print(cs_strbuf *text, const cs_tuning_row *row) {
    print_columns(text, row);
    cs_strbuf_add(text, " (%s", row->origin);
    if (row->line)
        cs_strbuf_add(text, ":%u", row->line);
    cs_strbuf_add(text, ")");
}
