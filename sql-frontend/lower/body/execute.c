/* EXECUTE. A known text (fold.h) is lowered as any statement; for other texts annotations and shapes bound their
 * effects. */
#include "lower/lower.h"
#include "base/words.h"
#include "catalog/relation.h"
#include "dynamic_sql/text_shape.h"

#include <string.h>

/* Only the values of USING are in scope in the text (PostgreSQL 15 documentation, section 43.5.4). */
static ip_result *statement_text(ip_lowerer *l, const ip_pl_statement *s,
                                 ip_result *(*lower)(ip_lowerer *, const char *, ip_range))
{
    l->anonymous = s->anonymous;
    if (!s->folded)
        return lower(l, s->sql_text, s->sql);
    ip_visible *given = IP_NEW_ARRAY(l->arena, ip_visible, s->args.count);
    for (int i = 0; i < s->args.count; i++) {
        const ip_expr *value = ip_lower_text_expr(l, s->args.items[i]);
        const char *name = ip_arena_printf(l->arena, "$%d", i + 1);
        int slot = ip_lower_slot(l, name, value->type);
        ip_lower_assign(l, slot, value);
        given[i] = (ip_visible){NULL, name, slot};
    }
    ip_visible *seen = l->visible.items;
    int count = l->visible.count, capacity = l->visible.capacity;
    l->visible.items = given;
    l->visible.count = l->visible.capacity = s->args.count;
    ip_result *result = lower(l, s->sql_text, s->sql);
    l->visible.items = seen;
    l->visible.count = count;
    l->visible.capacity = capacity;
    return result;
}

ip_result *ip_lower_statement_text(ip_lowerer *l, const ip_pl_statement *s)
{
    return statement_text(l, s, ip_lower_sql);
}

ip_result *ip_lower_opened_text(ip_lowerer *l, const ip_pl_statement *s)
{
    return statement_text(l, s, ip_lower_opened_sql);
}

/* The only statement of the shape; NULL: there are several. */
static const ip_tree *statement_of(ip_lowerer *l, const char *shape)
{
    ip_parse_error error;
    const ip_tree *statements = ip_parse_pg_parse(l->arena, shape, &error);
    return ip_parse_list_size(statements) == 1 ? ip_parse_statement_at(statements, 0) : NULL;
}

/* It reads and deletes rows of tables with which nothing else runs: no check looks past the snapshot, and the server
 * records what it reads as of any DELETE. */
static bool only_deletes(ip_lowerer *l, const ip_pl_statement *s, const ip_summary *summary)
{
    const PgQuery__DeleteStmt *statement =
        s->shapes.count == 1 ? ip_as_delete_stmt(statement_of(l, s->shapes.items[0])) : NULL;
    bool only = statement && !IP_GET(statement, with_clause) && summary->named_count >= 0 && !summary->calls;
    for (int i = 0; i < summary->table_count && only; i++) {
        const ip_table *table = l->schema->tables.items[i];
        bool named = table->others;
        for (int n = 0; n < summary->named_count; n++)
            named = named || summary->named[n] == table;
        if (!summary->reads[i] && !summary->writes[i])
            continue;
        const ip_summary *beside = table->others ? NULL : ip_summary_of_triggers(l->summaries, table);
        only = named && !(beside && (beside->touches || beside->any));
    }
    return only;
}

/* A text that is known except for values and names: false after reporting why it may do more. */
static bool lower_shapes(ip_lowerer *l, const ip_pl_statement *s, const char *what)
{
    const ip_path *path = ip_lower_path_of_names(l);
    const ip_summary *summary = s->other_name
                                    ? ip_summary_of_other_name(l->summaries, path, s->shapes.items[0])
                                    : ip_summary_of_shapes(l->summaries, path, s->shapes.items, s->shapes.count);
    if (summary->any) {
        ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, s->range, l->program->name,
                           "%s of a text in which something is not known here: %s", what, summary->any);
        ip_lower_break(l, s->range, ip_arena_printf(l->arena, "%s of a text that is not known here", what));
        ip_lower_emit_unknown(l, NULL, what);
        return false;
    }
    if (summary->missing) {
        ip_lower_bad_name(l, NULL, "%s: table \"%s\" does not exist", what, summary->missing);
        l->why = NULL;
    }
    if (summary->others)
        ip_diagnostics_add(
            l->diagnostics, IP_ASSUMPTION, s->range, l->program->name,
            "%s may name a table here that no file creates; such a table is assumed to have no triggers, rules "
            "or foreign "
            "keys, and to be no view; a table that it drops is not made again in another way",
            what);
    if (only_deletes(l, s, summary)) {
        ip_summary *deletes = IP_NEW(l->arena, ip_summary);
        *deletes = *summary;
        deletes->only_deletes = true;
        summary = deletes;
    }
    if (summary->touches)
        ip_lower_emit_effects(l, NULL, summary, ip_arena_printf(l->arena, "%s of a text that values decide", what),
                              false);
    return true;
}

/* ------------------------------------------- one of a few tables, by name -- */

enum { MOST_NAMED = 4, LONGEST_NAME = 63 }; /* longer ones are cut: section 4.1.1 */

