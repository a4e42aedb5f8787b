#include "mpi/identity.h"

#include "mpi/hash.h"
#include "mpi/sizes.h"

#include <stdio.h>
#include <string.h>

enum { MOST_FIELDS = 64 };

/* The meaning of a field of the description: its value in words, and a hash of the whole value. */
typedef struct field {
    char name[24], words[40];
    cl_ulong hash;
} field;

/* The fields that decide what a rank computes, in the same order on all ranks. */
typedef struct meaning {
    field fields[MOST_FIELDS];
    size_t num;
} meaning;

/* ---------------------------------------------------------------------------------------------------- one field */

/* Adds a field. Its value is the `n` bytes at `bytes`. */
static void add(meaning *all, const char *name, const char *words, const void *bytes, size_t n) {
    field *f = &all->fields[all->num++];
    snprintf(f->name, sizeof f->name, "%s", name);
    snprintf(f->words, sizeof f->words, "%s", words);
    f->hash = cs_mpi_hash(CS_MPI_HASH, bytes, n);
}

static void add_text(meaning *all, const char *name, const char *text) {
    add(all, name, text ? text : "NULL", text, text ? strlen(text) + 1 : 0);
}

static void add_number(meaning *all, const char *name, double number) {
    char text[40];
    snprintf(text, sizeof text, "%.17g", number);
    add_text(all, name, text);
}

/* Adds a type, which is `other` if it has no name. */
static void add_type(meaning *all, const char *name, const clscan_type *type, const char *other) {
    const char *called = type->name ? type->name : other;
    const cl_ulong named = called ? cs_mpi_hash(CS_MPI_HASH, called, strlen(called)) : 0,
                   both[2] = { named, called ? cs_mpi_bytes_of(type, other) : 0 };
    add(all, name, called ? called : "NULL", both, sizeof both);
}

/* -------------------------------------------------------------------------------------------------- their groups */

static const char *or_else(const char *name, const char *otherwise) {
    return name ? name : otherwise;
}

static void add_types(meaning *all, const clscan_desc *desc) {
    const bool counts = desc->task == CLSCAN_TASK_HISTOGRAM, sorts = desc->task == CLSCAN_TASK_SORT;
    const char *value = or_else(desc->value.name, counts ? "uint" : "int");
    const clscan_type *first = desc->in[0].name ? &desc->in[0] : &desc->value;
    add_type(all, "value.name", &desc->value, value);
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        char in[16], out[16];
        snprintf(in, sizeof in, "in[%u].name", i);
        snprintf(out, sizeof out, "out[%u].name", i);
        add_type(all, in, i == 0 ? first : &desc->in[i], i == 0 ? value : NULL);
        if (i > 0 || desc->out[0].name)
            add_type(all, out, &desc->out[i], NULL);
        else
            add_type(all, out, sorts ? first : &desc->value, value);
    }
}

/* The operator of the caller's replaces desc.op. */
static void add_operator(meaning *all, const clscan_desc *desc) {
    add_text(all, "op", desc->user.combine ? NULL : clscan_op_name(desc->op));
    add_text(all, "user.combine", desc->user.combine);
    add_text(all, "user.identity", desc->user.identity);
    add_text(all, "kind", clscan_kind_name(desc->kind));
    add_number(all, "reverse", desc->reverse != 0);
    add_number(all, "deterministic", desc->deterministic != 0);
}

static void add_functions(meaning *all, const clscan_desc *desc) {
    const clscan_user *user = &desc->user;
    char words[40];
    snprintf(words, sizeof words, "a text of %zu bytes", user->source ? strlen(user->source) : 0);
    add(all, "user.source", words, user->source, user->source ? strlen(user->source) : 0);
    add_text(all, "user.map", user->map);
    add_text(all, "user.load", user->load);
    add_text(all, "user.store", user->store);
    add_text(all, "user.keep", user->keep);
}

