/* Referential actions: ON DELETE and ON UPDATE of foreign keys, lowered to the statements that PostgreSQL runs for them
 * (its manual, section 5.4.5; ri_triggers.c). These find the latest versions of rows, whether or not they are in the
 * statement's snapshot, and fire triggers. */
#include "lower/lower.h"

#include <string.h>

enum { DEEPEST_ACTION = 4 };

static bool changes_key(const ip_statement *s, const ip_foreign_key *key)
{
    for (int i = 0; i < key->column_count; i++)
        if (s->assignments && s->assignments[key->target_columns[i]])
            return true;
    return false;
}

static bool is_hit(const ip_statement *cause, const ip_foreign_key *key)
{
    if (key->target != cause->sources.items[0].table)
        return false;
    return cause->kind == IP_DELETE ? ip_reference_acts(key->on_delete)
                                    : ip_reference_acts(key->on_update) && changes_key(cause, key);
}

/* ---- any rows ---- */

/* Tables that change when rows of this one are deleted or change their keys, transitively. */
static void add_children(ip_lowerer *l, const ip_statement *cause, const ip_table *parent, ip_statement *statement)
{
    for (int i = 0; i < l->schema->tables.count; i++) {
        const ip_table *child = l->schema->tables.items[i];
        for (int k = 0; k < child->foreign_keys.count; k++) {
            const ip_foreign_key *key = &child->foreign_keys.items[k];
            bool hit = is_hit(cause, key);
            /* Handles the children's own children: a changed row may have been referenced. */
            if (parent != cause->sources.items[0].table)
                hit = key->target == parent && (ip_reference_acts(key->on_delete) || ip_reference_acts(key->on_update));
            int before = statement->sources.count;
            if (hit)
                ip_lower_whole_table(l, statement, child);
            if (statement->sources.count > before)
                add_children(l, cause, child, statement);
        }
    }
}

static void any_rows(ip_lowerer *l, const ip_statement *cause)
{
    ip_statement statement = {.kind = IP_UNKNOWN};
    add_children(l, cause, cause->sources.items[0].table, &statement);
    int reached = statement.sources.count;
    if (reached == 0)
        return;
    for (int i = 0; i < reached; i++)
        ip_lower_reach_table(l, statement.sources.items[i].table, &statement);
    statement.why_unknown = ip_arena_printf(l->arena, "foreign keys with %s change other tables",
                                            cause->kind == IP_DELETE ? "ON DELETE" : "ON UPDATE");
    ip_diagnostics_add(l->diagnostics, IP_APPROXIMATION, l->range, l->program->name, "%s: any of their rows",
                       statement.why_unknown);
    ip_open_step outer = ip_lower_own_step(l);
    ip_lower_push(l, &statement);
    ip_lower_close_step(l, outer);
}

/* ---- the rows that refer to the changed rows ---- */

/* The value that the filter equates with the column, without columns of rows; NULL: none. */
static const ip_expr *fixed(const ip_expr *filter, int column)
{
    if (!filter || filter->kind != IP_EXPR_OPERATOR)
        return NULL;
    const ip_expr *found = NULL;
    for (int i = 0; filter->op == IP_OP_AND && i < filter->arg_count && !found; i++)
        found = fixed(filter->args[i], column);
    for (int side = 0; filter->op == IP_OP_EQ && side < 2; side++) {
        const ip_expr *a = filter->args[side], *b = filter->args[1 - side];
        if (a->kind == IP_EXPR_COLUMN && a->source == 0 && a->index == column && ip_program_expr_sources(b) == 0 &&
            ip_program_expr_stable(b))
            found = b;
    }
    return found;
}

/* A value of the changed row: of its column before the change, or the assigned value. */
static const ip_expr *value_of(ip_lowerer *l, int cause, const ip_expr *expr, const char *name)
{
    ip_statement *s = &l->program->statements.items[cause];
    if (ip_program_expr_sources(expr) == 0 && ip_program_expr_stable(expr))
        return expr;
    ip_output output = {IP_AGG_NONE, expr, expr->type};
    const ip_expr *value = ip_lower_variable(l, IP_VAR_RESULT, name, expr->type, l->loop);
    l->program->variables.items[value->index].statement = cause;
    l->program->variables.items[value->index].index = s->outputs.count;
    IP_PUSH(l->arena, &s->outputs, output);
    ip_lower_mark_statement(s, expr);
    return value;
}

static const ip_expr *old_key(ip_lowerer *l, int cause, bool single, int column)
{
    const ip_row_source *source = &l->program->statements.items[cause].sources.items[0];
    const ip_expr *known = single ? fixed(source->filter, column) : NULL;
    const ip_entry self = {.table = source->table, .source = 0};
    return known ? known
                 : value_of(l, cause, ip_lower_column(l, &self, column), source->table->columns.items[column].name);
}

