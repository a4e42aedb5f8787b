/* A stable merge sort with a comparison of numbers. */
#include "oracle.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns an element as a number. A long or ulong may not be exact: these are compared as integers. */
static double floating(oracle_type type, const void *element) {
    float single;
    double wide;
    uint16_t half;
    if (type == ORACLE_DOUBLE) {
        memcpy(&wide, element, sizeof wide);
        return wide;
    }
    if (type == ORACLE_HALF) {
        memcpy(&half, element, sizeof half);
        return oracle_half_to_double(half);
    }
    memcpy(&single, element, sizeof single);
    return single;
}

static int64_t integer(oracle_type type, const void *element) {
    int64_t x = 0;
    switch (type) {
    case ORACLE_CHAR:
        return *(const int8_t *)element;
    case ORACLE_UCHAR:
        return *(const uint8_t *)element;
    case ORACLE_SHORT:
        return *(const int16_t *)element;
    case ORACLE_USHORT:
        return *(const uint16_t *)element;
    case ORACLE_INT:
        return *(const int32_t *)element;
    case ORACLE_UINT:
        return *(const uint32_t *)element;
    default:
        memcpy(&x, element, sizeof x);
        return x;
    }
}

static int order_of(bool less, bool greater) {
    return less ? -1 : greater;
}

/* Orders NaN after every number, and -0 before +0. */
static int compare_floating(double a, double b, bool descending) {
    if (isnan(a) || isnan(b))
        return order_of(!isnan(a), !isnan(b));
    int order = order_of(a<b, a> b);
    if (order == 0 && a == 0)
        order = order_of(signbit(a) && !signbit(b), !signbit(a) && signbit(b));
    return descending ? -order : order;
}

static int compare_integers(oracle_type type, int64_t a, int64_t b, bool descending) {
    const bool is_unsigned = type == ORACLE_ULONG;
    const int order = is_unsigned ? order_of((uint64_t)a<(uint64_t)b, (uint64_t)a>(uint64_t) b) : order_of(a<b, a> b);
    return descending ? -order : order;
}

int oracle_order(oracle_type type, bool descending, const void *a, const void *b) {
    const bool is_floating = type == ORACLE_FLOAT || type == ORACLE_DOUBLE || type == ORACLE_HALF;
    if (is_floating)
        return isnan(floating(type, a)) && isnan(floating(type, b))
                   ? 0
                   : compare_floating(floating(type, a), floating(type, b), descending);
    return compare_integers(type, integer(type, a), integer(type, b), descending);
}

/* Merges the sorted runs order[begin .. middle) and order[middle .. end) into `merged`. */
static void merge(oracle_type type, bool descending, const char *keys, const size_t *order, size_t begin, size_t middle,
                  size_t end, size_t *merged) {
    const size_t size = oracle_type_size(type);
    size_t a = begin, b = middle;
    for (size_t i = begin; i < end; i++) {
        const bool first = b == end || (a < middle && oracle_order(type, descending, keys + order[a] * size,
                                                                   keys + order[b] * size) <= 0);
        merged[i] = order[first ? a++ : b++];
    }
}

bool oracle_sort(oracle_type type, bool descending, const void *keys, size_t *order, size_t count) {
    size_t *merged = malloc((count + 1) * sizeof *merged);
    if (!merged)
        return false;
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * run) {
            const size_t middle = count - begin > run ? begin + run : count,
                         end = count - middle > run ? middle + run : count;
            merge(type, descending, keys, order, begin, middle, end, merged);
        }
        memcpy(order, merged, count * sizeof *order);
    }
    free(merged);
    return true;
}
