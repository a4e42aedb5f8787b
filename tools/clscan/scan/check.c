#include "scan/check.h"
#include "common/message.h"
#include <stdio.h>
#include <string.h>

bool check_is_possible(const task *t) {
    const oracle_type type = t->problem.type, out = t->out_type;
    if (!t->problem.user && !oracle_defined(type, t->problem.op))
        return complain("--check has no plain C for %s of %s", clscan_op_name(t->problem.op), oracle_type_name(type));
    if (t->desc.task == CLSCAN_TASK_REDUCE && t->desc.segments && !oracle_is_exact(type, t->problem.op))
        return complain("--check can't judge %s of %s by segments, which is rounded", clscan_op_name(t->problem.op),
                        oracle_type_name(type));
    const bool holds_it = !oracle_is_exact(out, CLSCAN_OP_ADD) && oracle_type_size(out) >= oracle_type_size(type);
    return oracle_is_exact(type, t->problem.op) || holds_it ||
           complain("--check can't judge results that were rounded as %s when they are stored as %s",
                    oracle_type_name(type), oracle_type_name(out));
}

/* A comparison of results with expected results. */
typedef struct check {
    const task *t;
    oracle_described described;
    const array *out;
    const void *total; /* NULL: the scan had no total */
    array expected;
    char expected_total[64];
    size_t judged;   /* the number of elements that could be judged */
    size_t mismatch; /* the index of the first wrong element; the count if there is none */
    bool total_is_wrong;
} check;

/* ---------------------------------------------------------------------------------------------------- exact */

static void compare_exact(check *c) {
    const oracle_type type = c->t->problem.type;
    c->judged = c->out->count;
    c->mismatch = oracle_compare(c->out->type, c->expected.data, c->out->data, c->out->count);
    c->total_is_wrong = c->total && oracle_compare(type, c->expected_total, c->total, 1) == 0;
}

/* -------------------------------------------------------------------------------------------------- rounded */

/* A piece is a segment or a row: its elements and results in the order of the scan. An initial value comes first. */
typedef struct piece {
    oracle_type type;
    size_t size;  /* bytes of an element */
    size_t lead;  /* 1 if there is an initial value, else 0 */
    size_t count; /* elements without the initial value */
    array in, out;
} piece;

static void *element(const array *values, size_t index) {
    return (char *)values->owned + index * values->size;
}

static bool piece_open(const task *t, piece *p) {
    const oracle_type type = t->problem.type;
    *p = (piece) { .type = type, .size = t->size, .lead = t->init != NULL };
    if (!array_allocate(&p->in, type, t->size, t->in.count + 1) ||
        !array_allocate(&p->out, type, t->size, t->in.count + 1))
        return false;
    if (t->init) {
        memcpy(p->in.owned, t->init, t->size);
        oracle_scan(type, t->problem.op, t->desc.kind, t->init, p->out.owned, 1);
    }
    return true;
}

static void piece_close(piece *p) {
    array_free(&p->in);
    array_free(&p->out);
}

static void piece_add(const check *c, piece *p, size_t at) {
    const size_t to = p->lead + p->count++;
    const array *in = &c->t->in, *out = c->out;
    oracle_convert(in->type, (const char *)in->data + at * in->size, p->type, element(&p->in, to));
    if (c->t->desc.task == CLSCAN_TASK_SCAN)
        oracle_convert(out->type, (const char *)out->data + at * out->size, p->type, element(&p->out, to));
}

/* Returns the index of the first wrong element of the piece, from 0. */
static size_t piece_compare(check *c, const piece *p) {
    const task *t = c->t;
    size_t judged;
    const size_t found = oracle_compare_rounded(p->type, t->problem.op, t->desc.kind, p->in.data, p->out.data,
                                                p->lead + p->count, &judged);
    c->judged += judged > p->lead ? judged - p->lead : 0;
    return found < p->lead ? 0 : found - p->lead;
}

/* Compares `last`, of the scanned type, with the inclusive result at the last element of the piece. Adds 1 to *judged
 * if the result can be judged. */
