/* What the self-test has found of a program, so that it is found once: by a device, or where that has a disk cache by
 * all that come after it. */
#ifndef CS_VERDICT_H
#define CS_VERDICT_H

#include "program/program.h"

cs_verdict cs_verdict_recall(cs_program_cache *cache, cs_program *program);
void cs_verdict_remember(cs_program_cache *cache, cs_program *program, cs_verdict verdict);

#endif
