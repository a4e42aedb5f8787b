#include "data/task_plain.h"
#include "common/message.h"
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------ lines */

/* Returns true if a row or a segment begins at position n. */
static bool begins_line(const task *t, bool reverse, size_t n) {
    if (!t->desc.segments)
        return n % task_row_length(t) == 0;
    oracle_described d = task_described(t);
    d.reverse = reverse;
    return oracle_described_place(&d, n).begins;
}

size_t task_line_end(const task *t, bool reverse, size_t first) {
    size_t past = first + 1;
    while (past < t->in.count && !begins_line(t, reverse, past))
        past++;
    return past;
}

/* Returns the index of the element at position n in the direction of the task. */
static size_t element_of(const task *t, size_t n) {
    const size_t length = task_row_length(t), k = n % length;
    return t->desc.reverse ? n - k + length - 1 - k : n;
}

static const char *element_at(const task *t, size_t i) {
    return (const char *)t->in.data + task_place_of(t, i) * t->in.size;
}

/* ------------------------------------------------------------------------------------------------- selections */

/* Vectors of three components have a fourth one as padding. */
static size_t compared_bytes(const task *t) {
    return t->components == 3 ? t->in.size / 4 * 3 : t->in.size;
}

/* Returns true if elements i and i + 1 are in one run. Runs by keys are the segments themselves. */
static bool continues(const task *t, size_t i) {
    return i + 1 < t->in.count && !begins_line(t, false, i + 1) &&
           (t->desc.segments == CLSCAN_SEGMENTS_KEYS ||
            memcmp(element_at(t, i), element_at(t, i + 1), compared_bytes(t)) == 0);
}

size_t task_run_length(const task *t, size_t i) {
    size_t n = 1;
    while (continues(t, i + n - 1))
        n++;
    return n;
}

/* Returns the part of the output to which element i belongs. Without a rest, elements of part 1 are dropped. */
static unsigned part_of(const task *t, size_t i) {
    const unsigned char *flags = t->second.data;
    if (t->desc.task == CLSCAN_TASK_UNIQUE_LAST)
        return continues(t, i);
    if (task_has_runs(t))
        return i > 0 && continues(t, i - 1);
    const unsigned char flag = flags[task_place_of(t, i)];
    return t->desc.parts == 3 ? flag : !flag;
}

/* Sets `order` to the elements of a part at the positions from `first` up to, not including, `past`. Returns how many
 * there are. */
static size_t put_part(const task *t, size_t first, size_t past, unsigned part, size_t *order) {
    size_t count = 0;
    for (size_t n = first; n < past; n++)
        if (part_of(t, element_of(t, n)) == part)
            order[count++] = element_of(t, n);
    return count;
}

size_t task_select_order(const task *t, size_t row, size_t *order, cl_ulong sizes[static 3], cl_ulong *offsets) {
    const unsigned parts = task_parts(t);
    const size_t end = (row + 1) * task_row_length(t);
    size_t written = 0;
    memset(sizes, 0, 3 * sizeof *sizes);
    for (size_t first = row * task_row_length(t), past; first < end; first = past) {
        past = task_line_end(t, t->desc.reverse, first);
        for (unsigned part = 0; part < parts; part++) {
            const size_t size = put_part(t, first, past, part, order + written);
            if (offsets)
                *offsets++ = written;
            sizes[part] += size;
            written += size;
        }
    }
    if (offsets)
        *offsets = written;
    return written;
}

/* ------------------------------------------------------------------------------------------------------- sorts */

bool task_sort_order(const task *t, size_t *order, size_t *written) {
    const size_t size = t->in.size, count = t->in.count;
    char *line = malloc(count * size + 1); /* the elements of a line, without gaps */
    bool ok = line != NULL;
    size_t n = 0;
    for (size_t first = 0, past; ok && first < count; first = past) {
        past = task_line_end(t, false, first);
        const size_t length = past - first, k = t->desc.sort.k, wanted = k && k < length ? k : length;
        for (size_t i = 0; i < length; i++)
            memcpy(line + i * size, element_at(t, first + i), size);
        ok = oracle_sort(t->in.type, t->desc.reverse, line, order + first, length);
        for (size_t i = 0; ok && i < wanted; i++)
            order[n++] = first + order[first + i];
    }
    free(line);
    *written = n;
    return ok;
}

/* -------------------------------------------------------------------------------------------------- histograms */

/* Returns true if an integer, whose bits are sign-extended to 64, is not below a whole number from -2^63 to 2^64. */
static bool reaches(bool is_unsigned, cl_ulong x, double bound) {
    const double two_63 = 9223372036854775808.0;
    if (is_unsigned)
        return bound <= 0 || (bound < 2 * two_63 && x >= (cl_ulong)bound);
    return bound < -two_63 || (bound < two_63 && (cl_long)x >= (cl_long)bound);
}

