#include "summary.h"

#include "builtin.h"
#include "made.h"
#include "resolve.h"
#include "shape.h"
#include "unit_index.h"

#include <string.h>

/* One routine's own statements, calls aside; or those of a tree. */
typedef struct own_effects {
    ip_summary summary;
    IP_VEC(int) callees;  /* units */
    unsigned char *views; /* [views] READ, WRITTEN: expanded already; views of views would multiply */
    bool done;
} own_effects;

struct ip_summaries {
    ip_arena *arena;
    const ip_definitions *definitions;
    const ip_schema *schema;
    own_effects *own;             /* [units] */
    const ip_summary **summaries; /* [units] with all that they call; NULL: not yet */
    int *seen, mark;              /* [units] */
    const ip_summary **values;    /* [tables] of what each evaluates itself; NULL: not yet */
    int value_count;
};

typedef struct collector {
    ip_summaries *all;
    own_effects *to;
    const ip_path *path;     /* where names of tables are looked for */
    const json_t *statement; /* whose WITH queries are no tables */
    bool lenient;            /* a statement of another kind writes what it names, no more */
    int depth;               /* of views and aggregates */
} collector;

enum { DEEPEST_EXPANSION = 32, READ = 1, WRITTEN = 2 };

ip_summaries *ip_summaries_new(ip_arena *arena, const ip_definitions *definitions, const ip_schema *schema)
{
    ip_summaries *all = IP_NEW(arena, ip_summaries);
    *all = (ip_summaries){.arena = arena, .definitions = definitions, .schema = schema};
    int count = definitions->units.count;
    all->own = IP_NEW_ARRAY(arena, own_effects, count);
    all->summaries = IP_NEW_ARRAY(arena, const ip_summary *, count);
    all->seen = IP_NEW_ARRAY(arena, int, count);
    return all;
}

/* The next unit that the name may mean, from *at on; -1: no more. A schema in the name must be that of the unit. */
static int next_meant(const ip_summaries *all, const char *name, int *at)
{
    const char *last = ip_last_part(name);
    while (*at < all->definitions->names.count && strcmp(all->definitions->names.items[*at].name, last) == 0) {
        int unit = all->definitions->names.items[(*at)++].unit;
        if (last == name || strcmp(all->definitions->units.items[unit]->name, name) == 0)
            return unit;
    }
    return -1;
}

const ip_stand_in *ip_find_stand_in(const ip_definitions *d, ip_stand_in_kind kind, const char *name)
{
    for (int i = d->stand_ins.count - 1; i >= 0; i--) {
        const ip_stand_in *s = &d->stand_ins.items[i];
        if (s->kind == kind && (strcmp(s->name, name) == 0 || strcmp(ip_last_part(s->name), name) == 0))
            return s;
    }
    return NULL;
}

bool ip_is_declared_extension(const ip_definitions *d, const char *extension)
{
    for (int i = 0; i < d->extensions.count; i++)
        if (strcmp(d->extensions.items[i], extension) == 0)
            return true;
    return false;
}

bool ip_is_builtin(const ip_summaries *all, const char *name, int arguments)
{
    int at = ip_first_named(all->definitions, ip_last_part(name)), count;
    bool qualified = ip_last_part(name) != name;
    if (next_meant(all, name, &at) >= 0 || ip_find_stand_in(all->definitions, IP_STANDS_AGGREGATE, name))
        return false;
    const ip_builtin *b = ip_builtin_named(ip_last_part(name), &count);
    for (int i = 0; i < count; i++) {
        bool granted =
            b[i].extension ? ip_is_declared_extension(all->definitions, b[i].extension) : !b[i].since && !qualified;
        if (granted || (!qualified && (arguments < 0 || ip_builtin_takes(&b[i], arguments))))
            return true;
    }
    return false;
}

static bool advisory(const char *name)
{
    return strncmp(name, "pg_advisory_", 12) == 0 || strncmp(name, "pg_try_advisory_", 16) == 0;
}

