/* OpenCL C of the user's, which our kernels are compiled together with: nothing of it may reach into them. */
#ifndef CS_USER_TEXT_H
#define CS_USER_TEXT_H

#include "clscan/clscan.h"
#include <stdbool.h>

/* Fails, with a sentence that begins with "desc.FIELD, line N", where the text would, which declares something or is an
 * expression. */
clscan_status cs_user_text_check(const char *field, const char *text, bool declares);

/* Whether a name is one of those that the kernels have for themselves. */
bool cs_user_text_is_ours(const char *name, size_t length);

#endif
