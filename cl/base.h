/* What differs between devices, under one name each, and the two words every level above uses. */
#ifndef CLSCAN_BASE_H
#define CLSCAN_BASE_H

#include "flagged_op.h"
#include "problem.h"

/* Stops the compiler unless the condition holds: OpenCL C 1.2 has no static_assert. */
#define CLSCAN_ASSERT(condition, name) typedef char clscan_assert_##name[(condition) ? 1 : -1]

#define CLSCAN_KERNEL kernel __attribute__((reqd_work_group_size(CLSCAN_WG_SIZE, 1, 1)))

/* For kernels that hold much in registers: NVIDIA's compiler makes a stated size a reason to ration them, and spills.
 * Unstated, it is good for 256. With runs that a function stores, it gets by with 64 when told, and takes 80 if not. */
#if defined(cl_nv_pragma_unroll) && CLSCAN_WG_SIZE <= 256 && (CLSCAN_PRIVATE_ROWS > 0 || !defined(CLSCAN_STORE))
#define CLSCAN_REGISTER_HEAVY_KERNEL kernel
#else
#define CLSCAN_REGISTER_HEAVY_KERNEL CLSCAN_KERNEL
#endif

/* A work-item alone has nobody to wait for, and a CPU compiler then sees one straight loop. */
#if CLSCAN_WG_SIZE == 1
#define clscan_barrier()
#define clscan_barrier_loaded()
#else
#define clscan_barrier()        barrier(CLK_LOCAL_MEM_FENCE)
/* After loads from where others may store: a scan in place. */
#define clscan_barrier_loaded() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif

/* For reads of local memory whose values are used behind a barrier, where that memory may hold something else by then.
 * PoCL 7.0 and 7.1 repeat such a read at the place of its use instead of keeping the value, unless it is volatile. */
#if defined(POCL_DEVICE_ADDRESS_BITS) && CLSCAN_WG_SIZE > 1
#define CLSCAN_READ_ONCE volatile
#else
#define CLSCAN_READ_ONCE
#endif

/* For functions that take and give more than a call could leave in registers. */
#define CLSCAN_INLINE static inline __attribute__((always_inline))
/* For functions with barriers in them. The compiler of Mesa's llvmpipe (26.2.6) crashes at a barrier in a function that
 * another function calls in a loop, unless both are in line. */
#define CLSCAN_COLLECTIVE CLSCAN_INLINE
/* For those that must not take registers from where they are called. */
#ifdef CLSCAN_PRINTS /* see src/plan/variant.c */
#define CLSCAN_CALLED static
#else
#define CLSCAN_CALLED static __attribute__((noinline))
#endif

/* For the reduction of elements that the owner of a tile and a fallback both have to do: one machine code wherever it
 * is called from, lest a compiler associates or contracts floating-point operations here in one way and there in
 * another. Where every association gives the same bits there is nothing to guard. */
#if CLSCAN_EXACT
#define CLSCAN_SHARED CLSCAN_INLINE
#else
#define CLSCAN_SHARED CLSCAN_CALLED
#endif

/* For loops that fold elements one after the other, where a compiler that vectorizes them changes the order of
 * floating-point operations. Intel's CPU runtime 2026.2.0 does, and products then overflow on the way. */
#if CLSCAN_REASSOCIATES && !CLSCAN_EXACT
#define CLSCAN_FOLD _Pragma("clang loop vectorize(disable)")
#else
#define CLSCAN_FOLD
#endif

/* For loops over rows that the compiler must turn into registers. */
#define CLSCAN_UNROLL _Pragma("unroll")

/* For those whose rows, all side by side, would take the registers of another work-group. */
#define CLSCAN_UNROLL_BY_4 _Pragma("unroll 4")
#define CLSCAN_ROLL        _Pragma("unroll 1")

/* For those that need enough loads on their way, and no more. PoCL 3.1 gets loops between barriers wrong when told
 * so. */
#ifdef POCL_DEVICE_ADDRESS_BITS
#define CLSCAN_UNROLL_BY_8
#else
#define CLSCAN_UNROLL_BY_8 _Pragma("unroll 8")
#endif

/* For those over what a lane keeps of what it moves: in registers, where that is little enough. */
#if !defined(POCL_DEVICE_ADDRESS_BITS) && CLSCAN_ITEMS <= 64
#define CLSCAN_UNROLL_MOVED CLSCAN_UNROLL
#else
#define CLSCAN_UNROLL_MOVED CLSCAN_UNROLL_BY_8
#endif

/* Whether whole tiles are moved by code of their own: it saves GPUs two thirds of the instructions, and costs PoCL,
 * whose CPUs don't move tiles, twice the time to compile. */
#ifdef POCL_DEVICE_ADDRESS_BITS
#define CLSCAN_MOVES_WHOLE_TILES 0
#else
#define CLSCAN_MOVES_WHOLE_TILES 1
#endif

#if !CLSCAN_FLAGGED
static clscan_t clscan_identity(void) {
    clscan_t clscan_e = CLSCAN_IDENTITY; /* text of the user's may have names of its own */
    return clscan_e;
}
#endif

#endif
