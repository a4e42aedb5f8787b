#include "page/shared_constants.h"
#include "problem/call.h"
#include "strategy/launch.h"
#include "tuning/sort_shape.h"
#include "tuning/tune.h"

static const struct {
    const char *name;
    size_t number;
} numbers[] = {
    { "SEGMENTS_FLAGS", CLSCAN_SEGMENTS_FLAGS },
    { "SEGMENTS_BITS", CLSCAN_SEGMENTS_BITS },
    { "SEGMENTS_KEYS", CLSCAN_SEGMENTS_KEYS },
    { "SEGMENTS_OFFSETS", CLSCAN_SEGMENTS_OFFSETS },
    { "SEGMENTS_ROWS", CS_SEGMENTS_ROWS },
    { "SUB_GROUPS_PTX", CS_PTX },
    { "SUB_GROUPS_KHR", CS_KHR },
    { "SUB_GROUPS_INTEL", CS_INTEL },
    { "SUB_GROUPS_AMD", CS_AMD },
    { "SUB_GROUPS_UNIFORM", CS_UNIFORM },
    { "ATOMICS_OF_1_2", CS_ATOMICS_OF_1_2 },
    { "ATOMICS_RELAXED", CS_ATOMICS_RELAXED },
    { "ATOMICS_FENCED", CS_ATOMICS_FENCED },
    { "ATOMICS_PTX", CS_ATOMICS_PTX },
    { "MAX_ARRAYS", CLSCAN_MAX_ARRAYS },
    { "PARAMS_BYTES", sizeof(cs_params) },
    { "LAST_EPOCH", CS_LAST_EPOCH },
    { "HEAD_BIT_WORDS", CS_HEAD_BIT_WORDS },
    { "BLOCKS_PER_PREFIX", CS_BLOCKS_PER_PREFIX },
    { "TILES_PER_PREFIX", CS_TILES_PER_PREFIX },
    { "INTERLEAVED_LENGTH", CS_INTERLEAVED_LENGTH },
    { "DIGIT_BITS", CS_DIGIT_BITS },
    { "SORT_RECORD_BITS", CS_SORT_RECORD_BITS },
    { "MOST_STAGED", CS_MOST_STAGED },
    { "CALLER_ARRAYS", CS_CALLER_ARRAYS },
    { "TOP_K_GATHERED", CS_TOP_K_GATHERED },
    { "WORKSPACE_ALIGNMENT", CS_WORKSPACE_ALIGNMENT },
    { "MERGE_TILE_PER_ITEM", CS_MERGE_TILE_PER_ITEM },
    { "MERGE_INSERTED", CS_MERGE_INSERTED },
    { "MOST_TOTALS_BYTES", CS_MOST_TOTALS_BYTES },
    { "BINS_ADDED", CS_BINS_ADDED },
    { "HEADS_LOCAL_BYTES", CS_HEADS_LOCAL_BYTES },
    { "SEGMENT_LISTS_BYTES", CS_SEGMENT_LISTS_BYTES },
    { "RUNS_AT", CS_RUNS_AT },
    { "EDGE_RUNS_BYTES", CS_EDGE_RUNS_BYTES },
};

#define TEXT_OF(expanded) AS_TEXT(expanded)
#define AS_TEXT(x)        #x

/* The macros with parameters: `size` is the size of an element in bytes. */
static const struct {
    const char *name, *text;
} functions[] = {
    { "RECORD_BYTES(size)", TEXT_OF(CS_RECORD_BYTES(size)) },
    { "LINE_RECORD_BYTES(size)", TEXT_OF(CS_LINE_RECORD_BYTES(size)) },
    { "INTERLEAVED_RUNS(size)", TEXT_OF(CS_INTERLEAVED_RUNS(size)) },
    { "ROWS_ARE_CONTIGUOUS(r, lines)", TEXT_OF(CS_ROWS_ARE_CONTIGUOUS(r, lines)) },
};

void cs_shared_constants_write(cs_strbuf *page) {
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        cs_strbuf_add(page, "#define CLSCAN_%s %zu\n", numbers[i].name, numbers[i].number);
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        cs_strbuf_add(page, "#define CLSCAN_%s %s\n", functions[i].name, functions[i].text);
}
