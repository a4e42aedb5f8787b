#include "self_test/expect_moved.h"
#include "self_test/test_arrays.h"

#include <string.h>

cl_ulong cs_random_at(size_t n) {
    cl_ulong x = (n + 1) * (cl_ulong)0x9E3779B97F4A7C15u;
    x = (x ^ x >> 30) * (cl_ulong)0xBF58476D1CE4E5B9u;
    x = (x ^ x >> 27) * (cl_ulong)0x94D049BB133111EBu;
    return x ^ x >> 31;
}

void cs_random_bits(void *to, size_t size) {
    unsigned char *bytes = to;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (unsigned char)cs_random_at(i);
}

static unsigned char *expected_at(cs_test_scan *t, unsigned output, size_t i) {
    const cs_test_scan_output *out = &t->outputs[output];
    return t->expected + out->at + i * out->sample.size;
}

/* The lowest bytes come first on every host of OpenCL so far. */
void cs_expect_number(cs_test_scan *t, unsigned output, size_t i, cl_ulong number) {
    memcpy(expected_at(t, output, i), &number, t->outputs[output].sample.size);
}

/* Returns the index of an element: of a sort, a top-k or a selection in its row, else in the array. */
static size_t index_of(const cs_test_scan *t, size_t element) {
    const cs_traits *traits = &t->problem->traits;
    return traits->kind == CS_SORT || cs_traits_selects_rows(traits) ? cs_test_scan_place_in_row(t, element) : element;
}

void cs_expect_moved(cs_test_scan *t) {
    const cs_traits *traits = &t->problem->traits;
    for (unsigned output = 0; output < traits->num_out; output++) {
        const size_t size = traits->out[output].size;
        if (output > 0 && (output == traits->lengths.output || output == traits->selection.offsets_output))
            continue;
        for (size_t i = 0; i < t->num_moved; i++)
            if (t->source[i] == CS_UNMOVED)
                continue;
            else if (output > 0 && output == traits->indices.output)
                cs_expect_number(t, output, i, t->call.first_index + index_of(t, t->source[i]));
            else
                memcpy(expected_at(t, output, i), t->in[output] + t->source[i] * size, size);
    }
}
