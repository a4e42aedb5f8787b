/* Reads the values of a side_option piece by piece: from a column of the source, or from a file of their own. */
#ifndef CLSCAN_TOOL_SIDE_READER_H
#define CLSCAN_TOOL_SIDE_READER_H

#include "files/side_option.h"
#include "formats/reader.h"
#include "formats/text_keys.h"

/* Numbers have the type what.type. Elements that are carried along, and weights, may have any type: that of
 * --OPTION-type if what.type is not ORACLE_USER, that of an npy file, or for text the one that its numbers need. */
typedef enum side_kind { SIDE_FLAGS, SIDE_KEYS, SIDE_NUMBERS, SIDE_CARRIED, SIDE_WEIGHTS } side_kind;

typedef struct side_reader {
    side_option what;
    const char *source; /* the name of the file of the elements, for messages */
    const format *from; /* of the values */
    side_kind kind;
    size_t column; /* of the source; 0: the values have a file */
    feed file;     /* open if the values have a file */
    reader values; /* of a file that is no text */
    bool is_text;
    bool inferred; /* of a text: the type was inferred from its first lines */
    data_options data;
    text_lines lines; /* of a text */
    text_keys keys;
    array like; /* type and size of the values; the count is SIZE_MAX if it is not known */
    size_t n;   /* values that were read */
    bool ended; /* the file has no more values */
} side_reader;

/* Finds what the values are: of what->type, for numbers, or of the type that the file names. *in_pieces becomes false
 * if the whole file is needed. Complains on failure. The caller closes *s in any case. */
bool side_reader_begin(const options *o, source *from, const side_option *what, side_kind kind, side_reader *s,
                       bool *in_pieces);

/* Begins to read the values. */
void side_reader_start(side_reader *s);

/* Complains if there are not as many values as elements, as far as both numbers are known. SIZE_MAX: not known. */
bool side_reader_fits(side_reader *s, size_t elements);

/* Reads the values of the next `n` elements. If the source is a text, it has read the lines `batch` for them. Complains
 * if there are fewer values. `elements` is the number of all elements for the message, or SIZE_MAX. */
bool side_reader_read(side_reader *s, const text_lines *batch, size_t n, size_t elements, void *to);

/* Returns true if the values have ended like the elements, of which there were `count`. Complains if they have not. */
bool side_reader_ends(side_reader *s, size_t count);

void side_reader_close(side_reader *s);

#endif
