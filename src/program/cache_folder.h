/* The folder of a disk cache, inspected and cleared for the caller. */
#ifndef CS_CACHE_FOLDER_H
#define CS_CACHE_FOLDER_H

#include "clscan/clscan.h"

/* These are clscan_cache_visit and clscan_cache_clear. Neither `folder` nor `visit` is NULL; `entries` and `bytes` may
 * be. */
clscan_status cs_cache_visit(const char *folder, clscan_cache_fn visit, void *user);
clscan_status cs_cache_clear(const char *folder, size_t *entries, size_t *bytes);

#endif
