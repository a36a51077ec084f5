/* Which columns contain only numbers of a sequence. */
#include "facts/fresh.h"

#include <string.h>

bool ip_facts_from_sequence(const ip_program *program, const ip_expr *value)
{
    while (value->kind == IP_EXPR_VARIABLE && program->variables.items[value->index].kind == IP_VAR_EXPR)
        value = program->variables.items[value->index].expr;
    return value->kind == IP_EXPR_UNKNOWN && value->text && strcmp(value->text, "sequence") == 0;
}

/* A statement that is not understood may insert rows with any key. */
static bool draws(const ip_program *program, const ip_statement *s, const ip_table *table, int column)
{
    if (!ip_facts_statement_writes(s, table, -1) || s->kind == IP_DELETE || s->kind == IP_TRUNCATE)
        return true;
    return s->kind == IP_INSERT && ip_facts_from_sequence(program, s->assignments[column]);
}

bool ip_facts_keys_fresh(const ip_table *table, const ip_table_facts *facts, const ip_table_accesses *accesses)
{
    for (int k = 0; k < facts->key_count && facts->inserted; k++) {
        bool all = true;
        for (int a = 0; a < accesses->count && all; a++)
            all = draws(accesses->items[a].program, accesses->items[a].statement, table, facts->key[k]);
        if (all)
            return true;
    }
    return false;
}
