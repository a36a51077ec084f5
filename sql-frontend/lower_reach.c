/* Which tables something could touch that is not followed: those it names, and on from there through the functions it
 * calls, the triggers it fires and the actions of foreign keys. */
#include "lower.h"

#include <string.h>

typedef struct ip_reach {
    ip_statement *statement; /* gets the tables */
    bool open;               /* anything may be reached */
    IP_VEC(const ip_unit *) units;
    IP_VEC(const ip_table *) tables; /* seen to; the statement may have more */
    int depth;
} ip_reach;

enum { DEEPEST_TREE = 2000 };

static void reach_table(ip_lowerer *l, ip_reach *r, const ip_table *table, bool all);
static void reach_unit(ip_lowerer *l, ip_reach *r, const ip_unit *unit);

static bool acts(char action)
{
    return action == 'c' || action == 'n' || action == 'd';
}

static void reach_triggers(ip_lowerer *l, ip_reach *r, const char *relation)
{
    for (int i = 0; i < l->definitions->triggers.count && !r->open; i++) {
        const ip_trigger *t = &l->definitions->triggers.items[i];
        if (t->disabled || t->nothing || strcmp(t->table, relation) != 0)
            continue;
        const ip_unit *unit = t->what ? NULL : ip_lower_trigger_unit(l->definitions, t);
        if (unit)
            reach_unit(l, r, unit);
        else
            r->open = true;
    }
}

/* all: those that refer to it, whatever their foreign keys do. */
static void reach_table(ip_lowerer *l, ip_reach *r, const ip_table *table, bool all)
{
    for (int i = 0; i < r->tables.count; i++)
        if (r->tables.items[i] == table && !all)
            return;
    for (int i = 0, seen = 0; i < r->tables.count; i++)
        if (r->tables.items[i] == table && ++seen > 1)
            return;
    IP_PUSH(l->arena, &r->tables, table);
    ip_lower_whole_table(l, r->statement, table);
    r->open = r->open || ip_lower_has_rule(l, table->name);
    for (int i = 0; i < l->definitions->inheritance.count && !r->open; i++) {
        const ip_inheritance *pair = &l->definitions->inheritance.items[i];
        const char *other = strcmp(pair->child, table->name) == 0    ? pair->parent
                            : strcmp(pair->parent, table->name) == 0 ? pair->child
                                                                     : NULL;
        const ip_table *related = other ? ip_schema_table(l->schema, other) : NULL;
        if (related)
            reach_table(l, r, related, all);
    }
    reach_triggers(l, r, table->name);
    for (int k = 0; k < table->foreign_keys.count; k++) /* a check reads and locks there */
        ip_lower_whole_table(l, r->statement, table->foreign_keys.items[k].target);
    for (int i = 0; i < l->schema->tables.count && !r->open; i++) {
        const ip_table *child = l->schema->tables.items[i];
        for (int k = 0; k < child->foreign_keys.count; k++) {
            const ip_foreign_key *key = &child->foreign_keys.items[k];
            if (key->target == table && (all || acts(key->on_delete) || acts(key->on_update)))
                reach_table(l, r, child, all);
        }
    }
}

static void reach_tree(ip_lowerer *l, ip_reach *r, const json_t *node);

/* Of a view that names itself, or of very many, any table may be one. */
static void reach_view(ip_lowerer *l, ip_reach *r, const ip_view *view)
{
    enum { DEEPEST_VIEW = 16 };
    const ip_path *path = l->path_of_names;
    r->open = r->open || l->view_depth >= DEEPEST_VIEW || ip_lower_has_rule(l, view->name);
    reach_triggers(l, r, view->name);
    if (r->open)
        return;
    json_t *tree = json_loads(view->query->json, JSON_DECODE_ANY, NULL);
    l->path_of_names = view->path;
    l->view_depth++;
    reach_tree(l, r, tree);
    l->view_depth--;
    l->path_of_names = path;
    json_decref(tree);
}

static void reach_relation(ip_lowerer *l, ip_reach *r, const json_t *rangevar, bool all)
{
    const ip_relation relation = ip_lower_relation(l, rangevar);
    if (relation.table)
        reach_table(l, r, relation.table, all);
    if (relation.view)
        reach_view(l, r, relation.view);
    r->open = r->open || relation.several;
}

static void reach_call(ip_lowerer *l, ip_reach *r, const json_t *call)
{
    const char *name = ip_call_name(l->arena, call);
    bool found = false;
    for (int i = 0; i < l->definitions->units.count; i++) {
        const ip_unit *unit = l->definitions->units.items[i];
        if (unit->kind != IP_UNIT_ROUTINE || strcmp(unit->name, name) != 0)
            continue;
        reach_unit(l, r, unit);
        found = true;
    }
    if (!found && !ip_lower_known_function(l, call))
        r->open = true;
}

