/* The environment variables that change what drivers build. table/environment.def lists them. */
#ifndef CS_ENVIRONMENT_H
#define CS_ENVIRONMENT_H

#include "base/sha256.h"

#include <stdbool.h>

/* Sets *digest to a digest of the names and values of these variables. Their order in the environment does not matter.
 * Returns NULL, or the reason why there is no digest. Like getenv, this function must not run while another thread
 * changes the environment. */
const char *cs_environment_digest(cs_digest *digest);

/* Returns true if one of these variables has `text` in its name or value. */
bool cs_environment_has(const char *text);

#endif