/* The shape with the table's name in the place of its only unknown one; NULL: that would not be this table. */
static const char *with_name(ip_lowerer *l, const ip_pl_statement *s, const ip_table *table)
{
    const char *shape = s->shapes.items[0], *mark = strchr(shape, IP_ANY_NAME), *name = ip_last_part(table->name);
    const char *begin = mark;
    if (!mark || strchr(mark + 1, IP_ANY_NAME) || mark[1] != '"' || strlen(name) >= LONGEST_NAME || table->temporary)
        return NULL;
    while (begin > shape && *begin != '"')
        begin--;
    const char *text =
        ip_arena_printf(l->arena, "%.*s%s%s", (int)(begin - shape), shape, ip_quoted(l->arena, name, '"'), mark + 2);
    const char **own = IP_NEW(l->arena, const char *);
    *own = text;
    const ip_summary *summary = ip_summary_of_shapes(l->summaries, ip_lower_path_of_names(l), own, 1);
    bool means = !summary->any && !summary->missing && (summary->reads[table->id] || summary->writes[table->id]);
    return means ? text : NULL;
}

static ip_pl_statement *copy_of(ip_lowerer *l, const ip_pl_statement *s)
{
    ip_pl_statement *copy = IP_NEW(l->arena, ip_pl_statement);
    *copy = *s;
    return copy;
}

bool ip_lower_named_tables(ip_lowerer *l, const ip_pl_statement *s, ip_pl_statement *choice)
{
    if (!s->name.source || s->shapes.count != 1 || s->other_name || s->body.count > 0 || s->label ||
        strcmp(s->what ? s->what : "", "EXECUTE") != 0)
        return false;
    const char *kind = ip_parse_node_kind(statement_of(l, s->shapes.items[0]));
    if (!ip_is_among("SelectStmt InsertStmt UpdateStmt DeleteStmt", kind))
        return false;
    const ip_summary *summary = ip_summary_of_shapes(l->summaries, ip_lower_path_of_names(l), s->shapes.items, 1);
    if (summary->any || summary->missing || summary->named_count < 1 || summary->named_count > MOST_NAMED)
        return false;
    *choice = (ip_pl_statement){.kind = IP_PL_IF, .range = s->range, .executes = true};
    for (int n = 0; n < summary->named_count; n++) {
        const char *text = with_name(l, s, summary->named[n]);
        if (!text)
            return false;
        ip_pl_statement *known = copy_of(l, s);
        known->kind = IP_PL_SQL;
        known->sql = ip_source_generated(l->arena, text, s->range);
        known->sql_text = text;
        known->folded = true;
        known->expr = known->name = (ip_pl_text){0};
        memset(&known->shapes, 0, sizeof known->shapes);
        const char *is_this = ip_arena_printf(l->arena, "(%s)::text = %s", ip_range_text(l->arena, s->name),
                                              ip_quoted(l->arena, ip_last_part(summary->named[n]->name), '\''));
        ip_pl_branch branch = {.condition = ip_source_generated(l->arena, is_this, s->range)};
        IP_PUSH(l->arena, &branch.body, known);
        IP_PUSH(l->arena, &choice->branches, branch);
    }
    ip_pl_branch otherwise = {0};
    ip_pl_statement *other = copy_of(l, s);
    if (summary->others) {
        other->other_name = true;
    } else { /* undefined_table, undefined_column, … */
        ip_pl_raise *error = IP_NEW(l->arena, ip_pl_raise);
        *error = (ip_pl_raise){.format = "no such table", .unsure = true};
        *other = (ip_pl_statement){.kind = IP_PL_RAISE, .range = s->range, .aborts = true, .raise = error};
    }
    IP_PUSH(l->arena, &otherwise.body, other);
    IP_PUSH(l->arena, &choice->branches, otherwise);
    return true;
}

bool ip_lower_unknown_execute(ip_lowerer *l, const ip_pl_statement *s)
{
    const char *what = s->what ? s->what : "EXECUTE";
    if (s->expr.source && s->expr.begin < s->expr.end)
        ip_lower_text_expr(l, s->expr);
    for (int i = 0; i < s->args.count; i++)
        ip_lower_text_expr(l, s->args.items[i]);
    l->range = s->range;
    l->text = ip_lower_folded_text(l, ip_range_text(l->arena, s->range));
    if (s->shapes.count > 0)
        return lower_shapes(l, s, what);
    if (s->touches.count == 0) {
        const char *message = ip_arena_printf(
            l->arena,
            "%s of a text that is not known here%s%s: say what it runs by a comment before it, \"-- isoproof: executes "
            "STATEMENT\" or \"-- isoproof: touches TABLE, …\"",
            what, s->why ? ", since " : "", s->why ? s->why : "");
        ip_diagnostics_add(l->diagnostics, IP_UNSUPPORTED, s->range, l->program->name, "%s", message);
        /* It may touch unknown tables. */
        ip_lower_break(l, s->range, ip_arena_printf(l->arena, "%s of a text that is not known here", what));
        ip_lower_emit_unknown(l, NULL, what);
        return false;
    }
    const char *names = "";
    for (int i = 0; i < s->touches.count; i++) {
        ip_relation relation = ip_catalog_relation_named(l->definitions, l->unit->path, s->touches.items[i]);
        names = ip_arena_printf(l->arena, "%s%s%s", names, i ? ", " : "", s->touches.items[i]);
        if (relation.table || relation.view)
            continue;
        const char *message = ip_arena_printf(l->arena, "table \"%s\" does not exist", s->touches.items[i]);
        ip_diagnostics_add(l->diagnostics, IP_ERROR, s->range, l->program->name, "%s", message);
        ip_lower_break(l, s->range, message);
    }
    ip_parse_error error;
    const ip_tree *tree = ip_parse_pg_parse(l->arena, ip_arena_printf(l->arena, "TRUNCATE %s", names), &error);
    ip_diagnostics_add(l->diagnostics, IP_APPROXIMATION, s->range, l->program->name,
                       "%s may read and write any row of the tables it touches", what);
    ip_lower_emit_unknown(l, tree, what);
    return false;
}
