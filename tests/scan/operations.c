#include "operations.h"

#include <math.h>
#include <string.h>

/* --------------------------------------------------------------------------------------------------- extreme values */

/* Few different values, so that many are equal. Some are NaN, after the first 4000. */
static void fill_float(uint64_t draw, size_t i, void *x, void *more) {
    const float value = (float)(draw % 7) * (i % 500 < 250 ? 1.0f : 3.0f);
    (void)more;
    *(float *)x = i > 4000 && draw % 1001 == 0 ? NAN : value;
}

static void fill_int(uint64_t draw, size_t i, void *x, void *more) {
    (void)more;
    *(cl_int *)x = (cl_int)(draw % 11 * (i / 300 + 1)) - (cl_int)(i % 7);
}

/* Returns true for the first elements and for some later ones: those that are not more extreme than the identity. */
static bool is_worst(size_t i) {
    return i % 512 < 30;
}
static void fill_argmin(uint64_t draw, size_t i, void *x, void *more) {
    fill_float(draw, i, x, more);
    *(float *)x = is_worst(i) ? INFINITY : *(float *)x;
}
static void fill_argmax(uint64_t draw, size_t i, void *x, void *more) {
    fill_int(draw, i, x, more);
    *(cl_int *)x = is_worst(i) ? CL_INT_MIN : *(cl_int *)x;
}
static void fill_argmin_last(uint64_t draw, size_t i, void *x, void *more) {
    fill_int(draw, i, x, more);
    *(cl_int *)x = is_worst(i) ? CL_INT_MAX : *(cl_int *)x;
}
static void fill_argmax_last(uint64_t draw, size_t i, void *x, void *more) {
    fill_float(draw, i, x, more);
    *(float *)x = is_worst(i) ? -INFINITY : *(float *)x;
}

/* Updates the extreme value. The elements may come in any order. */
static void take_extreme(known *k, double x, uint64_t index, bool greatest, bool last) {
    const bool equal = k->any && (x == k->x || (isnan(x) && isnan(k->x)));
    const bool more = !k->any || (!isnan(k->x) && (isnan(x) || (greatest ? x > k->x : x < k->x)));
    if (more || (equal && (last ? index > k->index : index < k->index)))
        *k = (known) { .any = true, .x = x, .index = index };
}

static void step_argmin(known *k, const void *x, const void *more, uint64_t index) {
    (void)more;
    take_extreme(k, *(const float *)x, index, false, false);
}
static void step_argmax(known *k, const void *x, const void *more, uint64_t index) {
    (void)more;
    take_extreme(k, *(const cl_int *)x, index, true, false);
}
static void step_argmin_last(known *k, const void *x, const void *more, uint64_t index) {
    (void)more;
    take_extreme(k, *(const cl_int *)x, index, false, true);
}
static void step_argmax_last(known *k, const void *x, const void *more, uint64_t index) {
    (void)more;
    take_extreme(k, *(const float *)x, index, true, true);
}

static void put_index(const known *k, void *more) {
    *(cl_ulong *)more = k->any ? k->index : UINT64_MAX;
}
static void result_argmin(known *k, void *out, void *more) {
    *(float *)out = k->any ? (float)k->x : INFINITY;
    put_index(k, more);
}
static void result_argmax(known *k, void *out, void *more) {
    *(cl_int *)out = k->any ? (cl_int)k->x : INT32_MIN;
    put_index(k, more);
}
static void result_argmin_last(known *k, void *out, void *more) {
    *(cl_int *)out = k->any ? (cl_int)k->x : INT32_MAX;
    put_index(k, more);
}
static void result_argmax_last(known *k, void *out, void *more) {
    *(float *)out = k->any ? (float)k->x : -INFINITY;
    put_index(k, more);
}

/* ---------------------------------------------------------------------------------------------------------- sums */

/* Checked sums of many elements overflow the type. Sums of `long` later return into its range. */
static void fill_checked_int(uint64_t draw, size_t i, void *x, void *more) {
    (void)i, (void)more;
    *(cl_int *)x = (cl_int)(draw % (1u << 25)) - (1 << 24) + (1 << 20);
}
static void fill_checked_long(uint64_t draw, size_t i, void *x, void *more) {
    (void)more;
    *(cl_long *)x = (cl_long)(draw >> 10) * (i % 2000 < 1000 ? 1 : -1);
}
static void fill_checked_uchar(uint64_t draw, size_t i, void *x, void *more) {
    (void)i, (void)more;
    *(cl_uchar *)x = (cl_uchar)(draw % 3 == 0);
}

