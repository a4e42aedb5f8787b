#include "histogram/weights.h"
#include "common/message.h"
#include "data/task_plain.h"
#include "files/side_option.h"
#include <float.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Edges are constants of the program, of which some devices have 64 KiB. With more bins, the host finds them. */
enum { MOST_EDGES = 4096 };

/* ------------------------------------------------------------------------------------------------- the weights */

bool weights_are_numbers(const char *name, const array *like) {
    char found[40];
    return like->type != ORACLE_USER ||
           complain("--weights: %s holds %s; weights are numbers", name, element_name(like->type, like->size, found));
}

static bool read_weights(const format *from, const input *file, const data_options *data, size_t column,
                         array *values) {
    data_options typed = *data;
    if (from->read == npy_read || (from->read == raw_read && data->type < 0))
        typed.type = from->read == npy_read ? -1 : ORACLE_INT;
    if (column)
        typed.fields = (field_list) { { column }, 1 };
    return from->read(file, &typed, values) && weights_are_numbers(file->name, values) &&
           side_option_has_type("weights", file->name, values, data->type);
}

bool weights_read(const options *o, const source *elements, weights *w) {
    const int type = o->histogram.weights_type;
    const side_option side = { "weights", o->histogram.weights, read_weights,
                               type < 0 ? ORACLE_USER : (oracle_type)type, NULL };
    return !o->histogram.weights || side_option_read(o, elements, &side, &w->file, &w->as_read);
}

void weights_close(weights *w) {
    array_free(&w->as_read);
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

/* Writes functions of a pair that has the number of its bin. */
static bool write_source_of_bins(weights *w) {
    static const char functions[] = "typedef struct { uint x; %s weight; } weighted;\n"
                                    "static uint bin_of(weighted e) { return e.x; }\n"
                                    "static %s weight_of(weighted e) { return e.weight; }\n";
    enum { NAMES = 32 };
    const char *sum = oracle_type_name(w->sum);
    w->source = malloc(sizeof functions + NAMES);
    if (!w->source)
        return complain("out of memory");
    snprintf(w->source, sizeof functions + NAMES, functions, sum, sum);
    return true;
}

/* Writes functions of a pair. The bin is one less than the number of edges that the element reaches, found by halving.
 * For an element below all edges, and for NaN, this is no bin: the greatest uint. */
static bool write_source(const clscan_bins *bins, weights *w) {
    const oracle_type type = w->x, sum = w->sum;
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

bool weights_describe(weights *w, task *t) {
    const oracle_type type = w->as_read.type;
    const clscan_bins bins = t->desc.bins;
    w->sum = type >= ORACLE_FLOAT ? ORACLE_DOUBLE : type == ORACLE_ULONG ? ORACLE_ULONG : ORACLE_LONG;
    w->has_bins = bins.count > MOST_EDGES;
    w->x = w->has_bins ? ORACLE_UINT : compared_type(t->in.type);
    if (!(w->has_bins ? write_source_of_bins(w) : write_source(&bins, w)))
        return false;
    t->in.type = ORACLE_USER;
    t->in.size = WEIGHTS_PAIR;
    t->out_type = w->sum;
    t->desc.value.name = oracle_type_name(w->sum);
    t->desc.in[0] = (clscan_type) { .name = "weighted", .size = WEIGHTS_PAIR };
    t->desc.bins = (clscan_bins) { .kind = CLSCAN_BIN_KIND_FUNCTION, .count = bins.count, .function = "bin_of" };
    t->desc.user.source = w->source;
    t->desc.user.map = "weight_of";
    return true;
}

void weights_get(const weights *w, const array *values, size_t i, void *to) {
    oracle_convert(values->type, (const char *)values->data + i * values->size, w->sum, to);
}

void weights_pair(const weights *w, const task *plain, const array *values, size_t n, void *pairs) {
    const array *in = &plain->in;
    memset(pairs, 0, n * WEIGHTS_PAIR);
    for (size_t i = 0; i < n; i++) {
        char *pair = (char *)pairs + i * WEIGHTS_PAIR;
        const cl_uint bin = w->has_bins ? (cl_uint)task_bin(plain, i) : 0;
        if (w->has_bins)
            memcpy(pair, &bin, sizeof bin);
        else
            oracle_convert(in->type, (const char *)in->data + i * in->size, w->x, pair);
        weights_get(w, values, i, pair + WEIGHTS_PAIR / 2);
    }
}

bool weights_apply(weights *w, const task *plain, task *t) {
    if (!array_allocate(&w->pairs, ORACLE_USER, WEIGHTS_PAIR, plain->in.count))
        return false;
    weights_pair(w, plain, &w->as_read, plain->in.count, w->pairs.owned);
    t->in.data = w->pairs.data;
    return true;
}
