/* --trust-modules: functions and tables that the input does not define belong to modules that leave user-defined tables
 * alone (docs/modules.md). A call of such a function has any value; all such tables are one table
 * (ip_catalog_other_tables). */
#include "lower/lower.h"
#include "access_summary/summary.h"

void ip_lower_trust_modules(ip_arena *arena, const ip_definitions *definitions, ip_diagnostics *diagnostics)
{
    ip_catalog_other_tables(arena, definitions->schema);
    ip_diagnostics_add(
        diagnostics, IP_ASSUMPTION, (ip_range){NULL, 0, 0}, NULL,
        "--trust-modules: functions that no file creates read and write no user-defined table, and give one value "
        "where only a column of SELECT or FROM could give several; tables that no file creates have no triggers, "
        "rules or foreign keys that touch user-defined tables, and are no views of them");
}

bool ip_lower_trusts_modules(const ip_lowerer *l)
{
    return l->definitions->flags & IP_READ_MODULES;
}

/* Only the tables that the statement names are known. */
static void by_its_tables(ip_lowerer *l, const char *why)
{
    l->of_module = l->of_module || !l->why;
    l->bad_name = true;
    if (!l->why)
        l->why = why;
}

/* A user-defined table that has some module's table as an inheritance child. */
static const char *child_of_module(const ip_lowerer *l)
{
    const ip_definitions *d = l->definitions;
    for (int i = 0; i < d->inheritance.count; i++)
        if (!ip_catalog_schema_table(l->schema, d->inheritance.items[i].parent))
            return d->inheritance.items[i].child;
    return NULL;
}

void ip_lower_module_table(ip_lowerer *l, const PgQuery__RangeVar *rangevar, const char *name)
{
    const char *child = child_of_module(l);
    if (child)
        ip_lower_break(
            l, l->range,
            ip_arena_printf(l->arena, "table \"%s\" of a module may have the rows of %s, which inherits", name, child));
    const char *message = ip_arena_printf(l->arena, "table \"%s\" of a module", name);
    ip_lower_note(l, rangevar, "%s: the statement may touch any rows of the tables that it names", message);
    by_its_tables(l, message);
}

const ip_expr *ip_lower_module_function(ip_lowerer *l, const ip_tree *node, const char *name, const ip_values *args)
{
    if (!l->of_module)
        ip_lower_note(l, node, "function %s() of a module: any value", name);
    return ip_lower_unknown(l, ip_lower_other_type, args->count, args->items);
}

static bool is_of_module(const void *context, const PgQuery__FuncCall *call)
{
    const ip_lowerer *l = context;
    return !ip_summary_is_known_function(l->summaries, ip_parse_call_name(l->arena, call),
                                         (int)ip_parse_list_size(IP_ITEMS(call, args)));
}

void ip_lower_module_rows(ip_lowerer *l, const ip_tree *clause)
{
    const PgQuery__FuncCall *call =
        ip_lower_trusts_modules(l) && !l->of_module ? ip_parse_own_call(clause, is_of_module, l) : NULL;
    if (!call)
        return;
    const char *message = ip_arena_printf(l->arena, "function %s() of a module", ip_parse_call_name(l->arena, call));
    ip_lower_note(l, call,
                  "%s, which may be an aggregate or give several rows: the statement may touch any rows of the "
                  "tables that it names",
                  message);
    by_its_tables(l, message);
}
