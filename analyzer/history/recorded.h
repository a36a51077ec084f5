/* Histories as users record them: a JSON file (history.schema.json). */
#ifndef IP_RECORDED_H
#define IP_RECORDED_H

#include "history/history.h"
#include "history/json_text.h"

/* A read that no history can explain, whatever the level. */
typedef struct ip_impossible_read {
    int transaction;
    const char *reason; /* "reads x = 5, which t2 wrote and then aborted" */
} ip_impossible_read;

typedef struct ip_recorded_history {
    ip_history history;
    const char *const *names;       /* [transaction]; "initial" for 0 */
    const char *const *objects;     /* [object] */
    const char *const *level_names; /* levels that transactions ask for; ip_history_transaction.level is 1 + index, */
    int level_count;                /* and 0 for those that ask for none */
    const ip_range *level_ranges;
    IP_VEC(ip_impossible_read) impossible;
} ip_recorded_history;

/* NULL after reporting all that is wrong. */
const ip_recorded_history *ip_history_recorded_read(ip_arena *arena, const ip_source *source,
                                                    ip_diagnostics *diagnostics);

#endif
