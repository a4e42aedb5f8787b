#include "files/division.h"
#include "common/message.h"
#include "files/side_option.h"
#include "options/device_plan.h"
#include "options/memory_budget.h"
#include <string.h>

bool division_axis(int axis, const array *in, unsigned *found) {
    const int dimensions = in->dimensions ? (int)in->dimensions : 1;
    *found = (unsigned)(axis < 0 ? axis + dimensions : axis);
    return (axis >= -dimensions && axis < dimensions) ||
           complain("--axis: %d, but the input has %d dimension%s", axis, dimensions, plural((size_t)dimensions));
}

/* Returns how many rows along an axis an array has that has no elements. */
static size_t rows_without_elements(const array *in, unsigned axis) {
    size_t rows = 1;
    for (unsigned i = 0; i < in->dimensions; i++)
        rows = i == axis ? rows : budget_times(rows, in->shape[i]);
    return rows;
}

bool division_set_axis(int axis, const char *failure, task *t) {
    const size_t *shape = t->in.dimensions ? t->in.shape : &t->in.count;
    clscan_args args = { .in[0].buffer = NULL };
    unsigned found;
    if (axis == NO_AXIS)
        return true;
    if (!division_axis(axis, &t->in, &found))
        return false;
    t->desc.layout = CLSCAN_LAYOUT_ROWS;
    if (t->in.count == 0) {
        t->empty_rows = rows_without_elements(&t->in, found);
        return true;
    }
    if (clscan_args_set_axis(&args, shape, t->in.dimensions ? t->in.dimensions : 1, found) != CLSCAN_OK)
        return complain_of_library(failure);
    t->length = args.dims[0].n;
    t->columns = args.dims[0].in_stride;
    return true;
}

static bool read_segments(const options *o, const source *from, task *t, division *d, side_option side) {
    const bool ok = side_option_read(o, from, &side, &d->file, &d->segments);
    t->segments = d->segments;
    return ok;
}

/* Returns true if the offsets ascend and are at most the number of elements. Negative offsets have become too large.
 * `hint` is advice about the type of the offsets, or "". */
static bool are_offsets(const char *path, const cl_ulong *offset, size_t count, size_t elements, const char *hint) {
    if (count < 2)
        return complain("--segment-by: %s holds %zu offset%s; a segment has two%s", path, count, plural(count), hint);
    for (size_t i = 0; i < count; i++) {
        if (offset[i] > elements)
            return complain("--segment-by: %s: offset %zu is %lld, for %zu element%s%s", path, i + 1,
                            (long long)offset[i], elements, plural(elements), hint);
        if (i > 0 && offset[i] < offset[i - 1])
            return complain("--segment-by: %s: offset %zu is %llu, less than the one before, %llu%s", path, i + 1,
                            (unsigned long long)offset[i], (unsigned long long)offset[i - 1], hint);
    }
    return true;
}

/* Reads offsets of any integer type, and converts them to ulong. A raw file has offsets of uint. */
static bool read_offsets(const char *path, const task *t, division *d) {
    array as_read;
    if (!input_open(path, &d->file))
        return false;
    const format *from = format_of_input(NULL, path, &d->file);
    if (!from)
        return false;
    const oracle_type untyped = from->read == raw_read ? ORACLE_UINT : ORACLE_ULONG;
    const data_options data = { .type = from->read == npy_read ? -1 : (int)untyped };
    if (!from->read(&d->file, &data, &as_read))
        return false;
    bool ok = oracle_is_exact(as_read.type, CLSCAN_OP_ADD) || complain("%s: offsets are whole numbers", path);
    ok = ok && array_allocate(&d->segments, ORACLE_ULONG, sizeof(cl_ulong), as_read.count);
    for (size_t i = 0; ok && i < as_read.count; i++)
        oracle_convert(as_read.type, (const char *)as_read.data + i * as_read.size, ORACLE_ULONG,
                       (cl_ulong *)d->segments.owned + i);
    const char *hint = from->read == raw_read ? " (a raw file has offsets of uint)" : "";
    ok = ok && are_offsets(path, d->segments.data, d->segments.count, t->in.count, hint);
    array_free(&as_read);
    return ok;
}

const char *division_rows_option(const view_options *v) {
    return v->rows ? "--rows" : v->axis != NO_AXIS ? "--axis" : "--field with several columns";
}

static bool set_offsets(const view_options *v, const char *path, task *t, division *d) {
    if (t->desc.layout == CLSCAN_LAYOUT_ROWS)
        return complain("%s and --segment-by offsets:FILE exclude each other: offsets are of one range, not of rows or "
                        "columns",
                        division_rows_option(v));
    if (!read_offsets(path, t, d))
        return false;
    t->segments = d->segments;
    t->desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    t->desc.key.name = "ulong";
    return true;
}

static const char offsets[] = "offsets:";

bool division_has_offsets(const view_options *v) {
    return v->segment_by && strncmp(v->segment_by, offsets, strlen(offsets)) == 0;
}

bool division_read(const options *o, const source *from, task *t, division *d) {
    const view_options *v = &o->view;
    if (division_has_offsets(v))
        return set_offsets(v, v->segment_by + strlen(offsets), t, d);
    if (v->segment_by) {
        t->desc.segments = CLSCAN_SEGMENTS_FLAGS;
        return read_segments(
            o, from, t, d,
            (side_option) { "segment-by", v->segment_by, side_option_read_flags, ORACLE_USER, SIDE_OFFSETS_HINT });
    }
    if (v->by_key) {
        if (!read_segments(o, from, t, d,
                           (side_option) { "by-key", v->by_key, side_option_read_keys, ORACLE_USER, NULL }))
            return false;
        t->desc.segments = CLSCAN_SEGMENTS_KEYS;
        t->desc.key.name = oracle_type_name(d->segments.type);
    }
    return true;
}

void division_close(division *d) {
    array_free(&d->segments);
    if (d->file.name)
        input_close(&d->file);
}
