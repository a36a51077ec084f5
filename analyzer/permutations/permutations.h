/* A client's permutations, run step by step on the database in memory as PostgreSQL's isolation tester runs them on a
 * server (src/test/isolation/README there), and the transcript that it would print. */
#ifndef IP_PERMUTATIONS_H
#define IP_PERMUTATIONS_H

#include "base/diagnostic.h"

/* files: schema, routines, rows; they are read before the client's own setup. Permutations that the client lists, all
 * if it lists none. NULL after reporting as an error what cannot be run, and where: a transcript is right or there is
 * none. */
const char *ip_permutations_run(ip_arena *arena, const ip_source *spec, const ip_source *const *files, int file_count,
                                unsigned flags, ip_diagnostics *diagnostics);

#endif
