/* Fuzzes text input with several options. Numbers that were read are written as text that reads as the same numbers.
 * Reading as double agrees with reading as integers. */
#include "formats/reader.h"
#include "formats/text_keys.h"
#include "fuzz/fuzz.h"
#include "fuzz/kept.h"

#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static const data_options ways[] = {
    { .type = -1 },
    { .type = ORACLE_CHAR },
    { .type = ORACLE_ULONG, .skip = 1 },
    { .type = ORACLE_HALF },
    { .type = ORACLE_FLOAT },
    { .type = ORACLE_DOUBLE, .fields = { { 1 }, 1 }, .delimiter = ' ' },
    { .type = -1, .fields = { { 2, 1 }, 2 }, .delimiter = ',', .skip = 1 },
};

/* Compares texts instead of numbers, because NaN has several bit patterns but one text. */
static void write_and_read(const array *values, const data_options *way) {
    data_options plain = { .type = (int)values->type, .delimiter = way->delimiter };
    array again;
    while (plain.fields.count < way->fields.count) {
        plain.fields.at[plain.fields.count] = plain.fields.count + 1;
        plain.fields.count++;
    }
    cs_strbuf first = kept_write("text", &plain, values);
    const input in = kept_input(&first);
    MUST(text_read(&in, &plain, &again) && again.count == values->count);
    cs_strbuf second = kept_write("text", &plain, &again);
    MUST(first.size == second.size && memcmp(first.data, second.data, first.size) == 0);
    array_free(&again);
    cs_strbuf_free(&first);
    cs_strbuf_free(&second);
}

/* Asserts that whole numbers that are read as double equal the integers, rounded to double. */
static void read_as_double(const input *in, const data_options *way, const array *values) {
    data_options other = *way;
    array again;
    other.type = ORACLE_DOUBLE;
    if ((values->type != ORACLE_LONG && values->type != ORACLE_ULONG) || !text_read(in, &other, &again))
        return;
    const double *x = again.data;
    MUST(again.count == values->count);
    for (size_t i = 0; i < again.count; i++)
        MUST(x[i] == (values->type == ORACLE_LONG ? (double)((const int64_t *)values->data)[i]
                                                  : (double)((const uint64_t *)values->data)[i]));
    array_free(&again);
}

/* Sends the text in packets, of which each read gets one. */
static void send_packets(int socket, const input *in) {
    enum { PACKETS = 60 };
    const size_t most = in->size / PACKETS + 1;
    for (size_t at = 0; at < in->size; at += most) {
        const size_t n = in->size - at < most ? in->size - at : most;
        MUST(send(socket, in->data + at, n, 0) == (ssize_t)n);
    }
}

/* Asserts that a text that comes in packets has the numbers that it has as a whole, or fails as the whole does. */
static void read_in_pieces(const input *in, const data_options *way, const array *values) {
    enum { PORTION = 3 };
    int ends[2];
    double portion[PORTION];
    bool in_pieces, ok;
    reader r;
    feed from = { .in = { .name = "pieces", .data = "", .is_stream = true }, .known = SIZE_MAX };
    MUST(socketpair(AF_UNIX, SOCK_SEQPACKET, 0, ends) == 0);
    send_packets(ends[1], in);
    close(ends[1]);
    from.file = ends[0];
    ok = feed_more(&from, 1) && reader_begin(&from, format_named("text"), way, &r, &in_pieces);
    size_t count = 0, n = 0;
    while (ok && !r.ended) {
        ok = reader_read(&r, portion, PORTION, &n);
        MUST(!values || (count + n <= values->count &&
                         memcmp(portion, (const char *)values->data + count * values->size, n * values->size) == 0));
        count += ok ? n : 0;
    }
    MUST(ok == (values != NULL) && (!values || count == values->count));
    feed_close(&from);
}

/* Asserts that the runs of equal keys are numbered 0, 1, 2 and so on. */
static void read_keys(const input *in, const data_options *way, size_t column) {
    array keys;
    if (!text_keys_read(in, way, column, &keys))
        return;
    const uint32_t *run = keys.data;
    for (size_t i = 0; i < keys.count; i++)
        MUST(i == 0 ? run[i] == 0 : run[i] - run[i - 1] <= 1);
    array_free(&keys);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const input in = { .name = "in", .data = (const char *)data, .size = size };
    array values;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        const bool is_read = text_read(&in, &ways[i], &values);
        if (ways[i].type >= 0 && ways[i].fields.count <= 1)
            read_in_pieces(&in, &ways[i], is_read ? &values : NULL);
        if (is_read) {
            write_and_read(&values, &ways[i]);
            read_as_double(&in, &ways[i], &values);
            array_free(&values);
        }
        read_keys(&in, &ways[i], ways[i].fields.count);
    }
    return 0;
}
