/* Which strategy in which shape for which device, element and count: rows, of which the first that holds is taken. The
 * user's own come before the table's. */
#ifndef CS_TUNING_H
#define CS_TUNING_H

#include "base/strbuf.h"
#include "tuning/shape.h"

typedef struct cs_tuning_row {
    const char *origin; /* for people: the table's class of devices, or the user's file */
    bool (*matches)(const cs_caps *caps);
    size_t limit;   /* for counts up to this; SIZE_MAX: all */
    size_t element; /* of so many bytes; 0: any */
    clscan_strategy strategy;
    cs_shape shape; /* groups: a compute unit */
    unsigned line;  /* in the file, from 1; 0 in the table */
} cs_tuning_row;

enum {
    CS_MAX_OWN_ROWS = 64,
#define TUNING(...) +1
    CS_TABLE_ROWS =
#include "table/tuning.def"
#undef TUNING
};

/* A device, and the user's own rows for it. */
typedef struct cs_tuning {
    const cs_caps *caps;
    cs_strbuf origin; /* of the own rows: what is read */
    cs_tuning_row own[CS_MAX_OWN_ROWS];
    size_t num_own;
} cs_tuning;

/* The first row for more elements than `past`; none is left after one up to SIZE_MAX. With `shaped`, one for
 * work-groups whose shape can be requested. */
const cs_tuning_row *cs_tuning_next(const cs_tuning *tuning, size_t element, bool shaped, size_t past);

/* The row for who asks for a strategy: in the first class of devices that knows it, for the most elements. One that
 * none knows takes the shape of reduce_scan. */
const cs_tuning_row *cs_tuning_requested(const cs_tuning *tuning, size_t element, clscan_strategy strategy);

/* "all any lookback sub_group 256 11 10 11 8", as a line of the file has it, and where it is from. */
void cs_tuning_print(cs_strbuf *text, const cs_tuning_row *row);

#endif
