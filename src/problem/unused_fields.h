/* Fields of a description that its task has no use for. */
#ifndef CS_UNUSED_FIELDS_H
#define CS_UNUSED_FIELDS_H

#include "table/table.h"

/* Fails for a field that is given although the task would ignore it, since the caller expects an effect. */
clscan_status cs_unused_fields_check(const clscan_desc *desc);

#endif
