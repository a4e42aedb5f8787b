/* The header of an .npy file: a dict of Python as text, with the keys 'descr', 'fortran_order' and 'shape'. */
#ifndef CLSCAN_TOOL_NPY_HEADER_H
#define CLSCAN_TOOL_NPY_HEADER_H

#include "formats/array.h"

typedef struct npy_header {
    char descr[32]; /* the dtype, such as "<i4" */
    bool fortran_order;
    unsigned dimensions; /* 1 to MAX_DIMENSIONS */
    size_t shape[MAX_DIMENSIONS];
    size_t count;           /* the product of the shape, SIZE_MAX where that is larger */
    const char *shape_text; /* as the header has it: `shape_length` characters */
    int shape_length;
} npy_header;

/* Reads `length` bytes of `text`, which are followed by a NUL. Complains, in the name of the file, unless the text is
 * one dict with these three keys, each once, followed by nothing but blanks. A dtype with fields is refused. */
bool npy_header_read(const char *file, const char *text, size_t length, npy_header *header);

#endif
