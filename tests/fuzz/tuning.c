/* Fuzzes the tuning file: an accepted row prints as a line that reads as the same row. The message about a refused row
 * has printable characters only. */
#include "base/status.h"
#include "fuzz/fuzz.h"
#include "tuning/tuning_text.h"

static char origin[] = "FILE";
static const cs_caps caps = { .name = "a device", .driver = "1.2" };

static clscan_status parse(cs_tuning *tuning, const char *text, size_t size) {
    *tuning = (cs_tuning) { .caps = &caps, .origin.data = origin };
    return cs_tuning_parse(tuning, text, size);
}

static bool is_same(const cs_tuning_row *a, const cs_tuning_row *b) {
    const cs_shape *s = &a->shape, *t = &b->shape;
    return a->task == b->task && a->limit == b->limit && a->element == b->element && a->strategy == b->strategy &&
           s->group == t->group && s->wg_size == t->wg_size && s->items == t->items &&
           s->private_rows == t->private_rows && s->local_rows == t->local_rows && s->groups == t->groups;
}

static void print_and_parse(const cs_tuning_row *row) {
    static cs_tuning again;
    cs_strbuf line = { 0 };
    cs_tuning_print(&line, &caps, row);
    cs_tuning_print_origin(&line, row);
    MUST(parse(&again, line.data, line.size) == CLSCAN_OK && again.num_own == 1 && is_same(row, &again.own[0]));
    cs_strbuf_free(&line);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static cs_tuning tuning;
    const clscan_status status = parse(&tuning, (const char *)data, size);
    for (size_t i = 0; i < tuning.num_own; i++)
        print_and_parse(&tuning.own[i]);
    MUST(status == CLSCAN_OK || (status == CLSCAN_ERROR_FILE && tuning.num_own == 0));
    if (status != CLSCAN_OK)
        for (const char *c = cs_message(); *c; c++)
            MUST(*c >= ' ' && *c <= '~');
    return 0;
}