static void reach_tree(ip_lowerer *l, ip_reach *r, const json_t *node)
{
    size_t i;
    json_t *value;
    const char *key;
    if (r->open || ++r->depth > DEEPEST_TREE) {
        r->open = true;
        return;
    }
    if (json_is_array(node))
        json_array_foreach(node, i, value) reach_tree(l, r, value);
    if (json_is_object(node)) {
        if (ip_field(node, "relname"))
            reach_relation(l, r, node, false);
        if (ip_field(node, "funcname"))
            reach_call(l, r, node);
        const json_t *truncate = ip_node_as(node, "TruncateStmt");
        if (strcmp(ip_field_text(truncate, "behavior"), "DROP_CASCADE") == 0)
            json_array_foreach(ip_field(truncate, "relations"), i, value)
                reach_relation(l, r, ip_node_as(value, "RangeVar"), true);
        json_object_foreach((json_t *)node, key, value) reach_tree(l, r, value);
    }
    r->depth--;
}

static void reach_text(ip_lowerer *l, ip_reach *r, const char *text)
{
    ip_parse_error error;
    json_t *statements = ip_pg_parse(l->arena, text, &error);
    if (statements)
        reach_tree(l, r, statements);
    else
        r->open = true;
    json_decref(statements);
}

static void reach_expr(ip_lowerer *l, ip_reach *r, ip_pl_text text)
{
    if (text.source && text.begin < text.end && !r->open)
        reach_text(l, r, ip_arena_printf(l->arena, "SELECT %s", ip_range_text(l->arena, text)));
}

static void reach_statements(ip_lowerer *l, ip_reach *r, ip_pl_statement *const *items, int count);

static void reach_statement(ip_lowerer *l, ip_reach *r, const ip_pl_statement *s)
{
    switch (s->kind) {
    case IP_PL_SQL:
    case IP_PL_PERFORM:
    case IP_PL_FOR_QUERY:
    case IP_PL_RETURN:
        if (s->sql_text && *s->sql_text)
            reach_text(l, r, s->sql_text);
        break;
    case IP_PL_BLOCK:
    case IP_PL_ASSIGN:
    case IP_PL_IF:
    case IP_PL_LOOP:
    case IP_PL_WHILE:
    case IP_PL_FOR_RANGE:
    case IP_PL_FOREACH:
    case IP_PL_EXIT:
    case IP_PL_CONTINUE:
    case IP_PL_RAISE:
    case IP_PL_DIAGNOSTICS:
    case IP_PL_NULL:
    case IP_PL_ASSERT:
        break;
    default: /* whatever it may do */
        r->open = true;
    }
    const ip_pl_text texts[] = {s->expr, s->low, s->high, s->step};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        reach_expr(l, r, texts[i]);
    for (int i = 0; i < s->args.count; i++)
        reach_expr(l, r, s->args.items[i]);
    for (int i = 0; s->raise && i < s->raise->options.count; i++)
        reach_expr(l, r, s->raise->options.items[i].value);
    for (int i = 0; i < s->declarations.count; i++)
        if (s->declarations.items[i].cursor)
            r->open = true;
        else
            reach_expr(l, r, s->declarations.items[i].initial);
    for (int i = 0; i < s->branches.count; i++) {
        reach_expr(l, r, s->branches.items[i].condition);
        reach_expr(l, r, s->branches.items[i].operand);
        reach_statements(l, r, s->branches.items[i].body.items, s->branches.items[i].body.count);
    }
    reach_statements(l, r, s->body.items, s->body.count);
    reach_statements(l, r, s->handlers.items, s->handlers.count);
}

static void reach_statements(ip_lowerer *l, ip_reach *r, ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count && !r->open; i++)
        reach_statement(l, r, items[i]);
}

static void reach_unit(ip_lowerer *l, ip_reach *r, const ip_unit *unit)
{
    for (int i = 0; i < r->units.count; i++)
        if (r->units.items[i] == unit)
            return;
    IP_PUSH(l->arena, &r->units, unit);
    if (!unit->tree || unit->broken) {
        r->open = true;
        return;
    }
    const ip_path *path = l->path_of_names;
    if (unit->path)
        l->path_of_names = unit->path;
    for (int i = 0; i < unit->parameters.count; i++)
        reach_expr(l, r, unit->parameters.items[i].default_value);
    reach_statement(l, r, unit->tree);
    l->path_of_names = path;
}

static int push(ip_lowerer *l, ip_reach *r)
{
    for (int i = 0; i < l->schema->tables.count && r->open; i++)
        ip_lower_whole_table(l, r->statement, l->schema->tables.items[i]);
    return ip_lower_push(l, r->statement);
}

int ip_lower_emit_unknown(ip_lowerer *l, const json_t *node, const char *why)
{
    ip_statement statement = {.kind = IP_UNKNOWN, .why_unknown = why};
    ip_reach r = {.statement = &statement, .open = !node};
    reach_tree(l, &r, node);
    return push(l, &r);
}

int ip_lower_emit_reach(ip_lowerer *l, const ip_unit *unit, const char *why)
{
    ip_statement statement = {.kind = IP_UNKNOWN, .why_unknown = why};
    ip_reach r = {.statement = &statement};
    reach_unit(l, &r, unit);
    return push(l, &r);
}

void ip_lower_reach_table(ip_lowerer *l, const ip_table *table, ip_statement *statement)
{
    ip_reach r = {.statement = statement};
    reach_triggers(l, &r, table->name);
    for (int i = 0; i < l->schema->tables.count && r.open; i++)
        ip_lower_whole_table(l, statement, l->schema->tables.items[i]);
}
