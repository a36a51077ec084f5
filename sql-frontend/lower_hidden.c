/* What happens beside a statement without standing in it: triggers, rules, row security, inheritance; and the
 * checks of constraints whose failure an EXCEPTION handler sees. */
#include "lower.h"

#include <string.h>

static bool fires(const ip_trigger *t, ip_statement_kind kind)
{
    return (kind == IP_INSERT && t->on_insert) || (kind == IP_UPDATE && t->on_update) ||
           (kind == IP_DELETE && t->on_delete) || (kind == IP_SELECT && t->on_select);
}

/* Is the table ancestor, or below it? */
static bool below(const ip_lowerer *l, const char *table, const char *ancestor, int depth)
{
    if (strcmp(table, ancestor) == 0)
        return true;
    for (int i = 0; i < l->definitions->inheritance.count && depth > 0; i++) {
        const ip_inheritance *pair = &l->definitions->inheritance.items[i];
        if (strcmp(pair->child, table) == 0 && below(l, pair->parent, ancestor, depth - 1))
            return true;
    }
    return false;
}

enum { DEEPEST_FAMILY = 16 };

/* A statement on a table fires the triggers of its partitions, too. */
static bool concerns(const ip_lowerer *l, const ip_trigger *t, const ip_table *table)
{
    return below(l, t->table, table->name, DEEPEST_FAMILY);
}

bool ip_lower_has_trigger(const ip_lowerer *l, const ip_table *table)
{
    for (int i = 0; i < l->definitions->triggers.count; i++)
        if (concerns(l, &l->definitions->triggers.items[i], table))
            return true;
    return false;
}

/* Does the trigger concern the statement: what it does to its target, or to a row source? */
static bool meets(const ip_lowerer *l, const ip_trigger *t, const ip_statement *s)
{
    bool writes = s->kind == IP_INSERT || s->kind == IP_UPDATE || s->kind == IP_DELETE;
    for (int i = 0; i < s->sources.count; i++)
        if (concerns(l, t, s->sources.items[i].table) && fires(t, writes && i == 0 ? s->kind : IP_SELECT))
            return true;
    return false;
}

bool ip_lower_rewrites(const ip_lowerer *l, const ip_table *table, ip_statement_kind kind)
{
    for (int i = 0; i < l->definitions->triggers.count; i++) {
        const ip_trigger *t = &l->definitions->triggers.items[i];
        if (t->before && t->row && fires(t, kind) && concerns(l, t, table))
            return true;
    }
    return false;
}

bool ip_lower_may_leave_out(const ip_lowerer *l, const ip_statement *s)
{
    for (int i = 0; i < l->definitions->triggers.count; i++) {
        const ip_trigger *t = &l->definitions->triggers.items[i];
        if (t->before && t->row && meets(l, t, s))
            return true;
    }
    for (int i = 0; i < s->sources.count; i++)
        if (ip_lower_has_family(l, s->sources.items[i].table))
            return true;
    return false;
}

void ip_lower_report_triggers(ip_lowerer *l, const ip_statement *s)
{
    if (s->kind == IP_ABORT || s->kind == IP_UNKNOWN)
        return;
    for (int i = 0; i < l->definitions->triggers.count; i++) {
        const ip_trigger *t = &l->definitions->triggers.items[i];
        if (!meets(l, t, s))
            continue;
        const char *why = t->what ? ip_arena_printf(l->arena, "%s of table %s acts here", t->what, t->table)
                                  : ip_arena_printf(l->arena, "trigger %s runs %s() here", t->name, t->function);
        ip_report(l->diagnostics, IP_UNSUPPORTED, l->range, l->program->name, "%s: it may read and write any table",
                  why);
        ip_open_step outer = ip_lower_own_step(l);
        ip_lower_emit_unknown(l, NULL, why);
        ip_lower_close_step(l, outer);
    }
}

/* A partitioned table is as any other for those who name it alone: its keys hold for all partitions. */
bool ip_lower_has_family(const ip_lowerer *l, const ip_table *table)
{
    for (int i = 0; i < l->definitions->inheritance.count; i++) {
        const ip_inheritance *pair = &l->definitions->inheritance.items[i];
        if (strcmp(pair->child, table->name) == 0 || (!pair->partition && strcmp(pair->parent, table->name) == 0))
            return true;
    }
    return false;
}

static void add_family(ip_lowerer *l, const char *name, ip_statement *statement)
{
    const ip_table *table = ip_schema_table(l->schema, name);
    int before = statement->sources.count;
    if (!table)
        return;
    ip_lower_whole_table(l, statement, table);
    if (statement->sources.count == before)
        return;
    for (int i = 0; i < l->definitions->inheritance.count; i++) {
        const ip_inheritance *pair = &l->definitions->inheritance.items[i];
        if (strcmp(pair->child, name) == 0)
            add_family(l, pair->parent, statement);
        if (strcmp(pair->parent, name) == 0)
            add_family(l, pair->child, statement);
    }
}

