#include "options/view_parts.h"
#include "options/device_memory.h"
#include "options/task_table.h"
#include <stdio.h>

/* X(name, option, an expression that is true if the option is given) */
#define PARTS(X)                                                                                                       \
    X(EXCLUSIVE, "--exclusive", v->exclusive)                                                                          \
    X(REVERSE, "--reverse", v->reverse)                                                                                \
    X(INIT, "--init", v->has_init)                                                                                     \
    X(TOTAL, "--total", v->has_total)                                                                                  \
    X(COUNT_BUFFER, "--count-buffer", v->counted)                                                                      \
    X(IN_TYPE, "--in-type", v->in_type >= 0)                                                                           \
    X(OUT_TYPE, "--out-type", v->out_type >= 0)                                                                        \
    X(MARKS, "--segments", v->segments != CLSCAN_SEGMENTS_NONE && v->segments != CLSCAN_SEGMENTS_OFFSETS)              \
    X(OFFSETS, "--segments offsets", v->segments == CLSCAN_SEGMENTS_OFFSETS)                                           \
    X(TYPED, "--segments", v->segments == CLSCAN_SEGMENTS_KEYS || v->segments == CLSCAN_SEGMENTS_OFFSETS)              \
    X(SEGMENT_LENGTH, "--segment-length", v->segment_length > 0)                                                       \
    X(KEY_TYPE, "--key-type", v->key_type >= 0)                                                                        \
    X(NO_OFFSET_TYPE, "--key-type", v->key_type >= 0 && v->key_type != ORACLE_UINT && v->key_type != ORACLE_ULONG)     \
    X(ROWS, "--rows", v->rows > 0)                                                                                     \
    X(COLUMNS, "--columns", v->columns > 0)                                                                            \
    X(STRIDE, "--stride", v->stride > 0)                                                                               \
    X(PITCH, "--pitch", v->pitch > 0)                                                                                  \
    X(OFFSET, "--offset", v->offset > 0)                                                                               \
    X(IN_PLACE, "--in-place", v->in_place)                                                                             \
    X(TRANSFORM, "--transform", v->transform)                                                                          \
    X(COMPACT, "--compact", v->compact)                                                                                \
    X(COMPONENTS, "--components", v->components > 0)                                                                   \
    X(MEMORY, "--memory", v->memory != MEMORY_BUFFER)                                                                  \
    X(REDUCE, "--task reduce", v->task == CLSCAN_TASK_REDUCE)                                                          \
    X(SELECT, "--task select", v->task == CLSCAN_TASK_SELECT)                                                          \
    X(PARTITION, "--task partition", v->task == CLSCAN_TASK_PARTITION)                                                 \
    X(THREE_WAY, "--three-way", v->three_way)                                                                          \
    X(RUNS, "--task unique or run_length", task_kind_of((clscan_task)v->task) == TASK_FINDS_RUNS)                      \
    X(SORT, "--task sort", v->task == CLSCAN_TASK_SORT)                                                                \
    X(TOP_K, "--task top_k", v->task == CLSCAN_TASK_TOP_K)                                                             \
    X(HISTOGRAM, "--task histogram", v->task == CLSCAN_TASK_HISTOGRAM)

#define NUMBER(NAME, OPTION, IS_GIVEN) NUMBER_OF_##NAME,
#define BIT(NAME, OPTION, IS_GIVEN)    NAME = 1 << NUMBER_OF_##NAME,
enum { PARTS(NUMBER) COUNT };
enum { PARTS(BIT) };

#define OPTION(NAME, TEXT, IS_GIVEN) TEXT,
static const char *const options_of[] = { PARTS(OPTION) };

unsigned view_parts(const view_options *v) {
    unsigned parts = 0;
#define ADD(NAME, OPTION, IS_GIVEN) parts |= (IS_GIVEN) ? (unsigned)NAME : 0;
    PARTS(ADD)
    return parts;
}

