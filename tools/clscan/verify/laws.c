#include "verify/laws.h"
#include "common/json.h"
#include "common/message.h"
#include "data/members.h"
#include "formats/feed.h"
#include "options/device_plan.h"
#include "oracle.h"
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The device scans rows of two elements, because a row of two is one call of the operator in every strategy. */
enum { TRIPLES = 4096, WORDS = 512 };

enum { A, B, C, AB, BC, LEFT, RIGHT, IDENTITY, IDENTITY_A, A_IDENTITY, ARRAYS };

typedef struct laws_request {
    uint64_t seed;
    oracle_type type; /* `type` and `op` are unused for a user operator */
    clscan_op op;
} laws_request;

typedef enum laws_reply {
    LAWS_FAILED, /* the child has complained */
    LAWS_HOLD,
    LAWS_BROKEN,
    LAWS_ABSENT /* the device lacks the type */
} laws_reply;

typedef struct laws {
    const options *o;
    clscan_device *device; /* it is asked which types it has */
    clscan_desc desc;
    members m;
    const char *op, *type;
    bool has_identity;
    device_plan scans[2];         /* by clscan_kind; opened when first needed */
    unsigned char *array[ARRAYS]; /* TRIPLES elements each */
    unsigned char *pairs;         /* TRIPLES pairs of elements */
    unsigned char *scanned;       /* the scan of each pair */
} laws;

/* ------------------------------------------------------------------------------------------------- on the device */

/* Scans each pair. */
static bool scan_pairs(laws *l, clscan_kind kind) {
    device_plan *dp = &l->scans[kind];
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].host = l->pairs;
    args.out[0].host = l->scanned;
    args.num_dims = 2;
    args.dims[0].n = 2;
    args.dims[1].n = TRIPLES;
    l->desc.kind = kind;
    return (dp->plan || device_plan_open(l->o, &l->desc, l->m.size, dp)) &&
           (clscan_plan_execute(dp->plan, &args) == CLSCAN_OK || complain_of_library("can't scan"));
}

static bool combine(laws *l, int earlier, int later, int result) {
    const size_t size = l->m.size;
    for (size_t i = 0; i < TRIPLES; i++) {
        memcpy(l->pairs + 2 * i * size, l->array[earlier] + i * size, size);
        memcpy(l->pairs + (2 * i + 1) * size, l->array[later] + i * size, size);
    }
    if (!scan_pairs(l, CLSCAN_KIND_INCLUSIVE))
        return false;
    for (size_t i = 0; i < TRIPLES; i++)
        memcpy(l->array[result] + i * size, l->scanned + (2 * i + 1) * size, size);
    return true;
}

/* Computes the identity on the device: the first result of an exclusive scan. */
static bool find_identity(laws *l) {
    if (!scan_pairs(l, CLSCAN_KIND_EXCLUSIVE))
        return false;
    for (size_t i = 0; i < TRIPLES; i++)
        memcpy(l->array[IDENTITY] + i * l->m.size, l->scanned + 2 * i * l->m.size, l->m.size);
    return true;
}

static bool compute(laws *l) {
    const bool associates =
        combine(l, A, B, AB) && combine(l, B, C, BC) && combine(l, AB, C, LEFT) && combine(l, A, BC, RIGHT);
    return associates && (!l->has_identity || (find_identity(l) && combine(l, IDENTITY, A, IDENTITY_A) &&
                                               combine(l, A, IDENTITY, A_IDENTITY)));
}

/* ----------------------------------------------------------------------------------------------------- the laws */

/* Returns the first place where two arrays differ, or TRIPLES. *count becomes the number of places that differ. */
static size_t compare(const laws *l, int a, int b, size_t *count) {
    size_t first = TRIPLES;
    *count = 0;
    for (size_t i = TRIPLES; i-- > 0;)
        if (!members_agree(&l->m, l->array[a] + i * l->m.size, l->array[b] + i * l->m.size)) {
            first = i;
            ++*count;
        }
    return first;
}

static const char *words_of(const laws *l, int which, size_t i) {
    static char text[ARRAYS][WORDS];
    members_print(&l->m, l->array[which] + i * l->m.size, text[which], WORDS);
    return text[which];
}

