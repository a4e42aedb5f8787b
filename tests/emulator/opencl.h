/* OpenCL C on the emulator, after clang's own header: what has to do with other work-items. The rest is in builtins.cl.
 */
#ifndef EMULATOR_OPENCL_H
#define EMULATOR_OPENCL_H

void emulator_barrier(void);
void emulator_turn(void);
uint emulator_word_of(uint word, uint lane);
uint emulator_least_word(uint word);
uint emulator_lanes(void);
ulong emulator_local_id(void);
ulong emulator_group_id(void);
ulong emulator_groups(void);
ulong emulator_wg_size(void);

#define barrier(flags)             emulator_barrier()
#define get_local_id(dimension)    ((dimension) ? 0 : emulator_local_id())
#define get_local_size(dimension)  ((dimension) ? 1 : emulator_wg_size())
#define get_group_id(dimension)    ((dimension) ? 0 : emulator_group_id())
#define get_num_groups(dimension)  ((dimension) ? 1 : emulator_groups())
#define get_global_size(dimension) (get_num_groups(dimension) * get_local_size(dimension))
#define get_global_id(dimension)   (get_group_id(dimension) * get_local_size(dimension) + get_local_id(dimension))

#define atomic_load_explicit(p, order, scope)       (emulator_turn(), __opencl_atomic_load(p, order, scope))
#define atomic_store_explicit(p, x, order, scope)   (emulator_turn(), __opencl_atomic_store(p, x, order, scope))
#define atomic_work_item_fence(flags, order, scope) emulator_turn()
#define atomic_inc(p)                               (emulator_turn(), (*(p))++)
#define atomic_xchg(p, x)                           (emulator_turn(), *(p) = (x))

/* Sub-groups, all of whose operations are one: every lane shows a word and takes that of one lane. */
#define get_max_sub_group_size()            emulator_lanes()
#define get_sub_group_local_id()            ((uint)emulator_local_id() % emulator_lanes())
#define sub_group_shuffle(word, lane)       emulator_word_of(word, lane)
#define intel_sub_group_shuffle(word, lane) emulator_word_of(word, lane)
#define sub_group_shuffle_up(word, d)       emulator_word_of(word, get_sub_group_local_id() - (d))
#define sub_group_reduce_min(word)          emulator_least_word(word)
#define sub_group_all(p)                    emulator_least_word(p)
#define sub_group_barrier(flags)            emulator_least_word(0)

#endif