/* Returns a whole number from -2^63 to 2^64 modulo 2^64. */
static cl_ulong wrapped(double x) {
    return x < 0 ? (cl_ulong)(cl_long)x : x >= 18446744073709551616.0 ? 0 : (cl_ulong)x;
}

/* Returns the bin at a distance from the lower bound. A range of 0 stands for 2^64. If it is wider than 2^32, bins have
 * the same whole width. */
static cl_ulong bin_at(cl_ulong distance, cl_ulong range, cl_ulong count) {
    if (range && range - 1 <= CL_UINT_MAX)
        return distance * count / range;
    return count == 1 ? 0 : distance / (range ? range / count : CL_ULONG_MAX / count + 1);
}

static bool has_whole_width(cl_ulong range, cl_ulong count) {
    return range ? range - 1 <= CL_UINT_MAX || range % count == 0 : (count & (count - 1)) == 0;
}

static cl_ulong bin_of_integer(const task *t, size_t i) {
    const clscan_bins *bins = &t->desc.bins;
    const bool is_unsigned = t->in.type == ORACLE_ULONG;
    cl_ulong x;
    oracle_convert(t->in.type, (const char *)t->in.data + i * t->in.size, is_unsigned ? ORACLE_ULONG : ORACLE_LONG, &x);
    if (!reaches(is_unsigned, x, bins->lower) || reaches(is_unsigned, x, bins->upper))
        return bins->count;
    return bin_at(x - wrapped(bins->lower), wrapped(bins->upper) - wrapped(bins->lower), bins->count);
}

/* Rounds at every step as clscan.h says: to double, or for other types to float. */
static cl_ulong bin_of_number(const task *t, size_t i) {
    const clscan_bins *bins = &t->desc.bins;
    const double scale = bins->count / (bins->upper - bins->lower);
    double x;
    oracle_convert(t->in.type, (const char *)t->in.data + i * t->in.size, ORACLE_DOUBLE, &x);
    if (!(x >= bins->lower && x < bins->upper))
        return bins->count;
    const double place = t->in.type == ORACLE_DOUBLE ? (x - bins->lower) * scale
                                                     : (float)((float)((float)x - (float)bins->lower) * (float)scale);
    return place < bins->count ? (cl_ulong)place : bins->count - 1;
}

/* Returns x rounded up to a whole number. Doubles from 2^52 on are whole. */
static double rounded_up(double x) {
    const double whole = 4503599627370496.0;
    if (!(x > -whole && x < whole))
        return x;
    const double towards_zero = (double)(cl_long)x;
    return towards_zero < x ? towards_zero + 1 : towards_zero;
}

/* Returns true if element i is not below an edge. Integers are compared with the next whole number. */
static bool reaches_edge(const task *t, size_t i, double edge) {
    const char *element = (const char *)t->in.data + i * t->in.size;
    const bool is_unsigned = t->in.type == ORACLE_ULONG;
    cl_ulong whole;
    double real;
    if (t->in.type < ORACLE_FLOAT) {
        oracle_convert(t->in.type, element, is_unsigned ? ORACLE_ULONG : ORACLE_LONG, &whole);
        return reaches(is_unsigned, whole, rounded_up(edge));
    }
    oracle_convert(t->in.type, element, ORACLE_DOUBLE, &real);
    return real >= edge;
}

/* Returns the last bin whose lower edge the element reaches, by halving the edges. */
static cl_ulong bin_by_edges(const task *t, size_t i) {
    const clscan_bins *bins = &t->desc.bins;
    size_t reached = 0, above = (size_t)bins->count + 1;
    while (reached < above) {
        const size_t middle = reached + (above - reached) / 2;
        if (reaches_edge(t, i, bins->edges[middle]))
            reached = middle + 1;
        else
            above = middle;
    }
    return reached ? reached - 1 : bins->count;
}

bool task_bins_are_exact(const task *t) {
    const clscan_bins *bins = &t->desc.bins;
    return bins->kind == CLSCAN_BIN_KIND_EDGES || t->in.type >= ORACLE_FLOAT ||
           has_whole_width(wrapped(bins->upper) - wrapped(bins->lower), bins->count) ||
           complain("--range: plain C counts ranges of up to 2^32 integers, or bins of a whole width");
}

cl_ulong task_bin(const task *t, size_t i) {
    if (t->desc.bins.kind == CLSCAN_BIN_KIND_EDGES)
        return bin_by_edges(t, i);
    return t->in.type < ORACLE_FLOAT ? bin_of_integer(t, i) : bin_of_number(t, i);
}

bool task_count_bins(const task *t, cl_uint *counts) {
    const clscan_bins *bins = &t->desc.bins;
    if (!task_bins_are_exact(t))
        return false;
    memset(counts, 0, task_lines(t) * bins->count * sizeof *counts);
    for (size_t i = 0; i < t->in.count; i++) {
        const cl_ulong bin = task_bin(t, task_place_of(t, i));
        counts += i > 0 && begins_line(t, false, i) ? bins->count : 0;
        if (bin < bins->count)
            counts[bin]++;
    }
    return true;
}
