/* Rows that are replaced: DELETE, and then INSERT of the same key. */
#ifndef IP_RETURNED_H
#define IP_RETURNED_H

#include "facts/accesses.h"
#include "facts/facts.h"

/* Every transaction that deletes a row of the table, known by its key, inserts it again: at the end of each transaction
 * all rows exist that existed before, and perhaps more. */
bool ip_facts_rows_return(const ip_table *table, const ip_table_facts *facts, const ip_table_accesses *accesses);

#endif