static void may_do_anything(collector *c, const char *why)
{
    if (!c->to->summary.any)
        c->to->summary.any = why;
}

static void note_stand_ins(collector *c, ip_stand_in_kind kind, const char *name);

static void note_function(collector *c, const char *name, int arguments)
{
    ip_summaries *all = c->all;
    int at = ip_first_named(all->definitions, ip_last_part(name)), found = 0;
    for (int unit; (unit = next_meant(all, name, &at)) >= 0; found++)
        IP_PUSH(all->arena, &c->to->callees, unit);
    const ip_stand_in *aggregate = ip_find_stand_in(all->definitions, IP_STANDS_AGGREGATE, name);
    for (int i = 0; aggregate && c->depth < DEEPEST_EXPANSION && i < aggregate->functions.count; i++, found++) {
        c->depth++;
        note_function(c, aggregate->functions.items[i], -1);
        c->depth--;
    }
    int count;
    const ip_builtin *builtin = found ? NULL : ip_builtin_named(ip_last_part(name), &count);
    for (int i = 0; builtin && i < count; i++)
        if (builtin[i].volatility == 's' || builtin[i].volatility == 'v')
            c->to->summary.varies = true;
    if (found == 0 && arguments <= 1 && ip_names_type(all->definitions, name)) /* a cast, written as a call */
        note_stand_ins(c, IP_STANDS_CAST, name);
    else if (found == 0 && !advisory(name) && !ip_is_builtin(all, name, arguments) &&
             (!all->definitions->made || ip_made_function_named(all->definitions->made, ip_last_part(name))))
        may_do_anything(c, ip_arena_printf(all->arena, "function %s() is not known", name));
}

static void note_tree(collector *c, const json_t *node, bool write);

static void note_stand_ins(collector *c, ip_stand_in_kind kind, const char *name)
{
    const ip_definitions *d = c->all->definitions;
    for (int i = 0; i < d->stand_ins.count; i++)
        if (d->stand_ins.items[i].kind == kind &&
            strcmp(ip_last_part(d->stand_ins.items[i].name), ip_last_part(name)) == 0)
            for (int k = 0; k < d->stand_ins.items[i].functions.count; k++)
                note_function(c, d->stand_ins.items[i].functions.items[k], -1);
}

static void note_kept(collector *c, const ip_kept_tree *kept)
{
    json_t *tree = kept ? json_loads(kept->json, JSON_DECODE_ANY, NULL) : NULL;
    if (kept && !tree)
        may_do_anything(c, "an expression of the schema cannot be read");
    note_tree(c, tree, false);
    json_decref(tree);
}

static void note_table(collector *c, const ip_table *table, bool write);

static bool acts(char action)
{
    return action == 'c' || action == 'n' || action == 'd';
}

/* Rows of other tables that checks look at and foreign keys' actions change. */
static void note_references(collector *c, const ip_table *table)
{
    for (int k = 0; k < table->foreign_keys.count; k++)
        note_table(c, table->foreign_keys.items[k].target, false);
    for (int i = 0; i < c->all->schema->tables.count; i++) {
        const ip_table *child = c->all->schema->tables.items[i];
        for (int k = 0; k < child->foreign_keys.count; k++) {
            const ip_foreign_key *key = &child->foreign_keys.items[k];
            if (key->target == table)
                note_table(c, child, acts(key->on_delete) || acts(key->on_update));
        }
    }
}

/* What a rule's statements name. NEW and OLD are rows of the statement that they are for. */
static void note_rule(collector *c, const ip_trigger *rule)
{
    const ip_path *path = c->path;
    const json_t *statement = c->statement;
    json_t *does = c->depth < DEEPEST_EXPANSION ? json_loads(rule->does->json, JSON_DECODE_ANY, NULL) : NULL;
    if (!does)
        may_do_anything(c, "a rule that cannot be read");
    c->path = rule->path;
    c->statement = does;
    c->depth++;
    note_tree(c, does, false);
    c->depth--;
    c->statement = statement;
    c->path = path;
    json_decref(does);
}

