/* Checks OpenCL C of the user's, which is compiled together with the kernels, and must not change their meaning. */
#ifndef CS_USER_SOURCE_H
#define CS_USER_SOURCE_H

#include "clscan/clscan.h"
#include <stdbool.h>

/* Fails if the text could change the meaning of the kernels. The message begins with "FIELD, line N". `declares`
 * is true for a text of declarations, and false for an expression. */
clscan_status cs_user_source_check(const char *field, const char *text, bool declares);

/* Checks the texts of a description that has passed cs_desc_check: its identity and its source. */
clscan_status cs_user_source_check_desc(const clscan_desc *desc);

#endif
