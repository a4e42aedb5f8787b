#include "histogram/weights.h"
#include "common/message.h"
#include "files/beside.h"
#include <float.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Edges are constants of the program, of which some devices have 64 KiB. */
enum { MOST_BINS = 4096, PAIR = 16 };

/* ------------------------------------------------------------------------------------------------- the weights */

static bool read_weights(const format *from, const input *file, const data_options *data, size_t column,
                         array *values) {
    data_options typed = *data;
    char name[40];
    typed.type = from->read == npy_read ? -1 : from->read == raw_read ? ORACLE_INT : ORACLE_LONG;
    typed.noun = "weights";
    if (column)
        typed.fields = (field_list) { { column }, 1 };
    return from->read(file, &typed, values) &&
           (values->type < ORACLE_FLOAT || complain("--weights: %s holds %s; weights are whole numbers", file->name,
                                                    element_name(values->type, values->size, name)));
}

bool weights_read(const options *o, const source *elements, weights *w) {
    const beside b = { "weights", o->histogram.weights, read_weights, ORACLE_USER };
    if (!o->histogram.weights)
        return true;
    if (!beside_read(o, elements, &b, &w->file, &w->as_read))
        return false;
    const array *in = &w->as_read;
    const oracle_type type = in->type == ORACLE_ULONG ? ORACLE_ULONG : ORACLE_LONG;
    if (!array_allocate(&w->values, type, sizeof(cl_ulong), in->count))
        return false;
    for (size_t i = 0; i < in->count; i++)
        oracle_convert(in->type, (const char *)in->data + i * in->size, type, (cl_ulong *)w->values.owned + i);
    return true;
}

void weights_close(weights *w) {
    array_free(&w->as_read);
    array_free(&w->values);
    array_free(&w->pairs);
    free(w->source);
    if (w->file.name)
        input_close(&w->file);
}

/* ------------------------------------------------------------------------------------------------- the functions */

/* Returns the type in which elements are compared with edges. It holds all elements of their own type. */
static oracle_type compared_type(oracle_type type) {
    return type == ORACLE_DOUBLE || type == ORACLE_ULONG ? type : type < ORACLE_FLOAT ? ORACLE_LONG : ORACLE_FLOAT;
}

/* Prints the least number of a type that is not less than `edge`. Returns false if the type has none. */
static bool print_edge(oracle_type type, double edge, char text[static 64]) {
    const double two_63 = 9223372036854775808.0, lowest = type == ORACLE_ULONG ? 0 : -two_63;
    if (type == ORACLE_LONG || type == ORACLE_ULONG) {
        if (edge >= (type == ORACLE_ULONG ? 2 * two_63 : two_63))
            return false;
        cl_ulong whole = edge < lowest ? (cl_ulong)(cl_long)lowest
                         : edge < 0    ? (cl_ulong)(cl_long)edge
                                       : (cl_ulong)edge;
        if (edge > lowest && (type == ORACLE_ULONG ? (double)whole : (double)(cl_long)whole) < edge)
            whole++;
        snprintf(text, 64, "(%s)0x%" PRIx64 "ul", oracle_type_name(type), (uint64_t)whole);
        return true;
    }
    float least = edge > FLT_MAX ? FLT_MAX : edge < -FLT_MAX ? -FLT_MAX : (float)edge;
    cl_uint bits;
    memcpy(&bits, &least, sizeof bits);
    if (type == ORACLE_FLOAT && edge <= FLT_MAX && (double)least < edge) {
        bits = least == 0 ? 1 : least > 0 ? bits + 1 : bits - 1;
        memcpy(&least, &bits, sizeof least);
    }
    if (edge > DBL_MAX || edge < -DBL_MAX || (type == ORACLE_FLOAT && edge > FLT_MAX))
        snprintf(text, 64, "%sINFINITY", edge < 0 ? "-" : "");
    else
        snprintf(text, 64, type == ORACLE_FLOAT ? "%af" : "%a", type == ORACLE_FLOAT ? (double)least : edge);
    return true;
}

/* Appends to a text that has room. */
static void append(char **end, const char *words, ...) {
    va_list arguments;
    va_start(arguments, words);
    *end += vsprintf(*end, words, arguments);
    va_end(arguments);
}

/* Writes functions of a pair. The bin is one less than the number of edges that the element reaches, found by halving.
 * For an element below all edges, and for NaN, this is no bin: the greatest uint. */
static bool write_source(const clscan_bins *bins, oracle_type type, oracle_type sum, weights *w) {
    enum { FUNCTIONS = 1024, EDGE = 64 };
    const char *x = oracle_type_name(type), *y = oracle_type_name(sum);
    char edge[EDGE], *end = w->source = malloc(FUNCTIONS + ((size_t)bins->count + 1) * EDGE);
    unsigned n = 0, step = 1;
    if (!end)
        return complain("out of memory");
    append(&end, "typedef struct { %s x; %s weight; } weighted;\nconstant %s edges[] = { ", x, y, x);
    while (n <= bins->count && print_edge(type, bins->edges[n], edge))
        append(&end, "%s%s", n++ ? ",\n" : "", edge);
    while (2 * step <= n)
        step *= 2;
    append(&end, "%s };\n", n ? "" : "0");
    append(&end,
           "static uint bin_of(weighted e) {\n"
           "    uint n = 0;\n"
           "    for (uint step = %u; step > 0; step /= 2)\n"
           "        if (n + step <= %u && edges[n + step - 1] <= e.x)\n"
           "            n += step;\n"
           "    return n - 1;\n"
           "}\n",
           step, n);
    append(&end, "static %s weight_of(weighted e) { return e.weight; }\n", y);
    return true;
}

/* ------------------------------------------------------------------------------------------------------ the task */

static bool make_pairs(const array *in, oracle_type type, weights *w) {
    if (!array_allocate(&w->pairs, ORACLE_USER, PAIR, in->count))
        return false;
    char *pair = w->pairs.owned;
    memset(pair, 0, in->count * PAIR);
    for (size_t i = 0; i < in->count; i++, pair += PAIR) {
        oracle_convert(in->type, (const char *)in->data + i * in->size, type, pair);
        memcpy(pair + PAIR / 2, (const cl_ulong *)w->values.data + i, PAIR / 2);
    }
    return true;
}

bool weights_apply(weights *w, task *t) {
    const oracle_type type = compared_type(t->in.type), sum = w->values.type;
    const clscan_bins bins = t->desc.bins;
    if (bins.count > MOST_BINS)
        return complain("--weights: %u bins; with weights there are at most %d", bins.count, MOST_BINS);
    if (!make_pairs(&t->in, type, w) || !write_source(&bins, type, sum, w))
        return false;
    t->in = w->pairs;
    t->out_type = sum;
    t->desc.value.name = oracle_type_name(sum);
    t->desc.in[0] = (clscan_type) { .name = "weighted", .size = PAIR };
    t->desc.bins = (clscan_bins) { .kind = CLSCAN_BINS_FUNCTION, .count = bins.count, .function = "bin_of" };
    t->desc.user.source = w->source;
    t->desc.user.map = "weight_of";
    return true;
}
