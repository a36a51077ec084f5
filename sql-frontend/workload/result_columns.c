/* Names and types of a statement's result columns, with * expanded. */
#include "workload/result_columns.h"

#include "catalog/relation.h"
#include "parse/statement.h"

#include <string.h>

static void add(const ip_reader *reader, ip_result_columns *columns, const char *name, const ip_type *type)
{
    ip_described_column column = {name, type && !type->array ? type->name : NULL};
    IP_PUSH(reader->arena, columns, column);
}

/* The name of an expression in a result (FigureColname in PostgreSQL's parse_target.c); NULL: it has none. weak: a type
 * or "case", which gives way to the name of what is cast. */
static const char *figured_name(const ip_tree *value, bool *weak)
{
    const PgQuery__ColumnRef *column = ip_as_column_ref(value);
    const PgQuery__FuncCall *call = ip_as_func_call(value);
    const PgQuery__TypeCast *cast = ip_as_type_cast(value);
    const PgQuery__CaseExpr *choice = ip_as_case_expr(value);
    const ip_tree *names = column ? IP_ITEMS(column, fields) : call ? IP_ITEMS(call, funcname) : NULL;
    *weak = false;
    if (names)
        return ip_parse_last_string(names);
    if (ip_as_coalesce_expr(value))
        return "coalesce";
    if (!cast && !choice)
        return NULL;
    const char *inner = figured_name(cast ? cast->arg : choice->defresult, weak);
    if (inner && !*weak)
        return inner;
    *weak = true;
    const ip_list *types = cast ? IP_ITEMS(cast->type_name, names) : NULL;
    return choice ? "case" : types ? ip_parse_last_string(types) : NULL;
}

/* The name PostgreSQL gives a result column; NULL where this is not known here. */
static const char *output_name(const ip_tree *target)
{
    const PgQuery__ResTarget *result = ip_as_res_target(target);
    bool weak;
    return *IP_TEXT(result, name) ? IP_TEXT(result, name) : figured_name(IP_GET(result, val), &weak);
}

/* The columns of *, of all tables or of one; false: unknown. */
static bool add_columns(const ip_reader *reader, const ip_tree *from, const char *table, ip_result_columns *columns)
{
    const PgQuery__RangeVar *relation = ip_as_range_var(from);
    const PgQuery__JoinExpr *join = ip_as_join_expr(from);
    if (join)
        return !join->is_natural && !join->n_using_clause && add_columns(reader, join->larg, table, columns) &&
               add_columns(reader, join->rarg, table, columns);
    if (!relation)
        return false;
    const char *alias = IP_TEXT(relation->alias, aliasname);
    if (table && strcmp(*alias ? alias : relation->relname, table) != 0)
        return true;
    const ip_relation found = ip_catalog_relation_of(reader->definitions, reader->ddl.path, relation);
    const ip_table *row = ip_catalog_relation_row(&found);
    for (int i = 0; row && i < row->columns.count; i++)
        add(reader, columns, row->columns.items[i].name, &row->columns.items[i].type);
    return row && !found.guessed && !found.several && IP_ITEMS(relation->alias, colnames) == NULL;
}

static bool add_star(const ip_reader *reader, const ip_tree *statement, const ip_list *fields,
                     ip_result_columns *columns)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    const char *table = ip_parse_list_size(fields) > 1
                            ? ip_parse_string_node(ip_parse_list_item(fields, ip_parse_list_size(fields) - 2))
                            : NULL;
    int before = columns->count;
    if (!select) {
        const PgQuery__RangeVar *written = ip_parse_written_relation(statement);
        return written && add_columns(reader, ip_parse_node_of(reader->arena, written), table, columns);
    }
    for (size_t i = 0; i < select->n_from_clause; i++)
        if (!add_columns(reader, select->from_clause[i], table, columns))
            return false;
    return columns->count > before;
}

/* The type of a plain column; NULL: unknown. */
static const ip_type *column_type(const ip_reader *reader, const ip_list *from, const ip_list *fields)
{
    const char *name = ip_parse_last_string(fields);
    for (size_t i = 0; i < ip_parse_list_size(from); i++) {
        const PgQuery__RangeVar *relation = ip_as_range_var(ip_parse_list_item(from, i));
        if (!relation)
            return NULL;
        const ip_relation found = ip_catalog_relation_of(reader->definitions, reader->ddl.path, relation);
        const ip_table *row = ip_catalog_relation_row(&found);
        int column = row ? ip_catalog_table_column(row, name) : -1;
        if (column >= 0)
            return ip_parse_list_size(from) == 1 ? &row->columns.items[column].type : NULL;
    }
    return NULL;
}

ip_result_columns ip_workload_result_columns_of(const ip_reader *reader, const ip_tree *statement)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    const ip_list *targets = select ? IP_ITEMS(select, target_list) : ip_parse_returning_of(statement);
    ip_result_columns columns = {0};
    size_t i;
    const ip_tree *target;
    IP_LIST_EACH(targets, i, target)
    {
        const ip_list *fields = IP_ITEMS(ip_as_column_ref(IP_GET(ip_as_res_target(target), val)), fields);
        bool star = fields && ip_as_a_star(ip_parse_list_item(fields, ip_parse_list_size(fields) - 1));
        const char *name = output_name(target);
        const ip_type *type = fields && !star ? column_type(reader, IP_ITEMS(select, from_clause), fields) : NULL;
        if (!star || !add_star(reader, statement, fields, &columns))
            add(reader, &columns, name ? name : "", type);
    }
    return columns;
}

ip_result_columns ip_workload_result_columns_used(ip_reader *reader, ip_unit *unit, const ip_tree *statement,
                                                  ip_range range)
{
    const ip_result_columns columns = ip_workload_result_columns_of(reader, statement);
    ip_columns_used used = {.unit = unit, .statement = statement, .range = range, .path = reader->ddl.path};
    for (int i = 0; i < columns.count; i++)
        IP_PUSH(reader->arena, &used.names, columns.items[i].name);
    IP_PUSH(reader->arena, &reader->columns_used, used);
    return columns;
}

static bool are_same(const ip_columns_used *used, const ip_result_columns *columns)
{
    if (used->names.count != columns->count)
        return false;
    for (int i = 0; i < columns->count; i++)
        if (strcmp(used->names.items[i], columns->items[i].name) != 0)
            return false;
    return true;
}

void ip_workload_result_columns_check(ip_reader *reader)
{
    for (int i = 0; i < reader->columns_used.count; i++) {
        const ip_columns_used *used = &reader->columns_used.items[i];
        reader->ddl.path = used->path;
        const ip_result_columns columns = ip_workload_result_columns_of(reader, used->statement);
        if (are_same(used, &columns) || used->unit->broken)
            continue;
        used->unit->broken = "the columns of * are others after later changes of the schema";
        used->unit->broken_range = used->range;
        ip_diagnostics_add(reader->diagnostics, IP_UNSUPPORTED, used->range, used->unit->name,
                           "the columns of * are others after later changes of the schema: give them by name");
    }
}
