/* OpenCL C of the user's, which our kernels are compiled together with: nothing of it may reach into them. */
#ifndef CS_USER_SOURCE_H
#define CS_USER_SOURCE_H

#include "clscan/clscan.h"
#include <stdbool.h>

/* Fails, with a sentence that begins with "desc.FIELD, line N", where the text would, which declares something or is an
 * expression. */
clscan_status cs_user_source_check(const char *field, const char *text, bool declares);

/* Checks the texts of a description that has passed cs_desc_check: its identity and its source. */
clscan_status cs_user_source_check_desc(const clscan_desc *desc);

#endif
