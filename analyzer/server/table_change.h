/* What a definition changes: from the tables before it to those after it. */
#ifndef IP_SERVER_TABLE_CHANGE_H
#define IP_SERVER_TABLE_CHANGE_H

#include "server/database_state.h"

#include "workload/client_definition.h"

typedef struct ip_table_change {
    ip_served *s;
    ip_arena *arena; /* lives as long as the statement */
    const ip_client_definition *asked;
    const ip_schema *before, *after;
    const ip_table **same;    /* [table before] the new table that takes over its rows; NULL if none */
    const ip_table **refills; /* [table before] the new table into which its rows are inserted; NULL if none */
} ip_table_change;

/* The existing rows of a table that is refilled, as texts. */
typedef struct ip_refilled {
    const ip_table *before, *after;
    IP_VEC(const ip_datum *) rows;
} ip_refilled;
typedef IP_VEC(ip_refilled) ip_refills;

/* Of the schema itself, and not of a function or a lock. */
bool ip_served_table_is_plain(const ip_table *table);
/* The table that has its name after the definition; NULL: none. */
const ip_table *ip_served_table_after(const ip_table_change *c, const ip_table *before);
/* Sets same and refills. */
void ip_served_find_tables(ip_table_change *c);
/* In the change's arena. */
ip_refills ip_served_rows_before(const ip_table_change *c);
/* When the new schema is in use. */
ip_served_error ip_served_refill(const ip_table_change *c, const ip_refills *list);
/* Deferred checks then apply to all rows, as the rows that the transaction has touched are no longer known. */
void ip_served_leave_checks(const ip_served *s);

#endif
