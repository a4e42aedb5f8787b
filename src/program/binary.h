/* Programs as the driver's own bytes: what they depend on, out of a program, and back. A failure is nobody's to report:
 * there is the source. */
#ifndef CS_BINARY_H
#define CS_BINARY_H

#include "base/sha256.h"
#include "clscan/clscan.h"

/* The digest of the text, the compiler's options, both our versions, the variables of the environment by which drivers
 * change what they build, and everything that tells device and driver from another, not two devices of one make from
 * each other. NULL, or why there is none. */
const char *cs_binary_key(cl_device_id id, const char *options, const char *text, cs_digest *key);

/* To be freed; NULL where there is none. */
void *cs_binary_of(cl_program program, cl_device_id id, size_t *size);

/* Built; NULL where the driver does not take it. */
cl_program cs_binary_build(cl_context context, cl_device_id id, const char *options, const void *bytes, size_t size);

#endif
