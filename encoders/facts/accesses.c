/* The statements of all programs, sorted by the tables that they name. */
#include "facts/accesses.h"

const ip_table_accesses *ip_facts_accesses_of_tables(ip_arena *arena, const ip_schema *schema,
                                                     const ip_program *const *programs, int count)
{
    ip_table_accesses *of_tables = IP_NEW_ARRAY(arena, ip_table_accesses, schema->tables.count);
    for (int p = 0; p < count; p++)
        for (int s = 0; s < programs[p]->statements.count; s++) {
            const ip_statement *statement = &programs[p]->statements.items[s];
            for (int q = 0; q < statement->sources.count; q++) {
                ip_table_access access = {programs[p], statement, q};
                IP_PUSH(arena, &of_tables[statement->sources.items[q].table->id], access);
            }
        }
    return of_tables;
}
