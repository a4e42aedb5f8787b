/* What the tool writes to an output file, kept in memory instead. */
#ifndef TESTS_FUZZ_KEPT_H
#define TESTS_FUZZ_KEPT_H

#include "base/strbuf.h"
#include "formats/format.h"

/* The elements in that format, to be freed with cs_strbuf_free. */
cs_strbuf kept_write(const char *format, const data_options *options, const array *values);

/* What was written, as an input. */
input kept_input(const cs_strbuf *kept);

#endif
