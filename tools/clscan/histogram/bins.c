#include "histogram/bins.h"
#include "accumulator.h"
#include "common/message.h"
#include "common/number.h"
#include "formats/feed.h"
#include "formats/text_lines.h"
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------- edges */

static bool is_exact_text(const char *begin, const char *end) {
    return number_is_exact_double(begin, end) ||
           complain("--edges: %.*s is an integer that no double represents", (int)(end - begin), begin);
}

static bool read_edge(const char *begin, const char *end, double *edge) {
    return number_parser(ORACLE_DOUBLE)(begin, end, edge) == NUMBER_OK
               ? is_exact_text(begin, end)
               : complain("--edges: '%.*s' is not a number", (int)(end - begin), begin);
}

/* Reads numbers with commas between them. */
static bool read_list(const char *list, array *edges) {
    size_t n = 1;
    for (const char *c = list; (c = strchr(c, ',')); c++)
        n++;
    if (!array_allocate(edges, ORACLE_DOUBLE, sizeof(double), n))
        return false;
    double *edge = edges->owned;
    for (const char *at = list; n-- > 0; at += strcspn(at, ",") + 1)
        if (!read_edge(at, at + strcspn(at, ","), edge++)) {
            array_free(edges);
            return false;
        }
    return true;
}

/* Returns true if `edge`, to which an integer was converted, is that integer. A double that is too great for the type
 * of the integer would be converted back to the greatest integer. */
static bool is_exact(oracle_type type, const char *integer, double edge) {
    const double two_63 = 9223372036854775808.0, past = type == ORACLE_ULONG ? 2 * two_63 : two_63;
    char again[sizeof(cl_ulong)];
    oracle_convert(ORACLE_DOUBLE, &edge, type, again);
    return edge < past && memcmp(integer, again, oracle_type_size(type)) == 0;
}

/* Converts numbers of any type to doubles, which have to hold them. */
static bool convert(const char *path, const array *from, array *edges) {
    char text[40];
    if (from->type == ORACLE_USER)
        return complain("--edges: %s holds %s; edges are numbers", path, element_name(from->type, from->size, text));
    if (!array_allocate(edges, ORACLE_DOUBLE, sizeof(double), from->count))
        return false;
    for (size_t i = 0; i < from->count; i++) {
        const char *number = (const char *)from->data + i * from->size;
        double *edge = (double *)edges->owned + i;
        oracle_convert(from->type, number, ORACLE_DOUBLE, edge);
        if (from->type < ORACLE_FLOAT && !is_exact(from->type, number, *edge)) {
            array_free(edges);
            return complain("--edges: %s: number %zu is an integer that no double represents", path, i + 1);
        }
    }
    return true;
}

static bool are_exact_lines(const input *text, const data_options *data) {
    text_lines lines = text_lines_of(text, data);
    token line, number;
    while (text_next_line(&lines, &line))
        if (!text_column(&lines, line, 0, &number) || !is_exact_text(number.begin, number.end))
            return false;
    return true;
}

/* A number alone is not taken as the name of a file: it is more likely that an edge is missing. */
static bool is_path(const char *path) {
    double number;
    return number_parser(ORACLE_DOUBLE)(path, path + strlen(path), &number) == NUMBER_UNREADABLE ||
           complain("--edges: %s is one edge; bins have two or more, as in %s,inf; a file may be ./%s", path, path,
                    path);
}

static bool read_file(const char *path, array *edges) {
    input file;
    array as_read = { .count = 0 };
    if (!is_path(path) || !input_open(path, &file))
        return false;
    const format *from = format_of_input(NULL, path, &file);
    const data_options data = { .type = from && from->read == npy_read ? -1 : ORACLE_DOUBLE };
    const bool ok = from && from->read(&file, &data, &as_read) &&
                    (from->read != text_read || are_exact_lines(&file, &data)) && convert(path, &as_read, edges);
    array_free(&as_read);
    input_close(&file);
    return ok;
}

static bool are_edges(const array *edges) {
    enum { MOST = (1 << 28) + 1 };
    const double *edge = edges->data;
    const size_t n = edges->count;
    if (n < 2 || n > MOST)
        return complain("--edges: %zu number%s; bins have from 2 to %d edges", n, plural(n), MOST);
    for (size_t i = 0; i < n; i++) {
        if (edge[i] != edge[i])
            return complain("--edges: number %zu is not a number", i + 1);
        if (i > 0 && edge[i] < edge[i - 1])
            return complain("--edges: number %zu is %g, less than the one before, %g", i + 1, edge[i], edge[i - 1]);
    }
    return true;
}

static bool set_edges(array *edges, bins *b) {
    b->edges = edges->owned;
    b->described =
        (clscan_bins) { .kind = CLSCAN_BIN_KIND_EDGES, .count = (unsigned)(edges->count - 1), .edges = b->edges };
    return true;
}

/* -------------------------------------------------------------------------------------------------------- bins */

bool bins_open(const options *o, bins *b) {
    const histogram_options *h = &o->histogram;
    array edges;
    *b = (bins) { .described = { .count = h->bins, .lower = h->range.lower, .upper = h->range.upper } };
    if (!h->edges)
        return true;
    if (!(strchr(h->edges, ',') ? read_list : read_file)(h->edges, &edges))
        return false;
    if (are_edges(&edges))
        return set_edges(&edges, b);
    array_free(&edges);
    return false;
}

bool bins_by_edges(bins *b) {
    const clscan_bins even = b->described;
    array edges;
    if (b->edges)
        return true;
    if (!array_allocate(&edges, ORACLE_DOUBLE, sizeof(double), (size_t)even.count + 1))
        return false;
    for (size_t i = 0; i <= even.count; i++)
        ((double *)edges.owned)[i] = (double)(even.lower + (long double)i * (even.upper - even.lower) / even.count);
    return set_edges(&edges, b);
}

void bins_close(bins *b) {
    free(b->edges);
    *b = (bins) { .edges = NULL };
}