static void json_law(const laws *l, const char *law, bool holds) {
    json object = json_begin();
    json_text(&object, "operator", l->op);
    json_text(&object, "type", l->type);
    json_text(&object, "law", law);
    json_text(&object, "result", holds ? "ok" : "mismatch");
    json_end(&object);
}

static bool is_associative(const laws *l) {
    size_t count;
    const size_t i = compare(l, LEFT, RIGHT, &count);
    const char *op = l->op;
    if (l->o->json)
        json_law(l, "associativity", count == 0);
    if (count == 0)
        return true;
    say("%smismatch%s: %s is not associative over %s: with a = %s, b = %s, c = %s", colour_bad(), colour_off(), op,
        l->type, words_of(l, A, i), words_of(l, B, i), words_of(l, C, i));
    say("  %s(%s(a, b), c) = %s", op, op, words_of(l, LEFT, i));
    say("  %s(a, %s(b, c)) = %s", op, op, words_of(l, RIGHT, i));
    say("  %zu of %d triples break it", count, TRIPLES);
    return false;
}

static bool has_right_identity(const laws *l) {
    size_t before = 0, after = 0;
    const size_t i = compare(l, IDENTITY_A, A, &before), k = compare(l, A_IDENTITY, A, &after), at = i < k ? i : k;
    if (!l->has_identity)
        return true;
    if (l->o->json)
        json_law(l, "identity", before + after == 0);
    if (before + after == 0)
        return true;
    say("%smismatch%s: %s is not an identity of %s over %s: with a = %s", colour_bad(), colour_off(),
        words_of(l, IDENTITY, at), l->op, l->type, words_of(l, A, at));
    say("  %s(identity, a) = %s, %s(a, identity) = %s", l->op, words_of(l, IDENTITY_A, at), l->op,
        words_of(l, A_IDENTITY, at));
    say("  %zu of %d elements are changed", before > after ? before : after, TRIPLES);
    return false;
}

/* ----------------------------------------------------------------------------------------------------- operators */

static bool allocate(laws *l, uint64_t seed) {
    bool ok = (l->pairs = malloc(2 * TRIPLES * l->m.size)) && (l->scanned = calloc(2 * TRIPLES, l->m.size));
    for (int i = 0; i < ARRAYS; i++)
        ok = (l->array[i] = calloc(TRIPLES, l->m.size)) && ok;
    for (int i = A; ok && i <= C; i++)
        members_draw(&l->m, seed + (uint64_t)i, l->array[i], TRIPLES);
    return ok || complain("out of memory");
}

static laws_reply judge(const laws *l) {
    const bool associative = is_associative(l), identity = has_right_identity(l);
    if (!associative || !identity)
        return LAWS_BROKEN;
    say("%sok%s: %s is associative over %s%s", colour_good(), colour_off(), l->op, l->type,
        l->has_identity ? ", and its identity changes nothing" : "; no --identity was given");
    return LAWS_HOLD;
}

static laws_reply verify_one(laws *l, uint64_t seed) {
    const laws_reply reply = allocate(l, seed) && compute(l) ? judge(l) : LAWS_FAILED;
    for (int i = 0; i < ARRAYS; i++)
        free(l->array[i]);
    free(l->pairs);
    free(l->scanned);
    l->pairs = l->scanned = NULL;
    for (int kind = 0; kind < 2; kind++)
        device_plan_close(&l->scans[kind]);
    return reply;
}

static bool complain_of_type(const options *o) {
    const char *name = o->type_name;
    if (!name || !o->op_source)
        return complain(
            "the type is missing: --type int, or --type-name NAME of a struct that --op-source FILE defines");
    for (oracle_type type = 0; type < ORACLE_USER; type++)
        if (strcmp(name, oracle_type_name(type)) == 0)
            return complain("--type-name is for types of your own: give --type %s", name);
    return complain("%s defines no %s of numbers, such as typedef struct { float a, b; } %s;", o->op_source, name,
                    name);
}

