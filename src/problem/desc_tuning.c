#include "base/try.h"
#include "problem/desc.h"
#include "table/table.h"

#include <string.h>

static clscan_status check_most(const char *name, unsigned value, unsigned most) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(value > most, CLSCAN_ERROR_INVALID_VALUE, "desc.tuning.%s is %u; at most %u are possible", name, value,
            most);
done:
    return status;
}

clscan_status cs_desc_check_tuning(const clscan_tuning *tuning) {
    static const clscan_tuning none;
    clscan_status status = CLSCAN_OK;
    FAIL_IF(memcmp(tuning->reserved, none.reserved, sizeof none.reserved) != 0, CLSCAN_ERROR_INVALID_DESC,
            "desc.tuning.reserved is not zero");
    FAIL_IF(!cs_group_at(tuning->group), CLSCAN_ERROR_INVALID_VALUE,
            "desc.tuning.group is %d, which is not a clscan_group", (int)tuning->group);
    FAIL_IF(!cs_strategy_name(tuning->strategy), CLSCAN_ERROR_INVALID_VALUE,
            "desc.tuning.strategy is %d, which is not a clscan_strategy", (int)tuning->strategy);
    FAIL_IF(tuning->wg_size & (tuning->wg_size - 1), CLSCAN_ERROR_INVALID_VALUE,
            "desc.tuning.wg_size is %u, which is not a power of two", tuning->wg_size);
    TRY(check_most("num_groups", tuning->num_groups, CS_MAX_GROUPS));
    TRY(check_most("items", tuning->items, cs_strategy_most_items(tuning->strategy)));
    TRY(check_most("private_rows", tuning->private_rows, CS_MAX_PRIVATE_ROWS));
    TRY(check_most("local_rows", tuning->local_rows, CS_MAX_LOCAL_ROWS));
    FAIL_IF(tuning->local_rows && !tuning->private_rows, CLSCAN_ERROR_INVALID_DESC,
            "desc.tuning.local_rows is %u, but desc.tuning.private_rows is 0", tuning->local_rows);
done:
    return status;
}
