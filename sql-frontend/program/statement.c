/* Questions that a statement of a program answers by itself. */
#include "program/program.h"

bool ip_program_statement_locks_rows(const ip_statement *s)
{
    for (int i = 0; i < s->sources.count; i++)
        if (s->sources.items[i].lock != IP_LOCK_NONE)
            return true;
    return false;
}

bool ip_program_filter_fixes(const ip_expr *filter, int q, int column, uint64_t known)
{
    if (!filter || filter->kind != IP_EXPR_OPERATOR)
        return false;
    if (filter->op == IP_OP_AND) {
        for (int i = 0; i < filter->arg_count; i++)
            if (ip_program_filter_fixes(filter->args[i], q, column, known))
                return true;
        return false;
    }
    for (int side = 0; filter->op == IP_OP_EQ && side < 2; side++)
        if (filter->args[side]->kind == IP_EXPR_COLUMN && filter->args[side]->source == q &&
            filter->args[side]->index == column && (ip_program_expr_sources(filter->args[1 - side]) & ~known) == 0)
            return true;
    return false;
}

static bool names_row_of(const ip_statement *s, int q, uint64_t known)
{
    const ip_table *table = s->sources.items[q].table;
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *key = &table->keys.items[k];
        int fixed = 0;
        while (fixed < key->column_count &&
               ip_program_filter_fixes(s->sources.items[q].filter, q, key->columns[fixed], known))
            fixed++;
        if (fixed == key->column_count)
            return true;
    }
    return false;
}

bool ip_program_statement_first_name_one_row(const ip_statement *s, int count)
{
    uint64_t known = 0, before;
    if (count == 0 || count >= 64)
        return false;
    do {
        before = known;
        for (int q = 0; q < count; q++)
            if (!(known >> q & 1) && names_row_of(s, q, known))
                known |= (uint64_t)1 << q;
    } while (known != before);
    return known == ((uint64_t)1 << count) - 1;
}

bool ip_program_statement_names_one_row(const ip_statement *s)
{
    return ip_program_statement_first_name_one_row(s, s->sources.count);
}
