/* Finds a query that sets what another one has read, by the key alone. */
#include "queries_apart.h"

/* The only statement of the program but for checks of constraints; NULL: it has several. */
static const ip_statement *only_statement(const ip_program *program)
{
    const ip_statement *only = NULL;
    for (int i = 0; i < program->statements.count; i++) {
        const ip_statement *s = &program->statements.items[i];
        if (s->check != IP_CHECK_NONE)
            continue;
        if (only || s->loop >= 0)
            return NULL;
        only = s;
    }
    return only;
}

/* A conjunct says that the column is a value of the caller's. */
static bool is_given(const ip_expr *filter, int column)
{
    bool found = false;
    if (!filter || filter->kind != IP_EXPR_OPERATOR)
        return false;
    for (int i = 0; filter->op == IP_OP_AND && i < filter->arg_count; i++)
        found |= is_given(filter->args[i], column);
    for (int side = 0; filter->op == IP_OP_EQ && side < 2; side++) {
        const ip_expr *of = ip_program_expr_value(filter->args[side]);
        const ip_expr *to = ip_program_expr_value(filter->args[1 - side]);
        found |= of->kind == IP_EXPR_COLUMN && of->source == 0 && of->index == column && to->kind == IP_EXPR_PARAMETER;
    }
    return found;
}

/* The whole key of the statement's first table is given. */
static bool names_row(const ip_statement *s, const ip_key *key)
{
    for (int i = 0; i < key->column_count; i++)
        if (!is_given(s->sources.items[0].filter, key->columns[i]))
            return false;
    return key->column_count > 0;
}

/* The statement has no condition but on the key: one on a version would refuse what is out of date. */
static bool has_only_key(const ip_statement *s, const ip_key *key)
{
    int conditions = 0;
    for (int column = 0; column < s->sources.items[0].table->columns.count; column++)
        conditions += s->sources.items[0].filter_columns[column];
    return conditions == key->column_count;
}

/* The column that an UPDATE of a row by its key sets to a value of the caller's, whatever its value was, and that the
 * query reads in the same row; -1: none. */
static int set_apart(const ip_statement *update, const ip_statement *query)
{
    if (!update || !query || update->kind != IP_UPDATE || query->kind != IP_SELECT || query->aggregated ||
        query->sources.count == 0 || query->sources.items[0].table != update->sources.items[0].table)
        return -1;
    const ip_table *table = update->sources.items[0].table;
    bool same_row = false;
    for (int k = 0; k < table->keys.count; k++)
        same_row |= names_row(update, &table->keys.items[k]) && has_only_key(update, &table->keys.items[k]) &&
                    names_row(query, &table->keys.items[k]);
    for (int column = 0; same_row && column < table->columns.count; column++) {
        const ip_expr *value = update->assignments[column] ? ip_program_expr_value(update->assignments[column]) : NULL;
        if (value && value->kind == IP_EXPR_PARAMETER && query->sources.items[0].output_columns[column])
            return column;
    }
    return -1;
}

void ip_frontend_queries_apart_report(const ip_workload *workload, ip_range queries, ip_diagnostics *diagnostics)
{
    if (!queries.source)
        return;
    ip_diagnostics_add_beside_verdict(
        diagnostics, IP_REMARK, queries, NULL,
        "each query is taken as a transaction of its own: nothing is said of "
        "transactions of several queries; \"-- transaction: NAME = QUERY(…), …\" composes "
        "them (docs/queries.md)");
    for (int u = 0; u < workload->programs.count; u++)
        for (int q = 0; q < workload->programs.count; q++) {
            const ip_program *updating = workload->programs.items[u], *reading = workload->programs.items[q];
            const ip_statement *update = only_statement(updating);
            int column = set_apart(update, only_statement(reading));
            if (column < 0)
                continue;
            const ip_table *table = update->sources.items[0].table;
            ip_diagnostics_add_beside_verdict(
                diagnostics, IP_REMARK, update->range, updating->name,
                "not in one transaction: sets %s.%s to a value of its caller, and %s reads it in the same row: if a "
                "request computes the one from the other, no level keeps two requests apart",
                table->name, table->columns.items[column].name, reading->name);
            return; /* an example is enough */
        }
}
