/* Digests of programs, by which two runs tell whether they are the same. */
#ifndef IP_PROGRAM_DIGESTS_H
#define IP_PROGRAM_DIGESTS_H

#include "run/run_state.h"

#include <stdint.h>

/* Returns, for each program of the workload, the digest of its text, of the texts of other programs that it runs or
 * may run, and of what the files have beside programs (the schema, settings, comments), with this text. Line numbers
 * do not matter. */
const uint64_t *ip_run_program_digests(ip_run *run, const char *with);

#endif
