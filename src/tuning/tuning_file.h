/* Finds and reads the user's own tuning rows. */
#ifndef CS_TUNING_FILE_H
#define CS_TUNING_FILE_H

#include "base/log.h"
#include "tuning/tuning.h"

/* Appends the path of the tuning file, or nothing if there is none; path->data is a string in any case. *named becomes
 * true if CLSCAN_TUNING names the file. Fails with CLSCAN_ERROR_OUT_OF_MEMORY. */
clscan_status cs_tuning_path(cs_strbuf *path, bool *named);

/* Fills *tuning from `text`, or from the tuning file if `text` is NULL. *tuning must be zeroed before, is released by
 * cs_tuning_free, and keeps a pointer to `caps`. A bad file fails with CLSCAN_ERROR_FILE if CLSCAN_TUNING names it;
 * else it is ignored and a line goes to `log`. */
clscan_status cs_tuning_load(cs_tuning *tuning, const cs_caps *caps, const char *text, const cs_log *log);

void cs_tuning_free(cs_tuning *tuning);

#endif