/* The types and functions of keys matter with keys only, and where runs are found. */
static void add_segments(meaning *all, const clscan_desc *desc) {
    const bool runs = cs_mpi_selects(desc->task) && desc->task != CLSCAN_TASK_SELECT;
    const char *key = or_else(desc->key.name, "int");
    add_text(all, "segments", clscan_segments_name(desc->segments));
    add_text(all, "mask", clscan_mask_name(desc->mask));
    if (desc->segments != CLSCAN_SEGMENTS_KEYS && !runs)
        return;
    add_type(all, "key.name", &desc->key, key);
    add_type(all, "key_in.name", desc->key_in.name ? &desc->key_in : &desc->key, key);
    add_text(all, "user.key", desc->user.key);
    add_text(all, "user.same_key", desc->user.same_key);
}

/* The summaries of a selection have a number of the type desc.count_type. In other tasks, ranks may have different
 * types desc.count_type. */
static void add_numbers(meaning *all, const clscan_desc *desc) {
    const bool lengths = desc->task == CLSCAN_TASK_RUN_LENGTH;
    add_type(all, "index_type.name", &desc->index_type, lengths ? "uint" : NULL);
    if (lengths)
        add_type(all, "length_type.name", &desc->length_type, "uint");
    if (cs_mpi_selects(desc->task))
        add_type(all, "count_type.name", &desc->count_type, "uint");
}

static void add_sort(meaning *all, const clscan_desc *desc) {
    const clscan_sort_options *sort = &desc->sort;
    const size_t bits = 8 * cs_mpi_bytes_of(&desc->value, "int");
    add_number(all, "sort.first_bit", sort->first_bit);
    add_number(all, "sort.num_bits", sort->num_bits ? sort->num_bits : (double)bits - sort->first_bit);
}

static void add_bins(meaning *all, const clscan_desc *desc) {
    const clscan_bins *bins = &desc->bins;
    add_text(all, "bins.kind", clscan_bin_kind_name(bins->kind));
    add_number(all, "bins.count", bins->count);
    add_number(all, "bins.lower", bins->lower);
    add_number(all, "bins.upper", bins->upper);
    add(all, "bins.edges", bins->edges ? "given" : "NULL", bins->edges,
        bins->kind == CLSCAN_BIN_KIND_EDGES && bins->edges ? (bins->count + (size_t)1) * sizeof *bins->edges : 0);
    add_text(all, "bins.function", bins->function);
}

static meaning meaning_of(const clscan_desc *desc) {
    meaning all = { .num = 0 };
    add_text(&all, "task", clscan_task_name(desc->task));
    add_types(&all, desc);
    add_operator(&all, desc);
    add_functions(&all, desc);
    add_segments(&all, desc);
    add_numbers(&all, desc);
    if (desc->task == CLSCAN_TASK_SORT)
        add_sort(&all, desc);
    if (desc->task == CLSCAN_TASK_HISTOGRAM)
        add_bins(&all, desc);
    return all;
}

/* -------------------------------------------------------------------------------------------------- comparison */

/* Fails on this rank if its description differs from the description of rank 0. Fields that only some descriptions have
 * follow the field that says whether they have them. */
static clscan_status compare(const meaning *mine, const meaning *first) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < mine->num; i++) {
        const field *a = &mine->fields[i], *b = &first->fields[i];
        FAIL_IF(a->hash != b->hash && strcmp(a->words, b->words) != 0, CLSCAN_ERROR_INVALID_DESC,
                "desc.%s is %s, but on rank 0 it is %s: all ranks compute the same", a->name, a->words, b->words);
        FAIL_IF(a->hash != b->hash, CLSCAN_ERROR_INVALID_DESC,
                "desc.%s is %s, as on rank 0, but differs from it: all ranks compute the same", a->name, a->words);
    }
done:
    return status;
}

clscan_status cs_mpi_compare_descriptions(const cs_mpi_ranks *ranks, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const meaning mine = meaning_of(desc);
    meaning first = mine;
    MPI(MPI_Bcast(&first, sizeof first, MPI_BYTE, 0, ranks->comm));
    TRY(cs_mpi_agree(ranks, compare(&mine, &first)));
done:
    return status;
}
