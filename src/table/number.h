/* Numbers of the table's types in plain C, but of half, which C has not. */
#ifndef CS_NUMBER_H
#define CS_NUMBER_H

#include "table/table.h"

/* An integer's bits, and none above them; or what is floating. */
typedef union cs_number {
    cl_ulong whole;
    double floating;
} cs_number;

cs_number cs_number_load(const cs_type_row *row, const unsigned char *at);
void cs_number_store(const cs_type_row *row, cs_number n, unsigned char *at);
bool cs_number_equals(const cs_type_row *row, cs_number a, cs_number b);

/* What min and max over all there are come to. */
cs_number cs_number_lowest(const cs_type_row *row);
cs_number cs_number_highest(const cs_type_row *row);

/* As elements are converted: floating numbers saturate in integers, others wrap. */
cs_number cs_number_convert(const cs_type_row *from, const cs_type_row *to, cs_number n);

/* Whether a device may come to another neighbour of the number: in the embedded profile, conversions to floating ones
 * may round towards zero. */
bool cs_number_is_rounded(const cs_type_row *from, const cs_type_row *to, cs_number n);

#endif
