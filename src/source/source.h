/* Flattens a kernel file into one text for the driver. Each included file appears once, in place of its first include,
 * and #line directives make compilers name the real file in their messages. */
#ifndef CS_SOURCE_H
#define CS_SOURCE_H

#include "base/strbuf.h"
#include "clscan/clscan.h"
#include <stdbool.h>

typedef struct cs_source {
    const char *kernel_dir; /* the folder to read files from; NULL: the embedded files */
    const char *problem;    /* the text of problem.h */
    const char *group;      /* the work-group algorithm: #include CLSCAN_GROUP includes group/<group>.h */
    const char *op;         /* #include CLSCAN_OP in problem.h includes op/<op>.h; NULL: problem.h has no such line */
    const char *task;       /* #include CLSCAN_TASK in problem.h includes task/<task>.h; NULL: there is no such line */
    bool inlines_all;       /* every function is inlined, if the driver is PoCL */
} cs_source;

/* Returns true if both flatten each kernel file to the same text, as long as no file of kernel_dir changes. */
bool cs_source_equal(const cs_source *a, const cs_source *b);

/* Appends a kernel file, for example "grid/reduce_scan.cl", and all that it includes. Fails with CLSCAN_ERROR_FILE if a
 * file is missing or cannot be read. */
clscan_status cs_source_flatten(cs_strbuf *text, const cs_source *source, const char *file);

#endif
