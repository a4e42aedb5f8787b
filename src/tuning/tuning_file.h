/* Where the user's own rows of tuning come from. */
#ifndef CS_TUNING_FILE_H
#define CS_TUNING_FILE_H

#include "base/log.h"
#include "tuning/tuning.h"

/* The file's name, "" for none; *named: by CLSCAN_TUNING. */
clscan_status cs_tuning_path(cs_strbuf *path, bool *named);

/* Fills *tuning from `text`, or from the file where that is NULL. `caps` must live as long. */
clscan_status cs_tuning_load(cs_tuning *tuning, const cs_caps *caps, const char *text, const cs_log *log);

void cs_tuning_free(cs_tuning *tuning);

#endif