/* ON UPDATE does nothing if the key stays the same. */
static void only_if_changed(ip_lowerer *l, const ip_expr *const *before, const ip_expr *const *after, int count)
{
    const ip_expr *same = NULL;
    for (int i = 0; i < count; i++)
        same = ip_program_expr_and(l->arena, same, ip_lower_binary(l, IP_OP_NOT_DISTINCT, before[i], after[i]));
    l->rel = ip_program_expr_and(l->arena, l->rel, ip_program_expr_not(l->arena, ip_lower_is_true(l, same)));
}

static void act(ip_lowerer *l, int cause, bool single, const ip_table *child, const ip_foreign_key *key)
{
    const ip_statement changed = l->program->statements.items[cause];
    bool deletes = changed.kind == IP_DELETE;
    char action = deletes ? key->on_delete : key->on_update;
    int count = key->column_count;
    const ip_expr **before = IP_NEW_ARRAY(l->arena, const ip_expr *, count);
    const ip_expr **after = IP_NEW_ARRAY(l->arena, const ip_expr *, count), *rel = l->rel;
    for (int i = 0; i < count; i++) {
        int column = key->target_columns[i];
        before[i] = old_key(l, cause, single, column);
        after[i] = before[i];
        if (!deletes && changed.assignments[column])
            after[i] = value_of(l, cause, changed.assignments[column], "new");
    }
    if (!deletes)
        only_if_changed(l, before, after, count);
    ip_query *query = IP_NEW(l->arena, ip_query);
    ip_scope *scope = ip_lower_scope_new(l, NULL, query);
    ip_row_source source = {.table = child, .alias = child->name, .newest = true, .referring = true};
    source.filter_columns = IP_NEW_ARRAY(l->arena, bool, child->columns.count);
    source.output_columns = IP_NEW_ARRAY(l->arena, bool, child->columns.count);
    IP_PUSH(l->arena, &query->statement.sources, source);
    query->statement.kind = deletes && action == 'c' ? IP_DELETE : IP_UPDATE;
    const ip_entry self = {.alias = child->name, .table = child, .source = 0};
    ip_partition_path path = {0};
    if (key->part) /* of its rows alone */
        ip_catalog_partition_whole(l->definitions, key->part, &path);
    ip_lower_bounds(l, scope, &self, &path);
    if (query->statement.kind == IP_UPDATE)
        query->statement.assignments = IP_NEW_ARRAY(l->arena, const ip_expr *, child->columns.count);
    ip_open_step outer = ip_lower_own_step(l);
    for (int i = 0; i < count; i++) {
        int column = key->columns[i];
        ip_type type = child->columns.items[column].type;
        ip_lower_conjunct(l, scope, ip_lower_binary(l, IP_OP_EQ, ip_lower_column(l, &self, column), before[i]));
        if (query->statement.kind == IP_UPDATE && ip_reference_sets(key, i, deletes))
            query->statement.assignments[column] = action == 'n'   ? ip_lower_null(l, type)
                                                   : action == 'd' ? ip_lower_default(l, query, column, scope)
                                                                   : ip_lower_convert(l, after[i], type);
    }
    IP_PUSH(l->arena, &scope->entries, self);
    if (query->statement.kind == IP_UPDATE)
        ip_lower_computed_again(l, scope, child, query->statement.assignments);
    ip_lower_change_with_triggers(l, scope);
    ip_lower_close_step(l, outer);
    l->rel = rel;
}

void ip_lower_foreign_actions(ip_lowerer *l, int cause)
{
    const ip_statement changed = l->program->statements.items[cause];
    bool any = false, itself = false;
    if ((changed.kind != IP_DELETE && changed.kind != IP_UPDATE) || !changed.sources.items[0].table->referenced)
        return;
    for (int i = 0; i < l->schema->tables.count; i++)
        for (int k = 0; k < l->schema->tables.items[i]->foreign_keys.count; k++)
            if (is_hit(&changed, &l->schema->tables.items[i]->foreign_keys.items[k])) {
                any = true;
                itself = itself || l->schema->tables.items[i] == changed.sources.items[0].table;
            }
    if (!any)
        return;
    /* A tree's rows go level by level, however many there are. */
    if (l->action_depth >= (itself ? 1 : DEEPEST_ACTION) || ip_lower_is_full(l) || changed.grouped) {
        any_rows(l, &changed);
        return;
    }
    ip_rows_entered rows = ip_lower_enter_rows(l, cause);
    l->action_depth++;
    for (int i = 0; i < l->schema->tables.count; i++) {
        const ip_table *child = l->schema->tables.items[i];
        for (int k = 0; k < child->foreign_keys.count; k++)
            if (is_hit(&changed, &child->foreign_keys.items[k]))
                act(l, cause, rows.single, child, &child->foreign_keys.items[k]);
    }
    l->action_depth--;
    ip_lower_leave_rows(l, rows);
}
