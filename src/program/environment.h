/* The variables of the environment by which drivers change what they build, as table/environment.def lists them. */
#ifndef CS_ENVIRONMENT_H
#define CS_ENVIRONMENT_H

#include "base/sha256.h"

/* Digests their names and values, in whatever order they stand. Returns NULL, or why there is no digest. Like getenv,
 * this must not run while another thread changes the environment. */
const char *cs_environment_digest(cs_digest *digest);

#endif
