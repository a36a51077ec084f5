/* Columns that no table in scope has. Names are looked up as PostgreSQL does, from the inside to the outside; where one
 * of the tables in scope has columns that are not known here, nothing is said. */
#include "missing_names/missing_name.h"

#include "catalog/relation.h"

#include <string.h>

typedef struct entry {
    const char *alias;     /* NULL: of no name */
    const ip_table *table; /* NULL: its columns are not known */
} entry;

typedef struct scope {
    const struct scope *parent;
    IP_VEC(entry) entries;
    const json_t *outputs; /* target list whose names ORDER BY and GROUP BY may use; NULL */
    bool opaque;           /* it may have more names */
} scope;

typedef struct resolver {
    ip_arena *arena;
    const ip_made *made;
    const ip_path *path;
    const ip_local_names *locals;
    const json_t *statement;
    ip_absence *absence;
    bool several_states;
} resolver;

static void look_at_select(resolver *r, const json_t *select, const scope *parent);
static void look_at(resolver *r, const json_t *node, const scope *in);

static void tell(resolver *r, const char *sqlstate, const char *message, const json_t *node)
{
    if (r->absence->sqlstate) {
        r->several_states = r->several_states || strcmp(r->absence->sqlstate, sqlstate) != 0;
        return;
    }
    *r->absence = (ip_absence){sqlstate, message, false, (size_t)ip_field_int(node, "location")};
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
    return ip_table_column(table, name) >= 0 || is_system_column(name) || ip_made_column(r->made, name);
}

static bool is_output(const scope *in, const char *name)
{
    size_t i;
    json_t *item;
    json_array_foreach(in->outputs, i, item)
    {
        const json_t *target = ip_node_as(item, "ResTarget");
        const json_t *fields = ip_field(ip_node_as(ip_field(target, "val"), "ColumnRef"), "fields");
        const char *last = ip_string_node(json_array_get(fields, json_array_size(fields) - 1));
        if (strcmp(ip_field_text(target, "name"), name) == 0 || strcmp(last, name) == 0 ||
            ip_node_as(ip_field(target, "val"), "FuncCall"))
            return true;
    }
    return false;
}

static void look_at_name(resolver *r, const json_t *ref, const char *name, const scope *in)
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
    tell(r, "42703", ip_arena_printf(r->arena, "column \"%s\" does not exist", name), ref);
}

static void look_at_qualified(resolver *r, const json_t *ref, const char *alias, const char *name, const scope *in)
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
            if (e->table && !has_column(r, e->table, name) && !ip_made_function_named(r->made, name))
                tell(r, "42703", ip_arena_printf(r->arena, "column %s.%s does not exist", alias, name), ref);
            return;
        }
        if (in->opaque)
            return;
    }
    tell(r, "42P01", ip_arena_printf(r->arena, "missing FROM-clause entry for table \"%s\"", alias), ref);
}

static void look_at_column(resolver *r, const json_t *ref, const scope *in)
{
    const json_t *fields = ip_field(ref, "fields");
    const char *parts[2] = {"", ""};
    size_t count = json_array_size(fields);
    for (size_t i = 0; i < count && i < 2; i++) {
        if (!ip_node_as(json_array_get(fields, i), "String"))
            return;
        parts[i] = ip_arena_strdup(r->arena, ip_string_node(json_array_get(fields, i)));
    }
    if (count == 1)
        look_at_name(r, ref, parts[0], in);
    else if (count == 2)
        look_at_qualified(r, ref, parts[0], parts[1], in);
}

/* ----------------------------------------------------------------- FROM -- */

static bool is_with_query(const json_t *node, const char *name)
{
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_array(node))
        json_array_foreach(node, i, value) if (is_with_query(value, name)) return true;
    if (json_is_object(node))
        json_object_foreach((json_t *)node, key, value) if ((strcmp(key, "ctename") == 0 && json_is_string(value) &&
                                                             strcmp(json_string_value(value), name) == 0) ||
                                                            is_with_query(value, name)) return true;
    return false;
}

