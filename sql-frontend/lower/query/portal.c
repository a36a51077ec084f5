/* Cursors of SQL (DECLARE, FETCH) and WHERE CURRENT OF. A script's cursor is a variable without a name; the rows that
 * it fetches go to the client. */
#include "lower/lower.h"

#include <limits.h>
#include <string.h>

static const char *own_name(const ip_lowerer *l, const char *name)
{
    return ip_arena_printf(l->arena, "cursor %s", name);
}

/* The slot of a cursor: a variable, or the script's own; -1: it is opened elsewhere. */
static int slot_of(const ip_lowerer *l, const char *name)
{
    const char *own = own_name(l, name);
    int slot = ip_lower_find_variable(l, &name, 1);
    if (slot < 0 || l->slots.items[slot].position <= 0)
        slot = ip_lower_find_variable(l, &own, 1);
    return slot >= 0 && l->slots.items[slot].position > 0 ? slot : -1;
}

/* ---- WHERE CURRENT OF ---- */
void ip_lower_current_of(ip_lowerer *l, const PgQuery__CurrentOfExpr *node, ip_scope *scope)
{
    const char *name = ip_arena_strdup(l->arena, IP_TEXT(node, cursor_name));
    int slot = slot_of(l, name);
    ip_query *query = scope->query;
    const ip_table *table = query->statement.sources.items[0].table;
    query->statement.uncertain = true; /* the row may have been deleted by now */
    query->statement.of_cursor = true;
    const ip_expr *current = slot >= 0 ? ip_lower_value(l, l->slots.items[slot].current) : NULL;
    for (int i = 0; i < l->fetched.count; i++) {
        const ip_fetched *fetched = &l->fetched.items[i];
        if (fetched->handle != current || fetched->table != table)
            continue;
        const ip_key *key = &table->keys.items[0];
        const ip_entry self = {.table = table, .source = 0};
        for (int k = 0; k < key->column_count; k++)
            ip_lower_conjunct(
                l, scope, ip_lower_binary(l, IP_OP_EQ, ip_lower_column(l, &self, key->columns[k]), fetched->key[k]));
        return;
    }
    ip_lower_note(l, node, "which row is the current one of \"%s\" is not followed: any row of \"%s\"", name,
                  table->name);
}

/* The tables whose rows the statement may give another key. */
static void mark_moved(const ip_statement *s, bool *moved)
{
    for (int i = 0; s->kind == IP_UNKNOWN && i < s->sources.count; i++)
        if (!s->sources.items[i].reads_only)
            moved[s->sources.items[i].table->id] = true;
    if (s->kind != IP_UPDATE || !s->sources.items[0].table->keys.count)
        return;
    const ip_key *key = &s->sources.items[0].table->keys.items[0];
    for (int k = 0; k < key->column_count; k++)
        if (s->assignments[key->columns[k]])
            moved[s->sources.items[0].table->id] = true;
}

/* The row is found by its physical place, even if its key has changed since (PostgreSQL's TidNext); so the key that was
 * fetched identifies the row only if no program changes keys. */
void ip_lower_current_rows(ip_arena *arena, ip_workload *workload, ip_diagnostics *diagnostics)
{
    bool *moved = IP_NEW_ARRAY(arena, bool, workload->schema.tables.count);
    for (int p = 0; p < workload->programs.count; p++)
        for (int i = 0; i < workload->programs.items[p]->statements.count; i++)
            mark_moved(&workload->programs.items[p]->statements.items[i], moved);
    for (int p = 0; p < workload->programs.count; p++) {
        ip_program *program = workload->programs.items[p];
        for (int i = 0; i < program->statements.count; i++) {
            ip_statement *s = &program->statements.items[i];
            if (!s->of_cursor || !moved[s->sources.items[0].table->id])
                continue;
            s->sources.items[0].filter = NULL;
            ip_diagnostics_add(diagnostics, IP_APPROXIMATION, s->range, program->name,
                               "the current row's key may have changed since it was fetched: any row of \"%s\"",
                               s->sources.items[0].table->name);
        }
    }
}

/* ---- DECLARE, FETCH, CLOSE ---- */
static void declare_cursor(ip_lowerer *l, const PgQuery__DeclareCursorStmt *declare, ip_result *rows)
{
    const char *name = own_name(l, IP_TEXT(declare, portalname));
    int slot = ip_lower_find_variable(l, &name, 1);
    if (slot < 0) {
        slot = ip_lower_declare(l, NULL, name, ip_lower_other_type);
        ip_lower_make_cursor(l, slot);
    }
    ip_lower_opened(l, slot, rows);
}

static void fetch_rows(ip_lowerer *l, const PgQuery__FetchStmt *fetch, int slot)
{
    PgQuery__FetchDirection direction = IP_GET(fetch, direction);
    long long count = IP_GET(fetch, how_many);
    ip_pl_fetch how = {.all = count == LLONG_MAX, .count = (long)count, .move = true};
    how.direction = direction == PG_QUERY__FETCH_DIRECTION__FETCH_BACKWARD   ? IP_PL_BACKWARD
                    : direction == PG_QUERY__FETCH_DIRECTION__FETCH_ABSOLUTE ? IP_PL_ABSOLUTE
                    : direction == PG_QUERY__FETCH_DIRECTION__FETCH_RELATIVE ? IP_PL_RELATIVE
                                                                             : IP_PL_FORWARD;
    const ip_pl_statement s = {
        .kind = IP_PL_FETCH, .range = l->range, .cursor = l->slots.items[slot].name, .fetch = &how};
    ip_lower_fetch(l, &s);
}

/* The cursor is opened elsewhere, by a function: its locks do not depend on which function. */
static void fetch_of_any(ip_lowerer *l, const ip_tree *statement)
{
    for (int i = 0; i < l->opened.count; i++)
        if (ip_lower_lock_fetched(l, &l->opened.items[i]))
            ip_lower_note(l, statement, "which rows are fetched, and so locked, is not followed");
}

/* The snapshot is that of DECLARE (documentation of FETCH and DECLARE): rows that are fetched later were read then. */
bool ip_lower_sql_cursor(ip_lowerer *l, const ip_tree *statement, ip_result **result)
{
    const PgQuery__DeclareCursorStmt *declare = ip_as_declare_cursor_stmt(statement);
    const PgQuery__FetchStmt *fetch = ip_as_fetch_stmt(statement);
    const PgQuery__SelectStmt *query = ip_as_select_stmt(IP_GET(declare, query));
    bool correlated = false;
    if (!fetch && !query && !ip_as_close_portal_stmt(statement))
        return false;
    ip_result *none = IP_NEW(l->arena, ip_result);
    none->statement = -1;
    none->found = ip_lower_value(l, l->found);
    *result = none;
    l->conditional++; /* it is run when rows are fetched */
    l->doubted = -1;
    ip_result *rows = query ? ip_lower_select(l, query, NULL, &correlated) : NULL;
    l->conditional--;
    if (rows && !l->why && rows->statement >= 0 && l->doubted == rows->statement)
        l->program->statements.items[rows->statement].uncertain = false;
    if (rows && !l->why)
        declare_cursor(l, declare, rows);
    int slot = fetch ? slot_of(l, ip_arena_strdup(l->arena, IP_TEXT(fetch, portalname))) : -1;
    if (slot >= 0)
        fetch_rows(l, fetch, slot);
    else if (fetch)
        fetch_of_any(l, statement);
    return true;
}
