/* One scan of elements that are made up, and what comes of it by one variant or another. */
#ifndef CS_TEST_SCAN_H
#define CS_TEST_SCAN_H

#include "plan/plan.h"
#include "self_test/test_data.h"

enum { CS_MAX_OUTPUTS = CLSCAN_MAX_ARRAYS + 1 /* the total */, CS_MAX_BUFFERS = 2 * CLSCAN_MAX_ARRAYS + 3 };

/* What a variant writes, and where that is in memory of the host. */
typedef struct cs_test_scan_output {
    cl_mem mem;
    cs_test_data sample;
    size_t count, at;
    bool *skip; /* padding */
} cs_test_scan_output;

typedef struct cs_test_scan {
    const clscan_plan *plan; /* these three are the caller's to set */
    const clscan_desc *desc;
    const cs_problem *problem;
    cl_command_queue queue;
    cs_call call;
    cl_mem buffers[CS_MAX_BUFFERS]; /* all of them */
    size_t num_buffers, num_outputs;
    cs_test_scan_output outputs[CS_MAX_OUTPUTS];
    unsigned char *expected, *actual; /* outputs, side by side */
    unsigned char *few;               /* see user_operator.c */
    cs_series series;                 /* of the first array; CS_ANY_SERIES: results may be rounded otherwise */
    size_t bytes;
    bool judged; /* plain C has judged what is expected; see vs_reference.h */
} cs_test_scan;

/* How elements lie where rows are asked for. */
typedef enum cs_lines { CS_LONG_ROWS, CS_SHORT_ROWS, CS_COLUMNS } cs_lines;

/* About `count` elements. To be closed in any case. */
clscan_status cs_test_scan_open(cs_test_scan *scan, size_t count, cs_lines lines);
void cs_test_scan_close(cs_test_scan *scan);

/* Of an array whose type is `name`, or where that is NULL the one that is scanned. */
cs_test_data cs_test_scan_sample(const cs_test_scan *scan, const char *name, size_t size);

/* The elements of the i-th array as they are when the scan begins, in `to`. */
void cs_test_scan_fill(const cs_test_scan *scan, unsigned i, void *to);

/* Puts elements into the first array whose sums and products round. Those of an operator of the user's stay. */
clscan_status cs_test_scan_make_rounding(cs_test_scan *scan);

/* Which segment the k-th element of a row is in, or of all where there are no rows. */
size_t cs_test_scan_segment(const cs_test_scan *scan, size_t k);

/* What is before the first element. */
clscan_status cs_test_scan_identity(const cs_test_scan *scan, const cs_variant *variant, void *to);

/* How a variant runs. */
typedef enum cs_test_scan_way {
    CS_WHOLE,
    CS_HALVES,  /* the second half from the total of the first on, where that can be */
    CS_WITHHELD /* no work-group takes the first tile, so that another one has to compute what it comes to */
} cs_test_scan_way;

/* Scans by the variant and reads all outputs, whose bytes were `before`. */
clscan_status cs_test_scan_run(const cs_test_scan *scan, const cs_variant *variant, cs_test_scan_way way,
                               unsigned char before, unsigned char *to);

/* Whether a variant can run with a tile withheld: it hands words from work-group to work-group, by tickets. */
bool cs_test_scan_can_withhold(const cs_test_scan *scan, const cs_variant *variant);

/* Whether the actual outputs are as expected; else *wrong is the first element that is not. */
bool cs_test_scan_agrees(const cs_test_scan *scan, size_t *wrong);

/* Returns true if the actual outputs of a run with CS_WITHHELD have the bits that are expected. Only elements of the
 * withheld tile may be unwritten instead: their bytes are `before` then. Otherwise *wrong is the first element that is
 * wrong. */
bool cs_test_scan_agrees_withheld(const cs_test_scan *trial, const cs_variant *variant, unsigned char before,
                                  size_t *wrong);

#endif
