/* Which statements change the meaning of other statements: definitions, rights, catalogs. Internal to this folder. */
#ifndef IP_MEANING_H
#define IP_MEANING_H

#include "catalog/definition.h"
#include "parse/pg_parse.h"

/* Definitions are no rows. PostgreSQL looks them up as they are at the moment, whatever the snapshot (PostgreSQL 15,
 * section 13.6), and serializable keeps no record of it: who has read rows as they were before goes on with what the
 * statement has made. */
typedef enum ip_meaning {
    IP_MEANING_STAYS,     /* it reads and writes rows, or is of the session alone */
    IP_MEANING_DESCRIBED, /* only what the catalogs tell of it changes: comments, statistics */
    IP_MEANING_CHANGES    /* whatever is not known to be one of the others */
} ip_meaning;

ip_meaning ip_meaning_of(const ip_tree *statement);
/* How a message names the statement: "ALTER TABLE a". */
const char *ip_meaning_words(ip_arena *arena, const ip_tree *statement);
/* Is what it makes or changes a temporary table? As far as the statement itself says so. */
bool ip_meaning_is_temporary(const ip_tree *statement);

#endif
