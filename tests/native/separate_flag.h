/* A wrong implementation of records, for comparison: the value is not atomic, and a separate flag is accessed with the
 * memory order NATIVE_ORDER. */
static bool clscan_record_load(clscan_state *record, uint epoch, clscan_t *x) {
    bool there = __opencl_atomic_load(record, NATIVE_ORDER(acquire), memory_scope_device) == epoch;
    *x = there ? *(volatile global clscan_t *)(record + 1) : clscan_identity();
    return there;
}

static void clscan_record_store(clscan_state *record, uint epoch, clscan_t x) {
    *(volatile global clscan_t *)(record + 1) = x;
    __opencl_atomic_store(record, epoch, NATIVE_ORDER(release), memory_scope_device);
}
