/* One scan of generated data by one variant or another, and its results. */
#ifndef CS_TEST_SCAN_H
#define CS_TEST_SCAN_H

#include "plan/plan.h"
#include "self_test/test_data.h"

enum { CS_MAX_OUTPUTS = CLSCAN_MAX_ARRAYS + 1 /* the total */, CS_MAX_BUFFERS = 2 * CLSCAN_MAX_ARRAYS + 3 };

/* An array that variants write. */
typedef struct cs_test_scan_output {
    cl_mem mem;
    cs_test_data sample;
    size_t count; /* elements */
    size_t at;    /* byte at which the results begin in `expected` and `actual` */
    bool *skip;   /* skip[k]: byte k of an element is padding, which may have any value */
} cs_test_scan_output;

typedef struct cs_test_scan {
    const clscan_plan *plan; /* the caller sets these four fields */
    const clscan_desc *desc;
    const cs_problem *problem;
    const struct cs_task_test *task; /* what is special about the task; see task_test.h */
    cl_command_queue queue;
    cs_call call;
    cl_mem buffers[CS_MAX_BUFFERS]; /* all buffers of the scan, to be released */
    size_t num_buffers, num_outputs;
    cs_test_scan_output outputs[CS_MAX_OUTPUTS];
    unsigned char *expected, *actual; /* the bytes of all outputs, one after another */
    unsigned char *few;               /* see user_operator.c */
    /* If plain C computes what is expected (see task_test.h): the elements of the inputs; how many elements are moved
     * to the outputs; and for each of these the index that it has in the inputs. */
    unsigned char *in[CLSCAN_MAX_ARRAYS];
    size_t num_moved, *source;
    cs_series series; /* of the first array; CS_ANY_SERIES: results may be rounded otherwise */
    size_t bytes;
    bool judged; /* plain C has judged what is expected; see vs_reference.h */
} cs_test_scan;

/* The layout of a scan in rows. */
typedef enum cs_lines { CS_LONG_ROWS, CS_SHORT_ROWS, CS_COLUMNS } cs_lines;

/* Creates a scan of about `count` elements: queue, inputs and outputs. Close the scan even if this call fails. */
clscan_status cs_test_scan_open(cs_test_scan *scan, size_t count, cs_lines lines);
void cs_test_scan_close(cs_test_scan *scan);

/* Writes numbers whose sums and products round into the first input. With a user operator the input stays as it is. */
clscan_status cs_test_scan_make_rounding(cs_test_scan *scan);

/* Returns the number of the row of the i-th element in memory, and the place of the element in its row. Without rows
 * these are 0 and i. */
size_t cs_test_scan_row(const cs_test_scan *scan, size_t i);
size_t cs_test_scan_place_in_row(const cs_test_scan *scan, size_t i);

/* Writes the identity, as the variant computes it, to `to`. */
clscan_status cs_test_scan_identity(const cs_test_scan *scan, const cs_variant *variant, void *to);

/* How a variant runs. */
typedef enum cs_test_scan_way {
    CS_WHOLE,
    CS_HALVES,  /* two scans, the second one from the total of the first on; one scan if the plan allows no total */
    CS_WITHHELD /* no work-group takes the first tile, so that another one has to compute its aggregate */
} cs_test_scan_way;

/* Fills all outputs with bytes `before`, scans by the variant, and reads all outputs into `to`. */
clscan_status cs_test_scan_run(const cs_test_scan *scan, const cs_variant *variant, cs_test_scan_way way,
                               unsigned char before, unsigned char *to);

/* Returns true if a variant can run with a tile withheld: its work-groups use records, and tickets number the tiles.
 * The lengths of runs are computed from indices that such a run does not write, so a run-length encoding cannot. */
bool cs_test_scan_can_withhold(const cs_test_scan *scan, const cs_variant *variant);

/* Returns true if the actual outputs agree with the expected ones. If not, *wrong is the first element that differs. */
bool cs_test_scan_agrees(const cs_test_scan *scan, size_t *wrong);

/* Finds the padding of elements in all outputs, from two runs: into `expected` with bytes `before`, and into `actual`
 * with bytes `after`. Returns false if no byte of any element was written. */
bool cs_test_scan_find_padding(cs_test_scan *scan, unsigned char before, unsigned char after);

/* Returns true if the actual outputs of a run with CS_WITHHELD have the bits that are expected. Only elements of the
 * withheld tile may be unwritten instead: their bytes are `before` then. Otherwise *wrong is the first element that is
 * wrong. */
bool cs_test_scan_agrees_withheld(const cs_test_scan *scan, const cs_variant *variant, unsigned char before,
                                  size_t *wrong);

#endif
