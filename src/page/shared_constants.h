/* The constants that host and kernels share. The page of a plan defines them by the host's constants, so that both
 * sides have the same values. cl/shared_constants.h has the same names, for kernels that compile without the host. */
#ifndef CS_SHARED_CONSTANTS_H
#define CS_SHARED_CONSTANTS_H

#include "base/strbuf.h"

/* Adds the definitions to a page. */
void cs_shared_constants_write(cs_strbuf *page);

#endif
