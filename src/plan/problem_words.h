/* The words that pages write: see generate_problem.h. */
#ifndef CS_PROBLEM_WORDS_H
#define CS_PROBLEM_WORDS_H

#include "clscan/clscan.h"
#include <stdbool.h>

/* Sets *has to whether the page of some plan writes the word behind the user's text. Names of types, their limits and
 * conversions are not looked for: a page has those of its own types only. Fails where there is no memory. */
clscan_status cs_problem_has_word(const char *word, size_t length, bool *has);

#endif
