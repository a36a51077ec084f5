/* Rules that a client's definition breaks by itself: bounds of sequences, generated columns that use others, partitions
 * of plain tables, names that are taken, and ALTER TABLE of what is no table. */
#include "workload/client_definition_parts.h"

#include "base/words.h"
#include "catalog/partition.h"
#include "ddl/dependents.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* -------------------------------------------------------------- sequences -- */

typedef struct sequence_bounds {
    int64_t least, most, start, increment, cache;
    bool has_least, has_most, has_start;
} sequence_bounds;

static bool number_of(const PgQuery__DefElem *option, int64_t *number)
{
    const PgQuery__Integer *integer = ip_as_integer(IP_GET(option, arg));
    const PgQuery__Float *large = ip_as_float_(IP_GET(option, arg));
    if (integer)
        *number = integer->ival;
    else if (large)
        *number = strtoll(IP_TEXT(large, fval), NULL, 10);
    return integer || large;
}

/* sequence.c, init_params. before: of ALTER SEQUENCE; NULL. */
void ip_workload_requested_bounds(const ip_definition_request *a, const ip_tree *options,
                                  const ip_sequence_rule *before)
{
    sequence_bounds b = {.increment = before ? before->increment : 1, .cache = 1};
    int64_t lowest = INT64_MIN, highest = INT64_MAX;
    const char *type = "bigint";
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(options, i, node)
    {
        const PgQuery__DefElem *option = ip_as_def_elem(node);
        const char *name = IP_TEXT(option, defname);
        if (strcmp(name, "as") == 0) {
            type = ip_parse_typename_type(a->arena, ip_as_type_name(IP_GET(option, arg))).name;
            if (!ip_is_among("smallint integer bigint", type))
                ip_workload_requested_refuse(a, "22023", "sequence type must be smallint, integer, or bigint");
            lowest = strcmp(type, "smallint") == 0 ? INT16_MIN : strcmp(type, "integer") == 0 ? INT32_MIN : INT64_MIN;
            highest = strcmp(type, "smallint") == 0 ? INT16_MAX : strcmp(type, "integer") == 0 ? INT32_MAX : INT64_MAX;
        } else if (strcmp(name, "minvalue") == 0)
            b.has_least = number_of(option, &b.least);
        else if (strcmp(name, "maxvalue") == 0)
            b.has_most = number_of(option, &b.most);
        else if (strcmp(name, "start") == 0)
            b.has_start = number_of(option, &b.start);
        else if (strcmp(name, "increment") == 0)
            number_of(option, &b.increment);
        else if (strcmp(name, "cache") == 0)
            number_of(option, &b.cache);
    }
    if (before && !b.has_least) {
        b.least = before->least;
        b.has_least = true;
    }
    if (before && !b.has_most) {
        b.most = before->most;
        b.has_most = true;
    }
    if (b.has_most && (b.most > highest || b.most < lowest))
        ip_workload_requested_refuse(a, "22023",
                                     ip_arena_printf(a->arena,
                                                     "MAXVALUE (%" PRId64 ") is out of range for sequence data type %s",
                                                     b.most, type));
    if (b.has_least && (b.least > highest || b.least < lowest))
        ip_workload_requested_refuse(a, "22023",
                                     ip_arena_printf(a->arena,
                                                     "MINVALUE (%" PRId64 ") is out of range for sequence data type %s",
                                                     b.least, type));
    if (!b.has_least)
        b.least = b.increment > 0 ? 1 : lowest;
    if (!b.has_most)
        b.most = b.increment > 0 ? highest : -1;
    if (b.least >= b.most)
        ip_workload_requested_refuse(a, "22023",
                                     ip_arena_printf(a->arena,
                                                     "MINVALUE (%" PRId64 ") must be less than MAXVALUE (%" PRId64 ")",
                                                     b.least, b.most));
    if (!b.has_start)
        b.start = before ? before->start : b.increment > 0 ? b.least : b.most;
    if (b.start < b.least || b.start > b.most)
        ip_workload_requested_refuse(a, "22023",
                                     ip_arena_printf(a->arena, "START value (%" PRId64 ") cannot be %s (%" PRId64 ")",
                                                     b.start,
                                                     b.start < b.least ? "less than MINVALUE" : "greater than MAXVALUE",
                                                     b.start < b.least ? b.least : b.most));
    if (b.cache <= 0)
        ip_workload_requested_refuse(
            a, "22023", ip_arena_printf(a->arena, "CACHE (%" PRId64 ") must be greater than zero", b.cache));
}

