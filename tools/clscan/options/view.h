/* How made-up data are scanned, for bench and verify: rows of a table, or options. */
#ifndef CLSCAN_TOOL_VIEW_H
#define CLSCAN_TOOL_VIEW_H

#include "options/view_parts.h"
#include "oracle.h"

typedef struct view {
    const char *name; /* of the table's row, or "options" */
    view_options options;
    const char *twice; /* an option that was given and that the row has too; NULL: none */
} view;

/* The views that are asked for, segments in each length; false past the last. */
bool view_at(const options *o, size_t index, view *v);

/* Whether the options for it go together, whatever is scanned; complains if not. */
bool view_is_possible(const options *o);

/* Whether the problem can't be seen so, on this device; `why` says it. */
bool view_misfits(const view *v, const oracle_problem *p, const clscan_device *device, char why[static VIEW_WHY]);

/* Of a row, 1 where there are none. */
size_t view_length(const view_options *v);

/* The greatest count up to `count` that the view can have: rows are whole. */
size_t view_count(const view_options *v, size_t count);

size_t view_segment_length(const view_options *v);

/* ", reverse, rows of 100", or "" */
enum { VIEW_WORDS = 480 };
void view_words(const view_options *v, char text[static VIEW_WORDS]);

#endif
