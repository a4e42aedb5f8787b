/* IEEE binary16 <-> double, for hosts whose C has no _Float16. */
#include "oracle.h"
#include <math.h>

enum { SIGN = 0x8000, EXPONENT = 0x7C00, MANTISSA = 0x03FF, QUIET_NAN = 0x7E00 };

double oracle_half_to_double(uint16_t half) {
    const int exponent = (half & EXPONENT) >> 10;
    const int mantissa = half & MANTISSA;
    double x;
    if (exponent == 31)
        x = mantissa ? NAN : INFINITY;
    else if (exponent == 0)
        x = mantissa * 0x1p-24;
    else
        x = ldexp(mantissa + 1024, exponent - 25);
    return half & SIGN ? -x : x;
}

/* A mantissa rounded up to 2048 carries into the exponent, which is just the next number. */
static int round_magnitude(double x) {
    int exponent;
    if (x >= 65520.0)
        return EXPONENT;
    if (x < 0x1p-14)
        return (int)nearbyint(x * 0x1p24);
    const double fraction = frexp(x, &exponent);
    return ((exponent + 13) << 10) + (int)nearbyint(fraction * 2048.0);
}

uint16_t oracle_half_from_double(double x) {
    const int sign = signbit(x) ? SIGN : 0;
    return (uint16_t)(sign | (isnan(x) ? QUIET_NAN : round_magnitude(fabs(x))));
}
