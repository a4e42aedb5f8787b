/* Replaces a variant whose kernels a driver compiles wrongly or not at all by the next safer variant. */
#ifndef CS_SAFER_VARIANT_H
#define CS_SAFER_VARIANT_H

#include "plan/variant.h"

/* The reasons for which a variant replaces another one, as clscan_plan_describe prints them. */
extern const char cs_not_compiled[], cs_does_not_fit[], cs_computes_wrongly[];

/* Puts the next safer variant that compiles in the place of *v. Each step down leaves fewer work-groups that have to
 * agree: two launches, then one work-group, then one work-item. `desc` has no strategy of the caller's. On failure *v
 * is as it was. */
clscan_status cs_safer_variant_replace(clscan_device *device, const clscan_desc *desc, const char *why, cs_variant *v);

/* Creates a variant by a strategy, or the next safer one if the driver does not compile its kernels, or cannot run the
 * compiled kernels in the variant's shape. If the device cannot run a shape or a strategy that the caller requests, the
 * call fails with CLSCAN_ERROR_UNSUPPORTED_SHAPE instead.
 *
 * The fault is the driver's if the reference kernel of the same description compiles. Otherwise the user's text is at
 * fault, and the call fails with the compiler's messages about the reference kernel. A strict device does not replace
 * kernels that do not compile. On failure the variant is left as destroyed. */
clscan_status cs_safer_variant_create(clscan_device *device, const cs_problem *problem, const clscan_desc *desc,
                                      const cs_choice *choice, cs_variant *variant);

/* Called after the creation of a variant has ended with `status`. If the device can do without the variant, narrates
 * and returns the reason: cs_not_compiled or cs_does_not_fit. Returns NULL after a success, and for failures that must
 * reach the caller. */
const char *cs_safer_variant_reason(const clscan_device *device, const char *name, clscan_status status);

#endif
