/* Whether a history satisfies a level. Levels come from files (encoders/level/level.h): of the commit-order family
 * (Biswas & Enea 2019) or of the visibility family (Cerone, Bernardi & Gotsman 2015). */
#ifndef IP_CONSISTENCY_H
#define IP_CONSISTENCY_H

#include "history/history.h"
#include "level/level.h"

typedef struct ip_consistency ip_consistency;

/* One checker for a fixed list of levels; ip_history_transaction.level indexes it. NULL after reporting why a level
 * cannot be checked on histories. */
ip_consistency *ip_history_consistency_new(const ip_level *const *levels, int count, ip_diagnostics *diagnostics);
/* The same, but every question goes to a solver: slow, for tests. */
ip_consistency *ip_history_consistency_new_by_solver(const ip_level *const *levels, int count,
                                                     ip_diagnostics *diagnostics);
void ip_history_consistency_free(ip_consistency *checker);

/* Whether some commit order extends session order and write-read and satisfies each transaction's level. */
bool ip_history_consistent(ip_consistency *checker, const ip_history *history);

/* From now on a question may end without an answer, after some 20 ms: it then counts as inconsistent. Returns how many
 * transactions a history may have for most questions to be answered. */
int ip_history_consistency_hurry(ip_consistency *checker);
bool ip_history_consistency_gave_up(const ip_consistency *checker); /* the last question did */

/* The commit order of the last history, which was consistent: as below. */
const int *ip_history_consistency_found(const ip_consistency *checker);
/* The commit order found for a consistent history: order[0] is transaction 0. false: it is not consistent. */
bool ip_history_consistency_order(ip_consistency *checker, const ip_history *history, int order[IP_MAX_TRANSACTIONS]);

#endif
