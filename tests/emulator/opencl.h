/* The OpenCL C functions that involve other work-items, implemented by the emulator. clang's own header comes before
 * this one. All other functions are in builtins.cl. */
#ifndef EMULATOR_OPENCL_H
#define EMULATOR_OPENCL_H

void emulator_barrier(void);
void emulator_turn(void);
uint emulator_word_of(uint word, uint lane);
uint emulator_least_word(uint word);
ulong emulator_ballot(uint word);
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
#define atomic_add(p, x)                            (emulator_turn(), (*(p) += (x)) - (x))
#define atomic_min(p, x)                            (emulator_turn(), *(p) = min(*(p), x))
#define atomic_max(p, x)                            (emulator_turn(), *(p) = max(*(p), x))
#define atomic_xchg(p, x)                           (emulator_turn(), *(p) = (x))
#define atom_xchg(p, x)                             (emulator_turn(), *(p) = (x))
#define atomic_or(p, x)                             (emulator_turn(), *(p) |= (x))
#define atom_or(p, x)                               (emulator_turn(), *(p) |= (x))

/* Sub-groups. All operations are made of one exchange: every lane shows a word, and takes the word of one lane. */
#define get_max_sub_group_size()            emulator_lanes()
#define get_sub_group_local_id()            ((uint)emulator_local_id() % emulator_lanes())
#define sub_group_shuffle(word, lane)       emulator_word_of(word, lane)
#define intel_sub_group_shuffle(word, lane) emulator_word_of(word, lane)
#define sub_group_shuffle_up(word, d)       emulator_word_of(word, get_sub_group_local_id() - (d))
#define sub_group_broadcast(word, lane)     emulator_word_of(word, lane)
#define sub_group_reduce_min(word)          emulator_least_word(word)
#define sub_group_reduce_max(word)          ((int)~emulator_least_word(~(uint)(word) ^ 0x80000000u) ^ INT_MIN)
#define sub_group_all(p)                    emulator_least_word(p)
#define sub_group_barrier(flags)            emulator_least_word(0)
static int emulator_greatest_up_to(int word) {
    int greatest = word;
    for (uint lane = 0; lane < emulator_lanes(); lane++) {
        const int other = (int)emulator_word_of((uint)word, lane);
        greatest = lane < get_sub_group_local_id() && other > greatest ? other : greatest;
    }
    return greatest;
}
#define sub_group_scan_inclusive_max(word) emulator_greatest_up_to(word)

/* The builtins of AMD's compiler. EMULATOR_SUB_GROUPS=amd needs 32 or 64 lanes; program.c defines __AMDGCN__ then. */
#define __AMDGCN_WAVEFRONT_SIZE                emulator_lanes()
#define __builtin_amdgcn_readfirstlane(word)   ((int)emulator_word_of((uint)(word), 0))
#define __builtin_amdgcn_readlane(word, lane)  ((int)emulator_word_of((uint)(word), (uint)(lane)))
#define __builtin_amdgcn_ds_bpermute(at, word) ((int)emulator_word_of((uint)(word), (uint)(at) / 4))
#define __builtin_amdgcn_uicmp(a, b, how)      emulator_ballot((a) != (b))

#endif
