/* Arrays from which the tests of streams are made. Each program has its own ones. */
#ifndef TESTS_API_STREAM_DATA_H
#define TESTS_API_STREAM_DATA_H

#include "api/stream.h"
#include "support/affine.h"

enum { N = 333 };

static cl_int ints[N];
static cl_long longs[N];
static affine maps[N];
static cl_short shorts[N];
static cl_uchar flags[N];
static cl_uint bits[N / 32 + 1];

static void make_common_data(void) {
    for (int i = 0; i < N; i++) {
        ints[i] = (int)stream_random(2001) - 1000;
        longs[i] = ints[i];
        maps[i] = (affine) { (cl_uint)stream_random(1u << 31) | 1, (cl_uint)stream_random(1u << 31) };
        shorts[i] = (cl_short)stream_random(1u << 16);
        flags[i] = stream_random(5) == 0 ? 7 : 0;
        bits[i / 32] |= (cl_uint)(flags[i] != 0) << i % 32;
    }
}

#endif
