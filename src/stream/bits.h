/* Bits in words of 32 bits, the lowest bit of a word first. */
#ifndef CS_BITS_H
#define CS_BITS_H

#include "clscan/clscan.h"

/* Copies the first `n` bits of `from`, of any alignment, to bit `at` of `to` and those that follow. */
void cs_bits_copy(cl_uint *to, size_t at, const void *from, size_t n);

/* Drops the first `dropped` of `n` bits: the others become bits 0 to n - dropped - 1. */
void cs_bits_drop(cl_uint *bits, size_t n, size_t dropped);

/* Returns the number of the first bit that is set; `n` if none of the `n` bits is. */
size_t cs_bits_first(const cl_uint *bits, size_t n);

#endif
