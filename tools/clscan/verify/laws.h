/* Tests whether operators obey the laws that a scan needs: they are associative, and their identity is neutral. */
#ifndef CLSCAN_TOOL_LAWS_H
#define CLSCAN_TOOL_LAWS_H

#include "common/child.h"
#include "options/options.h"

/* Lets the child process test the user operator, or all operators of the library that the options allow. Ends the
 * child. Returns the exit status. */
int laws_verify(const options *o, uint64_t seed, child *c);

/* Runs in the child process. */
int laws_serve(const options *o, int socket);

#endif
