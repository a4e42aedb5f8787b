/* Elements that the user's function loads before the kernels of the strategy read them, for the tasks whose kernels
 * read an element more than once. */
#ifndef CS_LOAD_ELEMENTS_H
#define CS_LOAD_ELEMENTS_H

#include "strategy/strategy.h"

/* Enqueues a kernel that stores the loaded elements in `loaded`, from byte `at` on, which is a multiple of the bytes of
 * an element. All kernels that follow read these as the elements of the first input. */
clscan_status cs_load_elements(cs_submission *submission, cl_mem loaded, size_t at);

#endif
