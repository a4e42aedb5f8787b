#include "select/select_check.h"
#include "common/message.h"
#include "select/runs.h"
#include <stdio.h>
#include <string.h>

/* Returns the part of an element with the flag. Kept elements are part 0 of two. */
static unsigned part_of(const task *t, unsigned char flag) {
    if (t->desc.parts < 3)
        return flag == 0;
    return flag < 2 ? flag : 2;
}

/* Compares elements of the input with the output from its element *expected on: the elements of the part. */
static int check_part(const task *t, const unsigned char *flag, unsigned part, const carried *along, const array *out,
                      const array *indices, size_t *expected) {
    const char *in = t->in.data, *kept = out->data;
    const cl_ulong *index = indices->data;
    const size_t count = t->in.count, size = t->in.size;
    for (size_t i = 0; i < count; i++) {
        const size_t place = t->desc.reverse ? count - 1 - i : i;
        if (part_of(t, flag[place]) != part)
            continue;
        if (*expected < out->count && memcmp(kept + *expected * size, in + place * size, size) != 0)
            return complain("mismatch at element %zu of %zu: it is not element %zu of the input", *expected, out->count,
                            place),
                   EXIT_MISMATCH;
        if (*expected < indices->count && index[*expected] != place)
            return complain("mismatch at index %zu of %zu: expected %zu, got %llu", *expected, indices->count, place,
                            (unsigned long long)index[*expected]),
                   EXIT_MISMATCH;
        if (*expected < out->count && carried_check(along, *expected, place) != EXIT_OK)
            return EXIT_MISMATCH;
        ++*expected;
    }
    return EXIT_OK;
}

static int check_size(const task *t, unsigned part, size_t expected, cl_ulong got) {
    char what[32] = "total";
    if (got == expected)
        return EXIT_OK;
    if (t->desc.parts == 3)
        snprintf(what, sizeof what, "size of part %u", part);
    complain("mismatch of the %s: expected %zu, got %llu", what, expected, (unsigned long long)got);
    return EXIT_MISMATCH;
}

int select_check(const task *t, const unsigned char *flag, const cl_ulong *sizes, const carried *along,
                 const array *out, const array *indices) {
    const bool three = t->desc.parts == 3;
    const unsigned parts = three ? 3 : t->desc.task == CLSCAN_TASK_PARTITION ? 2 : 1;
    size_t end = 0, found[3] = { 0 };
    for (unsigned part = 0; part < parts; part++) {
        const size_t begin = end;
        int status = check_part(t, flag, part, along, out, indices, &end);
        found[part] = end - begin;
        if (status == EXIT_OK && (part == 0 || three))
            status = check_size(t, part, found[part], sizes[part]);
        if (status != EXIT_OK)
            return status;
    }
    if (three)
        say("verified parts of %zu, %zu and %zu elements", found[0], found[1], found[2]);
    else
        say("verified %zu kept element%s of %zu", found[0], plural(found[0]), t->in.count);
    return EXIT_OK;
}

int select_check_lengths(const task *t, const unsigned char *flag, const array *keys, const array *lengths) {
    const cl_ulong *length = lengths->data;
    size_t k = 0;
    for (size_t place = 0; place < t->in.count; place++) {
        if (!flag[place])
            continue;
        const size_t expected = runs_length(keys, place), at = t->desc.reverse ? lengths->count - 1 - k : k;
        if (length[at] != expected)
            return complain("mismatch at length %zu of %zu: expected %zu, got %llu", at, lengths->count, expected,
                            (unsigned long long)length[at]),
                   EXIT_MISMATCH;
        k++;
    }
    return EXIT_OK;
}
