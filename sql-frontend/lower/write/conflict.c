/* INSERT … ON CONFLICT as statements of one step: a read of the newest version of the conflicting row, an INSERT if
 * there is none, and an UPDATE of it otherwise. */
#include "lower/lower.h"

#include <string.h>

/* The rows that may conflict: rows with the new row's values in these columns. */
typedef struct ip_arbiter {
    int column_count;
    const int *columns;
    bool vague; /* of an index on expressions or on part of the rows: perhaps */
} ip_arbiter;

typedef IP_VEC(ip_arbiter) ip_arbiters;

static bool same_columns(const ip_key *key, const int *columns, int count)
{
    bool same = key->column_count == count;
    for (int i = 0; i < count && same; i++) {
        same = false;
        for (int k = 0; k < count; k++)
            same = same || key->columns[k] == columns[i];
    }
    return same;
}

/* The key that ON CONFLICT (columns) or ON CONSTRAINT name means. */
static ip_arbiter inferred(ip_lowerer *l, const ip_table *table, const PgQuery__InferClause *infer)
{
    const ip_tree *elements = IP_ITEMS(infer, index_elems);
    const char *name = IP_TEXT(infer, conname);
    int count = (int)ip_parse_list_size(elements), *columns = IP_NEW_ARRAY(l->arena, int, count), named = 0;
    for (int i = 0; i < count; i++) {
        const char *column = IP_TEXT(ip_as_index_elem(ip_parse_list_item(elements, (size_t)i)), name);
        columns[named] = ip_catalog_table_column(table, column);
        if (*column && columns[named] < 0)
            ip_lower_bad_name(l, infer, "table \"%s\" has no column \"%s\"", table->name, column);
        named += columns[named] >= 0;
    }
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *key = &table->keys.items[k];
        if (*name ? strcmp(key->name, name) == 0 : named == count && same_columns(key, columns, count))
            return (ip_arbiter){key->column_count, key->columns, false};
    }
    ip_lower_note(l, infer,
                  "ON CONFLICT of an index on expressions or on part of the rows, or of a constraint that is "
                  "not followed: either outcome");
    return (ip_arbiter){named, columns, true};
}

static ip_arbiters arbiters_of(ip_lowerer *l, const ip_table *table, const PgQuery__OnConflictClause *clause)
{
    ip_arbiters all = {0};
    if (IP_GET(clause, infer)) {
        IP_PUSH(l->arena, &all, inferred(l, table, IP_GET(clause, infer)));
        return all;
    }
    for (int k = 0; k < table->keys.count; k++)
        IP_PUSH(l->arena, &all, ((ip_arbiter){table->keys.items[k].column_count, table->keys.items[k].columns, false}));
    const char *what = table->exclusions.count ? table->exclusions.items[0].what : table->unchecked;
    if (what) {
        ip_lower_note(l, clause, "ON CONFLICT of a table with %s: either outcome", what);
        IP_PUSH(l->arena, &all, ((ip_arbiter){0, NULL, true}));
    }
    return all;
}

static void restrict_to(ip_lowerer *l, ip_scope *scope, const ip_arbiter *arbiter, const ip_expr *const *values)
{
    const ip_entry self = {.table = scope->query->statement.sources.items[0].table, .source = 0};
    for (int i = 0; i < arbiter->column_count; i++) {
        int column = arbiter->columns[i];
        ip_lower_conjunct(l, scope, ip_lower_binary(l, IP_OP_EQ, ip_lower_column(l, &self, column), values[column]));
    }
    if (arbiter->vague) {
        ip_conjunct perhaps = {.expr = ip_lower_unknown(l, ip_lower_boolean_type, 0, NULL), .only = 1};
        IP_PUSH(l->arena, &scope->query->conjuncts, perhaps);
        scope->query->statement.uncertain = true;
    }
    scope->query->statement.sources.items[0].newest = true;
}

static ip_scope *scope_of(ip_lowerer *l, const PgQuery__InsertStmt *insert, ip_statement_kind kind, ip_scope *around)
{
    ip_query *query = IP_NEW(l->arena, ip_query);
    ip_scope *scope = ip_lower_scope_new(l, around, query);
    query->statement.kind = kind;
    ip_lower_scope_target(l, scope, IP_GET(insert, relation), false, NULL);
    return scope;
}

static const ip_expr *found_by(ip_lowerer *l, int statement, const char *name)
{
    const ip_expr *found = ip_lower_variable(l, IP_VAR_FOUND, name, ip_lower_boolean_type, l->loop);
    l->program->variables.items[found->index].statement = statement;
    return found;
}

static const ip_expr *look_up(ip_lowerer *l, const PgQuery__InsertStmt *insert, const ip_arbiter *arbiter,
                              const ip_expr *const *values, ip_lock lock)
{
    ip_scope *scope = scope_of(l, insert, IP_SELECT, NULL);
    restrict_to(l, scope, arbiter, values);
    scope->query->statement.sources.items[0].lock = lock;
    return found_by(l, ip_lower_emit(l, scope->query), "conflict");
}

