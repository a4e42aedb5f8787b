/* Evaluates a polynomial by Horner's rule in parallel: p(x) = (...(a[n] x + a[n-1]) x + ...) x + a[0]. Each step is the
 * map y -> x y + a[k], and the composition of maps is associative, so the rule is a scan from the last coefficient to
 * the first. Its total is p(x). Its results are the coefficients of the quotient p(y) / (y - x), as in synthetic
 * division. All numbers are modulo 2^32, so that they are exact. */
#include "example.h"

enum { COEFFICIENTS = 300000 };
#define X "1664525u"

static const char source[] =
    "typedef struct { uint a, b; } map; /* y -> a y + b */\n"
    "map step(const global uint *a, ulong k) { map f = { " X ", a[k] }; return f; }\n"
    "map then(map f, map g) { map both = { g.a * f.a, g.a * f.b + g.b }; return both; }\n"
    "void value(global uint *q, const global uint *a, ulong k, map x, map inclusive, map exclusive) {\n"
    "    q[k] = inclusive.b;\n"
    "}\n";

int main(void) {
    static cl_uint a[COEFFICIENTS], q[COEFFICIENTS];
    for (cl_uint k = 0; k < COEFFICIENTS; k++)
        a[k] = k * 2654435761u;

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value = (clscan_type) { .name = "map", .size = 8 };
    desc.in[0].name = desc.out[0].name = "uint";
    desc.user.source = source;
    desc.user.combine = "then";
    desc.user.identity = "{ 1, 0 }";
    desc.user.load = "step";
    desc.user.store = "value";
    desc.reverse = 1;

    example e = example_open();
    cl_uint total[2];
    cl_mem in = example_buffer(&e, sizeof a, a), out = example_buffer(&e, sizeof q, NULL),
           whole = example_buffer(&e, sizeof total, NULL);
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = in;
    args.out[0].buffer = out;
    args.total.buffer = whole;
    args.count = COEFFICIENTS;
    example_scan(&e, &desc, &args);
    example_take(&e, out, sizeof q, q);
    example_take(&e, whole, sizeof total, total);
    clReleaseMemObject(in);
    example_close(&e);

    cl_uint y = 0;
    size_t wrong = 0;
    for (size_t k = COEFFICIENTS; k-- > 0;) {
        y = y * 1664525u + a[k];
        wrong += q[k] != y;
    }
    printf("a polynomial of degree %d at " X " is %u; %zu of its values wrong\n", COEFFICIENTS - 1, total[1], wrong);
    return wrong != 0 || total[1] != y;
}
