/* Whether operators are what a scan needs: associative, and what is called their identity changes nothing. */
#ifndef CLSCAN_TOOL_LAWS_H
#define CLSCAN_TOOL_LAWS_H

#include "common/child.h"
#include "options/options.h"

/* The user's operator, or those of the library that the options do not exclude, each tried by the child. Ends the
 * child. Returns the exit status. */
int laws_verify(const options *o, uint64_t seed, child *c);

/* In the child process. */
int laws_serve(const options *o, int socket);

#endif
