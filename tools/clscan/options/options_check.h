/* Checks the options of a command line together. */
#ifndef CLSCAN_TOOL_OPTIONS_CHECK_H
#define CLSCAN_TOOL_OPTIONS_CHECK_H

#include "options/options.h"

/* Returns true if the operands and options of the command line go together. Complains otherwise. */
bool options_are_consistent(const subcommand *command, const options *o);

#endif
