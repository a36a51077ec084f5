/* Columns that no table in scope has. Names are looked up as in PostgreSQL, from the innermost query outward; if a
 * table in scope has columns that are not known here, nothing is reported. */
#include "missing_names/missing_name.h"

#include "catalog/relation.h"
#include "parse/statement.h"

#include <string.h>

typedef struct entry {
    const char *alias;     /* NULL: of no name */
    const ip_table *table; /* NULL: its columns are not known */
} entry;

typedef struct scope {
    const struct scope *parent;
    IP_VEC(entry) entries;
    const ip_tree *outputs; /* target list whose names ORDER BY and GROUP BY may use; NULL */
    bool opaque;            /* it may have more names */
} scope;

typedef struct resolver {
    ip_arena *arena;
    const ip_created *created;
    const ip_path *path;
    const ip_local_names *locals;
    const ip_tree *statement;
    ip_absence *absence;
    bool several_states;
} resolver;

static void look_at_select(resolver *r, const PgQuery__SelectStmt *select, const scope *parent);
static void look_at(resolver *r, const ip_tree *node, const scope *in);

static void tell(resolver *r, const char *sqlstate, const char *message, int location)
{
    if (r->absence->sqlstate) {
        r->several_states = r->several_states || strcmp(r->absence->sqlstate, sqlstate) != 0;
        return;
    }
    *r->absence = (ip_absence){sqlstate, message, false, (size_t)location};
}

static bool is_local(const resolver *r, const char *name)
{
    for (int i = 0; i < r->locals->count; i++)
        if (strcmp(r->locals->items[i], name) == 0)
            return true;
    return false;
}

