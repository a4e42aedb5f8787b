/* The self-test's verdicts about programs. A verdict is remembered with its program, and in the disk cache if the
 * device has one, so that later devices and processes need not repeat the test. */
#ifndef CS_VERDICT_H
#define CS_VERDICT_H

#include "program/program.h"

/* Returns the verdict about a program, or CS_UNKNOWN. */
cs_verdict cs_verdict_recall(cs_program_cache *cache, cs_program *program);
void cs_verdict_remember(cs_program_cache *cache, cs_program *program, cs_verdict verdict);

#endif
