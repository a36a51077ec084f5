/* Statements and calls of which only the tables that they may touch are known: statements that are not understood, and
 * calls that are not lowered in place. */
#include "lower/body/concurrent_outcome.h"
#include "catalog/unit_index.h"
#include "lower/body/raised.h"
#include "lower/lower.h"

#include <string.h>
#include <strings.h>

/* The sources of a statement that may touch any table, made once: programs of large schemas have many of them. */
struct ip_every_table {
    int table_count;
    ip_row_source *sources;
    int count;
};

struct ip_every_table *ip_lower_every_table(ip_arena *arena)
{
    return IP_NEW(arena, struct ip_every_table);
}

static void touch_every_table(ip_lowerer *l, ip_statement *statement)
{
    struct ip_every_table *every = l->every_table;
    if (every->table_count != l->schema->tables.count) {
        ip_statement all = {0};
        for (int i = 0; i < l->schema->tables.count; i++)
            ip_lower_whole_table(l, &all, l->schema->tables.items[i]);
        *every = (struct ip_every_table){l->schema->tables.count, all.sources.items, all.sources.count};
    }
    statement->sources.items = every->sources;
    statement->sources.count = statement->sources.capacity = every->count;
}

/* Adds the summary's tables to the statement. */
static void touch(ip_lowerer *l, const ip_summary *summary, ip_statement *statement)
{
    if (summary && summary->any)
        summary = NULL;
    if (!summary && statement->sources.count == 0) {
        touch_every_table(l, statement);
        return;
    }
    for (int i = 0; i < l->schema->tables.count; i++) {
        const ip_table *table = l->schema->tables.items[i];
        bool known = summary && i < summary->table_count, writes = !summary || (known && summary->writes[i]);
        int before = statement->sources.count;
        if (!writes && !(known && summary->reads[i]))
            continue;
        ip_lower_whole_table(l, statement, table);
        if (statement->sources.count > before)
            statement->sources.items[before].reads_only = !writes;
        for (int k = 0; k < before && writes; k++)
            if (statement->sources.items[k].table == table && statement->sources.items[k].reads_only)
                statement->sources.items[k].reads_only = false;
    }
}

static void check_meaning(ip_lowerer *l, const ip_summary *summary)
{
    if (summary && summary->redefines)
        ip_lower_break(l, l->range,
                       ip_arena_printf(l->arena, "%s in a routine that is not followed statement by statement",
                                       summary->redefines));
}

static int emit(ip_lowerer *l, const ip_summary *summary, const char *why, ip_planned planned)
{
    check_meaning(l, summary);
    bool kept = summary && summary->kept;
    if (summary && summary->chooses)
        ip_lower_choice_of_call(l, summary->chooses);
    ip_statement statement = {.kind = IP_UNKNOWN,
                              .why_unknown = why,
                              .early = planned != IP_PLANNED_NEVER || (summary && summary->early),
                              .kept = planned == IP_PLANNED_ONCE || kept,
                              .only_deletes = summary && summary->only_deletes};
    if (kept)
        ip_lower_note_kept(l, NULL, summary->kept);
    touch(l, summary, &statement);
    return ip_lower_push(l, &statement);
}

static const char *table_names(ip_lowerer *l, const ip_summary *summary, bool written)
{
    const char *text = "";
    int count = 0, most = 4;
    for (int i = 0; i < summary->table_count; i++) {
        if (written ? !summary->writes[i] : !summary->reads[i] || summary->writes[i])
            continue;
        if (count++ < most)
            text = ip_arena_printf(l->arena, "%s%s%s", text, *text ? ", " : "", l->schema->tables.items[i]->name);
    }
    return count > most ? ip_arena_printf(l->arena, "%s and %d more", text, count - most) : text;
}

static void report(ip_lowerer *l, const ip_tree *node, const char *what, const ip_summary *summary)
{
    const char *written = table_names(l, summary, true), *read = table_names(l, summary, false);
    ip_lower_note(l, node, "%s: it may %s%s%s%s%s, any of their rows", what, *read ? "read " : "", read,
                  *read && *written ? "; " : "", *written ? "write " : "", written);
}

/* For a statement that is not understood only because of its size, the names in it are known. */
static void report_wide(ip_lowerer *l, const ip_summary *summary, const char *why)
{
    if (summary && !summary->any && !summary->missing) {
        ip_range range = l->range;
        l->range = l->wide;
        report(l, NULL, why, summary);
        l->range = range;
        l->wide.source = NULL;
    }
    ip_lower_report_wide(l);
}

int ip_lower_emit_unknown(ip_lowerer *l, const ip_tree *statements, const char *why)
{
    const ip_summary *summary =
        statements ? ip_summary_of_statements(l->summaries, ip_lower_path_of_names(l), statements) : NULL;
    if (l->wide.source)
        report_wide(l, summary, why);
    return emit(l, summary, why, IP_PLANNED_NEVER);
}

int ip_lower_emit_reach(ip_lowerer *l, const ip_unit *unit, const char *why)
{
    return emit(l, ip_summary_of_unit(l->summaries, unit), why, IP_PLANNED_NEVER);
}

void ip_lower_reach_table(ip_lowerer *l, const ip_table *table, ip_statement *statement)
{
    touch(l, ip_summary_of_triggers(l->summaries, table), statement);
}

