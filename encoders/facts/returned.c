/* Tables whose deleted rows are inserted again by the transaction that deleted them. */
#include "facts/returned.h"

#include <string.h>

static bool same_term(const ip_expr *a, const ip_expr *b)
{
    if (a == b)
        return a && a->kind != IP_EXPR_UNKNOWN;
    if (!a || !b || a->kind != b->kind || a->type.kind != b->type.kind)
        return false;
    switch (a->kind) {
    case IP_EXPR_PARAMETER:
    case IP_EXPR_VARIABLE:
        return a->index == b->index;
    case IP_EXPR_INTEGER:
    case IP_EXPR_TEXT:
        return strcmp(a->text, b->text) == 0;
    default:
        return false;
    }
}

/* The key is stored as it is compared: no rounding. */
static bool inserts_again(const ip_table *table, const ip_table_facts *facts, const ip_statement *removal,
                          const ip_statement *back)
{
    if (back->kind != IP_INSERT || back->sources.items[0].table != table || back->uncertain ||
        back->loop != removal->loop || (back->path != removal->path && !same_term(back->path, removal->path)))
        return false;
    for (int k = 0; k < facts->key_count; k++) {
        const ip_expr *looked_for = ip_facts_equated_term(removal->sources.items[0].filter, 0, facts->key[k]);
        const ip_expr *given = back->assignments[facts->key[k]];
        if (!same_term(looked_for, given) || !ip_facts_stored_as_given(given, table->columns.items[facts->key[k]].type))
            return false;
    }
    return true;
}

static bool returns(const ip_table *table, const ip_table_facts *facts, const ip_program *program,
                    const ip_statement *removal)
{
    for (int s = removal->id + 1; s < program->statements.count && removal->sources.count == 1; s++)
        if (inserts_again(table, facts, removal, &program->statements.items[s]))
            return true;
    return false;
}

bool ip_facts_rows_return(const ip_table *table, const ip_table_facts *facts, const ip_table_accesses *accesses)
{
    if (!facts->inserted || !facts->deleted || facts->key_count == 0)
        return false;
    for (int a = 0; a < accesses->count; a++) {
        const ip_statement *statement = accesses->items[a].statement;
        if (statement->kind == IP_UNKNOWN || statement->kind == IP_TRUNCATE ||
            (statement->kind == IP_DELETE && statement->sources.items[0].table == table &&
             !returns(table, facts, accesses->items[a].program, statement)))
            return false;
    }
    return true;
}
