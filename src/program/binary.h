/* Program binaries (bytes in the driver's own format) and their keys. Failures are not errors of the caller's: the
 * program can always be built from its source instead. */
#ifndef CS_BINARY_H
#define CS_BINARY_H

#include "base/sha256.h"
#include "clscan/clscan.h"

/* Sets *key to a digest of everything that a binary depends on: the text, the compiler's options, the versions of
 * clscan and of the key's format, the environment variables that change what drivers build, and the names and versions
 * of platform, device and driver. Two devices of the same model have the same keys. Returns NULL, or the reason why
 * there is no key. */
const char *cs_binary_key(cl_device_id id, const char *options, const char *text, cs_digest *key);

/* Returns the binary of a program for a device, of *size bytes, which the caller frees; NULL if the driver gives
 * none. */
void *cs_binary_of(cl_program program, cl_device_id id, size_t *size);

/* Returns a program that is built from a binary, or NULL if the driver rejects the binary. */
cl_program cs_binary_build(cl_context context, cl_device_id id, const char *options, const void *bytes, size_t size);

#endif
