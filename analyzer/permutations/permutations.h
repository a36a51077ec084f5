/* Runs the permutations of an isolation test on the database in memory, step by step, as PostgreSQL's isolation tester
 * does on a server (src/test/isolation/README there), and returns the transcript that the tester would print. */
#ifndef IP_PERMUTATIONS_H
#define IP_PERMUTATIONS_H

#include "base/diagnostic.h"

/* files hold schema, routines and rows, and are read before the test's own setup. Runs the permutations that the test
 * lists, or all if it lists none. The transcript lives in the arena. Returns NULL after reporting, as an error with its
 * place, what cannot be run: a transcript is never approximate. */
const char *ip_permutations_run(ip_arena *arena, const ip_source *spec, const ip_source *const *files, int file_count,
                                unsigned flags, ip_diagnostics *diagnostics);

#endif
