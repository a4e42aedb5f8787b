/* Captures in memory what the tool writes to an output file. */
#ifndef TESTS_FUZZ_KEPT_H
#define TESTS_FUZZ_KEPT_H

#include "base/strbuf.h"
#include "formats/format.h"

/* Writes the elements in the named format. Free the result by cs_strbuf_free. */
cs_strbuf kept_write(const char *name, const data_options *options, const array *values);

/* Returns the written bytes as an input. */
input kept_input(const cs_strbuf *kept);

#endif
