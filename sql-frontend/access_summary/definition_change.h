/* Which statements change the meaning of other statements: definitions, rights, catalogs. Internal to this folder. */
#ifndef IP_MEANING_H
#define IP_MEANING_H

#include "catalog/definition.h"
#include "parse/pg_parse.h"

/* Definitions are not versioned rows. PostgreSQL uses the current definitions, regardless of the snapshot (PostgreSQL
 * 15, section 13.6), and serializable does not track that: a transaction that has read old rows continues with the new
 * definitions. */
typedef enum ip_meaning {
    IP_MEANING_STAYS,     /* it reads and writes rows, or is of the session alone */
    IP_MEANING_DESCRIBED, /* it only changes descriptions in the catalogs: comments, statistics */
    IP_MEANING_CHANGES    /* all other statements */
} ip_meaning;

ip_meaning ip_summary_meaning_of(const ip_tree *statement);
/* How a message names the statement: "ALTER TABLE a". */
const char *ip_summary_meaning_words(ip_arena *arena, const ip_tree *statement);
/* Whether it creates or changes a temporary table, as far as the statement itself says so. */
bool ip_summary_meaning_is_temporary(const ip_tree *statement);

#endif