static bool is_system_column(const char *name)
{
    static const char *const names[] = {"ctid", "xmin", "xmax", "cmin", "cmax", "tableoid", "oid"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

static bool has_column(const resolver *r, const ip_table *table, const char *name)
{
    return ip_catalog_table_column(table, name) >= 0 || is_system_column(name) ||
           ip_missing_created_column(r->created, name);
}

static bool is_output(const scope *in, const char *name)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(in->outputs, i, item)
    {
        const PgQuery__ResTarget *target = ip_as_res_target(item);
        const ip_tree *fields = IP_ITEMS(ip_as_column_ref(IP_GET(target, val)), fields);
        const char *last = ip_parse_last_string(fields);
        if (strcmp(IP_TEXT(target, name), name) == 0 || strcmp(last, name) == 0 || ip_as_func_call(IP_GET(target, val)))
            return true;
    }
    return false;
}

static void look_at_name(resolver *r, const PgQuery__ColumnRef *ref, const char *name, const scope *in)
{
    if (is_local(r, name) || is_system_column(name))
        return;
    for (; in; in = in->parent) {
        if (in->opaque || is_output(in, name))
            return;
        for (int i = 0; i < in->entries.count; i++) {
            const entry *e = &in->entries.items[i];
            if (!e->table || has_column(r, e->table, name) || !e->alias || strcmp(e->alias, name) == 0)
                return;
        }
    }
    tell(r, "42703", ip_arena_printf(r->arena, "column \"%s\" does not exist", name), ref->location);
}

static void look_at_qualified(resolver *r, const PgQuery__ColumnRef *ref, const char *alias, const char *name,
                              const scope *in)
{
    if (is_local(r, alias))
        return;
    for (; in; in = in->parent) {
        for (int i = 0; i < in->entries.count; i++) {
            const entry *e = &in->entries.items[i];
            if (!e->alias)
                return;
            if (strcmp(e->alias, alias) != 0)
                continue;
            if (e->table && !has_column(r, e->table, name) && !ip_missing_created_function_named(r->created, name))
                tell(r, "42703", ip_arena_printf(r->arena, "column %s.%s does not exist", alias, name), ref->location);
            return;
        }
        if (in->opaque)
            return;
    }
    tell(r, "42P01", ip_arena_printf(r->arena, "missing FROM-clause entry for table \"%s\"", alias), ref->location);
}

static void look_at_column(resolver *r, const PgQuery__ColumnRef *ref, const scope *in)
{
    const ip_tree *fields = IP_ITEMS(ref, fields);
    const char *parts[2] = {"", ""};
    size_t count = ip_parse_list_size(fields);
    for (size_t i = 0; i < count && i < 2; i++) {
        if (!ip_as_string(ip_parse_list_item(fields, i)))
            return;
        parts[i] = ip_arena_strdup(r->arena, ip_parse_string_node(ip_parse_list_item(fields, i)));
    }
    if (count == 1)
        look_at_name(r, ref, parts[0], in);
    else if (count == 2)
        look_at_qualified(r, ref, parts[0], parts[1], in);
}

/* ----------------------------------------------------------------- FROM -- */

static const ip_table *table_of(const resolver *r, const PgQuery__RangeVar *rangevar)
{
    const char *schema = IP_TEXT(rangevar, schemaname), *name = IP_TEXT(rangevar, relname);
    if (!*schema && ip_parse_has_with_query(r->statement, name))
        return NULL;
    const ip_table *table = ip_catalog_relation_of(ip_missing_created_definitions(r->created), r->path, rangevar).table;
    return table && ip_missing_created_whole(r->created, table) ? table : NULL;
}

static void enter(resolver *r, scope *in, const PgQuery__Alias *alias, const char *name, const ip_table *table)
{
    const char *given = IP_TEXT(alias, aliasname);
    entry e = {*given ? ip_arena_strdup(r->arena, given) : name, IP_ITEMS(alias, colnames) ? NULL : table};
    IP_PUSH(r->arena, &in->entries, e);
}

static void enter_relation(resolver *r, scope *in, const PgQuery__RangeVar *rangevar)
{
    enter(r, in, IP_GET(rangevar, alias), ip_arena_strdup(r->arena, IP_TEXT(rangevar, relname)), table_of(r, rangevar));
}

/* The items of FROM, by kind; nothing is known of other kinds. */
static void enter_item(resolver *r, scope *in, const ip_tree *item)
{
    const PgQuery__RangeVar *relation = ip_as_range_var(item);
    const PgQuery__JoinExpr *join = ip_as_join_expr(item);
    const PgQuery__RangeSubselect *query = ip_as_range_subselect(item);
    const PgQuery__RangeFunction *function = ip_as_range_function(item);
    if (relation) {
        enter_relation(r, in, relation);
    } else if (join) {
        enter_item(r, in, IP_GET(join, larg));
        enter_item(r, in, IP_GET(join, rarg));
        if (IP_GET(join, alias))
            in->opaque = true;
        if (IP_GET(join, join_using_alias))
            enter(r, in, IP_GET(join, join_using_alias), NULL, NULL);
    } else if (query && IP_GET(query, alias)) {
        enter(r, in, IP_GET(query, alias), NULL, NULL);
    } else if (function && IP_GET(function, alias)) {
        enter(r, in, IP_GET(function, alias), NULL, NULL);
    } else {
        in->opaque = true;
    }
}

/* Subqueries, functions and ON. Earlier items of FROM are in scope here, though in PostgreSQL not always. */
static void look_at_from(resolver *r, const ip_tree *item, const scope *in)
{
    const PgQuery__JoinExpr *join = ip_as_join_expr(item);
    const PgQuery__RangeSubselect *query = ip_as_range_subselect(item);
    if (join) {
        look_at_from(r, IP_GET(join, larg), in);
        look_at_from(r, IP_GET(join, rarg), in);
        look_at(r, IP_GET(join, quals), in);
    } else if (query) {
        look_at_select(r, ip_as_select_stmt(IP_GET(query, subquery)), in);
    } else if (ip_as_range_function(item)) {
        look_at(r, IP_ITEMS(ip_as_range_function(item), functions), in);
    }
}

static void enter_all(resolver *r, scope *in, const ip_tree *items)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(items, i, item) enter_item(r, in, item);
    IP_LIST_EACH(items, i, item) look_at_from(r, item, in);
}

/* -------------------------------------------------------------- queries -- */

static void look_at(resolver *r, const ip_tree *node, const scope *in)
{
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) look_at(r, value, in);
    if (!ip_parse_tree_is_message(node))
        return;
    const PgQuery__ColumnRef *ref = ip_as_column_ref(node);
    const PgQuery__SubLink *link = ip_as_sub_link(node);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(node);
    if (ref) {
        look_at_column(r, ref, in);
    } else if (link) {
        look_at(r, IP_GET(link, testexpr), in);
        look_at_select(r, ip_as_select_stmt(IP_GET(link, subselect)), in);
    } else if (select) {
        look_at_select(r, select, in);
    } else {
        IP_TREE_EACH(node, key, value) look_at(r, value, in);
    }
}

static void look_at_with(resolver *r, const PgQuery__WithClause *with, const scope *parent)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(with, ctes), i, item)
    {
        const ip_tree *query = IP_GET(ip_as_common_table_expr(item), ctequery);
        look_at_select(r, ip_as_select_stmt(query), parent);
    }
}

