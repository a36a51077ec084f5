/* Which values a column can have after which others: from the constants that UPDATEs assign under conditions on the
 * column itself. If no UPDATE assigns a status, a row that has left it never returns to it; a flag that is only ever
 * set stays set. */
#ifndef IP_TRANSITIONS_H
#define IP_TRANSITIONS_H

#include "facts/accesses.h"

/* Sets of values: bit i for values[i], then NULL, then all other values. */
typedef unsigned long long ip_value_set;

enum { IP_MAX_TRACKED_VALUES = 24 };

typedef struct ip_transitions {
    int count; /* of constants that statements name */
    const ip_expr *values[IP_MAX_TRACKED_VALUES];
    /* [count + 2]: the possible values of any later version; itself included. */
    ip_value_set leads_to[IP_MAX_TRACKED_VALUES + 2];
    bool others_change; /* a value that is none of the constants may be replaced by another such value */
} ip_transitions;

/* What restricts the versions that an UPDATE replaces, besides its own condition: an earlier SELECT of its program that
 * returned the row. */
typedef enum ip_found_before {
    IP_FOUND_BY_ITSELF, /* nothing */
    IP_FOUND_LOCKED,    /* if it has locked the row */
    IP_FOUND_SEEN,      /* always, as each program has one snapshot */
    IP_FOUND_WAYS
} ip_found_before;

typedef struct ip_transitions_question {
    const ip_table *table;
    int column;
    int key_count; /* the row's identity, which no program changes; 0: there is none */
    const int *key;
    ip_found_before before;
} ip_transitions_question;

/* NULL: nothing is excluded, or it is not known. Holds for UPDATEs that overwrite the version on which their condition
 * was checked, of rows that are not inserted again after a DELETE. */
const ip_transitions *ip_facts_transitions_find(ip_arena *arena, const ip_transitions_question *question,
                                                const ip_table_accesses *accesses);

static inline int ip_transitions_null(const ip_transitions *t)
{
    return t->count;
}
static inline int ip_transitions_other(const ip_transitions *t)
{
    return t->count + 1;
}

/* The constant, NULL included, that the expression is; -1: it is none of these. */
int ip_facts_transitions_constant(const ip_transitions *t, const ip_expr *expr);

#endif
