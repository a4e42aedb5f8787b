/* Definitions of the OpenCL C functions that the kernels and the tests' operators call. They are overloadable, so that
 * they have the mangled names that kernels refer to. */
#define OVER         __attribute__((overloadable))
#define EACH_N(M, T) M(T, 2) M(T, 3) M(T, 4) M(T, 8) M(T, 16)

/* ----------------------------------------------------------------------------------------- less and greater */

#define LESS_N(T, n)                                                                                                   \
    T##n OVER min(T##n a, T##n b) {                                                                                    \
        for (int i = 0; i < n; i++)                                                                                    \
            a[i] = b[i] < a[i] ? b[i] : a[i];                                                                          \
        return a;                                                                                                      \
    }                                                                                                                  \
    T##n OVER max(T##n a, T##n b) {                                                                                    \
        for (int i = 0; i < n; i++)                                                                                    \
            a[i] = a[i] < b[i] ? b[i] : a[i];                                                                          \
        return a;                                                                                                      \
    }
#define LESS(T)                                                                                                        \
    T OVER min(T a, T b) {                                                                                             \
        return b < a ? b : a;                                                                                          \
    }                                                                                                                  \
    T OVER max(T a, T b) {                                                                                             \
        return a < b ? b : a;                                                                                          \
    }                                                                                                                  \
    EACH_N(LESS_N, T)

LESS(char);
LESS(uchar);
LESS(short);
LESS(ushort);
LESS(int);
LESS(uint);
LESS(long);
LESS(ulong);
LESS(float);
LESS(double);

/* Comparisons of vectors give vectors of these types, in which the first bit says whether a component is true. */
#define ALL_N(T, n)                                                                                                    \
    int OVER all(T##n x) {                                                                                             \
        for (int i = 0; i < n; i++)                                                                                    \
            if (x[i] >= 0)                                                                                             \
                return 0;                                                                                              \
        return 1;                                                                                                      \
    }
EACH_N(ALL_N, char);
EACH_N(ALL_N, short);
EACH_N(ALL_N, int);
EACH_N(ALL_N, long);

ulong OVER mul_hi(ulong a, ulong b) {
    return (ulong)((unsigned __int128)a * b >> 64);
}

/* ---------------------------------------------------------------------------------------------- conversions */

#define CONVERT_N(T, S, n)                                                                                             \
    T##n OVER convert_##T##n(S##n x) {                                                                                 \
        return __builtin_convertvector(x, T##n);                                                                       \
    }
#define CONVERT(T, S)                                                                                                  \
    T OVER convert_##T(S x) {                                                                                          \
        return (T)x;                                                                                                   \
    }                                                                                                                  \
    CONVERT_N(T, S, 2) CONVERT_N(T, S, 3) CONVERT_N(T, S, 4) CONVERT_N(T, S, 8) CONVERT_N(T, S, 16)
#define EACH_FROM(M, T)                                                                                                \
    M(T, char) M(T, uchar) M(T, short) M(T, ushort) M(T, int) M(T, uint) M(T, long) M(T, ulong) M(T, float) M(T, double)

EACH_FROM(CONVERT, char);
EACH_FROM(CONVERT, uchar);
EACH_FROM(CONVERT, short);
EACH_FROM(CONVERT, ushort);
EACH_FROM(CONVERT, int);
EACH_FROM(CONVERT, uint);
EACH_FROM(CONVERT, long);
EACH_FROM(CONVERT, ulong);
EACH_FROM(CONVERT, float);
EACH_FROM(CONVERT, double);

/* Saturating conversions: to the nearest value of the integer type, and NaN to 0. The limits are compared as doubles,
 * and values between the limits are converted directly. */
#define SATURATE_N(T, S, n)                                                                                            \
    T##n OVER convert_##T##n##_sat(S##n x) {                                                                           \
        T##n y;                                                                                                        \
        for (int i = 0; i < n; i++)                                                                                    \
            y[i] = convert_##T##_sat(x[i]);                                                                            \
        return y;                                                                                                      \
    }
#define SATURATE(T, S)                                                                                                 \
    T OVER convert_##T##_sat(S x) {                                                                                    \
        const double wide = (double)x;                                                                                 \
        return x != x ? (T)0 : wide <= (double)LOW_##T ? LOW_##T : wide >= (double)HIGH_##T ? HIGH_##T : (T)x;         \
    }                                                                                                                  \
    SATURATE_N(T, S, 2) SATURATE_N(T, S, 3) SATURATE_N(T, S, 4) SATURATE_N(T, S, 8) SATURATE_N(T, S, 16)
#define LOW_char    CHAR_MIN
#define LOW_uchar   0
#define LOW_short   SHRT_MIN
#define LOW_ushort  0
#define LOW_int     INT_MIN
#define LOW_uint    0
#define LOW_long    LONG_MIN
#define LOW_ulong   0
#define HIGH_char   CHAR_MAX
#define HIGH_uchar  UCHAR_MAX
#define HIGH_short  SHRT_MAX
#define HIGH_ushort USHRT_MAX
#define HIGH_int    INT_MAX
#define HIGH_uint   UINT_MAX
#define HIGH_long   LONG_MAX
#define HIGH_ulong  ULONG_MAX

EACH_FROM(SATURATE, char);
EACH_FROM(SATURATE, uchar);
EACH_FROM(SATURATE, short);
EACH_FROM(SATURATE, ushort);
EACH_FROM(SATURATE, int);
EACH_FROM(SATURATE, uint);
EACH_FROM(SATURATE, long);
EACH_FROM(SATURATE, ulong);

/* ------------------------------------------------------------------------------------------------------ math */

float OVER exp(float x) {
    return __builtin_expf(x);
}
double OVER exp(double x) {
    return __builtin_exp(x);
}
float OVER log(float x) {
    return __builtin_logf(x);
}
double OVER log(double x) {
    return __builtin_log(x);
}
float OVER fabs(float x) {
    return __builtin_fabsf(x);
}
double OVER fabs(double x) {
    return __builtin_fabs(x);
}
int OVER isnan(float x) {
    return x != x;
}
int OVER isnan(double x) {
    return x != x;
}
int OVER signbit(float x) {
    return as_int(x) < 0;
}
int OVER signbit(double x) {
    return as_long(x) < 0;
}
void OVER prefetch(const __global char *p, size_t n) {
    (void)p, (void)n;
}
uint OVER clz(uint x) {
    return x ? (uint)__builtin_clz(x) : 32;
}
ulong OVER clz(ulong x) {
    return x ? (ulong)__builtin_clzl(x) : 64;
}
uint OVER popcount(uint x) {
    return (uint)__builtin_popcount(x);
}
ulong OVER popcount(ulong x) {
    return (ulong)__builtin_popcountl(x);
}
