/* What host and kernels agree on: the page of a plan defines it by the host's constants, so that neither side can have
 * another value. cl/agreed.h has the same names, for kernels that compile without the host. */
#ifndef CS_AGREED_H
#define CS_AGREED_H

#include "base/strbuf.h"

/* Adds the definitions to a page. */
void cs_agreed_write(cs_strbuf *page);

#endif
