/* Which statements fail for certain, for what they name. */
#include "missing_names/missing_name.h"

#include "catalog/relation.h"

#include <string.h>

typedef struct finder {
    ip_arena *arena;
    const ip_made *made;
    const ip_path *path;
    const json_t *statement; /* whose WITH queries are no tables */
    ip_absence *absence;     /* the first one found */
    bool several_states;     /* which one PostgreSQL tells is not known */
} finder;

/* Does an object with this value for this key stand anywhere in the tree? */
static bool stands_in(const json_t *node, const char *key, const char *text)
{
    const char *name;
    json_t *value;
    size_t i;
    if (json_is_array(node))
        json_array_foreach(node, i, value) if (stands_in(value, key, text)) return true;
    if (json_is_object(node))
        json_object_foreach((json_t *)node, name, value) if ((strcmp(name, key) == 0 && json_is_string(value) &&
                                                              strcmp(json_string_value(value), text) == 0) ||
                                                             stands_in(value, key, text)) return true;
    return false;
}

static void tell(finder *f, const char *sqlstate, const char *message, const json_t *node)
{
    if (f->absence->sqlstate) {
        f->several_states = f->several_states || strcmp(f->absence->sqlstate, sqlstate) != 0;
        return;
    }
    *f->absence = (ip_absence){sqlstate, message, false, (size_t)ip_field_int(node, "location")};
}

static const char *full_name(ip_arena *arena, const char *schema, const char *name)
{
    return *schema ? ip_arena_printf(arena, "%s.%s", schema, name) : name;
}

static void look_at_relation(finder *f, const json_t *rangevar)
{
    const char *schema = ip_field_text(rangevar, "schemaname"), *name = ip_field_text(rangevar, "relname");
    if (ip_made_relation(f->made, f->path, rangevar) || (!*schema && stands_in(f->statement, "ctename", name)))
        return;
    tell(f, "42P01", ip_arena_printf(f->arena, "relation \"%s\" does not exist", full_name(f->arena, schema, name)),
         rangevar);
}

static void look_at_function(finder *f, const json_t *call)
{
    const json_t *names = ip_field(call, "funcname"), *args = ip_field(call, "args");
    const char *last = ip_string_node(json_array_get(names, json_array_size(names) - 1));
    /* f (t) may be the column f of a subquery t. */
    bool column = json_array_size(names) == 1 && json_array_size(args) == 1 && stands_in(f->statement, "name", last);
    if (column || ip_made_function(f->made, call))
        return;
    tell(f, "42883", ip_arena_printf(f->arena, "function %s() does not exist", ip_call_name(f->arena, call)), call);
}

/* FOR UPDATE OF names aliases, INTO a table that is made. */
static bool names_no_relation(const char *key)
{
    return strcmp(key, "lockedRels") == 0 || strcmp(key, "intoClause") == 0 || strcmp(key, "into") == 0;
}

static void look_at(finder *f, const json_t *node)
{
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_array(node))
        json_array_foreach(node, i, value) look_at(f, value);
    if (!json_is_object(node))
        return;
    if (ip_field(node, "relname"))
        look_at_relation(f, node);
    if (ip_field(node, "funcname"))
        look_at_function(f, node);
    json_object_foreach((json_t *)node, key, value) if (!names_no_relation(key)) look_at(f, value);
}

/* After ON and in queries there may be other names before the next table. */
static bool look_at_from(finder *f, const json_t *item)
{
    const json_t *rangevar = ip_node_as(item, "RangeVar"), *join = ip_node_as(item, "JoinExpr");
    if (rangevar)
        look_at_relation(f, rangevar);
    else if (join && look_at_from(f, ip_field(join, "larg")))
        look_at_from(f, ip_field(join, "rarg"));
    return rangevar && !f->absence->sqlstate;
}

/* Tables that a statement names itself are looked up before the rest of it, those of its WITH aside: the target of a
 * write, then FROM from left to right. */
static void look_at_first_relations(finder *f, const json_t *body)
{
    size_t i;
    json_t *item;
    if (ip_field(body, "withClause"))
        return;
    if (ip_field(ip_field(body, "relation"), "relname"))
        look_at_relation(f, ip_field(body, "relation"));
    json_array_foreach(ip_field(body, "fromClause"), i,
                       item) if (f->absence->sqlstate || !look_at_from(f, item)) return;
}

/* Statements that are analyzed as a whole, and whose names all mean what is there already. */
static bool is_analyzed(const json_t *statement)
{
    static const char *const kinds[] = {"SelectStmt", "InsertStmt", "UpdateStmt",
                                        "DeleteStmt", "MergeStmt",  "CallStmt"};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(ip_node_kind(statement), kinds[i]) == 0)
            return true;
    return false;
}

bool ip_statement_fails(ip_arena *arena, const ip_made *made, const ip_path *path, const ip_local_names *locals,
                        const json_t *statement, ip_absence *absence)
{
    *absence = (ip_absence){0};
    finder f = {.arena = arena, .made = made, .path = path, .statement = statement, .absence = absence};
    if (!is_analyzed(statement))
        return false;
    look_at_first_relations(&f, ip_node_body(statement));
    if (absence->sqlstate)
        return true;
    look_at(&f, ip_node_body(statement));
    ip_absence column;
    bool columns = ip_column_is_absent(arena, made, path, locals, statement, &column);
    if (!absence->sqlstate)
        *absence = column;
    else
        absence->unsure = f.several_states || (columns && strcmp(column.sqlstate, absence->sqlstate) != 0);
    return absence->sqlstate != NULL;
}