static void look_at_select(resolver *r, const PgQuery__SelectStmt *select, const scope *parent)
{
    const void *const parts[] = {IP_ITEMS(select, target_list),   IP_GET(select, where_clause),
                                 IP_GET(select, having_clause),   IP_ITEMS(select, values_lists),
                                 IP_ITEMS(select, window_clause), IP_GET(select, limit_count),
                                 IP_GET(select, limit_offset)};
    const void *const by_output[] = {IP_ITEMS(select, group_clause), IP_ITEMS(select, sort_clause),
                                     IP_ITEMS(select, distinct_clause)};
    if (!select)
        return;
    look_at_with(r, IP_GET(select, with_clause), parent);
    if (IP_GET(select, larg)) { /* a set operation; ORDER BY names its columns */
        look_at_select(r, IP_GET(select, larg), parent);
        look_at_select(r, IP_GET(select, rarg), parent);
        return;
    }
    scope own = {.parent = parent};
    enter_all(r, &own, IP_ITEMS(select, from_clause));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        look_at(r, parts[i], &own);
    own.outputs = IP_ITEMS(select, target_list);
    for (size_t i = 0; i < sizeof by_output / sizeof by_output[0]; i++)
        look_at(r, by_output[i], &own);
}

/* --------------------------------------------------------------- writes -- */

static void look_at_targets(resolver *r, const ip_tree *targets, const ip_table *table)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(targets, i, item)
    {
        const PgQuery__ResTarget *target = ip_as_res_target(item);
        const char *name = IP_TEXT(target, name);
        if (table && *name && !has_column(r, table, name))
            tell(r, "42703",
                 ip_arena_printf(r->arena, "column \"%s\" of relation \"%s\" does not exist", name, table->name),
                 target->location);
    }
}

static void look_at_insert(resolver *r, const PgQuery__InsertStmt *insert)
{
    const PgQuery__RangeVar *relation = insert->relation;
    const PgQuery__OnConflictClause *conflict = IP_GET(insert, on_conflict_clause);
    const ip_table *table = table_of(r, relation);
    scope own = {0};
    enter_relation(r, &own, relation);
    look_at_targets(r, IP_ITEMS(insert, cols), table);
    look_at_select(r, ip_as_select_stmt(IP_GET(insert, select_stmt)), NULL);
    look_at(r, IP_ITEMS(insert, returning_list), &own);
    enter(r, &own, NULL, "excluded", table);
    look_at_targets(r, IP_ITEMS(conflict, target_list), table);
    look_at(r, IP_ITEMS(conflict, target_list), &own);
    look_at(r, IP_GET(conflict, where_clause), &own);
}

static void look_at_update(resolver *r, const PgQuery__UpdateStmt *update)
{
    scope own = {0};
    const ip_tree *targets = IP_ITEMS(update, target_list);
    enter_relation(r, &own, update->relation);
    enter_all(r, &own, IP_ITEMS(update, from_clause));
    look_at_targets(r, targets, own.entries.items[0].table);
    look_at(r, targets, &own);
    look_at(r, update->where_clause, &own);
    look_at(r, IP_ITEMS(update, returning_list), &own);
}

static void look_at_delete(resolver *r, const PgQuery__DeleteStmt *delete)
{
    scope own = {0};
    enter_relation(r, &own, delete->relation);
    enter_all(r, &own, IP_ITEMS(delete, using_clause));
    look_at(r, delete->where_clause, &own);
    look_at(r, IP_ITEMS(delete, returning_list), &own);
}

bool ip_missing_column_is_absent(ip_arena *arena, const ip_created *created, const ip_path *path,
                                 const ip_local_names *locals, const ip_tree *statement, ip_absence *absence)
{
    *absence = (ip_absence){0};
    resolver r = {
        .arena = arena, .created = created, .path = path, .locals = locals, .statement = statement, .absence = absence};
    const PgQuery__InsertStmt *insert = ip_as_insert_stmt(statement);
    const PgQuery__UpdateStmt *update = ip_as_update_stmt(statement);
    const PgQuery__DeleteStmt *delete = ip_as_delete_stmt(statement);
    const PgQuery__CallStmt *call = ip_as_call_stmt(statement);
    if (ip_as_select_stmt(statement))
        look_at_select(&r, ip_as_select_stmt(statement), NULL);
    else
        look_at_with(&r, ip_parse_with_of(statement), NULL);
    if (insert)
        look_at_insert(&r, insert);
    else if (update)
        look_at_update(&r, update);
    else if (delete)
        look_at_delete(&r, delete);
    else if (call)
        look_at(&r, IP_ITEMS(call->funccall, args), NULL);
    absence->unsure = r.several_states;
    return absence->sqlstate != NULL;
}
