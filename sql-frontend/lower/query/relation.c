/* Resolves names of tables in a program; names that nothing defines are reported once. */
#include "lower/lower.h"

#include "catalog/partition.h"

#include <string.h>

const ip_path *ip_lower_path_of_names(const ip_lowerer *l)
{
    return l->path_of_names ? l->path_of_names : l->unit->path;
}

ip_relation ip_lower_relation(ip_lowerer *l, const PgQuery__RangeVar *rangevar)
{
    ip_relation relation = ip_catalog_relation_of(l->definitions, ip_lower_path_of_names(l), rangevar);
    if (relation.guessed)
        ip_diagnostics_add(l->diagnostics, IP_REMARK, ip_lower_place(l, rangevar), l->program->name,
                           "\"%s\" is treated as \"%s\", the only one of this name: no search_path says so",
                           IP_TEXT(rangevar, relname), relation.name);
    const ip_table *foreign = relation.table ? ip_catalog_foreign_part(l->definitions, relation.table) : NULL;
    if (foreign && !l->why) {
        ip_lower_refuse(l, rangevar, "foreign table %s, whose rows no isolation level of this database covers",
                        foreign->name);
        ip_lower_break(l, l->range, l->why);
    }
    return relation;
}

const ip_table *ip_lower_table_named(ip_lowerer *l, const char *name)
{
    return ip_catalog_relation_named(l->definitions, ip_lower_path_of_names(l), name).table;
}

static const char *nearest_table(ip_lowerer *l, const char *name)
{
    IP_VEC(const char *) names = {0};
    for (int i = 0; i < l->schema->tables.count; i++)
        if (!l->schema->tables.items[i]->locks_only && !l->schema->tables.items[i]->others)
            IP_PUSH(l->arena, &names, l->schema->tables.items[i]->name);
    for (int i = 0; i < l->definitions->views.count; i++)
        IP_PUSH(l->arena, &names, l->definitions->views.items[i].name);
    return ip_lower_nearest(l, name, names.items, names.count);
}

void ip_lower_report_dumps(ip_lowerer *l, const ip_tree *node)
{
    if (!l->workload->reported_dumps)
        ip_diagnostics_add(
            l->diagnostics, IP_REMARK, ip_lower_place(l, node), NULL,
            "tables and functions must be defined in the files given: \"pg_dump --schema-only\" writes what a "
            "database has; if it lacks them, too, --complete-schema lets what names them fail");
    l->workload->reported_dumps = true;
}

void ip_lower_no_such_table(ip_lowerer *l, const PgQuery__RangeVar *rangevar, const ip_relation *relation)
{
    if (ip_lower_trusts_modules(l) && !relation->several) {
        ip_lower_module_table(l, rangevar, relation->name);
        return;
    }
    for (int i = 0; i < l->missing.count; i++)
        if (strcmp(l->missing.items[i].name, relation->name) == 0) {
            l->missing.items[i].times++;
            l->bad_name = true;
            if (!l->why)
                l->why = ip_arena_printf(l->arena, "table \"%s\" does not exist", relation->name);
            return;
        }
    ip_missing missing = {relation->name, l->diagnostics->list.count, 1};
    if (relation->several)
        ip_lower_bad_name(l, rangevar, "several schemas have a table \"%s\": no search_path says which is meant",
                          relation->name);
    else
        ip_lower_bad_name(l, rangevar, "table \"%s\" does not exist%s", relation->name,
                          nearest_table(l, relation->name));
    if (!relation->several)
        ip_lower_report_dumps(l, rangevar);
    IP_PUSH(l->arena, &l->missing, missing);
}

void ip_lower_count_missing(ip_lowerer *l)
{
    for (int i = 0; i < l->missing.count; i++) {
        const ip_missing *missing = &l->missing.items[i];
        if (missing->times < 2 || missing->diagnostic >= l->diagnostics->list.count)
            continue;
        ip_diagnostic *reported = &l->diagnostics->list.items[missing->diagnostic];
        if (reported->kind == IP_ERROR && strstr(reported->message, missing->name))
            reported->message = ip_arena_printf(l->arena, "%s; named %d times here", reported->message, missing->times);
    }
}