/* ----------------------------------------------------------------- tables -- */

static const ip_tree *generated_by(const PgQuery__ColumnDef *column)
{
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(IP_ITEMS(column, constraints), i, node)
    {
        const PgQuery__Constraint *c = ip_as_constraint(node);
        if (IP_GET(c, contype) == PG_QUERY__CONSTR_TYPE__CONSTR_GENERATED)
            return IP_GET(c, raw_expr);
    }
    return NULL;
}

static void need_stored(const ip_definition_request *a, const PgQuery__CreateStmt *create, const ip_tree *tree,
                        int depth)
{
    enum { DEEPEST = 100 };
    size_t i;
    const ip_tree *child, *element;
    const PgQuery__ColumnRef *used = ip_message_as(tree, &pg_query__column_ref__descriptor);
    const ip_tree *fields = IP_ITEMS(used, fields);
    const char *name = ip_parse_last_string(fields);
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    {
        const PgQuery__ColumnDef *column = ip_as_column_def(element);
        if (column && *name && strcmp(IP_TEXT(column, colname), name) == 0 && generated_by(column))
            ip_workload_requested_refuse(
                a, "42P17",
                ip_arena_printf(a->arena, "cannot use generated column \"%s\" in column generation expression", name));
    }
    if (depth >= DEEPEST)
        return;
    IP_LIST_EACH(tree, i, child)
    need_stored(a, create, child, depth + 1);
    IP_TREE_EACH(tree, field, child)
    need_stored(a, create, child, depth + 1);
}

void ip_workload_requested_rules(const ip_definition_request *a, const PgQuery__CreateStmt *create)
{
    size_t i;
    const ip_tree *element;
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    {
        const ip_tree *generated = generated_by(ip_as_column_def(element));
        if (generated)
            need_stored(a, create, generated, 0);
    }
    IP_LIST_EACH(IP_ITEMS(create, inh_relations), i, element)
    {
        const PgQuery__RangeVar *parent = ip_as_range_var(element);
        ip_relation relation = ip_catalog_relation_of(a->definitions, a->definitions->script_path, parent);
        if (IP_GET(create, partbound) && relation.table && !ip_catalog_is_partitioned(a->definitions, relation.table))
            ip_workload_requested_refuse(
                a, "42P01", ip_arena_printf(a->arena, "table \"%s\" is not partitioned", IP_TEXT(parent, relname)));
        else if (IP_GET(create, partbound) && relation.table)
            ip_workload_requested_bound_of_partition(a, relation.table, create->partbound,
                                                     IP_TEXT(create->relation, relname));
        if (relation.view)
            ip_workload_requested_refuse(a, "42809",
                                         ip_arena_printf(a->arena,
                                                         "inherited relation \"%s\" is not a table or foreign table",
                                                         IP_TEXT(parent, relname)));
    }
}

/* ------------------------------------------------------------------ views -- */

/* Is the relation a view that the definition does not take? action: as the error calls it, "create index on". */
bool ip_workload_requested_refuse_view(const ip_definition_request *a, const PgQuery__RangeVar *rangevar,
                                       const char *format)
{
    ip_relation relation = ip_catalog_relation_of(a->definitions, a->definitions->script_path, rangevar);
    if (!ip_workload_requested_exists(&relation) || !relation.view)
        return false;
    const char *mark = strchr(format, '%');
    ip_workload_requested_refuse(
        a, "42809",
        ip_arena_printf(a->arena, "%.*s%s%s", (int)(mark - format), format, IP_TEXT(rangevar, relname), mark + 1));
    return true;
}

