/* Numbers of the types of table/type.def in plain C, except half, which C does not have. */
#ifndef CS_NUMBER_H
#define CS_NUMBER_H

#include "table/table.h"

/* A number of some type. `whole` has the bits of an integer and zeros above them; `floating` is a float or double. */
typedef union cs_number {
    cl_ulong whole;
    double floating;
} cs_number;

/* Load from, and store to, unaligned memory; compare as the type does. */
cs_number cs_number_load(const cs_type_row *row, const unsigned char *at);
void cs_number_store(const cs_type_row *row, cs_number n, unsigned char *at);
bool cs_number_equals(const cs_type_row *row, cs_number a, cs_number b);

/* Return the lowest and the highest number of the type, which are infinities for floating types. */
cs_number cs_number_lowest(const cs_type_row *row);
cs_number cs_number_highest(const cs_type_row *row);

/* Returns the lowest integer of a type with its sign extended to 64 bits. */
cl_ulong cs_number_lowest_integer(const cs_type_row *row);

/* Returns true if x is above all integers of the type by 1 or more. The highest integer plus 1 is a power of two, and
 * so a double. */
bool cs_number_is_above(const cs_type_row *row, double x);

/* Converts a number as kernels convert elements. Floating numbers saturate when they become integers, and NaN becomes
 * 0. Integers wrap when they become other integers. */
cs_number cs_number_convert(const cs_type_row *from, const cs_type_row *to, cs_number n);

/* Returns true if the conversion is inexact. A device may then give another neighbour of the exact number: in the
 * embedded profile, conversions to floating types may round towards zero. */
bool cs_number_is_rounded(const cs_type_row *from, const cs_type_row *to, cs_number n);

#endif
