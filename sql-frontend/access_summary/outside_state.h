/* State that is no row of a table, and that no level isolates: numbers of sequences that something sets, large objects,
 * comments and statistics in catalogs, sizes, the server's reports on its activity. Writes take effect at once, or are
 * not undone with a transaction, or reads ignore the snapshot, and serializable does not track it (PostgreSQL 15,
 * sections 9.17, 13.6, 35; src/backend/storage/lmgr/README-SSI). Internal to this folder. */
#ifndef IP_OUTSIDE_H
#define IP_OUTSIDE_H

#include "catalog/definition.h"

/* Such state that several programs share: a table of the schema represents it (ip_table.outside). */
typedef struct ip_outside_state {
    const char *what; /* "sequence s" */
    const ip_table *table;
    const char *called;   /* by functions whose names end so; NULL: */
    int does;             /* by words that say this (access_summary/outside_state_word.h) */
    bool *reads, *writes; /* [units]: with all that each reaches */
} ip_outside_state;

typedef struct ip_outside_states {
    ip_outside_state *items;
    int count, capacity;
} ip_outside_states;

/* The state that some unit reads and some unit writes. Creates its tables. */
const ip_outside_states *ip_summary_outside_find(const ip_definitions *definitions);
/* The first word in the unit's own text that says so; the unit's own place, where it is said elsewhere. */
ip_range ip_summary_outside_place(const ip_definitions *definitions, const ip_unit *unit,
                                  const ip_outside_state *state);
/* Functions with which an SQL text reads or writes such state, and no user's table. */
bool ip_summary_outside_function(const char *name);

#endif