void ip_lower_emit_beside(ip_lowerer *l, const ip_summary *summary, ip_range range, const char *why)
{
    ip_diagnostics_add(l->diagnostics, summary->any ? IP_UNSUPPORTED : IP_APPROXIMATION, range, l->program->name,
                       summary->any ? "%s: %s: it may read and write any table" : "%s: it may read any of their rows",
                       why, summary->any);
    ip_open_step outer = ip_lower_own_step(l);
    emit(l, summary, why, IP_PLANNED_NEVER);
    ip_lower_close_step(l, outer);
}

void ip_lower_table_expressions(ip_lowerer *l, const ip_statement *s)
{
    const ip_table *table = s->sources.items[0].table;
    const ip_summary *summary = ip_summary_of_expressions(l->summaries, table);
    if (!summary->touches && !summary->any)
        return;
    ip_lower_emit_beside(l, summary, s->range,
                         ip_arena_printf(l->arena,
                                         "a check, index, generated column or domain of table %s calls a "
                                         "function that reads tables",
                                         table->name));
}

/* Columns of the result: OUT parameters, or the one value. */
static const ip_expr *any_result(ip_lowerer *l, const ip_unit *unit, int arg_count, const ip_expr *const *args,
                                 ip_result *columns)
{
    const ip_expr *first = NULL;
    int outs = 0;
    if (unit->returns_set)
        return ip_lower_any_of_set(l, unit, columns);
    for (int i = 0; i < unit->parameters.count; i++) {
        const ip_unit_parameter *p = &unit->parameters.items[i];
        if (!p->out)
            continue;
        ip_type type = ip_lower_without_modifier(l, ip_lower_type(l, p->type_name, NULL));
        const ip_expr *value = ip_lower_unknown(l, type, arg_count, args); /* for each row for which it is called */
        ip_result_column column = {p->name, value, -1, type};
        if (columns)
            IP_PUSH(l->arena, &columns->columns, column);
        first = outs++ ? first : value;
    }
    const ip_table *row;
    ip_type type = ip_lower_without_modifier(l, ip_lower_type(l, unit->return_type, &row));
    if (outs > 1)
        return ip_lower_unknown(l, ip_lower_other_type, 0, NULL);
    const ip_expr *value = outs == 1 ? first : ip_lower_unknown(l, type, arg_count, args);
    if (row)
        value = ip_lower_any_row(l, row, type, arg_count, args);
    ip_result_column column = {unit->label ? unit->label : unit->name, value, -1, value->type};
    if (!columns || outs > 0 || unit->procedure || ip_lower_fields_of(l, value, columns))
        return value;
    if (strcasecmp(unit->return_type, "record") == 0)
        column.name = ip_lower_any_columns;
    IP_PUSH(l->arena, &columns->columns, column);
    return value;
}

static void emit_effects(ip_lowerer *l, const ip_tree *node, const ip_summary *summary, const char *what, bool shares,
                         ip_planned planned)
{
    report(l, node, what, summary);
    ip_open_step outer = shares ? ip_lower_open_step(l) : ip_lower_own_step(l);
    if (shares)
        l->step = outer.step >= 0 ? outer.step : l->step;
    emit(l, summary, what, planned);
    ip_lower_close_step(l, outer);
}

/* shares: the snapshot of the statement around it. Otherwise it takes its own, while that statement runs. */
void ip_lower_emit_effects(ip_lowerer *l, const ip_tree *node, const ip_summary *summary, const char *what, bool shares)
{
    emit_effects(l, node, summary, what, shares, IP_PLANNED_NEVER);
}

const ip_expr *ip_lower_summed_call(ip_lowerer *l, const ip_unit *unit, const ip_tree *node, int arg_count,
                                    const ip_expr *const *args, ip_result *columns, const char *why)
{
    const ip_summary *summary = ip_summary_of_unit(l->summaries, unit);
    const char *what = ip_arena_printf(l->arena, "call of %s() %s", unit->name, why);
    ip_lower_raises_any(l);
    check_meaning(l, summary);
    if (summary->missing)
        ip_lower_bad_name(l, node, "%s: table \"%s\" does not exist", what, summary->missing);
    if (summary->any) {
        ip_lower_refuse(l, node, "%s: %s: it may read and write any table", what, summary->any);
        return any_result(l, unit, arg_count, args, columns);
    }
    /* The body of a VOLATILE function takes its own snapshots, while the calling statement runs. */
    bool shares = ip_catalog_shares_snapshot(unit);
    if (summary->touches) {
        const ip_planned planned = ip_lower_planned(l, unit, arg_count, args);
        if (planned == IP_PLANNED_ONCE)
            ip_lower_note_kept(l, node, unit->name);
        emit_effects(l, node, summary, what, shares, planned);
    } else if (summary->chooses) {
        ip_lower_choice_of_call(l, summary->chooses);
    } else if (!summary->varies && !columns && !unit->returns_set) {
        ip_type type = ip_lower_without_modifier(l, ip_lower_type(l, unit->return_type, NULL));
        return ip_lower_apply(l, unit->signature, type, arg_count, args);
    }
    return any_result(l, unit, arg_count, args, columns);
}
