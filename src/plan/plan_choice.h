/* Chooses the variant of a plan that scans certain arguments, and computes its workspace. */
#ifndef CS_PLAN_CHOICE_H
#define CS_PLAN_CHOICE_H

#include "plan/plan.h"

/* Fails if `count` exceeds the desc.max_count of the plan, the greatest number of the type desc.count_type, or the
 * number of elements that memory can hold. */
clscan_status cs_plan_check_count(const clscan_plan *plan, size_t count);

/* Returns the variant that scans these arguments. `in_place` says whether the output overwrites the input. */
const cs_variant *cs_plan_variant(const clscan_plan *plan, const cs_call *call, bool in_place);

/* Returns the number of elements in a row. Without rows, this is the number of all elements. */
size_t cs_plan_line(const clscan_plan *plan, const cs_call *call);

/* Returns false if nothing is launched: the call has no elements, no total to write, and no results of empty rows. */
bool cs_plan_has_work(const clscan_plan *plan, const cs_call *call);

/* Returns true if a sort packs the rows of the call, because they are columns or lie apart in another way. */
bool cs_plan_packs(const clscan_plan *plan, const cs_call *call);

/* Returns how many kernels the variant launches for the call. */
size_t cs_plan_launches(const clscan_plan *plan, const cs_variant *v, const cs_call *call);

/* The bytes of a workspace: first the words of the strategy, then the arrays of the prologue: head bits and loaded
 * elements. The loaded elements begin at a multiple of `element`, the bytes of one of them. With loaded elements, the
 * workspace ends with a whole cache line: a buffer that ends at the end of a page then begins with a line, too. */
typedef struct cs_workspace_layout {
    size_t strategy, head_bits, loaded, element;
} cs_workspace_layout;

/* Bytes: a cache line of most GPUs, and two lines of most CPUs. Head bits begin at a multiple of this number, and
 * a workspace with loaded elements ends at one. */
enum { CS_PROLOGUE_ALIGNMENT = 128 };

/* Where in a buffer the arrays of the prologue begin, and where they end, in bytes. */
typedef struct cs_prologue_places {
    size_t head_bits, loaded, end;
} cs_prologue_places;

/* Computes the workspace of a variant for `count` elements in rows of `length`; a length of 0 stands for any length.
 * Fails if the variant cannot scan this number of elements, or if the workspace is larger than a buffer of the device
 * can be. */
clscan_status cs_workspace_layout_find(const clscan_plan *plan, const cs_variant *v, size_t count, size_t length,
                                       cs_workspace_layout *layout);

/* Returns the bytes of the whole workspace. */
size_t cs_workspace_layout_bytes(const cs_workspace_layout *layout);

/* Returns the places of the prologue's arrays in a buffer whose first `bytes` bytes have another use. */
cs_prologue_places cs_workspace_layout_places(const cs_workspace_layout *layout, size_t bytes);

/* Returns true if the device can have the workspace of a contiguous scan of `count` elements. */
bool cs_plan_has_room(const clscan_plan *plan, size_t count);

/* Sets *bytes to a workspace that is large enough for a scan of up to `count` elements in any layout. Fails as
 * cs_workspace_layout_find does. */
clscan_status cs_plan_workspace_bytes(const clscan_plan *plan, size_t count, size_t *bytes);

#endif