static const ip_table *table_of(const resolver *r, const json_t *rangevar)
{
    const char *schema = ip_field_text(rangevar, "schemaname"), *name = ip_field_text(rangevar, "relname");
    if (!*schema && is_with_query(r->statement, name))
        return NULL;
    const ip_table *table = ip_relation_of(ip_made_definitions(r->made), r->path, rangevar).table;
    return table && ip_made_whole(r->made, table) ? table : NULL;
}

static void enter(resolver *r, scope *in, const json_t *alias, const char *name, const ip_table *table)
{
    const char *given = ip_field_text(alias, "aliasname");
    entry e = {*given ? ip_arena_strdup(r->arena, given) : name, ip_field(alias, "colnames") ? NULL : table};
    IP_PUSH(r->arena, &in->entries, e);
}

static void enter_relation(resolver *r, scope *in, const json_t *rangevar)
{
    enter(r, in, ip_field(rangevar, "alias"), ip_arena_strdup(r->arena, ip_field_text(rangevar, "relname")),
          table_of(r, rangevar));
}

/* What stands in FROM, by kind; of other kinds nothing is known. */
static void enter_item(resolver *r, scope *in, const json_t *item)
{
    const json_t *relation = ip_node_as(item, "RangeVar"), *join = ip_node_as(item, "JoinExpr");
    const json_t *query = ip_node_as(item, "RangeSubselect"), *function = ip_node_as(item, "RangeFunction");
    if (relation) {
        enter_relation(r, in, relation);
    } else if (join) {
        enter_item(r, in, ip_field(join, "larg"));
        enter_item(r, in, ip_field(join, "rarg"));
        if (ip_field(join, "alias"))
            in->opaque = true;
        if (ip_field(join, "join_using_alias"))
            enter(r, in, ip_field(join, "join_using_alias"), NULL, NULL);
    } else if (query && ip_field(query, "alias")) {
        enter(r, in, ip_field(query, "alias"), NULL, NULL);
    } else if (function && ip_field(function, "alias")) {
        enter(r, in, ip_field(function, "alias"), NULL, NULL);
    } else {
        in->opaque = true;
    }
}

/* Subqueries, functions and ON. Earlier items of FROM are in scope here, though in PostgreSQL not always. */
static void look_at_from(resolver *r, const json_t *item, const scope *in)
{
    const json_t *join = ip_node_as(item, "JoinExpr"), *query = ip_node_as(item, "RangeSubselect");
    if (join) {
        look_at_from(r, ip_field(join, "larg"), in);
        look_at_from(r, ip_field(join, "rarg"), in);
        look_at(r, ip_field(join, "quals"), in);
    } else if (query) {
        look_at_select(r, ip_node_as(ip_field(query, "subquery"), "SelectStmt"), in);
    } else if (ip_node_as(item, "RangeFunction")) {
        look_at(r, ip_field(ip_node_body(item), "functions"), in);
    }
}

static void enter_all(resolver *r, scope *in, const json_t *items)
{
    size_t i;
    json_t *item;
    json_array_foreach(items, i, item) enter_item(r, in, item);
    json_array_foreach(items, i, item) look_at_from(r, item, in);
}

/* -------------------------------------------------------------- queries -- */

static void look_at(resolver *r, const json_t *node, const scope *in)
{
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_array(node))
        json_array_foreach(node, i, value) look_at(r, value, in);
    if (!json_is_object(node))
        return;
    const json_t *ref = ip_node_as(node, "ColumnRef"), *link = ip_node_as(node, "SubLink");
    const json_t *select = ip_node_as(node, "SelectStmt");
    if (ref) {
        look_at_column(r, ref, in);
    } else if (link) {
        look_at(r, ip_field(link, "testexpr"), in);
        look_at_select(r, ip_node_as(ip_field(link, "subselect"), "SelectStmt"), in);
    } else if (select) {
        look_at_select(r, select, in);
    } else {
        json_object_foreach((json_t *)node, key, value) look_at(r, value, in);
    }
}

static void look_at_with(resolver *r, const json_t *with, const scope *parent)
{
    size_t i;
    json_t *item;
    json_array_foreach(ip_field(with, "ctes"), i, item)
    {
        const json_t *query = ip_field(ip_node_as(item, "CommonTableExpr"), "ctequery");
        look_at_select(r, ip_node_as(query, "SelectStmt"), parent);
    }
}

