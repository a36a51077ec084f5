/* Keys that are drawn from sequences: no earlier row has had them. */
#ifndef IP_FRESH_H
#define IP_FRESH_H

#include "facts/accesses.h"
#include "facts/facts.h"

/* The value is the default of a serial or identity column, perhaps by way of a variable that RETURNING reads. */
bool ip_facts_from_sequence(const ip_program *program, const ip_expr *value);

/* Every INSERT into the table draws the same column of the key that identifies its rows. */
bool ip_facts_keys_fresh(const ip_table *table, const ip_table_facts *facts, const ip_table_accesses *accesses);

#endif
