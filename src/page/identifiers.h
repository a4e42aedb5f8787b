/* Knows the identifiers that the library writes into pages: see generate_problem.h. */
#ifndef CS_IDENTIFIERS_H
#define CS_IDENTIFIERS_H

#include "clscan/clscan.h"
#include <stdbool.h>

/* Sets *has to true if the page of some plan uses the identifier `word` after the user's text. Names of types, their
 * limits and conversions are not searched, because a page uses these for its own types only. Fails if memory runs out.
 */
clscan_status cs_page_has_identifier(const char *word, size_t length, bool *has);

#endif