static void note_policies(collector *c, const ip_trigger *security)
{
    const ip_path *path = c->path;
    for (int i = 0; i < security->policies.count; i++) {
        c->path = security->policies.items[i].path;
        note_kept(c, security->policies.items[i].using);
        note_kept(c, security->policies.items[i].check);
    }
    c->path = path;
}

/* Of defaults, checks, generated columns, indexes, domains. */
static void note_expressions(collector *c, const ip_table *table)
{
    const ip_definitions *d = c->all->definitions;
    for (int i = 0; i < table->columns.count; i++) {
        note_kept(c, table->columns.items[i].kept_default);
        note_kept(c, table->columns.items[i].kept_generated);
    }
    for (int i = 0; i < d->implied.count; i++)
        if (d->implied.items[i].table == table)
            note_kept(c, d->implied.items[i].tree);
    ip_parse_error error;
    for (int i = 0; i < d->checks.count; i++) {
        if (d->checks.items[i].table != table)
            continue;
        json_t *tree = ip_pg_parse_expr(c->all->arena, ip_range_text(c->all->arena, d->checks.items[i].expr), &error);
        note_tree(c, tree, false);
        json_decref(tree);
    }
}

/* Triggers, rules, row security; defaults and checks; tables that share rows. */
static void note_beside(collector *c, const ip_table *table, bool write)
{
    const ip_definitions *d = c->all->definitions;
    for (int i = 0; i < d->triggers.count; i++) {
        const ip_trigger *t = &d->triggers.items[i];
        if (t->disabled || t->nothing || strcmp(t->table, table->name) != 0 || !(write || t->on_select))
            continue;
        if (t->security)
            note_policies(c, t);
        else if (t->does)
            note_rule(c, t);
        else if (t->what || !t->function)
            may_do_anything(c,
                            ip_arena_printf(c->all->arena, "%s of table %s", t->what ? t->what : "trigger", t->table));
        else
            note_function(c, t->function, -1);
    }
    for (int i = 0; i < d->inheritance.count; i++) {
        const ip_inheritance *pair = &d->inheritance.items[i];
        bool child = strcmp(pair->child, table->name) == 0, parent = strcmp(pair->parent, table->name) == 0;
        const ip_table *other =
            child || parent ? ip_schema_table(c->all->schema, child ? pair->parent : pair->child) : NULL;
        if (other)
            note_table(c, other, write);
    }
    if (write)
        note_expressions(c, table);
}

static void note_table(collector *c, const ip_table *table, bool write)
{
    ip_summary *s = &c->to->summary;
    if (table->locks_only || table->id >= s->table_count || (write ? s->writes : s->reads)[table->id])
        return;
    s->reads[table->id] = true;
    s->writes[table->id] = s->writes[table->id] || write;
    note_beside(c, table, write);
    if (write)
        note_references(c, table);
}

static bool is_with_query(const json_t *node, const char *name)
{
    return strchr(name, '.') == NULL && strcmp(ip_field_text(ip_field(node, "CommonTableExpr"), "ctename"), name) == 0;
}

/* Is there a WITH query of this name anywhere in the tree? */
static bool has_with_query(const json_t *node, const char *name)
{
    if (json_is_object(node) && is_with_query(node, name))
        return true;
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_array(node))
        json_array_foreach(node, i, value) if (has_with_query(value, name)) return true;
    if (json_is_object(node))
        json_object_foreach((json_t *)node, key, value) if (has_with_query(value, name)) return true;
    return false;
}

