/* Side effects of statements that are not followed: rules, triggers of partitions, inheritance. */
#include "lower/lower.h"
#include "parse/statement.h"

#include <stdlib.h>
#include <string.h>

static bool fires(const ip_trigger *t, ip_statement_kind kind)
{
    return !t->disabled && ((kind == IP_INSERT && t->on_insert) || (kind == IP_UPDATE && t->on_update) ||
                            (kind == IP_DELETE && t->on_delete) || (kind == IP_SELECT && t->on_select));
}

/* A statement on a table fires the triggers of its partitions, too. t: one of ip_lower_related(relation). */
static bool concerns(const ip_trigger *t, const char *relation)
{
    return !ip_lower_is_followed(t, relation) && !t->nothing && !t->security;
}

/* A rule for it, or a trigger of a table below; NULL: none. */
static const ip_trigger *unfollowed(const ip_lowerer *l, const char *relation, ip_statement_kind kind,
                                    bool triggers_only)
{
    const ip_triggers *related = ip_lower_related(l, relation);
    for (int i = 0; i < related->count; i++) {
        const ip_trigger *t = related->items[i];
        bool meant = t->does ? !triggers_only && strcmp(t->table, relation) == 0 : concerns(t, relation);
        if (meant && !t->nothing && fires(t, kind))
            return t;
    }
    return NULL;
}

/* Other rules for the same event act all the same; they were considered before. */
bool ip_lower_does_nothing(const ip_lowerer *l, const char *relation, ip_statement_kind kind)
{
    const ip_triggers *related = ip_lower_related(l, relation);
    for (int i = 0; i < related->count; i++) {
        const ip_trigger *t = related->items[i];
        if (t->nothing && strcmp(t->table, relation) == 0 && fires(t, kind))
            return true;
    }
    return false;
}

static bool writes(const ip_statement *s)
{
    return s->kind == IP_INSERT || s->kind == IP_UPDATE || s->kind == IP_DELETE;
}

/* Its effect on its target, or on a row source. */
static ip_statement_kind kind_for(const ip_statement *s, int source)
{
    return writes(s) && source == 0 ? s->kind : IP_SELECT;
}

bool ip_lower_rewrites(const ip_lowerer *l, const ip_table *table, ip_statement_kind kind)
{
    const ip_triggers *related = ip_lower_related(l, table->name);
    for (int i = 0; i < related->count; i++) {
        const ip_trigger *t = related->items[i];
        if (t->before && t->row && fires(t, kind) && concerns(t, table->name))
            return true;
    }
    return false;
}

bool ip_lower_may_leave_out(const ip_lowerer *l, const ip_statement *s)
{
    for (int i = 0; i < s->sources.count; i++) {
        const ip_triggers *related = ip_lower_related(l, s->sources.items[i].table->name);
        for (int k = 0; k < related->count; k++) {
            const ip_trigger *t = related->items[k];
            if (t->before && t->row && fires(t, kind_for(s, i)) && concerns(t, s->sources.items[i].table->name))
                return true;
        }
    }
    return false;
}

static int by_definition(const void *a, const void *b)
{
    const ip_trigger *first = *(const ip_trigger *const *)a, *second = *(const ip_trigger *const *)b;
    return (first > second) - (first < second);
}

/* The rules and triggers of the statement that are not followed, and the row security that checks its written rows:
 * once for each source of the statement that has them, in the order of definition. */
static ip_triggers hidden_of(const ip_lowerer *l, const ip_statement *s)
{
    ip_triggers hidden = {0};
    for (int i = 0; i < s->sources.count; i++) {
        const char *relation = s->sources.items[i].table->name;
        bool new_rows = i == 0 && (s->kind == IP_INSERT || s->kind == IP_UPDATE);
        const ip_triggers *related = ip_lower_related(l, relation);
        for (int k = 0; k < related->count; k++) {
            const ip_trigger *t = related->items[k];
            if (t->security ? new_rows && !t->disabled : fires(t, kind_for(s, i)) && concerns(t, relation))
                IP_PUSH(l->arena, &hidden, t);
        }
    }
    if (hidden.count)
        qsort(hidden.items, (size_t)hidden.count, sizeof *hidden.items, by_definition);
    return hidden;
}

