/* The variables of the environment by which drivers change what they build: table/environment.def has them. */
#ifndef CS_ENVIRONMENT_H
#define CS_ENVIRONMENT_H

#include "sha256.h"

/* The digest of their names and values, in whatever order they stand. NULL, or why there is none. As getenv, it must
 * not run while another thread changes the environment. */
const char *cs_environment_digest(cs_digest *digest);

#endif