/* All tables of a view could be the one that is written. */
static void note_view(collector *c, const ip_view *view, bool write)
{
    const ip_definitions *d = c->all->definitions;
    unsigned char *seen = &c->to->views[view - d->views.items], use = write ? READ | WRITTEN : READ;
    if ((*seen & use) == use)
        return;
    *seen |= use;
    for (int i = 0; i < d->triggers.count; i++) {
        const ip_trigger *t = &d->triggers.items[i];
        if (t->disabled || t->nothing || strcmp(t->table, view->name) != 0 || !(write || t->on_select))
            continue;
        if (t->does)
            note_rule(c, t);
        else if (t->what || !t->function)
            may_do_anything(c,
                            ip_arena_printf(c->all->arena, "%s of view %s", t->what ? t->what : "trigger", t->table));
        else
            note_function(c, t->function, -1);
    }
    json_t *query = c->depth < DEEPEST_EXPANSION ? json_loads(view->query->json, JSON_DECODE_ANY, NULL) : NULL;
    if (!query)
        may_do_anything(c, "a view that cannot be read");
    const ip_path *path = c->path;
    const json_t *statement = c->statement;
    c->depth++;
    c->path = view->path;
    c->statement = query;
    note_tree(c, query, write);
    c->statement = statement;
    c->path = path;
    c->depth--;
    json_decref(query);
}

/* A name of which only the beginning is known. */
static void note_any_of(collector *c, const json_t *rangevar, bool write)
{
    const ip_table *others = ip_other_tables_if_any(c->all->schema);
    for (int i = 0; i < c->all->schema->tables.count; i++) {
        const ip_table *table = c->all->schema->tables.items[i];
        if (!table->locks_only && !table->others && ip_shape_may_mean(rangevar, table->name))
            note_table(c, table, write);
    }
    for (int i = 0; i < c->all->definitions->views.count; i++)
        if (ip_shape_may_mean(rangevar, c->all->definitions->views.items[i].name))
            note_view(c, &c->all->definitions->views.items[i], write);
    if (others)
        note_table(c, others, write);
    else
        may_do_anything(c, "a name that is not known");
    c->to->summary.others = true;
}

static void note_relation(collector *c, const json_t *rangevar, bool write)
{
    if (ip_shape_names_any(ip_field_text(rangevar, "relname")) ||
        ip_shape_names_any(ip_field_text(rangevar, "schemaname"))) {
        note_any_of(c, rangevar, write);
        return;
    }
    const ip_relation relation = ip_relation_of(c->all->definitions, c->path, rangevar);
    if (relation.table)
        note_table(c, relation.table, write);
    else if (relation.view)
        note_view(c, relation.view, write);
    else if (relation.several)
        may_do_anything(c, ip_arena_printf(c->all->arena, "several schemas have a table \"%s\"", relation.name));
    else if (!relation.catalog && !c->to->summary.missing &&
             (!c->all->definitions->made || ip_made_relation(c->all->definitions->made, c->path, rangevar)) &&
             !(*ip_field_text(rangevar, "schemaname") == 0 &&
               has_with_query(c->statement, ip_field_text(rangevar, "relname"))))
        c->to->summary.missing = relation.name;
}

static const char *last_string(const json_t *names)
{
    return ip_string_node(json_array_get(names, json_array_size(names) - 1));
}

static bool writes_relation(const char *kind)
{
    return strcmp(kind, "InsertStmt") == 0 || strcmp(kind, "UpdateStmt") == 0 || strcmp(kind, "DeleteStmt") == 0 ||
           strcmp(kind, "MergeStmt") == 0;
}