const char *view_part_name(unsigned parts) {
    int i = 0;
    while (i < COUNT - 1 && !(parts >> i & 1))
        i++;
    return options_of[i];
}

enum {
    MOVING = SELECT | PARTITION | RUNS | SORT | TOP_K,
    OF_SCANS = EXCLUSIVE | INIT | TOTAL | COUNT_BUFFER | STRIDE | PITCH | OFFSET | IN_PLACE | TRANSFORM | COMPACT
};

typedef struct excluding_pair {
    unsigned part, others;
    const char *reason;
} excluding_pair;

static const excluding_pair pairs[] = {
    { REDUCE | MOVING | HISTOGRAM, OF_SCANS, ": the option is for scans only" },
    { MOVING, IN_TYPE | OUT_TYPE, ": elements are moved as they are" },
    { HISTOGRAM, IN_TYPE | OUT_TYPE, ": elements are counted as they are, in numbers of uint" },
    { THREE_WAY, MARKS | OFFSETS, ": a partition in three parts has no segments" },
    { SORT | TOP_K | HISTOGRAM, COMPONENTS, ": keys and counted elements are numbers" },
    { HISTOGRAM, REVERSE, ": counts have no order" },
    { COLUMNS, ROWS | STRIDE, ": columns are rows with a stride of their own" },
    { OFFSETS, ROWS | COLUMNS | STRIDE, ": offsets are of one range" },
    { OFFSETS, NO_OFFSET_TYPE, ": offsets are of uint or ulong" },
    { COUNT_BUFFER, ROWS | COLUMNS | STRIDE, ": the host must know the length of rows" },
    { COMPACT, TRANSFORM, ": each of them has a store function" },
    { COMPACT, EXCLUSIVE, ": the places of kept elements do not depend on the kind" },
    { COMPACT, INIT, ": kept elements begin at place 0" },
    { COMPACT, IN_TYPE | OUT_TYPE, ": kept elements are not converted" },
    { COMPACT, MARKS | OFFSETS, ": each segment would begin at place 0" },
    { COMPACT, COLUMNS | STRIDE, ": kept elements are stored contiguously" },
    { COMPACT, COMPONENTS, ": kept elements are ints" },
    { COMPACT, IN_PLACE, ": it would overwrite elements before they are read" },
};

/* The pairs that exclude each other if there are segments. */
static const excluding_pair pairs_with_segments[] = {
    { SELECT | PARTITION, ROWS | COLUMNS, ": a selection or a partition takes segments of all elements, or rows" },
    { TOP_K, COLUMNS, ": a top-k takes segments of contiguous rows" },
};

static bool exclude(const excluding_pair *p, size_t count, unsigned parts, char why[static VIEW_WHY]) {
    for (; count > 0; count--, p++)
        if (parts & p->part && parts & p->others) {
            snprintf(why, VIEW_WHY, "%s and %s exclude each other%s", view_part_name(parts & p->part),
                     view_part_name(parts & p->others), p->reason);
            return true;
        }
    return false;
}

bool view_parts_exclude(unsigned parts, char why[static VIEW_WHY]) {
    return exclude(pairs, sizeof pairs / sizeof *pairs, parts, why) ||
           (parts & MARKS &&
            exclude(pairs_with_segments, sizeof pairs_with_segments / sizeof *pairs_with_segments, parts, why));
}

bool view_parts_lack(unsigned parts, char why[static VIEW_WHY]) {
    static const struct {
        unsigned part, with;
        const char *words;
    } needs[] = { { SEGMENT_LENGTH, MARKS | OFFSETS | RUNS, "--segments" },
                  { KEY_TYPE, TYPED, "--segments keys or offsets" },
                  { PITCH, ROWS, "--rows" } };
    for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
        if (parts & needs[i].part && !(parts & needs[i].with)) {
            snprintf(why, VIEW_WHY, "%s needs %s", view_part_name(needs[i].part), needs[i].words);
            return true;
        }
    return false;
}
