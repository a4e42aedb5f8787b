#include "select/select_check.h"
#include "common/message.h"
#include <string.h>

/* Compares elements of the input with the output from its element *expected on: the elements whose flag is not 0, or,
 * with `rest`, the other elements. */
static int check_part(const task *t, const unsigned char *flag, bool rest, const array *out, const array *indices,
                      size_t *expected) {
    const char *in = t->in.data, *kept = out->data;
    const cl_ulong *index = indices->data;
    const size_t count = t->in.count, size = t->in.size;
    for (size_t i = 0; i < count; i++) {
        const size_t place = t->desc.reverse ? count - 1 - i : i;
        if ((flag[place] != 0) == rest)
            continue;
        if (*expected < out->count && memcmp(kept + *expected * size, in + place * size, size) != 0)
            return complain("mismatch at element %zu of %zu: it is not element %zu of the input", *expected, out->count,
                            place),
                   EXIT_MISMATCH;
        if (*expected < indices->count && index[*expected] != place)
            return complain("mismatch at index %zu of %zu: expected %zu, got %llu", *expected, indices->count, place,
                            (unsigned long long)index[*expected]),
                   EXIT_MISMATCH;
        ++*expected;
    }
    return EXIT_OK;
}

int select_check(const task *t, const unsigned char *flag, cl_ulong total, const array *out, const array *indices) {
    size_t expected = 0;
    int status = check_part(t, flag, false, out, indices, &expected);
    const size_t kept = expected;
    if (status == EXIT_OK && kept != total)
        return complain("mismatch of the total: expected %zu, got %llu", kept, (unsigned long long)total),
               EXIT_MISMATCH;
    if (status == EXIT_OK && t->desc.task == CLSCAN_TASK_PARTITION)
        status = check_part(t, flag, true, out, indices, &expected);
    if (status == EXIT_OK)
        say("verified %zu kept element%s of %zu", kept, plural(kept), t->in.count);
    return status;
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
