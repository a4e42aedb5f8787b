/* Knows the words that the library writes into pages: see generate_problem.h. */
#ifndef CS_PROBLEM_WORDS_H
#define CS_PROBLEM_WORDS_H

#include "clscan/clscan.h"
#include <stdbool.h>

/* Sets *has to true if the page of some plan uses the word after the user's text. Names of types, their limits and
 * conversions are not searched, because a page uses these for its own types only. Fails if memory runs out. */
clscan_status cs_problem_has_word(const char *word, size_t length, bool *has);

#endif