static laws_reply verify_own(laws *l, uint64_t seed) {
    const options *o = l->o;
    const char *name = user_type_name(o);
    const oracle_type type = o->type < 0 ? ORACLE_USER : (oracle_type)o->type;
    char *source = o->op_source ? input_string(o->op_source) : NULL;
    if (o->op_source && !source)
        return LAWS_FAILED;
    const bool known = type != ORACLE_USER || (source && members_of_source(source, name, &l->m));
    free(source);
    if (!known)
        return complain_of_type(o), LAWS_FAILED;
    if (type != ORACLE_USER)
        l->m = members_of_numbers(type, 1);
    l->desc.value.name = oracle_type_name(type);
    l->op = o->combine ? o->combine : "combine";
    l->type = type == ORACLE_USER ? name : oracle_type_name(type);
    l->has_identity = o->identity;
    return verify_one(l, seed);
}

static bool wanted(const options *o, oracle_type type, clscan_op op) {
    return (o->type < 0 || o->type == (int)type) && (o->op < 0 || o->op == (int)op) && oracle_defined(type, op);
}

static bool is_on(clscan_device *device, oracle_type type) {
    const oracle_problem problem = { .type = type };
    return oracle_problem_supported(&problem, clscan_device_id(device));
}

static laws_reply verify_built_in(laws *l, const laws_request *request) {
    if (!l->device && !(l->device = open_device_of(l->o)))
        return LAWS_FAILED;
    if (!is_on(l->device, request->type))
        return LAWS_ABSENT;
    l->desc.value.name = oracle_type_name(request->type);
    l->desc.op = request->op;
    l->m = members_of_numbers(request->type, 1);
    l->op = clscan_op_name(request->op);
    l->type = oracle_type_name(request->type);
    l->has_identity = true;
    return verify_one(l, request->seed);
}

static void serve(void *state, const void *request, void *reply) {
    const laws_request *asked = request;
    laws_reply *answer = reply;
    laws *l = state;
    *answer = has_user_operator(l->o) ? verify_own(l, asked->seed) : verify_built_in(l, asked);
}

int laws_serve(const options *o, int socket) {
    options own = *o; /* without the self-test, which would replace kernels */
    laws l = { .o = &own, .desc = options_desc(o, ORACLE_INT) };
    own.no_self_test = true;
    l.desc.layout = CLSCAN_LAYOUT_ROWS;
    if (o->strategy < 0)
        l.desc.tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP;
    const int status = child_serve(socket, sizeof(laws_request), sizeof(laws_reply), serve, &l);
    clscan_device_destroy(l.device);
    return status;
}

/* ------------------------------------------------------------------------------------------------ in the parent */

typedef struct count {
    size_t checked, broken; /* operators */
} count;

/* Asks the child to test an operator. An operator in whose test the driver crashes counts as broken. */
static bool ask(child *c, const laws_request *request, const char *what, count *n) {
    laws_reply reply;
    const child_answer answer = child_ask(c, request, sizeof *request, &reply, sizeof reply, what);
    if (answer == CHILD_FAILED)
        return false;
    if (answer == CHILD_LOST)
        reply = LAWS_BROKEN;
    n->checked += reply != LAWS_ABSENT;
    n->broken += reply == LAWS_BROKEN;
    return reply != LAWS_FAILED;
}

/* Tests the library's operators without an accumulator. */
static bool ask_built_in(const options *o, laws_request request, child *c, count *n) {
    bool ok = true;
    char what[64];
    for (request.type = 0; ok && request.type < ORACLE_USER; request.type++)
        for (request.op = 0; ok && clscan_op_name(request.op); request.op++)
            if (!oracle_has_accumulator(request.op) && wanted(o, request.type, request.op)) {
                snprintf(what, sizeof what, "the laws of %s over %s", clscan_op_name(request.op),
                         oracle_type_name(request.type));
                ok = ask(c, &request, what, n);
            }
    return ok;
}

int laws_verify(const options *o, uint64_t seed, child *c) {
    const laws_request request = { .seed = seed };
    count n = { .checked = 0 };
    const bool ok =
        has_user_operator(o) ? ask(c, &request, "the laws of the operator", &n) : ask_built_in(o, request, c, &n);
    if (!child_end(c) || !ok)
        return EXIT_ERROR;
    if (n.checked == 0)
        return complain("no such operator"), EXIT_ERROR;
    say("%zu operator%s, %zu of them wrong: %d triples each, floating numbers within 1/4096 (seed %" PRIu64 ")",
        n.checked, plural(n.checked), n.broken, TRIPLES, seed);
    return n.broken ? EXIT_MISMATCH : EXIT_OK;
}
