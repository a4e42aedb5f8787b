/* The pages of an installation: a man page, and a completion script for bash. */
#ifndef CLSCAN_TOOL_PAGES_H
#define CLSCAN_TOOL_PAGES_H

/* Both print to stdout, from the tables that --help prints. */
void pages_print_man(void);
void pages_print_completion(void);

#endif
