/* The differences between devices, under one name each: kernel attributes, barriers, inlining, unrolling, and
 * work-arounds for compilers. */
#ifndef CLSCAN_BASE_H
#define CLSCAN_BASE_H

#include "problem.h"
#include "scan_op.h"

/* Stops the compiler unless the condition holds: OpenCL C 1.2 has no static_assert. */
#define CLSCAN_ASSERT(condition, name) typedef char clscan_assert_##name[(condition) ? 1 : -1]

#define CLSCAN_KERNEL kernel __attribute__((reqd_work_group_size(CLSCAN_WG_SIZE, 1, 1)))

/* The attribute is for kernels that hold many values in registers. If such a kernel states its work-group size,
 * NVIDIA's compiler limits the registers of a work-item and spills. Without a stated size, the compiled kernel still
 * runs with 256 work-items. Blocked tiles with a store function of the user are an exception: they take 64 registers
 * with a stated size, without spilling, and 80 registers without one (November 22, 2026). */
#if defined(cl_nv_pragma_unroll) && CLSCAN_WG_SIZE <= 256 && (CLSCAN_PRIVATE_ROWS > 0 || !defined(CLSCAN_STORE))
#define CLSCAN_REGISTER_HEAVY_KERNEL kernel
#else
#define CLSCAN_REGISTER_HEAVY_KERNEL CLSCAN_KERNEL
#endif

/* A work-group of one work-item needs no barriers. Without them, the compiler of a CPU sees one straight loop. */
#if CLSCAN_WG_SIZE == 1
#define clscan_barrier()
#define clscan_barrier_after_loads()
#define clscan_barrier_after_stores()
#else
#define clscan_barrier()              barrier(CLK_LOCAL_MEM_FENCE)
/* This barrier stands after loads of global memory to which other work-items store later, in a scan in place. */
#define clscan_barrier_after_loads()  barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
/* This barrier stands after stores to global memory that other work-items of the work-group read. */
#define clscan_barrier_after_stores() barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE)
#endif

/* The qualifier is for reads of local memory that is overwritten after a barrier, when the value that was read is still
 * used after the barrier. Unless such a read is volatile, PoCL 7.0 and 7.1 repeat it at the place of its use instead of
 * keeping the value. */
#if defined(POCL_DEVICE_ADDRESS_BITS) && CLSCAN_WG_SIZE > 1
#define CLSCAN_READ_ONCE volatile
#else
#define CLSCAN_READ_ONCE
#endif

/* Inlined functions are those with parameters or results that a call could not pass in registers. */
#define CLSCAN_INLINE static inline __attribute__((always_inline))
/* Collective functions contain barriers. The compiler of Mesa's llvmpipe (26.2.6) crashes at a barrier in a function
 * that another function calls in a loop, unless both functions are inlined. */
#define CLSCAN_COLLECTIVE CLSCAN_INLINE
/* These collective functions are not inlined, because their registers must not add to the registers of the caller. Only
 * NVIDIA's compiler is known to support barriers in functions that are not inlined. */
#ifdef cl_nv_pragma_unroll
#define CLSCAN_COLLECTIVE_APART static __attribute__((noinline))
#else
#define CLSCAN_COLLECTIVE_APART CLSCAN_COLLECTIVE
#endif
/* Functions are not inlined if their registers must not add to the registers of the caller. With a printf in the user's
 * text, PoCL 3.1 needs all functions inlined: see src/plan/variant.c. */
#ifdef CLSCAN_PRINTS
#define CLSCAN_NOINLINE static
#else
#define CLSCAN_NOINLINE static __attribute__((noinline))
#endif

/* These functions have loops without barriers, and are called in kernels with many barriers. PoCL 3.1 takes minutes to
 * compile a sort that packs its rows by itself, unless these loops are in functions of their own. */
#ifdef POCL_DEVICE_ADDRESS_BITS
#define CLSCAN_BETWEEN_BARRIERS CLSCAN_NOINLINE
#else
#define CLSCAN_BETWEEN_BARRIERS CLSCAN_INLINE
#endif

/* These functions are reductions that both the owner of a tile and a fallback compute. Both must call the same machine
 * code: if the function were inlined, a compiler could associate or contract floating-point operations differently in
 * the two places, and results would depend on timing. Inlining is safe if every association gives the same bits. */
#if CLSCAN_EXACT
#define CLSCAN_SAME_CODE CLSCAN_INLINE
#else
#define CLSCAN_SAME_CODE CLSCAN_NOINLINE
#endif

/* The pragma is for loops that combine elements in order. A compiler that vectorizes such a loop changes the order of
 * floating-point operations. Intel's CPU runtime 2026.2.0 does so, and intermediate products then overflow. */
#if CLSCAN_REASSOCIATES && !CLSCAN_EXACT
#define CLSCAN_NO_VECTORIZE _Pragma("clang loop vectorize(disable)")
#else
#define CLSCAN_NO_VECTORIZE
#endif

/* The pragma is for loops over an array that must stay in registers: compilers keep an array there only if its indices
 * are constant. */
#define CLSCAN_UNROLL _Pragma("unroll")

#define CLSCAN_NO_UNROLL _Pragma("unroll 1")

/* CLSCAN_UNROLL_BY_4 is for loops over rows. If these loops were completely unrolled, registers would limit a compute
 * unit to one work-group less. CLSCAN_UNROLL_BY_8 is for loops that are unrolled only to have enough loads in flight.
 * PoCL 3.1 compiles loops between barriers wrongly if they are partly unrolled: with either macro, work-groups of 16
 * sorted wrongly. */
#ifdef POCL_DEVICE_ADDRESS_BITS
#define CLSCAN_UNROLL_BY_4
#define CLSCAN_UNROLL_BY_8
#else
#define CLSCAN_UNROLL_BY_4 _Pragma("unroll 4")
#define CLSCAN_UNROLL_BY_8 _Pragma("unroll 8")
#endif

/* The pragma is for loops over the elements that a work-item moves. Up to 64 elements stay in registers, which requires
 * complete unrolling. */
#if !defined(POCL_DEVICE_ADDRESS_BITS) && CLSCAN_ITEMS <= 64
#define CLSCAN_UNROLL_RUN CLSCAN_UNROLL
#else
#define CLSCAN_UNROLL_RUN CLSCAN_UNROLL_BY_8
#endif

/* The pragma is for loops over the lanes of a vector, or over the elements of a chunk, which a compiler may turn into
 * vector instructions. */
#define CLSCAN_VECTORIZE _Pragma("clang loop vectorize_width(16) unroll(disable)")

/* 1 if whole tiles are moved by a second code path without bounds checks. It saves GPUs two thirds of the instructions
 * per element. On PoCL it doubles the compile time for nothing, since the shapes for CPUs have no tiles to move
 * (November 21, 2026). */
#ifdef POCL_DEVICE_ADDRESS_BITS
#define CLSCAN_MOVES_WHOLE_TILES 0
#else
#define CLSCAN_MOVES_WHOLE_TILES 1
#endif

#endif
