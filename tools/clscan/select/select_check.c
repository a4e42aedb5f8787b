#include "select/select_check.h"
#include "common/message.h"
#include <string.h>

int select_check(const task *t, const unsigned char *flag, const array *out, const array *indices) {
    const char *in = t->in.data, *kept = out->data;
    const cl_ulong *index = indices->data;
    const size_t count = t->in.count, size = t->in.size;
    size_t expected = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t place = t->desc.reverse ? count - 1 - i : i;
        if (!flag[place])
            continue;
        if (expected < out->count && memcmp(kept + expected * size, in + place * size, size) != 0)
            return complain("mismatch at element %zu of %zu: it is not element %zu of the input", expected, out->count,
                            place),
                   EXIT_MISMATCH;
        if (expected < indices->count && index[expected] != place)
            return complain("mismatch at index %zu of %zu: expected %zu, got %llu", expected, indices->count, place,
                            (unsigned long long)index[expected]),
                   EXIT_MISMATCH;
        expected++;
    }
    if (expected != out->count)
        return complain("mismatch of the total: expected %zu, got %zu", expected, out->count), EXIT_MISMATCH;
    say("verified %zu kept element%s of %zu", expected, plural(expected), count);
    return EXIT_OK;
}

int select_check_lengths(const task *t, const unsigned char *flag, const array *lengths) {
    const cl_ulong *length = lengths->data;
    size_t end = t->in.count, k = 0;
    for (size_t place = t->in.count; place-- > 0;) {
        if (!flag[place])
            continue;
        const size_t at = t->desc.reverse ? k : lengths->count - 1 - k;
        if (length[at] != end - place)
            return complain("mismatch at length %zu of %zu: expected %zu, got %llu", at, lengths->count, end - place,
                            (unsigned long long)length[at]),
                   EXIT_MISMATCH;
        end = place;
        k++;
    }
    return EXIT_OK;
}
