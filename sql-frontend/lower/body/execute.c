/* EXECUTE. A known text (fold.h) is lowered as any statement; for other texts annotations and shapes bound their
 * effects. */
#include "lower/lower.h"
#include "catalog/relation.h"

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

/* A text that is known except for values and names: false after reporting why it may do more. */
static bool lower_shapes(ip_lowerer *l, const ip_pl_statement *s, const char *what)
{
    const ip_summary *summary =
        ip_summary_of_shapes(l->summaries, ip_lower_path_of_names(l), s->shapes.items, s->shapes.count);
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
    if (summary->touches)
        ip_lower_emit_effects(l, NULL, summary, ip_arena_printf(l->arena, "%s of a text that values decide", what),
                              false);
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