static void note_object(collector *c, const json_t *node, bool write)
{
    ip_arena *arena = c->all->arena;
    if (ip_field(node, "relname"))
        note_relation(c, node, write);
    if (ip_field(node, "funcname"))
        note_function(c, ip_call_name(arena, node), (int)json_array_size(ip_field(node, "args")));
    const json_t *expr = ip_node_as(node, "A_Expr"), *cast = ip_node_as(node, "TypeCast");
    if (expr)
        note_stand_ins(c, IP_STANDS_OPERATOR, last_string(ip_field(expr, "name")));
    if (ip_field(node, "operName"))
        note_stand_ins(c, IP_STANDS_OPERATOR, last_string(ip_field(node, "operName")));
    if (ip_field(node, "useOp"))
        note_stand_ins(c, IP_STANDS_OPERATOR, last_string(ip_field(node, "useOp")));
    if (cast)
        note_stand_ins(c, IP_STANDS_CAST, ip_typename_text(arena, ip_field(cast, "typeName")));
    const char *kind = ip_node_kind(node);
    if (strcmp(kind, "SQLValueFunction") == 0)
        c->to->summary.varies = true;
    if (writes_relation(kind))
        note_relation(c, ip_field(ip_node_body(node), "relation"), true);
}

static void note_tree(collector *c, const json_t *node, bool write)
{
    const char *key;
    json_t *value;
    size_t i;
    if (json_is_array(node))
        json_array_foreach(node, i, value) note_tree(c, value, write);
    if (!json_is_object(node))
        return;
    note_object(c, node, write);
    json_object_foreach((json_t *)node, key, value) note_tree(c, value, write);
}

/* Statements whose tables are all named in them, and which do no more to them than read and write rows. */
static bool of_rows(const json_t *statement)
{
    static const char *const kinds[] = {"SelectStmt",      "InsertStmt",         "UpdateStmt", "DeleteStmt",
                                        "MergeStmt",       "CallStmt",           "LockStmt",   "NotifyStmt",
                                        "VariableSetStmt", "ConstraintsSetStmt", "ListenStmt", "UnlistenStmt"};
    const char *kind = ip_node_kind(statement);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kind, kinds[i]) == 0)
            return !ip_field(ip_node_body(statement), "intoClause");
    return false;
}

/* TRUNCATE … CASCADE empties whatever refers to the table, too. */
static void note_truncated(collector *c, const ip_table *table, bool *truncated)
{
    if (!table || truncated[table->id])
        return;
    truncated[table->id] = true;
    note_table(c, table, true);
    for (int i = 0; i < c->all->schema->tables.count; i++) {
        const ip_table *child = c->all->schema->tables.items[i];
        for (int k = 0; k < child->foreign_keys.count; k++)
            if (child->foreign_keys.items[k].target == table)
                note_truncated(c, child, truncated);
    }
}

static void note_truncate(collector *c, const json_t *truncate)
{
    bool *truncated = IP_NEW_ARRAY(c->all->arena, bool, c->all->schema->tables.count);
    size_t i;
    json_t *relation;
    if (strcmp(ip_field_text(truncate, "behavior"), "DROP_CASCADE") != 0)
        return;
    json_array_foreach(ip_field(truncate, "relations"), i, relation)
    {
        note_truncated(c, ip_relation_of(c->all->definitions, c->path, ip_node_as(relation, "RangeVar")).table,
                       truncated);
    }
}

/* Casts that happen without being written, and operators by which rows may be sorted and grouped. */
static bool is_unasked(const ip_stand_in *s)
{
    return s->unasked || (s->kind == IP_STANDS_OPERATOR && ip_is_own_operator(s->name));
}

static void note_unasked(collector *c)
{
    const ip_definitions *d = c->all->definitions;
    for (int i = 0; i < d->stand_ins.count; i++)
        for (int k = 0; is_unasked(&d->stand_ins.items[i]) && k < d->stand_ins.items[i].functions.count; k++)
            note_function(c, d->stand_ins.items[i].functions.items[k], -1);
}

static void note_statements(collector *c, const json_t *statements)
{
    size_t i;
    json_t *item;
    note_unasked(c);
    json_array_foreach(statements, i, item)
    {
        const json_t *statement = ip_field(item, "stmt"), *truncate = ip_node_as(statement, "TruncateStmt");
        bool rows = of_rows(statement);
        c->statement = statement;
        if (!rows && !truncate && !c->lenient)
            may_do_anything(c, ip_arena_printf(c->all->arena, "%s", ip_node_kind(statement)));
        note_truncate(c, truncate);
        note_tree(c, statement, !rows);
        c->statement = NULL;
    }
}