void ip_lower_report_families(ip_lowerer *l, const ip_statement *s)
{
    for (int i = 0; i < s->sources.count; i++) {
        const ip_table *table = s->sources.items[i].table;
        if (!ip_lower_has_family(l, table))
            continue;
        ip_statement family = {.kind = IP_UNKNOWN};
        add_family(l, table->name, &family);
        family.why_unknown = ip_arena_printf(
            l->arena, "table %s shares its rows with tables it inherits from, or that inherit from it", table->name);
        ip_report(l->diagnostics, IP_UNSUPPORTED, l->range, l->program->name, "%s: not followed", family.why_unknown);
        ip_lower_break(l, l->range, family.why_unknown);
        ip_lower_push(l, &family);
    }
}

/* Reads whether there is a row with these values; where a value depends on rows, any row will do, and which of them is
 * locked is not known. */
static void probe(ip_lowerer *l, const ip_table *table, int count, const int *columns, const ip_expr *const *values,
                  ip_check_kind check)
{
    ip_query *query = IP_NEW(l->arena, ip_query);
    query->statement.check = l->handlers > 0 ? IP_CHECK_NONE : check;
    query->statement.kind = IP_SELECT;
    query->statement.aggregated = true;
    ip_scope *scope = ip_scope_new(l, NULL, query);
    ip_lower_whole_table(l, &query->statement, table);
    ip_row_source *source = &query->statement.sources.items[0];
    memset(source->filter_columns, 0, (size_t)table->columns.count * sizeof(bool));
    memset(source->output_columns, 0, (size_t)table->columns.count * sizeof(bool));
    source->lock = check == IP_CHECK_PRESENT ? IP_LOCK_KEY_SHARE : IP_LOCK_NONE;
    source->newest = check == IP_CHECK_ABSENT;
    const ip_entry self = {.table = table, .source = 0};
    for (int i = 0; i < count; i++) {
        source->filter_columns[columns[i]] = true;
        if (values && values[i] && ip_expr_stable(values[i]) && ip_expr_sources(values[i]) == 0)
            ip_lower_conjunct(l, scope, ip_lower_binary(l, IP_OP_EQ, ip_lower_column(l, &self, columns[i]), values[i]));
        else if (check == IP_CHECK_PRESENT)
            query->statement.uncertain = true;
    }
    ip_output output = {IP_AGG_EXISTS, NULL, ip_boolean_type};
    IP_PUSH(l->arena, &query->statement.outputs, output);
    ip_lower_emit(l, query);
}

/* The values of these columns that are assigned, NULL for others; false: none is. */
static bool assigned_values(ip_lowerer *l, const ip_expr *const *assigned, int count, const int *columns,
                            const ip_expr ***values)
{
    bool any = false;
    *values = IP_NEW_ARRAY(l->arena, const ip_expr *, count);
    for (int i = 0; i < count; i++) {
        (*values)[i] = assigned[columns[i]];
        any = any || (*values)[i];
    }
    return any;
}

void ip_lower_key_checks(ip_lowerer *l, const ip_table *table, const ip_expr *const *assigned, bool insert)
{
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *key = &table->keys.items[k];
        const ip_expr **values;
        bool changed = assigned_values(l, assigned, key->column_count, key->columns, &values) || insert;
        if (changed && (l->handlers > 0 || !insert || !key->primary)) /* an INSERT reads that itself */
            probe(l, table, key->column_count, key->columns, values, IP_CHECK_ABSENT);
    }
}

void ip_lower_foreign_checks(ip_lowerer *l, const ip_table *table, const ip_expr *const *assigned, bool insert)
{
    for (int k = 0; k < table->foreign_keys.count; k++) {
        const ip_foreign_key *key = &table->foreign_keys.items[k];
        const ip_expr **values;
        if (!assigned_values(l, assigned, key->column_count, key->columns, &values) && !insert)
            continue;
        ip_open_step outer = ip_lower_own_step(l);
        probe(l, key->target, key->column_count, key->target_columns, values, IP_CHECK_PRESENT);
        ip_lower_close_step(l, outer);
    }
}

void ip_lower_reference_checks(ip_lowerer *l, const ip_table *table, const ip_expr *const *assigned)
{
    for (int i = 0; i < l->schema->tables.count; i++) {
        const ip_table *child = l->schema->tables.items[i];
        for (int k = 0; k < child->foreign_keys.count; k++) {
            const ip_foreign_key *key = &child->foreign_keys.items[k];
            bool changed = !assigned;
            for (int c = 0; assigned && key->target == table && c < key->column_count; c++)
                changed = changed || assigned[key->target_columns[c]];
            char action = assigned ? key->on_update : key->on_delete;
            bool refuses = action != 'c' && action != 'n' && action != 'd';
            if (key->target != table || !changed || !(refuses || l->handlers > 0))
                continue;
            ip_open_step outer = ip_lower_own_step(l);
            probe(l, child, key->column_count, key->columns, NULL, IP_CHECK_ABSENT);
            ip_lower_close_step(l, outer);
        }
    }
}
