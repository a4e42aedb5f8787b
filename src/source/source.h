/* Kernel text for the driver: one kernel file with everything it includes, each file once, in place of its include
 * and with #line, so that a compiler's message names the real file. */
#ifndef CS_SOURCE_H
#define CS_SOURCE_H

#include "base/strbuf.h"
#include "clscan/clscan.h"

typedef struct cs_source {
    const char *cl_dir;  /* read files from here; NULL: the embedded ones */
    const char *problem; /* stands for problem.h */
    const char *group;   /* the group algorithm's name: group/<group>.h stands for CLSCAN_GROUP */
    const char *op;      /* likewise op/<op>.h for CLSCAN_OP in problem.h; NULL: nothing includes that */
} cs_source;

/* Appends `file` ("grid/reduce_scan.cl"), flattened. */
clscan_status cs_source_flatten(cs_strbuf *text, const cs_source *source, const char *file);

#endif
