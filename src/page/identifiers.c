/* The words are taken from pages that are written for descriptions which, together, have every part that a page may
 * have. tests/unit/identifiers.c looks for an identifier that none of them has in the pages of some thousand other
 * descriptions. */
#include "page/identifiers.h"

#include "base/try.h"
#include "page/generate_problem.h"
#include "problem/desc.h"
#include "source/strip_comments.h"

#include <string.h>

/* This name stands for every name of the user's. It is reserved, so no macro of the user's can have it. */
#define YOURS "clscan_yours"
#define OF_USER                                                                                                        \
    { .name = YOURS, .size = 1 }
#define ARRAYS OF_USER, OF_USER, OF_USER, OF_USER, OF_USER, OF_USER, OF_USER, OF_USER

static const clscan_desc descriptions[] = {
    { .op = CLSCAN_OP_ADD, .user.source = " " },
    { .op = CLSCAN_OP_RECURRENCE, .user.source = " " },
    { .op = CLSCAN_OP_ARGMIN, .user = { .source = " ", .map = YOURS } },
    { .in[0].name = "float", .out[0].name = "short", .user.source = " " },
    { .task = CLSCAN_TASK_SELECT,
      .mask = CLSCAN_MASK_FLAGS,
      .in[1] = OF_USER,
      .out[1] = OF_USER,
      .index_type.name = "ulong",
      .user.source = " " },
    { .task = CLSCAN_TASK_SELECT,
      .value = OF_USER,
      .in[0] = OF_USER,
      .user = { .source = " ", .map = YOURS, .keep = YOURS, .with_position = 1 } },
    { .task = CLSCAN_TASK_PARTITION, .mask = CLSCAN_MASK_BITS, .user.source = " " },
    { .task = CLSCAN_TASK_PARTITION, .parts = 3, .user = { .source = " ", .keep = YOURS } },
    { .task = CLSCAN_TASK_REDUCE, .segments = CLSCAN_SEGMENTS_OFFSETS, .user.source = " " },
    { .task = CLSCAN_TASK_REDUCE, .segments = CLSCAN_SEGMENTS_KEYS, .count_type.name = "ulong", .user.source = " " },
    { .task = CLSCAN_TASK_SORT,
      .value.name = "float",
      .in = { OF_USER, OF_USER },
      .out[1] = OF_USER,
      .index_type.name = "ulong",
      .user = { .source = " ", .map = YOURS } },
    { .task = CLSCAN_TASK_SORT,
      .in = { OF_USER, OF_USER },
      .out[1] = OF_USER,
      .index_type.name = "ulong",
      .user = { .source = " ", .less = YOURS } },
    { .task = CLSCAN_TASK_UNIQUE, .value = OF_USER, .user = { .source = " ", .same_key = YOURS } },
    { .task = CLSCAN_TASK_HISTOGRAM,
      .in[0].name = "double",
      .user = { .source = " ", .map = YOURS, .with_position = 1 },
      .bins = { .count = 1, .upper = 1 } },
    { .task = CLSCAN_TASK_HISTOGRAM, .user.source = " ", .bins = { .count = 1, .upper = 1 } },
    { .task = CLSCAN_TASK_HISTOGRAM,
      .in[0] = OF_USER,
      .user = { .source = " ", .load = YOURS },
      .bins = { .kind = CLSCAN_BIN_KIND_FUNCTION, .count = 1, .function = YOURS } },
    { .value = OF_USER,
      .user = { .source = YOURS "()",
                .combine = YOURS,
                .identity = "0",
                .map = YOURS,
                .load = YOURS,
                .store = YOURS,
                .key = YOURS,
                .same_key = YOURS,
                .with_position = 1 },
      .in = { ARRAYS },
      .out = { ARRAYS },
      .segments = CLSCAN_SEGMENTS_KEYS,
      .key = OF_USER,
      .key_in = OF_USER },
};

static clscan_status look_in_page(const clscan_desc *desc, const char *word, size_t length, bool *has) {
    static const char end_of_users[] = "clscan_end_of_text";
    clscan_status status = CLSCAN_OK;
    const cs_caps caps = { .has_half = true };
    const cs_shape alone = { .group = CLSCAN_GROUP_SEQUENTIAL, .wg_size = 1 };
    const cs_problem problem = cs_desc_problem(desc);
    cs_strbuf page = { 0 }, bare = { 0 };
    cs_generate_problem(&page, &caps, &problem, &alone);
    TRY_ALLOC(!page.failed);
    cs_strip_comments(&bare, strstr(page.data, end_of_users));
    TRY_ALLOC(!bare.failed);
    *has = cs_text_has_word(bare.data, word, length);
done:
    cs_strbuf_free(&bare);
    cs_strbuf_free(&page);
    return status;
}

clscan_status cs_page_has_identifier(const char *word, size_t length, bool *has) {
    clscan_status status = CLSCAN_OK;
    *has = false;
    for (size_t i = 0; i < sizeof descriptions / sizeof *descriptions && !*has; i++)
        TRY(look_in_page(&descriptions[i], word, length, has));
done:
    return status;
}
