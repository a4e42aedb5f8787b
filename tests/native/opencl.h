/* OpenCL C on the host, after clang's own header: its atomics are C11's, and what else the kernels call is in groups.c.
 * The sanitizer knows no fences: what is ordered by one alone, it would call a race. */
#define atomic_load_explicit(p, order, scope)       __opencl_atomic_load(p, order, scope)
#define atomic_store_explicit(p, x, order, scope)   __opencl_atomic_store(p, x, order, scope)
#define atomic_work_item_fence(flags, order, scope) ((void)(flags))
#define atomic_inc(counter)                         native_ticket((volatile void *)(counter))
#define get_local_id(dimension)                     native_local_id()
#define barrier(flags)                              native_barrier()
#define min(a, b)                                                                                                      \
    ({                                                                                                                 \
        __typeof__((a) + (b)) native_a = (a), native_b = (b);                                                          \
        native_a < native_b ? native_a : native_b;                                                                     \
    })

void native_barrier(void);
uint native_ticket(volatile void *counter);
uint native_local_id(void);
