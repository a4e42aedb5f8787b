/* How bench and verify scan generated data: by the views of a table, or by options. */
#ifndef CLSCAN_TOOL_VIEW_H
#define CLSCAN_TOOL_VIEW_H

#include "options/view_parts.h"
#include "oracle.h"

typedef struct view {
    const char *name; /* the name of the table's row, or "options" */
    view_options options;
    const char *contradicting; /* a given option that contradicts the row of the table; NULL: none */
} view;

/* Sets *v to the `index`th view that the options ask for, once for each length of segments. Returns false past the last
 * one. */
bool view_at(const options *o, size_t index, view *v);

/* Returns true if the options of the view go together for some problem. Otherwise complains. */
bool view_is_possible(const options *o);

/* Returns true if the problem cannot be scanned with this view on this device. `why` is the reason. */
bool view_misfits(const view *v, const oracle_problem *p, const clscan_device *device, char why[static VIEW_WHY]);

/* Returns true if the view's task combines elements by an operator. */
bool view_has_operator(const view_options *v);

/* Writes what the view's task is of: "int add", or "int" for a task without an operator. */
enum { VIEW_PROBLEM = 64 };
void view_problem_name(const view_options *v, const oracle_problem *p, char text[static VIEW_PROBLEM]);

/* Returns true if the view's task can be of this problem. A task without an operator takes the type of a problem of
 * sums. */
bool view_has_problem(const view_options *v, const oracle_problem *p);

/* Returns true if the view's task has the strategy. */
bool view_has_strategy(const view_options *v, clscan_strategy strategy);

/* Returns the elements of a row, or 1 if the view has no rows. */
size_t view_length(const view_options *v);

/* Returns the greatest count up to `count` that fills whole rows. */
size_t view_count(const view_options *v, size_t count);

/* Returns the average length of segments. */
size_t view_segment_length(const view_options *v);

/* Writes the view in words: ", reverse, rows of 100", or "". */
enum { VIEW_WORDS = 480 };
void view_words(const view_options *v, char text[static VIEW_WORDS]);

#endif
