/* Temporary tables that a routine or script creates for itself: CREATE TEMPORARY TABLE, also AS a query, SELECT INTO
 * TEMPORARY, DROP, TRUNCATE. Whether one is there when it is named, the run knows. */
#include "code/coder.h"
#include "ddl/apply.h"
#include "parse/statement.h"

#include <string.h>

ip_table *ip_code_temporary_named(const ip_compiler *c, const PgQuery__RangeVar *rangevar)
{
    const char *schema = IP_TEXT(rangevar, schemaname), *name = IP_TEXT(rangevar, relname);
    for (int i = c->self->temporaries.count - 1; i >= 0 && (!*schema || strcmp(schema, "pg_temp") == 0); i--)
        if (strcmp(c->self->temporaries.items[i].name, name) == 0)
            return c->self->temporaries.items[i].table;
    return NULL;
}

bool ip_code_is_anyones_temporary(const ip_compiler *c, const PgQuery__RangeVar *rangevar)
{
    const char *name = IP_TEXT(rangevar, relname);
    for (int i = 0; i < c->schema->own.count; i++)
        if (!c->schema->own.items[i]->view && strcmp(c->schema->own.items[i]->name + strlen("pg_temp."), name) == 0)
            return true;
    return false;
}

static char on_commit(PgQuery__OnCommitAction action)
{
    return action == PG_QUERY__ON_COMMIT_ACTION__ONCOMMIT_DROP          ? 'd'
           : action == PG_QUERY__ON_COMMIT_ACTION__ONCOMMIT_DELETE_ROWS ? 'r'
                                                                        : 'p';
}

static void see_table(ip_compiler *c, const PgQuery__RangeVar *rangevar, ip_table *table,
                      PgQuery__OnCommitAction action)
{
    const ip_path *path = c->path ? c->path : c->unit->path;
    const ip_relation other = ip_catalog_relation_of(c->coder->definitions, path, rangevar);
    ip_code_temporary created = {ip_arena_strdup(c->arena, IP_TEXT(rangevar, relname)), table};
    if (other.table || other.view || other.composite || other.several)
        ip_code_refuse(c, c->range, "temporary table \"%s\", which hides another table", created.name);
    if (ip_code_temporary_named(c, rangevar))
        ip_code_refuse(c, c->range, "temporary table \"%s\", which is created twice", created.name);
    if (c->code != c->self->code) /* by now, tables have been counted */
        ip_code_refuse(c, c->range, "a temporary table that a computed text creates");
    table->on_commit = on_commit(action);
    IP_PUSH(c->arena, &c->self->temporaries, created);
    for (int i = 0; i < c->self->awaited.count; i++)
        if (strcmp(c->self->awaited.items[i].name, created.name) == 0)
            IP_PUSH(c->arena, &c->self->awaited.items[i].drop->tables, table);
}

static void make_table(ip_compiler *c, const PgQuery__CreateStmt *create, ip_code_statement *to)
{
    const ip_path *path = c->path ? c->path : c->unit->path;
    ip_table *table = ip_ddl_own_table((ip_definitions *)c->coder->definitions, path, create, c->range);
    ip_code_compile_table(c->coder, table);
    see_table(c, IP_GET(create, relation), table, IP_GET(create, oncommit));
    to->creates = table;
    to->unless = IP_GET(create, if_not_exists);
}

/* Its columns have the names and types of the query's. */
static ip_table *table_of(ip_compiler *c, const ip_code_query *query, const PgQuery__IntoClause *into)
{
    const ip_code_query *first = query;
    const ip_tree *names = IP_ITEMS(into, col_names);
    ip_table *table = IP_NEW(c->arena, ip_table);
    while (first->operation != IP_CODE_PLAIN || first->is_working)
        first = first->left;
    for (int i = 0; i < query->target_count; i++) {
        const ip_code_expr *value = first->values ? first->values[0][i] : first->targets[i].expr;
        const char *name = i < (int)ip_parse_list_size(names)
                               ? ip_arena_strdup(c->arena, ip_parse_string_node(ip_parse_list_item(names, (size_t)i)))
                               : query->targets[i].name;
        ip_column column = {.name = name, .type = value ? value->type : (ip_type){IP_OTHER, false, NULL}};
        if (ip_catalog_table_column(table, name) >= 0)
            ip_code_refuse(c, c->range, "column \"%s\" specified more than once", name);
        IP_PUSH(c->arena, &table->columns, column);
    }
    table->name = ip_arena_printf(c->arena, "pg_temp.%s", IP_TEXT(IP_GET(into, rel), relname));
    table->primary_key = -1;
    table->range = c->range;
    table->own = table->temporary = true;
    table->id = c->coder->schema->own.count;
    IP_PUSH(c->arena, &c->coder->schema->own, table);
    ip_code_compile_table(c->coder, table);
    return table;
}

