/* The options that say how made-up data are scanned, and which of them go together. */
#ifndef CLSCAN_TOOL_VIEW_PARTS_H
#define CLSCAN_TOOL_VIEW_PARTS_H

#include "options/options.h"

enum { VIEW_WHY = 160 };

/* A bit for each option that is given; 0: elements are scanned one after the other. */
unsigned view_parts(const view_options *v);

/* The name of an option that is given, the first of several. */
const char *view_part_name(unsigned parts);

/* Whether some of the options exclude each other, or lack one that they go with; `why` says which. */
bool view_parts_exclude(unsigned parts, char why[static VIEW_WHY]);
bool view_parts_lack(unsigned parts, char why[static VIEW_WHY]);

#endif