static void note_dropped(collector *c, const json_t *drop)
{
    size_t i;
    json_t *object;
    json_array_foreach(ip_field(drop, "objects"), i, object)
    {
        const json_t *names = ip_field(ip_node_as(object, "List"), "items");
        size_t count = json_array_size(names);
        const char *schema = count > 1 ? ip_string_node(json_array_get(names, count - 2)) : "";
        json_t *rangevar = json_pack("{s:s,s:s}", "schemaname", schema, "relname", last_string(names));
        if (rangevar)
            note_relation(c, rangevar, true);
        else
            may_do_anything(c, "a name that cannot be read");
        json_decref(rangevar);
    }
}

static void note_shape(collector *c, const char *shape)
{
    ip_parse_error error;
    json_t *statements = ip_pg_parse(c->all->arena, shape, &error);
    if (!statements)
        may_do_anything(c, error.message);
    size_t i;
    json_t *item;
    json_array_foreach(statements, i, item)
    {
        const json_t *statement = ip_field(item, "stmt");
        if (ip_shape_touches_no_rows(c->all->definitions, statement))
            continue;
        const char *why = ip_shape_why_not(c->all->definitions, statement);
        if (why)
            may_do_anything(c, why);
        c->statement = statement;
        if (ip_node_as(statement, "DropStmt"))
            note_dropped(c, ip_node_as(statement, "DropStmt"));
        else
            note_tree(c, statement, false);
        c->statement = NULL;
    }
    json_decref(statements);
}

static void note_text(collector *c, const char *text, bool expression)
{
    ip_parse_error error;
    ip_arena *arena = c->all->arena;
    json_t *statements = ip_pg_parse(arena, expression ? ip_arena_printf(arena, "SELECT %s", text) : text, &error);
    if (!statements && expression) /* the query of a cursor */
        statements = ip_pg_parse(arena, text, &error);
    if (!statements)
        may_do_anything(c, error.message);
    note_statements(c, statements);
    json_decref(statements);
}

static void note_range(collector *c, ip_pl_text text)
{
    if (text.source && text.begin < text.end)
        note_text(c, ip_range_text(c->all->arena, text), true);
}

static void note_body(collector *c, ip_pl_statement *const *items, int count);

/* The kinds known here. Whatever else there is may do anything. */
static void note_kind(collector *c, const ip_pl_statement *s)
{
    switch (s->kind) {
    case IP_PL_BLOCK:
    case IP_PL_ASSIGN:
    case IP_PL_IF:
    case IP_PL_LOOP:
    case IP_PL_WHILE:
    case IP_PL_FOR_RANGE:
    case IP_PL_FOR_QUERY:
    case IP_PL_FOREACH:
    case IP_PL_EXIT:
    case IP_PL_CONTINUE:
    case IP_PL_RETURN:
    case IP_PL_RAISE:
    case IP_PL_SQL:
    case IP_PL_PERFORM:
    case IP_PL_DIAGNOSTICS:
    case IP_PL_NULL:
    case IP_PL_ASSERT:
    case IP_PL_COMMIT:
    case IP_PL_ROLLBACK:
    case IP_PL_FETCH: /* OPEN has the query */
    case IP_PL_CLOSE:
        break;
    case IP_PL_OPEN:
        if (s->expr.source && s->expr.begin < s->expr.end)
            may_do_anything(c, "OPEN … FOR EXECUTE");
        break;
    case IP_PL_UNKNOWN: {
        bool known = s->shapes.count > 0 || s->touches.count > 0;
        for (int i = 0; i < s->shapes.count; i++)
            note_shape(c, s->shapes.items[i]);
        for (int i = 0; i < s->touches.count; i++) {
            const ip_relation r = ip_relation_named(c->all->definitions, c->path, s->touches.items[i]);
            known = known && r.table;
            if (r.table)
                note_table(c, r.table, true);
        }
        if (!known)
            may_do_anything(c, s->what ? s->what : "a statement that is not understood");
        break;
    }
    default:
        may_do_anything(c, s->what ? s->what : "a statement that is not understood");
    }
}

