/* Finds statements that certainly fail because of a name. */
#include "missing_names/missing_name.h"

#include "catalog/relation.h"
#include "parse/statement.h"

#include <string.h>

typedef struct finder {
    ip_arena *arena;
    const ip_created *created;
    const ip_path *path;
    const ip_tree *statement; /* whose WITH queries are no tables */
    ip_absence *absence;      /* the first one found */
    bool several_states;      /* which one PostgreSQL tells is not known */
} finder;

static void tell(finder *f, const char *sqlstate, const char *message, int location)
{
    if (f->absence->sqlstate) {
        f->several_states = f->several_states || strcmp(f->absence->sqlstate, sqlstate) != 0;
        return;
    }
    *f->absence = (ip_absence){sqlstate, message, false, (size_t)location};
}

static const char *full_name(ip_arena *arena, const char *schema, const char *name)
{
    return *schema ? ip_arena_printf(arena, "%s.%s", schema, name) : name;
}

static void look_at_relation(finder *f, const PgQuery__RangeVar *rangevar)
{
    const char *schema = IP_TEXT(rangevar, schemaname), *name = IP_TEXT(rangevar, relname);
    if (ip_missing_created_relation(f->created, f->path, rangevar) ||
        (!*schema && ip_parse_has_with_query(f->statement, name)))
        return;
    tell(f, "42P01", ip_arena_printf(f->arena, "relation \"%s\" does not exist", full_name(f->arena, schema, name)),
         rangevar->location);
}

/* Is something within called so that a column may be? */
static bool names_output(const ip_tree *tree, const char *name)
{
    const ip_tree *value;
    size_t i;
    if (strcmp(IP_TEXT(ip_as_res_target(tree), name), name) == 0 ||
        strcmp(IP_TEXT(ip_as_index_elem(tree), name), name) == 0 ||
        strcmp(IP_TEXT(ip_as_named_arg_expr(tree), name), name) == 0 ||
        strcmp(IP_TEXT(ip_as_window_def(tree), name), name) == 0 ||
        strcmp(IP_TEXT(ip_as_xml_expr(tree), name), name) == 0)
        return true;
    IP_LIST_EACH(tree, i, value) if (names_output(value, name)) return true;
    IP_TREE_EACH(tree, at, value) if (names_output(value, name)) return true;
    return false;
}

static void look_at_function(finder *f, const PgQuery__FuncCall *call)
{
    const ip_tree *names = IP_ITEMS(call, funcname), *args = IP_ITEMS(call, args);
    const char *last = ip_parse_last_string(names);
    /* f (t) may be the column f of a subquery t. */
    bool column = ip_parse_list_size(names) == 1 && ip_parse_list_size(args) == 1 && names_output(f->statement, last);
    if (column || ip_missing_created_function(f->created, call))
        return;
    tell(f, "42883", ip_arena_printf(f->arena, "function %s() does not exist", ip_parse_call_name(f->arena, call)),
         call->location);
}

/* FOR UPDATE OF names aliases, INTO a table that is created. */
static bool names_no_relation(const ip_tree *node, const ip_tree *part)
{
    const PgQuery__LockingClause *locks = ip_message_as(node, &pg_query__locking_clause__descriptor);
    return (locks && part == IP_ITEMS(locks, locked_rels)) || ip_message_as(part, &pg_query__into_clause__descriptor);
}

static void look_at(finder *f, const ip_tree *node)
{
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) look_at(f, value);
    if (!ip_parse_tree_is_message(node))
        return;
    const PgQuery__RangeVar *rangevar = ip_range_var_message(node);
    const PgQuery__FuncCall *call = ip_message_as(node, &pg_query__func_call__descriptor);
    if (*IP_TEXT(rangevar, relname))
        look_at_relation(f, rangevar);
    if (IP_ITEMS(call, funcname))
        look_at_function(f, call);
    IP_TREE_EACH(node, key, value) if (!names_no_relation(node, value)) look_at(f, value);
}

/* After ON and in queries there may be other names before the next table. */
static bool look_at_from(finder *f, const ip_tree *item)
{
    const PgQuery__RangeVar *rangevar = ip_as_range_var(item);
    const PgQuery__JoinExpr *join = ip_as_join_expr(item);
    if (rangevar)
        look_at_relation(f, rangevar);
    else if (join && look_at_from(f, IP_GET(join, larg)))
        look_at_from(f, IP_GET(join, rarg));
    return rangevar && !f->absence->sqlstate;
}

/* Tables that a statement names itself are looked up before the rest of it, those of its WITH aside: the target of a
 * write, then FROM from left to right. */
static void look_at_first_relations(finder *f, const ip_tree *statement)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    const PgQuery__RangeVar *target = ip_parse_written_relation(statement);
    const ip_list *from = select ? IP_ITEMS(select, from_clause) : IP_ITEMS(ip_as_update_stmt(statement), from_clause);
    size_t i;
    const ip_tree *item;
    if (ip_parse_with_of(statement))
        return;
    if (*IP_TEXT(target, relname))
        look_at_relation(f, target);
    IP_LIST_EACH(from, i, item) if (f->absence->sqlstate || !look_at_from(f, item)) return;
}

/* Statements that are analyzed as a whole, and whose names all mean what is there already. */
static bool is_analyzed(const ip_tree *statement)
{
    static const char *const kinds[] = {"SelectStmt", "InsertStmt", "UpdateStmt",
                                        "DeleteStmt", "MergeStmt",  "CallStmt"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(ip_parse_node_kind(statement), kinds[i]) == 0)
            return true;
    return false;
}

bool ip_missing_statement_fails(ip_arena *arena, const ip_created *created, const ip_path *path,
                                const ip_local_names *locals, const ip_tree *statement, ip_absence *absence)
{
    *absence = (ip_absence){0};
    finder f = {.arena = arena, .created = created, .path = path, .statement = statement, .absence = absence};
    if (!is_analyzed(statement))
        return false;
    look_at_first_relations(&f, statement);
    if (absence->sqlstate)
        return true;
    look_at(&f, ip_parse_node_body(statement));
    ip_absence column;
    bool columns = ip_missing_column_is_absent(arena, created, path, locals, statement, &column);
    if (!absence->sqlstate)
        *absence = column;
    else
        absence->unsure = f.several_states || (columns && strcmp(column.sqlstate, absence->sqlstate) != 0);
    return absence->sqlstate != NULL;
}
