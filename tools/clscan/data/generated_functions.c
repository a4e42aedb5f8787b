#include "data/generated_functions.h"
#include "common/message.h"
#include <stdio.h>
#include <string.h>

/* `length` is the length of the whole text, which is cut off in `source` if that has less than `size` bytes. */
static bool set_functions(clscan_desc *d, const char *source, int length, size_t size) {
    d->user.source = source;
    d->user.store = "put";
    return (length >= 0 && (size_t)length < size) ||
           complain("functions of OpenCL C: %d characters of source, there is room for %zu", length, size - 1);
}

bool generated_transforms(clscan_desc *d, char *source, size_t size) {
    const char *before = d->user.source ? d->user.source : "";
    const char *type = d->value.name;
    const int length = snprintf(source, size,
                                "%s%s get(const global %s *in, ulong i) { return in[i]; }\n"
                                "void put(global %s *out, const global %s *in, ulong i, %s x, %s up_to, %s before) {\n"
                                "    out[i] = %s;\n"
                                "}\n",
                                before, type, type, type, type, type, type, type,
                                d->kind == CLSCAN_KIND_EXCLUSIVE ? "before" : "up_to");
    d->user.load = "get";
    return set_functions(d, source, length, size);
}

bool generated_compaction(task *t, char *source, size_t size) {
    const size_t pitch = t->pitch ? t->pitch : t->length * (t->stride ? t->stride : 1);
    char begin[64] = "";
    if (pitch)
        snprintf(begin, sizeof begin, "i / %zuul * %zuul + ", pitch, pitch);
    const int length =
        snprintf(source, size,
                 "int odd(int x) { return x & 1; }\n"
                 "void put(global int *out, const global int *in, ulong i, int x, int up_to, int before) {\n"
                 "    if (odd(x))\n"
                 "        out[%sbefore] = x;\n"
                 "}\n",
                 begin);
    t->desc.user.map = "odd";
    return set_functions(&t->desc, source, length, size);
}

void generated_compact(task *t, cl_int *out, void *total) {
    const cl_int *in = (const cl_int *)t->in.data + t->offset;
    const oracle_described d = task_described(t);
    cl_int before = 0;
    t->out_count = 0;
    for (size_t n = 0; n < t->in.count; n++) {
        const size_t row = n / d.length, at = oracle_described_place(&d, n).in;
        before = n % d.length ? before : 0;
        if (in[at] & 1) {
            out[t->offset + row * d.out_pitch + (size_t)before++] = in[at];
            t->out_count++;
        }
    }
    memcpy(total, &before, sizeof before);
}