/* Reported once for each program, at its definition. */
static void report_hidden(ip_lowerer *l, const ip_trigger *t)
{
    const char *why = t->what ? ip_arena_printf(l->arena, "%s of table %s acts here", t->what, t->table)
                              : ip_arena_printf(l->arena, "trigger %s of partition %s may run here", t->name, t->table);
    const ip_table *end = t->other_end ? ip_catalog_schema_table(l->schema, t->table) : NULL;
    const ip_summary *known = end ? ip_summary_of_triggers(l->summaries, end) : NULL;
    if (known && !known->any && !known->missing) {
        ip_lower_emit_effects(l, NULL, known, why, false);
        return;
    }
    ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, t->range, l->program->name,
                       "%s: it may read and write any table", why);
    ip_open_step outer = ip_lower_own_step(l);
    ip_lower_emit_unknown(l, NULL, why);
    ip_lower_close_step(l, outer);
}

void ip_lower_report_rules(ip_lowerer *l, const ip_statement *s)
{
    if (s->kind == IP_ABORT || s->kind == IP_UNKNOWN)
        return;
    if (s->kind == IP_INSERT || s->kind == IP_UPDATE)
        ip_lower_table_expressions(l, s);
    ip_triggers hidden = hidden_of(l, s);
    for (int i = 0; i < hidden.count; i++) {
        if (i && hidden.items[i] == hidden.items[i - 1])
            continue;
        if (hidden.items[i]->security)
            ip_lower_policy_checks(l, hidden.items[i]);
        else
            report_hidden(l, hidden.items[i]);
    }
}

bool ip_lower_updates_on_conflict(const PgQuery__OnConflictClause *conflict)
{
    return IP_GET(conflict, action) == PG_QUERY__ON_CONFLICT_ACTION__ONCONFLICT_UPDATE;
}

/* The relation that is named, the table below a view, the whole of a partition. An UPDATE may move a row from one
 * partition to another, which deletes and inserts it there. */
static const ip_trigger *unfollowed_of(ip_lowerer *l, const ip_tree *body, const char *relation, const ip_table *table,
                                       ip_statement_kind kind)
{
    ip_partition_path path = {0};
    const ip_table *whole = table ? ip_catalog_partition_whole(l->definitions, table, &path) : NULL;
    const char *names[] = {relation, table ? table->name : NULL, whole ? whole->name : NULL};
    const bool kinds[] = {[IP_INSERT] = kind != IP_DELETE,
                          [IP_UPDATE] =
                              kind == IP_UPDATE ||
                              (kind == IP_INSERT && ip_lower_updates_on_conflict(ip_parse_parts_of(body).conflict)),
                          [IP_DELETE] = kind != IP_INSERT};
    const ip_trigger *found = NULL;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        for (ip_statement_kind k = IP_INSERT; names[i] && !found && k <= IP_DELETE; k++)
            if (kinds[k])
                found = unfollowed(l, names[i], k, k != kind);
    return found;
}

ip_result *ip_lower_summed_write(ip_lowerer *l, const ip_tree *body, ip_statement_kind kind, const char *relation,
                                 const ip_table *table, const ip_scope *around)
{
    const PgQuery__RangeVar *target = ip_parse_parts_of(body).target;
    const ip_trigger *because = unfollowed_of(l, body, relation, table, kind);
    if (!because)
        return NULL;
    ip_result *result = IP_NEW(l->arena, ip_result);
    const char *what = ip_arena_printf(l->arena, "%s%s of %s", because->what ? "" : "trigger ",
                                       because->what ? because->what : because->name, because->table);
    result->statement = -1;
    result->unknown = true;
    if (around) { /* which may have names that are not in the statement */
        ip_lower_refuse(l, target, "%s acts on a statement in WITH", what);
        return result;
    }
    const ip_tree *statements = ip_parse_statements_of(l->arena, body);
    const ip_summary *summary = ip_summary_of_statements(l->summaries, ip_lower_path_of_names(l), statements);
    if (summary->missing && ip_lower_is_temporary(l, summary->missing))
        ip_lower_refuse(l, target, "%s acts beside temporary table %s", what, summary->missing);
    else if (summary->missing)
        ip_lower_bad_name(l, target, "%s: table \"%s\" does not exist", what, summary->missing);
    if (summary->any)
        ip_lower_refuse(l, target, "%s: %s: it may read and write any table", what, summary->any);
    else
        ip_lower_emit_effects(l, target, summary, what, false);
    return result;
}
