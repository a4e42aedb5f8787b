/* The options of a view, and which of them go together. */
#ifndef CLSCAN_TOOL_VIEW_PARTS_H
#define CLSCAN_TOOL_VIEW_PARTS_H

#include "options/options.h"

enum { VIEW_WHY = 160 };

/* Returns a bit for each option that is given. */
unsigned view_parts(const view_options *v);

/* Returns the name of the first option that is given. */
const char *view_part_name(unsigned parts);

/* Return true if some of the options exclude each other, or if an option needs another one that is not given. `why`
 * names the options. */
bool view_parts_exclude(unsigned parts, char why[static VIEW_WHY]);
bool view_parts_lack(unsigned parts, char why[static VIEW_WHY]);

#endif
