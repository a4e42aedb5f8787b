/* The order of bytes and of dimensions in an .npy file. */
#ifndef CLSCAN_TOOL_NPY_ORDER_H
#define CLSCAN_TOOL_NPY_ORDER_H

#include "formats/npy_header.h"

/* Copies all elements, of `size` bytes each, from the file's order `from` to C order and the host's bytes `to`. The
 * header has the shape and the order; `swapped` says that the bytes of each element are in the other order. */
void npy_reorder(const npy_header *header, size_t size, bool swapped, const char *from, char *to);

#endif