static void note_statement(collector *c, const ip_pl_statement *s)
{
    note_kind(c, s);
    if (s->anonymous && s->anonymous->tree && !s->anonymous->broken)
        note_statement(c, s->anonymous->tree);
    else if (s->anonymous)
        may_do_anything(c, "DO");
    for (int i = 0; i < s->declarations.count; i++)
        note_range(c, s->declarations.items[i].initial);
    if (s->sql_text && *s->sql_text)
        note_text(c, s->sql_text, false);
    const ip_pl_text own[] = {s->expr, s->low, s->high, s->step};
    for (size_t i = 0; i < sizeof own / sizeof own[0]; i++)
        note_range(c, own[i]);
    for (int i = 0; i < s->args.count; i++)
        note_range(c, s->args.items[i]);
    for (int i = 0; s->raise && i < s->raise->options.count; i++)
        note_range(c, s->raise->options.items[i].value);
    for (int i = 0; i < s->branches.count; i++) {
        note_range(c, s->branches.items[i].operand);
        note_range(c, s->branches.items[i].condition);
        note_body(c, s->branches.items[i].body.items, s->branches.items[i].body.count);
    }
    note_body(c, s->body.items, s->body.count);
    note_body(c, s->handlers.items, s->handlers.count);
}

static void note_body(collector *c, ip_pl_statement *const *items, int count)
{
    for (int i = 0; i < count; i++)
        note_statement(c, items[i]);
}

static void begin(ip_summaries *all, own_effects *own)
{
    own->done = true;
    own->summary.table_count = all->schema->tables.count;
    own->summary.reads = IP_NEW_ARRAY(all->arena, bool, own->summary.table_count);
    own->views = IP_NEW_ARRAY(all->arena, unsigned char, all->definitions->views.count);
    own->summary.writes = IP_NEW_ARRAY(all->arena, bool, own->summary.table_count);
}

static const own_effects *own_of(ip_summaries *all, int index)
{
    own_effects *own = &all->own[index];
    const ip_unit *unit = all->definitions->units.items[index];
    collector c = {.all = all, .to = own, .path = unit->path};
    if (own->done)
        return own;
    begin(all, own);
    if (unit->broken)
        may_do_anything(&c, unit->broken);
    else if (!unit->tree)
        may_do_anything(&c, ip_arena_printf(all->arena, "a body in language %s", unit->language));
    else
        note_statement(&c, unit->tree);
    for (int i = 0; i < unit->parameters.count; i++)
        note_kept(&c, unit->parameters.items[i].kept_default);
    return own;
}

static void add_summary(ip_summary *to, const ip_summary *from)
{
    to->any = to->any ? to->any : from->any;
    to->varies = to->varies || from->varies;
    to->missing = to->missing ? to->missing : from->missing;
    to->others = to->others || from->others;
    for (int i = 0; i < to->table_count && i < from->table_count; i++) {
        to->reads[i] = to->reads[i] || from->reads[i];
        to->writes[i] = to->writes[i] || from->writes[i];
    }
}

/* What is reached from these units, each once. */
static void add_reached(ip_summaries *all, ip_summary *to, const own_effects *from)
{
    IP_VEC(int) stack = {0};
    all->mark++;
    for (int i = 0; i < from->callees.count; i++)
        IP_PUSH(all->arena, &stack, from->callees.items[i]);
    while (stack.count > 0) {
        int unit = stack.items[--stack.count];
        if (all->seen[unit] == all->mark)
            continue;
        all->seen[unit] = all->mark;
        const own_effects *own = own_of(all, unit);
        add_summary(to, &own->summary);
        for (int i = 0; i < own->callees.count; i++)
            IP_PUSH(all->arena, &stack, own->callees.items[i]);
    }
}