/* Adds the upper and lower 32 bits separately, so that neither sum overflows. */
static void step_checked(known *k, int64_t x) {
    k->high += x >> 32;
    k->low += x & 0xFFFFFFFF;
}
static void step_checked_int(known *k, const void *x, const void *more, uint64_t index) {
    (void)more, (void)index;
    step_checked(k, *(const cl_int *)x);
}
static void step_checked_long(known *k, const void *x, const void *more, uint64_t index) {
    (void)more, (void)index;
    step_checked(k, *(const cl_long *)x);
}
static void step_checked_uchar(known *k, const void *x, const void *more, uint64_t index) {
    (void)more, (void)index;
    step_checked(k, *(const cl_uchar *)x);
}

static int64_t upper(const known *k) {
    return k->high + (k->low >> 32);
}
static int64_t whole(const known *k) {
    return (int64_t)(((uint64_t)upper(k) << 32) + ((uint64_t)k->low & 0xFFFFFFFF));
}
static void raise_flag(bool fits, void *more) {
    if (!fits)
        *(cl_uint *)more = 1;
}
static void result_checked_int(known *k, void *out, void *more) {
    *(cl_int *)out = (cl_int)(cl_uint)whole(k);
    raise_flag(whole(k) >= INT32_MIN && whole(k) <= INT32_MAX, more);
}
static void result_checked_long(known *k, void *out, void *more) {
    *(cl_long *)out = whole(k);
    raise_flag(upper(k) >= INT32_MIN && upper(k) <= INT32_MAX, more);
}
static void result_checked_uchar(known *k, void *out, void *more) {
    *(cl_uchar *)out = (cl_uchar)whole(k);
    raise_flag(whole(k) <= UINT8_MAX, more);
}

/* The sums are small integers, so each is exact in float. */
static void fill_walk(uint64_t draw, size_t i, void *x, void *more) {
    (void)i, (void)more;
    *(float *)x = (float)(draw % 2001) - 1000;
}
static void step_sum(known *k, const void *x, const void *more, uint64_t index) {
    (void)more, (void)index;
    k->x += *(const float *)x;
}
static void result_sum(known *k, void *out, void *more) {
    (void)more;
    *(float *)out = (float)k->x;
}

/* The exponents grow, so that only about the last hundred elements affect the result. */
static void fill_exponents(uint64_t draw, size_t i, void *x, void *more) {
    (void)more;
    *(float *)x = 0.05f * (float)i + (float)(draw % 400) / 100.0f;
}
static void step_exponents(known *k, const void *x, const void *more, uint64_t index) {
    const double e = *(const float *)x;
    (void)more, (void)index;
    const double most = !k->any || e > k->x ? e : k->x;
    k->y = (k->any ? k->y * exp(k->x - most) : 0) + exp(e - most);
    k->x = most;
    k->any = true;
}
static void result_exponents(known *k, void *out, void *more) {
    (void)more;
    *(float *)out = k->any ? (float)(k->x + log(k->y)) : -INFINITY;
}

/* ---------------------------------------------------------------------------------------------------- statistics */

/* The first sample may be so great that its square is infinite. Its variance alone is still 0. */
static void fill_samples(uint64_t draw, size_t i, void *x, void *more) {
    (void)more;
    *(float *)x = i == 0 && draw % 4 == 0 ? 1e30f : 1000 + (float)(draw % 1000) / 250 + (float)(i / 500 % 3);
}
static void step_samples(known *k, const void *x, const void *more, uint64_t index) {
    const double sample = (double)*(const float *)x - 1000; /* small enough to square without a large error */
    (void)more, (void)index;
    k->n++;
    k->x += sample;
    k->y += sample * sample;
}
static void result_samples(known *k, void *out, void *more) {
    const double n = (double)k->n, mean = k->x / n;
    *(float *)out = k->n ? (float)(1000 + mean) : NAN;
    *(float *)more = k->n ? (float)(k->y / n - mean * mean) : NAN;
}

/* --------------------------------------------------------------------------------------- recurrences, filling */

static void fill_recurrence(uint64_t draw, size_t i, void *x, void *more) {
    (void)i;
    *(cl_int *)x = (cl_int)(cl_uint)(draw | 1);
    *(cl_int *)more = (cl_int)(cl_uint)(draw >> 32);
}
static void step_recurrence(known *k, const void *x, const void *more, uint64_t index) {
    (void)index;
    k->n = *(const cl_uint *)x * (cl_uint)k->n + *(const cl_uint *)more;
}
static void result_recurrence(known *k, void *out, void *more) {
    (void)more;
    *(cl_uint *)out = (cl_uint)k->n;
}