static bool last_is_wrong(const check *c, const piece *p, const void *last, size_t *judged) {
    const size_t count = p->lead + p->count;
    size_t all, before;
    oracle_scan(p->type, c->t->problem.op, CLSCAN_KIND_INCLUSIVE, p->in.data, p->out.owned, count);
    oracle_compare_rounded(p->type, c->t->problem.op, CLSCAN_KIND_INCLUSIVE, p->in.data, p->out.data, count - 1,
                           &before);
    memcpy(element(&p->out, count - 1), last, p->size);
    const size_t found =
        oracle_compare_rounded(p->type, c->t->problem.op, CLSCAN_KIND_INCLUSIVE, p->in.data, p->out.data, count, &all);
    *judged += all - before;
    return found < count;
}

/* Compares the result of a reduction for the row that ends before element `next` in the order of the scan. */
static bool row_is_wrong(check *c, const piece *p, size_t next) {
    const array *out = c->out;
    const size_t row = next / (c->t->in.count / out->count) - 1;
    char last[64];
    oracle_convert(out->type, (const char *)out->data + row * out->size, p->type, last);
    if (!last_is_wrong(c, p, last, &c->judged))
        return false;
    c->mismatch = row;
    return true;
}

/* Compares the piece that begins with element `first`. Returns the first element of the next piece. */
static size_t compare_piece(check *c, piece *p, size_t first) {
    const size_t count = c->t->in.count;
    oracle_place place = oracle_described_place(&c->described, first);
    p->count = 0;
    do {
        piece_add(c, p, place.in);
        if (first + p->count < count)
            place = oracle_described_place(&c->described, first + p->count);
    } while (first + p->count < count && !place.begins);
    if (c->t->desc.task == CLSCAN_TASK_REDUCE) {
        row_is_wrong(c, p, first + p->count);
        return first + p->count;
    }
    const size_t wrong = piece_compare(c, p);
    if (wrong < p->count)
        c->mismatch = oracle_described_place(&c->described, first + wrong).in;
    return first + p->count;
}

static bool compare_rounded(check *c) {
    const size_t count = c->t->in.count, results = c->out->count;
    piece p;
    size_t next = 0, ignored = 0;
    const bool ok = piece_open(c->t, &p);
    c->mismatch = results;
    while (ok && next < count && c->mismatch == results)
        next = compare_piece(c, &p, next);
    if (ok && c->total && c->mismatch == results && count > 0)
        c->total_is_wrong = last_is_wrong(c, &p, c->total, &ignored);
    piece_close(&p);
    return ok;
}

/* --------------------------------------------------------------------------------------------------- report */

static int differs(oracle_type type, const char *where, const void *expected, const void *actual) {
    char want[64], got[64];
    oracle_print(type, expected, want, sizeof want);
    oracle_print(type, actual, got, sizeof got);
    complain("mismatch %s: expected %s, got %s", where, want, got);
    return EXIT_MISMATCH;
}

static int report(const check *c) {
    const array *out = c->out;
    const char *how = oracle_is_exact(c->t->problem.type, c->t->problem.op) ? "" : ", within rounding";
    const char *and_total = c->total ? " and the total" : "";
    const size_t offset = c->mismatch * out->size;
    char where[64];
    snprintf(where, sizeof where, "at element %zu of %zu", c->mismatch, out->count);
    if (c->mismatch < out->count)
        return differs(out->type, where, (char *)c->expected.owned + offset, (const char *)out->data + offset);
    if (c->total_is_wrong)
        return differs(c->t->problem.type, "of the total", c->expected_total, c->total);
    if (c->judged < out->count)
        say("verified %zu of %zu element%s%s%s; rounding or range allows the others any value", c->judged, out->count,
            plural(out->count), and_total, how);
    else
        say("verified %zu element%s%s%s", out->count, plural(out->count), and_total, how);
    return EXIT_OK;
}

/* Computes the expected results, and the expected total if there is one. */
static bool expect(check *c) {
    void *total = c->total ? c->expected_total : NULL;
    if (c->t->desc.task == CLSCAN_TASK_REDUCE)
        return task_reduce(c->t, c->expected.owned, total);
    task_scan(c->t, c->expected.owned, total);
    return true;
}

int check_scan(const task *t, const array *out, const void *total) {
    check c = { .t = t, .described = task_described(t), .out = out, .total = t->total ? total : NULL };
    bool ok = array_allocate(&c.expected, out->type, out->size, out->count);
    ok = ok && expect(&c);
    if (ok && (oracle_is_exact(t->problem.type, t->problem.op) || t->in.count == 0))
        compare_exact(&c);
    else if (ok)
        ok = compare_rounded(&c);
    const int status = ok ? report(&c) : EXIT_ERROR;
    array_free(&c.expected);
    return status;
}