static void look_at_select(resolver *r, const json_t *select, const scope *parent)
{
    static const char *const parts[] = {"targetList",   "whereClause", "havingClause", "valuesLists",
                                        "windowClause", "limitCount",  "limitOffset"};
    static const char *const by_output[] = {"groupClause", "sortClause", "distinctClause"};
    if (!select)
        return;
    look_at_with(r, ip_field(select, "withClause"), parent);
    if (ip_field(select, "larg")) { /* a set operation; ORDER BY names its columns */
        look_at_select(r, ip_field(select, "larg"), parent);
        look_at_select(r, ip_field(select, "rarg"), parent);
        return;
    }
    scope own = {.parent = parent};
    enter_all(r, &own, ip_field(select, "fromClause"));
    for (size_t i = 0; i < sizeof parts / sizeof parts[0]; i++)
        look_at(r, ip_field(select, parts[i]), &own);
    own.outputs = ip_field(select, "targetList");
    for (size_t i = 0; i < sizeof by_output / sizeof by_output[0]; i++)
        look_at(r, ip_field(select, by_output[i]), &own);
}

/* --------------------------------------------------------------- writes -- */

static void look_at_targets(resolver *r, const json_t *targets, const ip_table *table)
{
    size_t i;
    json_t *item;
    json_array_foreach(targets, i, item)
    {
        const json_t *target = ip_node_as(item, "ResTarget");
        const char *name = ip_field_text(target, "name");
        if (table && *name && !has_column(r, table, name))
            tell(r, "42703",
                 ip_arena_printf(r->arena, "column \"%s\" of relation \"%s\" does not exist", name, table->name),
                 target);
    }
}

static void look_at_insert(resolver *r, const json_t *insert)
{
    const json_t *relation = ip_field(insert, "relation"), *conflict = ip_field(insert, "onConflictClause");
    const ip_table *table = table_of(r, relation);
    scope own = {0};
    enter_relation(r, &own, relation);
    look_at_targets(r, ip_field(insert, "cols"), table);
    look_at_select(r, ip_node_as(ip_field(insert, "selectStmt"), "SelectStmt"), NULL);
    look_at(r, ip_field(insert, "returningList"), &own);
    enter(r, &own, NULL, "excluded", table);
    look_at_targets(r, ip_field(conflict, "targetList"), table);
    look_at(r, ip_field(conflict, "targetList"), &own);
    look_at(r, ip_field(conflict, "whereClause"), &own);
}

static void look_at_change(resolver *r, const json_t *change, const char *others)
{
    scope own = {0};
    const json_t *targets = ip_field(change, "targetList");
    enter_relation(r, &own, ip_field(change, "relation"));
    enter_all(r, &own, ip_field(change, others));
    look_at_targets(r, targets, own.entries.items[0].table);
    look_at(r, targets, &own);
    look_at(r, ip_field(change, "whereClause"), &own);
    look_at(r, ip_field(change, "returningList"), &own);
}

bool ip_column_is_absent(ip_arena *arena, const ip_made *made, const ip_path *path, const ip_local_names *locals,
                         const json_t *statement, ip_absence *absence)
{
    *absence = (ip_absence){0};
    resolver r = {
        .arena = arena, .made = made, .path = path, .locals = locals, .statement = statement, .absence = absence};
    const json_t *body = ip_node_body(statement);
    const char *kind = ip_node_kind(statement);
    if (strcmp(kind, "SelectStmt") != 0)
        look_at_with(&r, ip_field(body, "withClause"), NULL);
    if (strcmp(kind, "SelectStmt") == 0)
        look_at_select(&r, body, NULL);
    else if (strcmp(kind, "InsertStmt") == 0)
        look_at_insert(&r, body);
    else if (strcmp(kind, "UpdateStmt") == 0)
        look_at_change(&r, body, "fromClause");
    else if (strcmp(kind, "DeleteStmt") == 0)
        look_at_change(&r, body, "usingClause");
    else if (strcmp(kind, "CallStmt") == 0)
        look_at(&r, ip_field(ip_field(body, "funccall"), "args"), NULL);
    absence->unsure = r.several_states;
    return absence->sqlstate != NULL;
}
