/* NumPy's .npy: a magic string, a version, the length of a header, the header (a Python dict as text), the data.
 * Versions 1 to 3 are read, 1 is written. */
#include "common/message.h"
#include "formats/npy_header.h"
#include "formats/npy_order.h"
#include "formats/pieces.h"
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The types of NumPy's dtypes, by kind and size as in "<i4". Booleans are read as bytes. */
static const struct dtype {
    char kind;
    size_t size;
    oracle_type type;
} dtypes[] = {
    { 'i', 1, ORACLE_CHAR },  { 'u', 1, ORACLE_UCHAR },  { 'i', 2, ORACLE_SHORT }, { 'u', 2, ORACLE_USHORT },
    { 'i', 4, ORACLE_INT },   { 'u', 4, ORACLE_UINT },   { 'i', 8, ORACLE_LONG },  { 'u', 8, ORACLE_ULONG },
    { 'f', 4, ORACLE_FLOAT }, { 'f', 8, ORACLE_DOUBLE }, { 'f', 2, ORACLE_HALF },  { 'b', 1, ORACLE_UCHAR },
};
enum { DTYPES = sizeof dtypes / sizeof *dtypes };

static char host_order(void) {
    const uint16_t one = 1;
    return *(const unsigned char *)&one ? '<' : '>';
}

/* --------------------------------------------------------------------------------------------- reading */

typedef struct header {
    const char *name; /* the name of the file */
    const char *text;
    size_t length;
    const char *data; /* the elements, which follow the header */
    size_t data_size;
    oracle_type type;
    size_t size;  /* the bytes of an element */
    bool swapped; /* its bytes are not in the host's order */
    npy_header fields;
} header;

static size_t little_endian(const unsigned char *bytes, size_t count) {
    size_t value = 0;
    while (count-- > 0)
        value = value << 8 | bytes[count];
    return value;
}

static bool find_header(const input *in, header *h) {
    const size_t magic = strlen(NPY_MAGIC);
    const unsigned char *bytes = (const unsigned char *)in->data;
    *h = (header) { .name = in->name };
    if (in->size < magic || memcmp(bytes, NPY_MAGIC, magic) != 0)
        return complain("%s: not an npy file", in->name);
    const unsigned version = in->size > magic ? bytes[magic] : 1;
    if (version < 1 || version > 3)
        return complain("%s: npy version %u is not known (1 to 3 are)", in->name, version);
    const size_t digits = version == 1 ? 2 : 4;
    const size_t before = magic + 2 + digits;
    if (in->size < before || in->size - before < little_endian(bytes + magic + 2, digits))
        return complain("%s: truncated within the header", in->name);
    h->text = in->data + before;
    h->length = little_endian(bytes + magic + 2, digits);
    h->data = h->text + h->length;
    h->data_size = in->size - before - h->length;
    return true;
}

static bool dtype_is_unknown(const header *h, const char *dtype) {
    return complain("%s: dtype '%s' is not supported (b1 i1 i2 i4 i8 u1 u2 u4 u8 f2 f4 f8 and V are)", h->name, dtype);
}

static bool find_type(header *h) {
    const char *dtype = h->fields.descr;
    char *end;
    const char kind = dtype[1];
    const unsigned long length = strtoul(dtype + 2, &end, 10);
    if (!strchr("<>|=", dtype[0]) || !isdigit((unsigned char)dtype[2]) || *end || length == 0 || length > 1 << 16)
        return dtype_is_unknown(h, dtype);
    h->size = length;
    h->type = ORACLE_USER;
    if (kind == 'V')
        return true;
    for (size_t i = 0; i < DTYPES; i++)
        if (dtypes[i].kind == kind && dtypes[i].size == length) {
            h->type = dtypes[i].type;
            h->swapped = length > 1 && strchr("<>", dtype[0]) && dtype[0] != host_order();
            return true;
        }
    return dtype_is_unknown(h, dtype);
}

static bool check_shape(const header *h) {
    const npy_header *f = &h->fields;
    if (f->count > h->data_size / h->size)
        return complain("%s: truncated: the header promises %zu element%s of %zu byte%s, %zu byte%s follow%s", h->name,
                        f->count, plural(f->count), h->size, plural(h->size), h->data_size, plural(h->data_size),
                        h->data_size == 1 ? "s" : "");
    return true;
}