/* Factors of -1 and 1 keep the results exact. Some factors are 0. */
static void fill_recurrence_float(uint64_t draw, size_t i, void *x, void *more) {
    (void)i;
    *(float *)x = draw % 301 == 0 ? 0.0f : draw & 1 ? -1.0f : 1.0f;
    *(float *)more = (float)(draw >> 32 & 0xFF);
}
static void step_recurrence_float(known *k, const void *x, const void *more, uint64_t index) {
    (void)index;
    k->x = *(const float *)x * k->x + *(const float *)more;
}

static void fill_seen(uint64_t draw, size_t i, void *x, void *more) {
    (void)i;
    *(cl_short *)x = (cl_short)draw;
    *(cl_uchar *)more = (cl_uchar)(draw >> 16 & 0xFF) < 240 ? 0 : (cl_uchar)(draw >> 20 | 1);
}
static void fill_seen_vector(uint64_t draw, size_t i, void *x, void *more) {
    cl_short unused;
    fill_seen(draw, i, &unused, more);
    for (int c = 0; c < 4; c++)
        ((float *)x)[c] = (float)(draw >> (8 * c) & 0xFFFF);
}
static void step_seen(known *k, const void *x, const void *more, uint64_t index) {
    (void)index;
    if (*(const cl_uchar *)more)
        memcpy(k->bytes, x, sizeof(cl_short));
}
static void step_seen_vector(known *k, const void *x, const void *more, uint64_t index) {
    (void)index;
    if (*(const cl_uchar *)more)
        memcpy(k->bytes, x, OPERATION_MAX_SIZE);
}
static void result_seen(known *k, void *out, void *more) {
    (void)more;
    memcpy(out, k->bytes, sizeof(cl_short));
}
static void result_seen_vector(known *k, void *out, void *more) {
    (void)more;
    memcpy(out, k->bytes, OPERATION_MAX_SIZE);
}

/* -------------------------------------------------------------------------------------------------- the operations */

static const operation operations[] = {
    { CLSCAN_OP_ARGMIN, ORACLE_FLOAT, 0, 4, 0, 8, fill_argmin, step_argmin, result_argmin, 0 },
    { CLSCAN_OP_ARGMAX, ORACLE_INT, 0, 4, 0, 8, fill_argmax, step_argmax, result_argmax, 0 },
    { CLSCAN_OP_ARGMIN_LAST, ORACLE_INT, 0, 4, 0, 8, fill_argmin_last, step_argmin_last, result_argmin_last, 0 },
    { CLSCAN_OP_ARGMAX_LAST, ORACLE_FLOAT, 0, 4, 0, 8, fill_argmax_last, step_argmax_last, result_argmax_last, 0 },
    { CLSCAN_OP_ADD_CHECKED, ORACLE_INT, 0, 4, 0, 4, fill_checked_int, step_checked_int, result_checked_int, 0 },
    { CLSCAN_OP_ADD_CHECKED, ORACLE_LONG, 0, 8, 0, 4, fill_checked_long, step_checked_long, result_checked_long, 0 },
    { CLSCAN_OP_ADD_CHECKED, ORACLE_UCHAR, 0, 1, 0, 4, fill_checked_uchar, step_checked_uchar, result_checked_uchar,
      0 },
    { CLSCAN_OP_ADD_COMPENSATED, ORACLE_FLOAT, 0, 4, 0, 0, fill_walk, step_sum, result_sum, 0 },
    { CLSCAN_OP_LOG_SUM_EXP, ORACLE_FLOAT, 0, 4, 0, 0, fill_exponents, step_exponents, result_exponents, 2e-6 },
    { CLSCAN_OP_MEAN_VARIANCE, ORACLE_FLOAT, 0, 4, 0, 4, fill_samples, step_samples, result_samples, 2e-4 },
    { CLSCAN_OP_RECURRENCE, ORACLE_INT, 0, 4, 4, 0, fill_recurrence, step_recurrence, result_recurrence, 0 },
    { CLSCAN_OP_RECURRENCE, ORACLE_FLOAT, 0, 4, 4, 0, fill_recurrence_float, step_recurrence_float, result_sum, 0 },
    { CLSCAN_OP_LAST_SEEN, ORACLE_SHORT, 0, 2, 1, 0, fill_seen, step_seen, result_seen, 0 },
    { CLSCAN_OP_LAST_SEEN, ORACLE_FLOAT, 4, 16, 1, 0, fill_seen_vector, step_seen_vector, result_seen_vector, 0 },
};

const operation *operation_at(size_t index) {
    return index < COUNT(operations) ? &operations[index] : NULL;
}
