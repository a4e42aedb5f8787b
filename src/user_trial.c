#include "user_trial.h"

#include "check.h"

#include <stdlib.h>
#include <string.h>

const char *cs_user_trial_why_none(const clscan_desc *desc, const cs_problem *problem) {
    if (desc->load || desc->store)
        return "functions of the user's may read and write anywhere";
    if (desc->same_key)
        return "a function of the user's may want other keys";
    if (desc->user.combine && !desc->sample)
        return "operators of the user's are tried on desc.sample only";
    if (desc->user.combine && !desc->user.identity)
        return "without an identity nothing may stand beside elements of desc.sample";
    if (desc->user.combine && (problem->in[0] || problem->out[0]))
        return "an identity is no element of an array that is converted";
    return NULL;
}

/* In t->few stand the identity and the two elements. */
static unsigned char *few_at(const cs_trial *t, unsigned which) {
    return t->few + which * t->problem->form.value.size;
}

/* The n-th element of the sample, or the next one that is no identity. */
static const unsigned char *choose(const cs_trial *t, size_t n) {
    const size_t size = t->problem->form.value.size, count = t->desc->sample_count;
    const unsigned char *sample = t->desc->sample;
    for (size_t i = 0; i < count; i++)
        if (memcmp(sample + (n + i) % count * size, few_at(t, 0), size) != 0)
            return sample + (n + i) % count * size;
    return sample;
}

/* Side by side, then farther and farther apart. */
static void find_places(size_t count, unsigned n, size_t *first, size_t *second) {
    *first = count * n / (CS_USER_TRIALS + 1);
    *second = *first + 1 + (count - *first) * n / (CS_USER_TRIALS + 1);
}

clscan_status cs_user_trial_place(cs_trial *t, const cs_variant *plain, unsigned n) {
    clscan_status status = CLSCAN_OK;
    const size_t size = t->problem->form.value.size, count = t->args.count;
    size_t places[2];
    unsigned char *in = malloc(count * size);
    TRY_ALLOC(in);
    if (!t->few) {
        TRY_ALLOC(t->few = malloc(3 * size));
        TRY(cs_trial_identity(t, plain, few_at(t, 0)));
    }
    for (size_t i = 0; i < count; i++)
        memcpy(in + i * size, few_at(t, 0), size);
    find_places(count, n, &places[0], &places[1]);
    for (unsigned i = 0; i < 2; i++) {
        memcpy(few_at(t, 1 + i), choose(t, 2 * n + i), size);
        if (places[i] < count)
            memcpy(in + places[i] * size, few_at(t, 1 + i), size);
    }
    CL(clEnqueueWriteBuffer(t->queue, t->args.in, CL_TRUE, 0, count * size, in, 0, NULL, NULL));
done:
    free(in);
    return status;
}

static bool is_same(const cs_trial_output *out, const unsigned char *a, const unsigned char *b) {
    size_t k = 0;
    while (k < out->sample.size && (out->skip[k] || a[k] == b[k]))
        k++;
    return k == out->sample.size;
}

/* The identity, one element, the other, and one value more that the two have come to. */
bool cs_user_trial_tells(const cs_trial *t) {
    const cs_trial_output *out = &t->outputs[0];
    const unsigned char *both = NULL, *at = t->expected + out->at;
    for (size_t i = 0; i < out->count; i++, at += out->sample.size) {
        bool known = both && is_same(out, at, both);
        for (unsigned which = 0; which < 3 && !known; which++)
            known = is_same(out, at, few_at(t, which));
        if (!known && both)
            return false;
        both = known ? both : at;
    }
    return true;
}