static bool read_header(header *h) {
    char *text = calloc(h->length + 1, 1);
    if (!text)
        return complain("out of memory");
    memcpy(text, h->text, h->length);
    const bool ok = npy_header_read(h->name, text, h->length, &h->fields) && find_type(h) && check_shape(h);
    free(text);
    return ok;
}

static bool agrees(const header *h, const data_options *options) {
    char found[40];
    const char *name = element_name(h->type, h->size, found);
    if (options->type >= 0 && options->type != (int)h->type)
        return complain("%s: holds %s, not %s as --in-type says", h->name, name,
                        oracle_type_name((oracle_type)options->type));
    if (options->size && options->size != h->size)
        return complain("%s: holds %s, not of %zu byte%s as --type-size says", h->name, name, options->size,
                        plural(options->size));
    return true;
}

static bool is_in_order(const header *h) {
    return !h->swapped && !(h->fields.fortran_order && h->fields.dimensions > 1);
}

/* Elements that need no reordering are used in place. */
static bool take_elements(const header *h, array *values) {
    if (is_in_order(h))
        return array_borrow(values, h->type, h->size, h->fields.count, h->data);
    if (!array_allocate(values, h->type, h->size, h->fields.count))
        return false;
    npy_reorder(&h->fields, h->size, h->swapped, h->data, values->owned);
    return true;
}

static void set_shape(const header *h, array *values) {
    values->dimensions = h->fields.dimensions;
    memcpy(values->shape, h->fields.shape, sizeof h->fields.shape);
}

bool npy_read(const input *in, const data_options *options, array *values) {
    header h;
    if (!find_header(in, &h) || !read_header(&h) || !agrees(&h, options) || !take_elements(&h, values))
        return false;
    set_shape(&h, values);
    return true;
}

/* Returns true if the header is there, or is none. The magic string, the version and the length have up to 12 bytes. */
static bool header_is_there(const input *in) {
    enum { FIXED = 12, AT_LENGTH = 8 };
    const unsigned char *bytes = (const unsigned char *)in->data;
    const size_t digits = in->size > AT_LENGTH && bytes[strlen(NPY_MAGIC)] == 1 ? 2 : 4;
    return in->size >= FIXED && in->size - AT_LENGTH - digits >= little_endian(bytes + AT_LENGTH, digits);
}

bool npy_begin(feed *from, const data_options *options, array *values, size_t *length, bool *in_order) {
    enum { MOST = 1 << 20 };
    header h;
    while (!from->ended && from->in.size < MOST && !header_is_there(&from->in))
        if (!feed_more(from, 1))
            return false;
    if (!find_header(&from->in, &h))
        return false;
    *length = (size_t)(h.data - from->in.data);
    h.data_size = from->known == SIZE_MAX ? SIZE_MAX : from->known - *length;
    if (!read_header(&h) || !agrees(&h, options))
        return false;
    *values = (array) { .type = h.type, .size = h.size, .count = h.fields.count };
    set_shape(&h, values);
    *in_order = is_in_order(&h);
    return true;
}

/* --------------------------------------------------------------------------------------------- writing */

static char kind_of(oracle_type type) {
    for (size_t i = 0; i < DTYPES; i++)
        if (dtypes[i].type == type)
            return dtypes[i].kind;
    return 'V';
}

/* "(3,)", "(2, 4)" */
static void print_shape(const array *values, char text[static 96]) {
    int length = snprintf(text, 96, "(%zu,", values->dimensions ? values->shape[0] : values->count);
    for (unsigned i = 1; i < values->dimensions; i++)
        length += snprintf(text + length, 96 - (size_t)length, i > 1 ? ", %zu" : " %zu", values->shape[i]);
    strcpy(text + length, ")");
}

/* Blanks fill the header up to a multiple of 64 bytes, so that the data can be mapped. */
void npy_print_header(const array *values, char *to) {
    enum { PREFIX = 10 };
    char text[NPY_HEADER + 1], shape[96];
    const char kind = kind_of(values->type);
    const char order = values->size == 1 || kind == 'V' ? '|' : host_order();
    print_shape(values, shape);
    const int length =
        snprintf(text, sizeof text, NPY_MAGIC "%c%c%c%c{'descr': '%c%c%zu', 'fortran_order': False, 'shape': %s, }", 1,
                 0, NPY_HEADER - PREFIX, 0, order, kind, values->size, shape);
    memset(text + length, ' ', (size_t)(NPY_HEADER - length));
    text[NPY_HEADER - 1] = '\n';
    memcpy(to, text, NPY_HEADER);
}
