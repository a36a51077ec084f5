/* Small clients on a live server: specs for PostgreSQL's isolation tester, and whether what it printed is possible. */
#ifndef ORACLE_LIVE_H
#define ORACLE_LIVE_H

#include "set.h"

enum { LIVE_CLIENTS = 3 }; /* of each set */

/* For each set: its SQL, and for each of its clients setup, steps and permutations, for on_server.py to run. */
void live_print(int sets, uint64_t seed, FILE *out);
/* Lines "SEED CLIENT LEVEL / T1 … / rows", as on_server.py collects them. Returns how many are not possible. */
int live_judge(FILE *in, FILE *out);

#endif