void ip_workload_requested_need_no_view(const ip_definition_request *a, const PgQuery__AlterTableStmt *alter)
{
    size_t i;
    const ip_tree *node;
    static const struct {
        PgQuery__AlterTableType type;
        const char *words;
    } actions[] = {
        {PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn, "ADD COLUMN"},
        {PG_QUERY__ALTER_TABLE_TYPE__AT_DropColumn, "DROP COLUMN"},
        {PG_QUERY__ALTER_TABLE_TYPE__AT_AddConstraint, "ADD CONSTRAINT"},
        {PG_QUERY__ALTER_TABLE_TYPE__AT_DropConstraint, "DROP CONSTRAINT"},
        {PG_QUERY__ALTER_TABLE_TYPE__AT_SetNotNull, "ALTER COLUMN ... SET NOT NULL"},
        {PG_QUERY__ALTER_TABLE_TYPE__AT_DropNotNull, "ALTER COLUMN ... DROP NOT NULL"},
        {PG_QUERY__ALTER_TABLE_TYPE__AT_AlterColumnType, "ALTER COLUMN ... SET DATA TYPE"},
        {PG_QUERY__ALTER_TABLE_TYPE__AT_AddInherit, "INHERIT"},
        {PG_QUERY__ALTER_TABLE_TYPE__AT_AttachPartition, "ATTACH PARTITION"},
        {PG_QUERY__ALTER_TABLE_TYPE__AT_DetachPartition, "DETACH PARTITION"},
        {PG_QUERY__ALTER_TABLE_TYPE__AT_EnableRowSecurity, "ENABLE ROW SECURITY"},
    };
    IP_LIST_EACH(IP_ITEMS(alter, cmds), i, node)
    for (size_t k = 0; k < sizeof actions / sizeof *actions; k++)
        if (ip_as_alter_table_cmd(node)->subtype == actions[k].type)
            ip_workload_requested_refuse_view(
                a, alter->relation,
                ip_arena_printf(a->arena, "ALTER action %s cannot be performed on relation \"%%\"", actions[k].words));
}

/* ------------------------------------------------------------------ names -- */

void ip_workload_requested_rename_constraint(const ip_definition_request *a, const ip_table *table,
                                             const PgQuery__RenameStmt *rename)
{
    const char *name = IP_TEXT(rename, subname), *to = IP_TEXT(rename, newname), *own = ip_last_part(table->name);
    if (!ip_workload_requested_may_have_constraint(a, table, name))
        ip_workload_requested_refuse(
            a, "42704", ip_arena_printf(a->arena, "constraint \"%s\" for table \"%s\" does not exist", name, own));
    else if (ip_workload_requested_has_constraint(a, table, to))
        ip_workload_requested_refuse(
            a, "42710", ip_arena_printf(a->arena, "constraint \"%s\" for relation \"%s\" already exists", to, own));
}

void ip_workload_requested_rename_routine(const ip_definition_request *a, const PgQuery__RenameStmt *rename)
{
    const PgQuery__ObjectWithArgs *object = ip_as_object_with_args(IP_GET(rename, object));
    size_t count = ip_parse_list_size(IP_ITEMS(object, objname));
    if (!count || !ip_ddl_unit_named(a->definitions, object))
        return;
    PgQuery__ObjectWithArgs other = *object;
    PgQuery__String named = PG_QUERY__STRING__INIT;
    PgQuery__Node *names[3], last = PG_QUERY__NODE__INIT;
    if (count > 3)
        return;
    named.sval = (char *)IP_TEXT(rename, newname);
    last.node_case = PG_QUERY__NODE__NODE_STRING;
    last.string = &named;
    memcpy(names, object->objname, count * sizeof *names);
    names[count - 1] = &last;
    other.objname = names;
    const ip_unit *taken = ip_ddl_unit_named(a->definitions, &other);
    if (taken)
        ip_workload_requested_refuse(a, "42723",
                                     ip_arena_printf(a->arena, "function %s already exists in schema \"%s\"",
                                                     taken->signature, ip_catalog_schema_part(a->arena, taken->name)));
}
