#include "support/selected.h"

#include "support/guarded.h"

cl_ushort selected_carried(size_t i) {
    return (cl_ushort)~i;
}

void selected_expect(const selected_rule *rule, size_t count, bool reverse, selected *expected) {
    guarded_pattern(expected->results, SELECTED_ALREADY * rule->result_size);
    guarded_pattern(expected->indices, SELECTED_ALREADY * sizeof *expected->indices);
    guarded_pattern(expected->carried, SELECTED_ALREADY * sizeof *expected->carried);
    expected->n = SELECTED_ALREADY;
    for (size_t position = 0; position < count; position++) {
        const size_t i = reverse ? count - 1 - position : position;
        if (!rule->is_kept(rule->way, i, position, count))
            continue;
        rule->write_result(rule->way, i, position, count, expected->results + expected->n * rule->result_size);
        expected->carried[expected->n] = selected_carried(i);
        expected->indices[expected->n++] = SELECTED_FIRST_INDEX + i;
    }
}
