/* One scan of elements that are made up, and what comes of it by one variant or another. */
#ifndef CS_TRIAL_H
#define CS_TRIAL_H

#include "plan/plan.h"
#include "self_test/sample.h"

enum { CS_MAX_OUTPUTS = CLSCAN_MAX_ARRAYS + 1 /* the total */, CS_MAX_BUFFERS = 2 * CLSCAN_MAX_ARRAYS + 3 };

/* What a variant writes, and where that is in memory of the host. */
typedef struct cs_trial_output {
    cl_mem mem;
    cs_sample sample;
    size_t count, at;
    bool *skip; /* padding */
} cs_trial_output;

typedef struct cs_trial {
    const clscan_plan *plan; /* these three are the caller's to set */
    const clscan_desc *desc;
    const cs_problem *problem;
    cl_command_queue queue;
    clscan_args args;
    cl_mem buffers[CS_MAX_BUFFERS]; /* all of them */
    size_t num_buffers, num_outputs;
    cs_trial_output outputs[CS_MAX_OUTPUTS];
    unsigned char *expected, *actual; /* outputs, side by side */
    unsigned char *few;               /* see user_trial.c */
    cs_series series;                 /* of the first array; CS_ANY_SERIES: results may be rounded otherwise */
    size_t bytes;
} cs_trial;

/* How elements lie where rows are asked for. */
typedef enum cs_lines { CS_LONG_ROWS, CS_SHORT_ROWS, CS_COLUMNS } cs_lines;

/* About `count` elements. To be closed in any case. */
clscan_status cs_trial_open(cs_trial *trial, size_t count, cs_lines lines);
void cs_trial_close(cs_trial *trial);

/* Of an array whose type is `name`, or where that is NULL the one that is scanned. */
cs_sample cs_trial_sample(const cs_trial *trial, const char *name, size_t size);

/* The elements of the i-th array as they are when the trial begins, in `to`. */
void cs_trial_fill(const cs_trial *trial, unsigned i, void *to);

/* Puts elements into the first array whose sums and products round. Those of an operator of the user's stay. */
clscan_status cs_trial_make_rounding(cs_trial *trial);

/* Which segment the k-th element of a row is in, or of all where there are no rows. */
size_t cs_trial_segment(const cs_trial *trial, size_t k);

/* What is before the first element. */
clscan_status cs_trial_identity(const cs_trial *trial, const cs_variant *variant, void *to);

/* How a variant runs. */
typedef enum cs_trial_way {
    CS_WHOLE,
    CS_HALVES,  /* the second half from the total of the first on, where that can be */
    CS_WITHHELD /* no work-group takes the first tile, so that another one has to compute what it comes to */
} cs_trial_way;

/* Scans by the variant and reads all outputs, whose bytes were `before`. */
clscan_status cs_trial_run(const cs_trial *trial, const cs_variant *variant, cs_trial_way way, unsigned char before,
                           unsigned char *to);

/* Whether a variant can run with a tile withheld: it hands words from work-group to work-group, by tickets. */
bool cs_trial_can_withhold(const cs_trial *trial, const cs_variant *variant);

/* Whether the actual outputs are as expected; else *wrong is the first element that is not. */
bool cs_trial_agrees(const cs_trial *trial, size_t *wrong);

/* Whether the actual outputs have the bits that are expected, but for what was left as it was, of bytes `before`. */
bool cs_trial_agrees_where_written(const cs_trial *trial, unsigned char before, size_t *wrong);

#endif
