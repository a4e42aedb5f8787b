#include "random/case_stream.h"

#include "random/case_desc.h"

enum { PUSHED = 1, EXECUTED = 2, BY_TEAM = 3 }; /* the values of D_stream */
enum { DRAWS = 4000 };                          /* the numbers of the draws of portions */

/* ------------------------------------------------------------------------------------------------------ the case */

static void no(test_case *tc, bool if_so, int dimension) {
    if (if_so)
        tc->v[dimension] = 0;
}

/* The host compares keys of segments by itself. A selection counts from 0, in a ulong. */
static void settle_stream(test_case *tc) {
    static const int none[] = { D_reverse, D_counted, D_room };
    const bool scans = tc->v[D_task] == CLSCAN_TASK_SCAN;
    for (size_t i = 0; i < COUNT(none); i++)
        tc->v[none[i]] = 0;
    tc->v[D_init] = tc->v[D_init] && !test_case_moves(tc);
    no(tc, scans && tc->v[D_segments] > 4, D_segments);
    if (test_case_moves(tc))
        tc->v[D_count_type] = 3;
}

void case_stream_settle(test_case *tc) {
    static const int none[] = { D_load, D_store, D_layout };
    const bool sorts_by_team = tc->v[D_task] == CLSCAN_TASK_SORT && tc->v[D_stream] == BY_TEAM;
    no(tc, test_case_needs_all(tc) && !sorts_by_team, D_stream);
    no(tc, !tc->v[D_stream], D_piece);
    if (!tc->v[D_stream])
        return;
    for (size_t i = 0; i < COUNT(none); i++)
        tc->v[none[i]] = 0;
    tc->v[D_executed] = 1;
    no(tc,
       test_case_reduces(tc) || test_case_counts(tc) || test_case_is_masked(tc) || sorts_by_team ||
           tc->v[D_segments] > 6,
       D_segments);
    no(tc, tc->v[D_stream] == BY_TEAM, D_min_run);
    no(tc, test_case_compares_elements(tc) && tc->v[D_segments] == CLSCAN_SEGMENTS_BITS, D_segments);
    if (tc->v[D_stream] != BY_TEAM)
        settle_stream(tc);
}

/* ---------------------------------------------------------------------------------------------------- the portions */

typedef struct portions {
    const case_arrays *s;
    clscan_stream *stream;
    clscan_args args;
    bool bits, single; /* marks are bits; out[1] is one number */
    size_t results;    /* at most */
    size_t pushed, pulled;
    uint64_t draws;
} portions;

static size_t draw(portions *p, size_t most) {
    return (size_t)(case_arrays_draw(p->s, DRAWS, p->draws++) % most);
}

static void advance(clscan_ref *ref, size_t n) {
    ref->offset += n;
    ref->capacity -= ref->capacity ? n : 0;
}

/* A portion of bits has whole words, unless it is the last one. */
static clscan_status push(portions *p, bool *ring_is_full) {
    const size_t left = p->args.count - p->pushed;
    size_t n = draw(p, 2 * (p->s->tc->v[D_piece] + 1) + 60), taken = 0;
    clscan_args args = p->args;
    n = p->bits ? n / 32 * 32 : n;
    args.count = n < left ? n : left;
    for (int i = 0; i < 3; i++)
        advance(&args.in[i], p->pushed);
    advance(&args.segments, p->bits ? p->pushed / 32 : p->pushed);
    advance(&args.mask, p->bits ? p->pushed / 32 : p->pushed);
    const clscan_status status = clscan_stream_push(p->stream, &args, &taken);
    p->pushed += taken;
    *ring_is_full = taken < args.count;
    return status;
}

static clscan_status pull(portions *p, bool *any) {
    const size_t left = p->results - p->pulled, n = 1 + draw(p, p->s->tc->v[D_piece] + 30);
    size_t given = 0;
    clscan_args args = p->args;
    args.count = n < left ? n : left;
    for (int i = 0; i < 3; i++)
        advance(&args.out[i], i == 1 && p->single ? 0 : p->pulled);
    advance(&args.indices, p->pulled);
    advance(&args.lengths, p->pulled);
    const clscan_status status = clscan_stream_pull(p->stream, &args, &given);
    p->pulled += given;
    *any = given > 0;
    return status;
}

/* Now and then, an unfinished piece is computed. */
static clscan_status push_and_pull(portions *p) {
    bool full = false, more = true;
    clscan_status status = CLSCAN_OK;
    while (more && status == CLSCAN_OK) {
        const bool pushes = p->pushed < p->args.count;
        status = pushes ? push(p, &full) : clscan_stream_finish(p->stream);
        if (status == CLSCAN_OK && pushes && draw(p, 9) == 0)
            status = clscan_stream_flush(p->stream);
        if (status == CLSCAN_OK && (full || !pushes || draw(p, 3) == 0))
            status = pull(p, &more);
        more = more || pushes;
    }
    return status;
}

static clscan_status read_total(portions *p) {
    const size_t size = p->s->at[CELLS].unit;
    const clscan_ref *total = &p->args.total;
    return clscan_stream_total(p->stream, (char *)(size_t)total->host + total->offset * size, size);
}

/* ------------------------------------------------------------------------------------------------------- the stream */

static size_t most_results(const case_arrays *s) {
    if (test_case_counts(s->tc))
        return s->at[OUT].bytes / s->at[OUT].unit - s->at[OUT].offset;
    return test_case_reduces(s->tc) ? 1 : s->most;
}

static clscan_status create(const test_device *d, const case_arrays *s, const clscan_args *args, portions *p) {
    const unsigned *v = s->tc->v;
    case_desc r;
    clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
    *p = (portions) { .s = s, .args = *args, .results = most_results(s) };
    case_desc_write(d, s->tc, &r);
    p->bits = r.desc.segments == CLSCAN_SEGMENTS_BITS || r.desc.mask == CLSCAN_MASK_BITS;
    p->single = r.desc.op == CLSCAN_OP_ADD_CHECKED && r.desc.task == CLSCAN_TASK_SCAN;
    options.piece_elements = v[D_piece] + 1;
    options.num_pieces = 2 + (unsigned)draw(p, 3);
    options.init = args->init;
    options.first_index = args->first_index;
    p->args.init = NULL;
    p->args.first_index = 0;
    return clscan_stream_create(d->device, &r.desc, &options, &p->stream);
}

/* A device has many rounds of pieces. */
static clscan_status run_team(const test_device *d, const case_arrays *s, const clscan_args *args) {
    clscan_team *team = NULL;
    case_desc r;
    case_desc_write(d, s->tc, &r);
    clscan_status status = clscan_team_create(&d->device, 1, &r.desc, &team);
    if (status == CLSCAN_OK)
        status = clscan_team_execute(team, args, s->tc->v[D_piece] + 1);
    clscan_team_destroy(team);
    return status;
}

static clscan_status run_stream(const test_device *d, const case_arrays *s, const clscan_args *args) {
    portions p;
    clscan_status status = create(d, s, args, &p);
    if (status == CLSCAN_OK && s->tc->v[D_stream] == EXECUTED) {
        status = clscan_stream_execute(p.stream, &p.args);
    } else if (status == CLSCAN_OK) {
        status = push_and_pull(&p);
        if (status == CLSCAN_OK && s->tc->v[D_total])
            status = read_total(&p);
    }
    clscan_stream_destroy(p.stream);
    return status;
}

clscan_status case_stream_run(const test_device *d, const case_arrays *s, const clscan_args *args) {
    return (s->tc->v[D_stream] == BY_TEAM ? run_team : run_stream)(d, s, args);
}
