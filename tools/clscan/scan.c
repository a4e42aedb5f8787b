/* clscan scan: read, scan, check, time, write. */
#include "job.h"
#include "json.h"
#include "measure.h"
#include "message.h"
#include "oracle.h"
#include <stdio.h>
#include <stdlib.h>

/* ------------------------------------------------------------------------------------------------- check */

static size_t find_mismatch(const job *j, const array *in, const array *out, array *expected, size_t *judged) {
    const clscan_desc *d = &j->desc;
    *judged = in->count;
    oracle_scan(d->type, d->op, d->kind, in->data, expected->owned, in->count);
    if (oracle_is_exact(d->type, d->op))
        return oracle_compare(d->type, expected->data, out->data, in->count);
    return oracle_compare_rounded(d->type, d->op, d->kind, in->data, out->data, in->count, judged);
}

static int report_check(const job *j, const array *out, const array *expected, size_t mismatch, size_t judged) {
    char want[64], got[64];
    const char *how = oracle_is_exact(j->desc.type, j->desc.op) ? "" : ", within rounding";
    if (mismatch == out->count) {
        if (judged < out->count)
            say("verified %zu of %zu element%s%s; rounding or range allows the others any value", judged, out->count,
                plural(out->count), how);
        else
            say("verified %zu element%s%s", out->count, plural(out->count), how);
        return EXIT_OK;
    }
    oracle_print(out->type, (const char *)expected->data + mismatch * out->size, want, sizeof want);
    oracle_print(out->type, (const char *)out->data + mismatch * out->size, got, sizeof got);
    complain("mismatch at element %zu of %zu: expected %s, got %s", mismatch, out->count, want, got);
    return EXIT_MISMATCH;
}

static int check(const job *j, const array *in, const array *out) {
    array expected;
    size_t judged;
    if (!array_allocate(&expected, in->type, in->size, in->count))
        return EXIT_ERROR;
    const size_t mismatch = find_mismatch(j, in, out, &expected, &judged);
    const int status = report_check(j, out, &expected, mismatch, judged);
    array_free(&expected);
    return status;
}

/* -------------------------------------------------------------------------------------------------- time */

static double gigabytes_per_second(const array *in, timing t) {
    return 2e-9 * (double)(in->count * in->size) / t.median;
}

static void say_timing(const char *what, const array *in, timing t) {
    say("  %s  %8.3f ms  (%.3f to %.3f)  %6.2f GB/s", what, 1e3 * t.median, 1e3 * t.low, 1e3 * t.high,
        gigabytes_per_second(in, t));
}

static void report_time(const job *j, const array *in, const measurement *m) {
    char *plan = job_describe(j, in->count);
    if (plan)
        fputs(plan, stderr);
    say("%zu element%s, read and written once; medians and quartiles of %u rounds:", in->count, plural(in->count),
        m->rounds);
    say_timing("scan", in, m->scan);
    say_timing("copy", in, m->copy);
    say("  the scan runs at %.0f %% of the copy's speed", 100 * m->copy.median / m->scan.median);
    free(plan);
}

static void json_timing(json *object, const array *in, const measurement *m) {
    json_integer(object, "rounds", m->rounds);
    json_number(object, "scan_seconds", m->scan.median);
    json_number(object, "scan_seconds_low", m->scan.low);
    json_number(object, "scan_seconds_high", m->scan.high);
    json_number(object, "scan_gb_per_s", gigabytes_per_second(in, m->scan));
    json_number(object, "copy_seconds", m->copy.median);
    json_number(object, "copy_seconds_low", m->copy.low);
    json_number(object, "copy_seconds_high", m->copy.high);
    json_number(object, "copy_gb_per_s", gigabytes_per_second(in, m->copy));
    json_number(object, "percent_of_copy", 100 * m->copy.median / m->scan.median);
}

static bool measure(const job *j, const array *in, const array *out, measurement *m) {
    *m = (measurement) { .rounds = 0 };
    if (in->count == 0)
        say("no elements: nothing to time");
    else if (!measure_scan(j->device, j->plan, in, out, m))
        return false;
    else
        report_time(j, in, m);
    return true;
}

/* -------------------------------------------------------------------------------------------------- scan */

static void report_json(const options *o, const job *j, const array *in, const measurement *m) {
    json object = json_begin();
    json_text(&object, "type", clscan_type_name(in->type));
    json_text(&object, "op", job_is_user(o) ? "user" : clscan_op_name(j->desc.op));
    json_bool(&object, "exclusive", o->exclusive);
    json_integer(&object, "count", in->count);
    json_bool(&object, "checked", o->check);
    if (m->rounds > 0)
        json_timing(&object, in, m);
    json_end(&object);
}

/* Where the scan goes: into the file itself where it can, else into memory that is written to it. */
static bool make_room(const format *to, const array *in, array *out, output_file *file) {
    const size_t bytes = in->count * in->size;
    void *place = to->header == FORMAT_NOT_BINARY ? NULL : output_map(file, to->header, bytes);
    return place ? array_borrow(out, in->type, in->size, in->count, place)
                 : array_allocate(out, in->type, in->size, in->count);
}

static int scan_into(const options *o, const job *j, const array *in, const array *out, const format *to,
                     output_file *file) {
    measurement m = { .rounds = 0 };
    if (clscan_host_plan(j->plan, in->data, (void *)out->data, in->count) != CLSCAN_OK)
        return complain_of_library("can't scan"), EXIT_ERROR;
    const int status = o->check ? check(j, in, out) : EXIT_OK;
    if (status != EXIT_OK)
        return status;
    if (o->time && !measure(j, in, out, &m))
        return EXIT_ERROR;
    if (!to->write(file, out) || !output_commit(file))
        return EXIT_ERROR;
    if (o->json)
        report_json(o, j, in, &m);
    return EXIT_OK;
}

/* The output is opened first, so that a place that can't be written is known before the work. */
static int scan_array(const options *o, const array *in) {
    const format *to = o->to ? o->to : format_of_path(o->operands[1]);
    job j;
    array out;
    output_file file;
    int status = EXIT_ERROR;
    if (!job_open(o, in->type, in->size, &j))
        return EXIT_ERROR;
    if (output_open(o->operands[1], &file)) {
        if (make_room(to, in, &out, &file))
            status = scan_into(o, &j, in, &out, to, &file);
        array_free(&out);
        output_close(&file);
    }
    job_close(&j);
    return status;
}

static bool options_fit(const options *o, const format *from) {
    const bool for_text = o->data.column || o->data.delimiter || o->data.skip;
    return !for_text || from->read == text_read ||
           complain("--field, --delimiter and --skip are for text: the input is %s", from->name);
}

int command_scan(const options *o) {
    input file;
    array in;
    int status = EXIT_ERROR;
    if (!input_open(o->operands[0], &file))
        return EXIT_ERROR;
    const format *from = o->from ? o->from : format_of_input(o->operands[0], &file);
    if (options_fit(o, from) && from->read(&file, &o->data, &in)) {
        status = scan_array(o, &in);
        array_free(&in);
    }
    input_close(&file);
    return status;
}
