/* Which statements name each table: facts about a table are asked of these alone, however many others there are. */
#ifndef IP_ACCESSES_H
#define IP_ACCESSES_H

#include "frontend.h"

typedef struct ip_table_access {
    const ip_program *program;
    const ip_statement *statement;
    int source; /* of the statement: it may name the table more than once */
} ip_table_access;

typedef IP_VEC(ip_table_access) ip_table_accesses;

/* [tables], in the order of programs, statements and sources. */
const ip_table_accesses *ip_facts_accesses_of_tables(ip_arena *arena, const ip_schema *schema,
                                                     const ip_program *const *programs, int count);

/* Has the access before this one the same statement? */
static inline bool ip_access_repeats(const ip_table_accesses *accesses, int index)
{
    return index > 0 && accesses->items[index - 1].statement == accesses->items[index].statement;
}

#endif
