#include "data/generated_elements.h"
#include "common/message.h"
#include <stdlib.h>
#include <string.h>

static void fill_numbers(const task *t, uint64_t seed, generated_for purpose, void *numbers, size_t count) {
    oracle_problem random = t->problem;
    if (purpose == GENERATED_FOR_TIMING && !random.user && (random.op == CLSCAN_OP_AND || random.op == CLSCAN_OP_OR))
        random.op = CLSCAN_OP_XOR;
    if (oracle_accumulator_knows(&random))
        oracle_accumulator_fill(&random, t->in.type, seed, purpose == GENERATED_FOR_JUDGING, numbers, count);
    else if (random.user)
        oracle_problem_fill(&random, seed, numbers, count);
    else
        oracle_fill(t->in.type, random.op, seed, numbers, count);
}

/* Each component of a vector has random numbers of its own. */
bool generated_elements(const task *t, uint64_t seed, generated_for purpose, void *elements, size_t count) {
    const size_t size = oracle_described_size(&t->problem, t->in.type, 1);
    char *numbers;
    if (!t->components)
        return fill_numbers(t, seed, purpose, elements, count), true;
    if (!(numbers = malloc(count * size + 1)))
        return complain("out of memory for %zu bytes", count * size);
    memset(elements, 0, count * t->in.size);
    for (unsigned c = 0; c < t->components; c++) {
        fill_numbers(t, seed + c, purpose, numbers, count);
        for (size_t i = 0; i < count; i++)
            memcpy((char *)elements + i * t->in.size + c * size, numbers + i * size, size);
    }
    free(numbers);
    return true;
}

/* Fills `to` with copies of `from`, or with zeros if `bytes` is 0. */
static void repeat(const void *from, size_t bytes, void *to, size_t room) {
    if (bytes == 0)
        memset(to, 0, room);
    for (size_t done = 0; bytes > 0 && done < room; done += bytes)
        memcpy((char *)to + done, from, bytes < room - done ? bytes : room - done);
}

void generated_lay_out(const task *t, const void *elements, size_t size, void *to, size_t room) {
    char *first = (char *)to + t->offset * size;
    const oracle_described d = task_described(t);
    repeat(elements, t->in.count * size, to, room);
    if (t->desc.layout == CLSCAN_LAYOUT_CONTIGUOUS && !t->desc.reverse)
        memcpy(first, elements, t->in.count * size);
    else
        for (size_t i = 0; i < t->in.count; i++)
            memcpy(first + oracle_described_place(&d, i).in * size, (const char *)elements + i * size, size);
}
