/* The sequential references. */
#include "mpi/case.h"

#include <stdlib.h>

/* Returns whether element i begins a segment, which the first element does anyway. */
static bool is_head(const mpi_case *c, size_t i) {
    const cl_uint *bits = c->segments;
    const cl_int *keys = c->segments;
    const cl_uchar *flags = c->segments;
    switch (c->desc.segments) {
    case CLSCAN_SEGMENTS_FLAGS:
        return flags[i];
    case CLSCAN_SEGMENTS_BITS:
        return bits[i / 32] >> i % 32 & 1;
    case CLSCAN_SEGMENTS_KEYS:
        return i > 0 && keys[i] != keys[i - 1];
    default:
        return false;
    }
}

/* Returns whether the element visited as number k, `i` in memory, is the first of its segment in the order of the
 * scan. */
static bool is_first(const mpi_case *c, size_t k, size_t i) {
    return k == 0 || (c->desc.reverse ? is_head(c, i + 1) : is_head(c, i));
}

static size_t place_of(const mpi_case *c, size_t k) {
    return c->desc.reverse ? N - 1 - k : k;
}

void expect_sums(const mpi_case *c, outcome *expected) {
    const cl_int *in = c->in[0], init = c->init ? *(const cl_int *)c->init : 0;
    cl_int *out = (cl_int *)(void *)expected->out[0], sum = init;
    for (size_t k = 0; k < N; k++) {
        const size_t i = place_of(c, k);
        if (is_first(c, k, i))
            sum = init;
        out[i] = c->desc.kind == CLSCAN_KIND_EXCLUSIVE ? sum : sum + in[i];
        sum += in[i];
    }
    memcpy(expected->total, &sum, sizeof sum);
    expected->n = N;
}

void expect_affine(const mpi_case *c, outcome *expected) {
    const affine *in = c->in[0];
    affine *out = (affine *)(void *)expected->out[0], all = { 1, 0 };
    for (size_t k = 0; k < N; k++) {
        const size_t i = place_of(c, k);
        const affine next = { all.a * in[i].a, all.b * in[i].a + in[i].b };
        out[i] = c->desc.kind == CLSCAN_KIND_EXCLUSIVE ? all : next;
        all = next;
    }
    memcpy(expected->total, &all, sizeof all);
    expected->n = N;
}

void expect_argmin(const mpi_case *c, outcome *expected) {
    const cl_long *in = c->in[0];
    cl_long *least = (cl_long *)(void *)expected->out[0];
    cl_ulong *where = (cl_ulong *)(void *)expected->out[1];
    for (size_t i = 0; i < N; i++) {
        const bool lower = i == 0 || in[i] < least[i - 1];
        least[i] = lower ? in[i] : least[i - 1];
        where[i] = lower ? c->first_index + i : where[i - 1];
    }
    memcpy(expected->total, &least[N - 1], sizeof *least);
    memcpy(expected->total + sizeof *least, &where[N - 1], sizeof *where);
    expected->n = N;
}

void expect_sum(const mpi_case *c, outcome *expected) {
    const cl_int *in = c->in[0];
    cl_int sum = c->init ? *(const cl_int *)c->init : 0;
    for (size_t i = 0; i < N; i++)
        sum += in[i];
    memcpy(expected->out[0], &sum, sizeof sum);
    memcpy(expected->total, &sum, sizeof sum);
    expected->n = 1;
}

void expect_kept(const mpi_case *c, outcome *expected) {
    const cl_int *in = c->in[0];
    const cl_uchar *flags = c->mask;
    cl_int *out = (cl_int *)(void *)expected->out[0];
    cl_uint *where = (cl_uint *)(void *)expected->indices;
    size_t n = 0;
    for (size_t k = 0; k < N; k++) {
        const size_t i = place_of(c, k);
        if (flags ? flags[i] != 0 : in[i] % 3 == 0) {
            where[n] = (cl_uint)(c->first_index + i);
            out[n++] = in[i];
        }
    }
    expected->n = n;
}

/* In memory, a run begins with a new int or key, and with a flag. */
static bool begins_run(const mpi_case *c, size_t i) {
    const cl_int *keys = c->desc.segments == CLSCAN_SEGMENTS_KEYS ? c->segments : c->in[0];
    return i == 0 || keys[i] != keys[i - 1] || is_head(c, i);
}

static size_t end_of_run(const mpi_case *c, size_t begin) {
    size_t end = begin + 1;
    while (end < N && !begins_run(c, end))
        end++;
    return end;
}

void expect_runs(const mpi_case *c, outcome *expected) {
    const cl_int *in = c->in[0];
    cl_int *out = (cl_int *)(void *)expected->out[0];
    cl_uint *where = (cl_uint *)(void *)expected->indices, *length = (cl_uint *)(void *)expected->lengths;
    size_t n = 0;
    for (size_t k = 0; k < N; k++) {
        const size_t begin = place_of(c, k);
        if (!begins_run(c, begin))
            continue;
        const size_t end = end_of_run(c, begin), kept = c->desc.task == CLSCAN_TASK_UNIQUE_LAST ? end - 1 : begin;
        if (end - begin < c->desc.min_run_length)
            continue;
        where[n] = (cl_uint)(c->first_index + kept);
        length[n] = (cl_uint)(end - begin);
        out[n++] = in[kept];
    }
    expected->n = n;
}

void expect_counts(const mpi_case *c, outcome *expected) {
    const cl_int *in = c->in[0];
    cl_uint counts[BINS] = { 0 };
    for (size_t i = 0; i < N; i++)
        counts[in[i] / (1000 / BINS)] += 1;
    for (size_t b = 0; b < BINS; b++)
        if (c->desc.user.map) /* the weight of each element is a half */
            ((double *)(void *)expected->out[0])[b] = counts[b] / 2.0;
        else
            ((cl_uint *)(void *)expected->out[0])[b] = counts[b];
    expected->n = BINS;
}

/* An element of a sort: its key, in reverse with the opposite sign, and its place. */
typedef struct keyed {
    double key;
    size_t place;
} keyed;

static int compare_keyed(const void *a, const void *b) {
    const keyed *x = a, *y = b;
    return x->key != y->key ? (x->key > y->key) - (x->key < y->key) : (x->place > y->place) - (x->place < y->place);
}

void expect_order(const mpi_case *c, outcome *expected) {
    static keyed order[N];
    for (size_t i = 0; i < N; i++)
        order[i] = (keyed) { c->key(c, i), i };
    qsort(order, N, sizeof *order, compare_keyed);
    for (size_t i = 0; i < N; i++) {
        const size_t place = order[i].place;
        const cl_uint index = (cl_uint)(c->first_index + place);
        for (int a = 0; a < ARRAYS; a++)
            memcpy(expected->out[a] + i * c->out_size[a], (const char *)c->in[a] + place * c->in_size[a],
                   c->out_size[a]);
        memcpy(expected->indices + i * c->index_size, &index, c->index_size);
    }
    expected->n = N;
}
