#include "mpi/sizes.h"

#include <string.h>

size_t cs_mpi_bytes_of(const clscan_type *type, const char *other) {
    return type->size ? type->size : clscan_type_size(type->name ? type->name : other);
}

static size_t bytes_if(const clscan_type *type) {
    return type->name ? cs_mpi_bytes_of(type, NULL) : 0;
}

/* Ready-made operators with a second input or output. 0: none. */
static void add_of_op(const clscan_desc *desc, size_t value, cs_mpi_sizes *s) {
    static const struct {
        clscan_op op;
        bool in_value;
        size_t in;
        bool out_value;
        size_t out;
    } rows[] = {
        { CLSCAN_OP_ADD_CHECKED, false, 0, false, sizeof(cl_uint) },
        { CLSCAN_OP_ARGMIN, false, 0, false, sizeof(cl_ulong) },
        { CLSCAN_OP_ARGMAX, false, 0, false, sizeof(cl_ulong) },
        { CLSCAN_OP_ARGMIN_LAST, false, 0, false, sizeof(cl_ulong) },
        { CLSCAN_OP_ARGMAX_LAST, false, 0, false, sizeof(cl_ulong) },
        { CLSCAN_OP_MEAN_VARIANCE, false, 0, true, 0 },
        { CLSCAN_OP_RECURRENCE, true, 0, false, 0 },
        { CLSCAN_OP_LAST_SEEN, false, sizeof(cl_uchar), false, 0 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !desc->user.combine; i++)
        if (rows[i].op == desc->op) {
            s->in[1] = rows[i].in_value ? value : rows[i].in;
            s->out[1] = rows[i].out_value ? value : rows[i].out;
            s->single_out = desc->op == CLSCAN_OP_ADD_CHECKED;
        }
}

static void add_histogram(const clscan_desc *desc, cs_mpi_sizes *s) {
    static const struct {
        const char *name;
        bool floats;
        double most;
    } rows[] = {
        { "uint", false, 4294967295.0 }, { "int", false, 2147483647.0 }, { "ulong", false, 1.8e19 },
        { "long", false, 9.2e18 },       { "float", true, 16777216.0 },  { "double", true, 9007199254740992.0 }
    };
    const char *name = desc->value.name ? desc->value.name : "uint";
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0) {
            s->floats = rows[i].floats;
            s->most = rows[i].most;
        }
    s->weighted = desc->user.map != NULL;
    s->bins = desc->bins.count;
}

bool cs_mpi_selects(clscan_task task) {
    return task == CLSCAN_TASK_SELECT || task == CLSCAN_TASK_UNIQUE || task == CLSCAN_TASK_UNIQUE_LAST ||
           task == CLSCAN_TASK_RUN_LENGTH;
}

cs_mpi_sizes cs_mpi_sizes_of(const clscan_desc *desc) {
    const bool counts = desc->task == CLSCAN_TASK_HISTOGRAM;
    const size_t value = cs_mpi_bytes_of(&desc->value, counts ? "uint" : "int");
    const bool lengths = desc->task == CLSCAN_TASK_RUN_LENGTH;
    cs_mpi_sizes s = {
        .task = desc->task, .selects = cs_mpi_selects(desc->task), .loads = desc->user.load, .stores = desc->user.store
    };
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        s.in[i] = bytes_if(&desc->in[i]);
        s.out[i] = bytes_if(&desc->out[i]);
    }
    s.in[0] = s.in[0] ? s.in[0] : value;
    s.out[0] = desc->task == CLSCAN_TASK_SORT ? s.in[0] : s.out[0] && !counts ? s.out[0] : value;
    if (desc->task == CLSCAN_TASK_SCAN || desc->task == CLSCAN_TASK_REDUCE)
        add_of_op(desc, s.in[0], &s);
    s.segment_bits = desc->segments == CLSCAN_SEGMENTS_BITS;
    s.mask_bits = desc->mask == CLSCAN_MASK_BITS;
    if (desc->segments == CLSCAN_SEGMENTS_KEYS)
        s.segments = desc->key_in.name ? bytes_if(&desc->key_in) : cs_mpi_bytes_of(&desc->key, "int");
    else if (desc->segments == CLSCAN_SEGMENTS_FLAGS)
        s.segments = sizeof(cl_uchar);
    s.mask = desc->mask == CLSCAN_MASK_FLAGS ? sizeof(cl_uchar) : 0;
    s.index = lengths ? cs_mpi_bytes_of(&desc->index_type, "uint") : bytes_if(&desc->index_type);
    s.length = lengths ? cs_mpi_bytes_of(&desc->length_type, "uint") : 0;
    s.count = cs_mpi_bytes_of(&desc->count_type, "uint");
    s.signed_count = desc->count_type.name && desc->count_type.name[0] != 'u';
    if (counts)
        add_histogram(desc, &s);
    return s;
}