static void make_table_as(ip_compiler *c, const PgQuery__SelectStmt *select, const PgQuery__IntoClause *into,
                          bool unless, ip_code_statement *to)
{
    ip_code_write *write = IP_NEW(c->arena, ip_code_write);
    const ip_code_query *query = ip_code_select(c, select, ip_code_scope_new(c, NULL, false));
    ip_table *table = table_of(c, query, into);
    see_table(c, IP_GET(into, rel), table, IP_GET(into, on_commit));
    *write = (ip_code_write){.kind = IP_CODE_INSERT, .table = table, .named = table, .item_count = 1, .source = query};
    for (int i = 0; i < query->target_count; i++)
        IP_PUSH(c->arena, &write->columns, i);
    write->defaults = table->code->defaults;
    to->creates = table;
    to->unless = unless;
    to->write = IP_GET(into, skip_data) ? NULL : write;
    if (IP_GET(into, skip_data)) /* its columns' types come from the query */
        ip_code_refuse(c, c->range, "CREATE TABLE AS … WITH NO DATA");
}

/* Each table was created by the unit, or DROP has IF EXISTS and there is none. */
static bool all_temporary(ip_compiler *c, const ip_tree *list, bool names, bool missing_ok, ip_code_statement *to)
{
    size_t i;
    const ip_tree *node;
    int known = to->tables.count, awaited = c->self->awaited.count;
    IP_LIST_EACH(list, i, node)
    {
        const ip_tree *parts = IP_ITEMS(ip_as_list(node), items);
        size_t count = ip_parse_list_size(parts);
        const PgQuery__RangeVar *rangevar =
            names ? ip_parse_rangevar_of(c->arena, count > 1 ? ip_parse_string_node(ip_parse_list_item(parts, 0)) : "",
                                         ip_parse_string_node(ip_parse_list_item(parts, count ? count - 1 : 0)))
                  : ip_as_range_var(node);
        const ip_table *table = ip_code_temporary_named(c, rangevar);
        const ip_relation other = ip_code_relation_of(c, rangevar);
        bool good = table || (missing_ok && !other.table && !other.view && !other.several);
        if (table)
            IP_PUSH(c->arena, &to->tables, table);
        else
            IP_PUSH(c->arena, &c->self->awaited,
                    ((ip_code_awaited){to, ip_arena_strdup(c->arena, IP_TEXT(rangevar, relname))}));
        if (!good) {
            to->tables.count = known;
            c->self->awaited.count = awaited;
            return false;
        }
    }
    return true;
}

static bool is_temporary(const PgQuery__RangeVar *rangevar)
{
    return strcmp(IP_TEXT(rangevar, relpersistence), "t") == 0;
}

static bool fill(ip_compiler *c, const ip_tree *statement, ip_code_statement *to)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    const PgQuery__CreateStmt *create = ip_as_create_stmt(statement);
    const PgQuery__CreateTableAsStmt *create_as = ip_as_create_table_as_stmt(statement);
    const PgQuery__SelectStmt *query = ip_as_select_stmt(IP_GET(create_as, query));
    const PgQuery__DropStmt *drop = ip_as_drop_stmt(statement);
    const PgQuery__TruncateStmt *truncate = ip_as_truncate_stmt(statement);
    const PgQuery__IndexStmt *index = ip_as_index_stmt(statement);
    const PgQuery__IntoClause *into = ip_parse_into_of(statement);
    to->kind = IP_CODE_CREATE_TABLE;
    if (create && is_temporary(create->relation)) {
        make_table(c, create, to);
        return true;
    }
    if (query && is_temporary(IP_GET(into, rel))) {
        make_table_as(c, query, into, create_as->if_not_exists, to);
        return true;
    }
    if (select && into && is_temporary(into->rel)) {
        PgQuery__SelectStmt *rows = ip_parse_message_copy(c->arena, select);
        rows->into_clause = NULL;
        make_table_as(c, rows, into, false, to);
        return true;
    }
    to->unless = IP_GET(drop, missing_ok);
    to->kind = IP_CODE_DROP_TABLES;
    if (IP_GET(drop, remove_type) == PG_QUERY__OBJECT_TYPE__OBJECT_TABLE)
        return all_temporary(c, IP_ITEMS(drop, objects), true, to->unless, to);
    to->kind = IP_CODE_EMPTY_TABLES;
    if (truncate)
        return all_temporary(c, IP_ITEMS(truncate, relations), false, false, to);
    to->kind = IP_CODE_NOTHING; /* an index that checks nothing */
    return index && !index->unique && ip_code_temporary_named(c, index->relation);
}

bool ip_code_temporary_statement(ip_compiler *c, const ip_tree *statement, ip_code_statement *to)
{
    ip_code_statement_kind kind = to->kind;
    if (!fill(c, statement, to)) {
        to->kind = kind;
        to->unless = false;
        return false;
    }
    if (to->kind != IP_CODE_NOTHING)
        c->accesses = c->self->touches = true;
    return true;
}
