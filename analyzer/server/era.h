/* An era: transactions that begin with a state which every session sees, as a definition, TRUNCATE or CHECKPOINT has
 * left it: the schema, the rows, and what sequences have given. */
#ifndef IP_SERVER_ERA_H
#define IP_SERVER_ERA_H

#include "server/noted.h"

/* All rows of a table. */
typedef struct ip_era_rows {
    const char *table; /* as ip_table names it */
    int count, width;
    const char *const *values; /* [count * width]: texts that PostgreSQL prints; NULL for NULL */
} ip_era_rows;

/* The committed rows of the table, allocated in the arena. */
ip_era_rows ip_served_era_rows(const ip_served *served, ip_arena *arena, const struct ip_table *table);
/* Whether rows of clients' tables are in it, and no server's or session's own. */
bool ip_served_era_holds(const struct ip_table *table);
bool ip_served_era_has_ended(const ip_served *served);
/* defines: its last transaction, which is through, does not belong to it, since it has defined something. */
void ip_served_era_end(ip_served *served, bool defines);
/* The next era begins with what is committed now. Only if answers are noted. */
void ip_served_era_begin(ip_served *served);
void ip_served_era_free(ip_served *served);

#endif
