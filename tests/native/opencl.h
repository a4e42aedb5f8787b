/* OpenCL C on the host, included after clang's own header. Atomics are C11's. The other functions that kernels
 * call are in groups.c. The thread sanitizer does not support fences: it would report accesses that are ordered only by
 * a fence as a race. */
#define atomic_load_explicit(p, order, scope)       __opencl_atomic_load(p, order, scope)
#define atomic_store_explicit(p, x, order, scope)   __opencl_atomic_store(p, x, order, scope)
#define atomic_work_item_fence(flags, order, scope) ((void)(flags))
#define atomic_min(p, x)                            __atomic_fetch_min(p, x, __ATOMIC_RELAXED)
#define atomic_max(p, x)                            __atomic_fetch_max(p, x, __ATOMIC_RELAXED)
#define atomic_or(p, x)                             __atomic_fetch_or(p, x, __ATOMIC_RELAXED)
#define atom_or(p, x)                               __atomic_fetch_or(p, x, __ATOMIC_RELAXED)
#define atomic_xchg(p, x)                           __atomic_exchange_n(p, x, __ATOMIC_RELAXED)
#define atom_xchg(p, x)                             __atomic_exchange_n(p, x, __ATOMIC_RELAXED)
#define atomic_inc(counter)                         native_ticket((volatile void *)(counter))
#define get_local_id(dimension)                     native_local_id()
#define get_group_id(dimension)                     native_group_id()
#define get_num_groups(dimension)                   native_num_groups()
#define prefetch(p, n)                              ((void)(p), (void)(n))
#define barrier(flags)                              native_barrier()
#define min(a, b)                                                                                                      \
    ({                                                                                                                 \
        __typeof__((a) + (b)) native_a = (a), native_b = (b);                                                          \
        native_a < native_b ? native_a : native_b;                                                                     \
    })
#define max(a, b)                                                                                                      \
    ({                                                                                                                 \
        __typeof__((a) + (b)) native_c = (a), native_d = (b);                                                          \
        native_c > native_d ? native_c : native_d;                                                                     \
    })
#define mul_hi(a, b) ((ulong)((unsigned __int128)(a) * (b) >> 64))

void native_barrier(void);
uint native_ticket(volatile void *counter);
uint native_local_id(void);
uint native_group_id(void);
uint native_num_groups(void);

/* Sub-groups. All operations are made of one exchange: every lane shows a word, and takes the word of one lane. */
#define get_max_sub_group_size()      native_sub_size()
#define get_sub_group_local_id()      (native_local_id() % native_sub_size())
#define sub_group_shuffle(word, lane) native_word_of(word, lane)
#define sub_group_shuffle_up(word, d) native_word_of(word, get_sub_group_local_id() - (d))
#define sub_group_reduce_min(word)    native_least_word(word)
#define sub_group_all(p)              native_least_word(p)

uint native_sub_size(void);
uint native_word_of(uint word, uint lane);
uint native_least_word(uint word);
