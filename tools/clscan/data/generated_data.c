#include "data/generated_data.h"
#include "common/message.h"
#include <stdlib.h>
#include <string.h>

void generated_add_result(generated *m, generated_result result) {
    m->results[m->result_count++] = result;
}

void *generated_expect(generated *m, runner_array which, oracle_type type, size_t count) {
    const size_t size = oracle_type_size(type), bytes = count * size;
    void *expected = m->further[which] = malloc(bytes + 1);
    if (!expected) {
        complain("out of memory for %zu bytes", bytes);
        return NULL;
    }
    generated_add_result(m, (generated_result) { which, type, size, count, expected });
    return memset(expected, RUNNER_UNWRITTEN, bytes);
}

void generated_free_further(generated *m) {
    for (int i = 0; i < RUNNER_ARRAYS; i++) {
        free(m->further[i]);
        m->further[i] = NULL;
    }
}
