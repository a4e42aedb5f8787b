/* Formats that the tool does not read, but recognizes by their first bytes. */
#ifndef CLSCAN_TOOL_FOREIGN_H
#define CLSCAN_TOOL_FOREIGN_H

#include "formats/input.h"

/* Returns true if the input begins like a compressed file, an archive or text in UTF-16. Then the complaint says how to
 * convert the input. */
bool foreign_is_refused(const input *in);

#endif
