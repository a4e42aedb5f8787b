#include "scan/segment_ends.h"
#include "common/message.h"
#include <stdlib.h>
#include <string.h>

/* The stream holds three pieces at most, so the flags of its elements fit into a ring of three pieces. */
enum { PIECES = 3 };

/* Returns the bytes of a result, or 0 if it is not written. */
static size_t size_of(const flow *f, unsigned i) {
    const flow_output *out = &f->outputs[i];
    return out->to && out->array != FLOW_NO_ARRAY ? out->like.size : 0;
}

size_t segment_ends_room(const flow *f) {
    size_t room = 1;
    for (unsigned i = 0; i < SEGMENT_ENDS_ARRAYS; i++)
        room += size_of(f, i);
    return room;
}

bool segment_ends_begin(segment_ends *e, const flow *f, size_t piece) {
    e->room = PIECES * piece;
    e->heads = malloc(e->room);
    bool ok = e->heads != NULL;
    for (unsigned i = 0; i < SEGMENT_ENDS_ARRAYS; i++) {
        e->taken[i] = malloc(piece * size_of(f, i) + 1);
        e->last[i] = malloc(size_of(f, i) + 1);
        ok = ok && e->taken[i] && e->last[i];
    }
    return ok || complain("out of memory");
}

void segment_ends_close(segment_ends *e) {
    free(e->heads);
    for (unsigned i = 0; i < SEGMENT_ENDS_ARRAYS; i++) {
        free(e->taken[i]);
        free(e->last[i]);
    }
}

void segment_ends_note(segment_ends *e, const unsigned char *heads, size_t n) {
    for (size_t i = 0; i < n; i++)
        e->heads[(e->noted + i) % e->room] = heads[i] != 0;
    e->noted += n;
}

/* Copies the result before each head, which is e->last before the first result. Returns how many there are. */
static size_t take(const segment_ends *e, unsigned output, size_t size, const char *results, size_t n) {
    char *to = e->taken[output];
    for (size_t i = 0; i < n; i++)
        if (e->heads[(e->seen + i) % e->room] && e->seen + i > 0) {
            memcpy(to, i > 0 ? results + (i - 1) * size : e->last[output], size);
            to += size;
        }
    return size ? (size_t)(to - e->taken[output]) / size : 0;
}

bool segment_ends_write(segment_ends *e, flow *f, const clscan_args *results) {
    const size_t n = results->count;
    for (unsigned i = 0; i < SEGMENT_ENDS_ARRAYS; i++) {
        const size_t size = size_of(f, i), ended = size ? take(e, i, size, results->out[i].host, n) : 0;
        if (ended > 0 && !flow_write_to(f, &f->outputs[i], e->taken[i], ended))
            return false;
        if (size > 0)
            memcpy(e->last[i], (const char *)results->out[i].host + (n - 1) * size, size);
    }
    e->seen += n;
    return true;
}

bool segment_ends_finish(segment_ends *e, flow *f) {
    for (unsigned i = 0; i < SEGMENT_ENDS_ARRAYS && e->seen > 0; i++)
        if (size_of(f, i) && !flow_write_to(f, &f->outputs[i], e->last[i], 1))
            return false;
    return true;
}