/* DO UPDATE of the row found; NULL: not understood. */
static ip_result *update_row(ip_lowerer *l, const PgQuery__InsertStmt *insert, const PgQuery__OnConflictClause *clause,
                             const ip_arbiter *arbiter, const ip_expr *const *values, ip_scope *around)
{
    ip_scope *scope = scope_of(l, insert, IP_UPDATE, around);
    ip_query *query = scope->query;
    const ip_table *table = query->statement.sources.items[0].table;
    ip_entry excluded = {.alias = "excluded", .source = -1};
    excluded.merged = IP_NEW_ARRAY(l->arena, bool, table->columns.count);
    for (int i = 0; i < table->columns.count; i++) {
        IP_PUSH(l->arena, &excluded.names, table->columns.items[i].name);
        IP_PUSH(l->arena, &excluded.columns, values[i]);
    }
    IP_PUSH(l->arena, &scope->entries, excluded);
    restrict_to(l, scope, arbiter, values);
    if (IP_GET(clause, where_clause))
        ip_lower_condition(l, IP_GET(clause, where_clause), scope);
    ip_lower_assignments(l, IP_ITEMS(clause, target_list), scope);
    scope->entries.count--; /* RETURNING does not know it */
    if (l->why)
        return NULL;
    ip_result *result = ip_lower_change_rows(l, scope, IP_ITEMS(insert, returning_list));
    return l->why ? NULL : result;
}

static const ip_expr *choice(ip_lowerer *l, const ip_expr *condition, const ip_expr *a, const ip_expr *b)
{
    const ip_expr *const parts[] = {condition, a, b};
    return ip_program_expr_op(l->arena, IP_OP_IF, b->type, 3, parts);
}

static const ip_expr *changed_by(ip_lowerer *l, const ip_result *updated)
{
    if (updated->statement >= 0)
        return found_by(l, updated->statement, "updated");
    return updated->found ? updated->found
                          : ip_lower_is_true(l, ip_lower_any(l, "updated", ip_lower_boolean_type, l->loop));
}

/* Of the inserted or the changed row. */
static ip_result *outcome(ip_lowerer *l, const ip_expr *conflict, ip_result *inserted, ip_result *updated, bool sure)
{
    ip_result *result = IP_NEW(l->arena, ip_result);
    result->statement = -1;
    result->found = ip_program_expr_not(l->arena, conflict);
    sure = sure && updated && updated->statement >= 0;
    if (updated)
        result->found = sure ? NULL : ip_lower_or(l, result->found, changed_by(l, updated));
    if (!result->found)
        result->found = ip_program_expr_true(l->arena);
    result->count = choice(l, result->found, ip_lower_literal(l, IP_EXPR_INTEGER, ip_lower_integer_type, "1"),
                           ip_lower_literal(l, IP_EXPR_INTEGER, ip_lower_integer_type, "0"));
    for (int i = 0; i < inserted->columns.count; i++) {
        ip_result_column column = inserted->columns.items[i];
        const ip_expr *new_value = ip_lower_result_value(l, inserted, i, l->loop);
        column.value = choice(l, conflict,
                              updated && i < updated->columns.count ? ip_lower_result_value(l, updated, i, l->loop)
                                                                    : ip_lower_null(l, column.type),
                              new_value);
        column.output = -1;
        IP_PUSH(l->arena, &result->columns, column);
    }
    return result;
}

ip_result *ip_lower_insert_or(ip_lowerer *l, const PgQuery__InsertStmt *insert, const ip_table *table,
                              const ip_expr **values, ip_scope *around)
{
    const PgQuery__OnConflictClause *clause = ip_as_on_conflict_clause(IP_GET(insert, on_conflict_clause));
    if (!clause)
        clause = IP_GET(insert, on_conflict_clause);
    bool update = IP_GET(clause, action) == PG_QUERY__ON_CONFLICT_ACTION__ONCONFLICT_UPDATE;
    const ip_arbiters arbiters = arbiters_of(l, table, clause);
    const ip_expr *conflict = NULL, *rel = l->rel;
    for (int i = 0; i < arbiters.count && !l->why; i++) {
        const ip_expr *found =
            look_up(l, insert, &arbiters.items[i], values, update ? IP_LOCK_NO_KEY_UPDATE : IP_LOCK_NONE);
        conflict = conflict ? ip_lower_or(l, conflict, found) : found;
    }
    if (!conflict || l->why)
        return ip_lower_insert_row(l, insert, table, values, around);
    l->rel = ip_program_expr_and(l->arena, rel, ip_program_expr_not(l->arena, conflict));
    ip_result *inserted = ip_lower_insert_row(l, insert, table, values, around), *updated = NULL;
    l->rel = ip_program_expr_and(l->arena, rel, conflict);
    if (update && !l->why)
        updated = update_row(l, insert, clause, &arbiters.items[0], values, around);
    l->rel = rel;
    if (l->why)
        return inserted;
    return outcome(l, conflict, inserted, updated, !IP_GET(clause, where_clause) && !arbiters.items[0].vague);
}
