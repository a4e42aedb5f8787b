#include "formats/npy_order.h"
#include <string.h>

/* A matrix in Fortran order, its elements one after the other down each column, that becomes one in C order. Pitches
 * are in elements: of the file from one column to the next, of the result from one row to the next. */
typedef struct plane {
    size_t rows, columns, from_pitch, to_pitch, size;
    bool swapped;
    const char *from;
    char *to;
} plane;

static void copy_element(char *to, const char *from, size_t size, bool swapped) {
    if (!swapped)
        memcpy(to, from, size);
    for (size_t i = 0; swapped && i < size; i++)
        to[i] = from[size - 1 - i];
}

/* Tiles keep the lines of both matrices in the caches while all of their elements are copied. */
enum { TILE = 32 };

static size_t tile_end(size_t begin, size_t end) {
    return end - begin < TILE ? end : begin + TILE;
}

static void copy_tile(const plane *p, size_t row, size_t column) {
    const size_t last_row = tile_end(row, p->rows), last_column = tile_end(column, p->columns);
    for (size_t r = row; r < last_row; r++)
        for (size_t c = column; c < last_column; c++)
            copy_element(p->to + (r * p->to_pitch + c) * p->size, p->from + (r + c * p->from_pitch) * p->size, p->size,
                         p->swapped);
}

static void copy_plane(const plane *p) {
    for (size_t row = 0; row < p->rows; row += TILE)
        for (size_t column = 0; column < p->columns; column += TILE)
            copy_tile(p, row, column);
}

/* An array of up to four dimensions is a matrix of the first and the last dimension for each index in between. Without
 * elements there is nothing to walk over, however long the other dimensions are. */
void npy_reorder(const npy_header *header, size_t size, bool swapped, const char *from, char *to) {
    const unsigned dimensions = header->fortran_order && header->count > 0 ? header->dimensions : 1;
    const size_t rows = dimensions > 1 ? header->shape[0] : 1;
    const size_t second = dimensions > 2 ? header->shape[1] : 1, third = dimensions > 3 ? header->shape[2] : 1;
    const size_t columns = dimensions > 1 ? header->shape[dimensions - 1] : header->count;
    plane p = { rows, columns, rows * second * third, second * third * columns, size, swapped, from, to };
    for (size_t i = 0; i < second; i++)
        for (size_t j = 0; j < third; j++) {
            p.from = from + rows * (i + second * j) * size;
            p.to = to + (i * third + j) * columns * size;
            copy_plane(&p);
        }
}
