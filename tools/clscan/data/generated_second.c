#include "data/generated_second.h"
#include "data/generated_elements.h"
#include "options/memory_budget.h"

void generated_second_describe(task *t) {
    const oracle_second second = oracle_accumulator_second(&t->problem);
    const size_t places = task_places(t);
    t->second = (array) { .type = second.in, .size = oracle_type_size(second.in), .count = places };
    t->second_out_type = second.out;
    t->second_out_count = second.is_cell ? 1 : second.out == ORACLE_USER ? 0 : places;
}

size_t generated_second_room(const task *t) {
    return budget_plus(budget_times(t->second.count, t->second.size),
                       budget_times(t->second_out_count, oracle_type_size(t->second_out_type)));
}

bool generated_second(uint64_t seed, task *t) {
    const size_t count = t->in.count, size = t->second.size;
    array *second = &t->second, elements;
    if (size == 0 || t->desc.mask) /* flags are not a second input of an operator */
        return true;
    if (!array_allocate(&elements, second->type, size, count))
        return false;
    oracle_accumulator_fill_second(&t->problem, seed, elements.owned, count);
    const bool ok = array_allocate(second, second->type, size, second->count);
    if (ok)
        generated_lay_out(t, elements.data, size, second->owned, second->count * size);
    array_free(&elements);
    return ok;
}

void generated_second_scan(const task *t, void *out, void *second_out) {
    const clscan_args args = task_args(t);
    oracle_described d = task_described(t);
    d.out = (char *)out + args.out[0].offset * task_out_size(t);
    oracle_accumulator_scan(
        &d, t->second.data ? (const char *)t->second.data + args.in[1].offset * t->second.size : NULL,
        second_out ? (char *)second_out + args.out[1].offset * oracle_type_size(t->second_out_type) : NULL);
}
