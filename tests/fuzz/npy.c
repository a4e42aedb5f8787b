/* Fuzzes .npy files: an array that is read lies inside of the file, and is the same after writing and reading. */
#include "fuzz/fuzz.h"
#include "fuzz/kept.h"

#include <string.h>

static bool is_same(const array *a, const array *b) {
    return a->type == b->type && a->size == b->size && a->count == b->count && a->dimensions == b->dimensions &&
           memcmp(a->shape, b->shape, sizeof a->shape) == 0 && memcmp(a->data, b->data, a->count * a->size) == 0;
}

static size_t product(const array *values) {
    size_t count = 1;
    for (unsigned i = 0; i < values->dimensions; i++)
        count *= values->shape[i];
    return count;
}

/* Reading succeeds for the type of the file, and fails for another type. */
static void ask(const input *in, const array *values) {
    const data_options right = { .type = (int)values->type, .size = values->size },
                       wrong = { .type = ((int)values->type + 1) % (ORACLE_USER + 1) };
    array again;
    MUST(!npy_read(in, &wrong, &again));
    MUST(npy_read(in, &right, &again) && is_same(values, &again));
    array_free(&again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const data_options any = { .type = -1 };
    const input in = { .name = "in", .data = (const char *)data, .size = size };
    array values, again;
    if (!npy_read(&in, &any, &values))
        return 0;
    MUST(values.count <= size / values.size && product(&values) == values.count);
    cs_strbuf written = kept_write("npy", &any, &values);
    const input out = kept_input(&written);
    MUST(npy_read(&out, &any, &again) && is_same(&values, &again));
    ask(&in, &values);
    array_free(&again);
    array_free(&values);
    cs_strbuf_free(&written);
    return 0;
}