static const ip_summary *finished(ip_summaries *all, const own_effects *own)
{
    own_effects whole = {0};
    begin(all, &whole);
    ip_summary *summary = IP_NEW(all->arena, ip_summary);
    *summary = whole.summary;
    add_summary(summary, &own->summary);
    add_reached(all, summary, own);
    for (int i = 0; i < summary->table_count; i++) {
        summary->touches = summary->touches || summary->reads[i] || summary->writes[i];
        summary->changes = summary->changes || summary->writes[i];
    }
    summary->touches = summary->touches || summary->any;
    summary->changes = summary->changes || summary->any;
    return summary;
}

const ip_summary *ip_summary_of_unit(ip_summaries *all, const ip_unit *unit)
{
    int index = 0;
    while (index < all->definitions->units.count && all->definitions->units.items[index] != unit)
        index++;
    if (index == all->definitions->units.count) {
        own_effects unknown = {0};
        collector c = {.all = all, .to = &unknown};
        begin(all, &unknown);
        may_do_anything(&c, "it is not known");
        return finished(all, &unknown);
    }
    if (!all->summaries[index])
        all->summaries[index] = finished(all, own_of(all, index));
    return all->summaries[index];
}

const ip_summary *ip_summary_of_name(ip_summaries *all, const char *name)
{
    own_effects own = {0};
    collector c = {.all = all, .to = &own};
    begin(all, &own);
    note_function(&c, name, -1);
    return finished(all, &own);
}

const ip_summary *ip_summary_of_statements(ip_summaries *all, const ip_path *path, const json_t *statements)
{
    own_effects own = {0};
    collector c = {.all = all, .to = &own, .path = path, .lenient = true};
    begin(all, &own);
    note_statements(&c, statements);
    return finished(all, &own);
}

const ip_summary *ip_summary_of_shapes(ip_summaries *all, const ip_path *path, const char *const *shapes, int count)
{
    own_effects own = {0};
    collector c = {.all = all, .to = &own, .path = path};
    begin(all, &own);
    for (int i = 0; i < count; i++)
        note_shape(&c, shapes[i]);
    return finished(all, &own);
}

const ip_summary *ip_summary_of_triggers(ip_summaries *all, const ip_table *table)
{
    own_effects own = {0};
    collector c = {.all = all, .to = &own};
    begin(all, &own);
    note_beside(&c, table, true);
    return finished(all, &own);
}

const ip_summary *ip_summary_of_expressions(ip_summaries *all, const ip_table *table)
{
    if (!all->values) {
        all->value_count = all->schema->tables.count;
        all->values = IP_NEW_ARRAY(all->arena, const ip_summary *, all->value_count);
    }
    bool kept = table->id >= 0 && table->id < all->value_count;
    if (kept && all->values[table->id])
        return all->values[table->id];
    own_effects own = {0};
    collector c = {.all = all, .to = &own};
    begin(all, &own);
    note_expressions(&c, table);
    const ip_summary *summary = finished(all, &own);
    if (kept)
        all->values[table->id] = summary;
    return summary;
}

const ip_summed *ip_summaries_asked(const ip_summaries *all)
{
    ip_summed *asked = IP_NEW_ARRAY(all->arena, ip_summed, all->definitions->units.count);
    for (int i = 0; i < all->definitions->units.count; i++) {
        const ip_summary *own = &all->own[i].summary;
        if (all->own[i].done)
            asked[i] = own->any || own->missing ? IP_SUMMED_ANYTHING : IP_SUMMED_BOUNDED;
    }
    return asked;
}
