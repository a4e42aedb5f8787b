/* Each row of src/table/tuning.def is used for some scan. No other test notices a row that an earlier row covers. */
#include "support/check.h"
#include "table/table.h"

#include <stdint.h>
#include <string.h>

typedef struct row {
    const char *device, *text;
    size_t limit, element;
    clscan_strategy strategy;
} row;

#define ALL SIZE_MAX
#define ANY 0
static const row rows[] = {
#define TUNING(device, up_to, bytes, scan, ...)                                                                        \
    { #device, #device ", " #up_to ", " #bytes ", " #scan, up_to, bytes, CLSCAN_STRATEGY_##scan },
#include "table/tuning.def"
#undef TUNING
};

/* Returns true if both rows are for the same class of devices, and `a` is for all sizes of elements that `b` is for. */
static bool is_as_wide(const row *a, const row *b) {
    return strcmp(a->device, b->device) == 0 && (a->element == ANY || a->element == b->element);
}

/* Returns true if `auto` may choose the row. Devices without fences have no one-pass strategies. If the caller has
 * chosen a part of the shape, there are no strategies of single work-items. */
static bool may_choose(const row *r, bool has_fence, bool shaped) {
    const cs_strategy_row *strategy = cs_strategy_row_at(r->strategy);
    return (has_fence || !strategy->has_states) && !(shaped && strategy->single_item);
}

/* Returns true if `auto` uses the row for some count. */
static bool is_automatic(const row *r, bool has_fence, bool shaped) {
    for (const row *before = rows; before < r; before++)
        if (is_as_wide(before, r) && before->limit >= r->limit && may_choose(before, has_fence, shaped))
            return false;
    return may_choose(r, has_fence, shaped);
}

/* Returns true if a caller who chooses the strategy gets this row, which is the first one for the greatest counts. */
static bool is_requested(const row *r) {
    for (const row *other = rows; other < rows + COUNT(rows); other++)
        if (other != r && other->strategy == r->strategy && is_as_wide(other, r) &&
            (other->limit > r->limit || (other->limit == r->limit && other < r)))
            return false;
    return true;
}

static void test_every_row_is_used(void **state) {
    (void)state;
    for (const row *r = rows; r < rows + COUNT(rows); r++) {
        bool used = is_requested(r);
        for (unsigned i = 0; i < 4; i++)
            used = used || is_automatic(r, i & 1, i & 2);
        if (!used)
            fail_msg("src/table/tuning.def: other rows cover TUNING(%s, ...), so that no scan uses it", r->text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_row_is_used) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
