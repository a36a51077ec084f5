/* The accesses of statements, expressions and tables, from their trees. */
#include "access_summary/summary_parts.h"

#include "base/words.h"

#include "catalog/builtin.h"
#include "missing_names/created_names.h"
#include "access_summary/outside_state.h"
#include "catalog/partition.h"
#include "catalog/resolve.h"
#include "dynamic_sql/text_shape.h"
#include "catalog/truncate.h"
#include "catalog/session_value.h"
#include "catalog/unit_index.h"
#include "parse/statement.h"

#include <string.h>

static bool advisory(const char *name)
{
    return strncmp(name, "pg_advisory_", 12) == 0 || strncmp(name, "pg_try_advisory_", 16) == 0;
}

static bool is_servers(const ip_summaries *all, const char *name, int arguments)
{
    return advisory(name) || ip_catalog_session_value_named(name, arguments) || ip_summary_outside_function(name) ||
           ip_summary_is_builtin(all, name, arguments);
}

bool ip_summary_is_known_function(const ip_summaries *all, const char *name, int arguments)
{
    int at = ip_catalog_first_named(all->definitions, ip_last_part(name));
    return ip_summary_next_meant(all, name, &at) >= 0 ||
           ip_catalog_find_user_operator(all->definitions, IP_USER_AGGREGATE, name) ||
           (arguments <= 1 && ip_catalog_names_type(all->definitions, name)) || is_servers(all, name, arguments);
}

void ip_summary_note_anything(ip_collector *c, const char *why)
{
    if (!c->to->summary.any)
        c->to->summary.any = why;
}

static void note_user_operators(ip_collector *c, ip_user_operator_kind kind, const char *name);

void ip_summary_note_function(ip_collector *c, const char *name, int arguments)
{
    ip_summaries *all = c->all;
    int at = ip_catalog_first_named(all->definitions, ip_last_part(name)), found = 0;
    if (strstr(name, "pg_try_advisory_")) {
        c->to->summary.varies = true;
        c->to->summary.chooses = ip_arena_printf(all->arena, "%s()", ip_last_part(name));
    }
    for (int unit; (unit = ip_summary_next_meant(all, name, &at)) >= 0; found++) {
        IP_PUSH(all->arena, &c->to->callees, unit);
        const ip_planned_call planned = {unit, !c->given};
        if (ip_catalog_is_immutable(all->definitions->units.items[unit]) && !(c->shares && c->given))
            IP_PUSH(all->arena, &c->to->planned, planned);
    }
    const ip_user_operator *aggregate = ip_catalog_find_user_operator(all->definitions, IP_USER_AGGREGATE, name);
    for (int i = 0; aggregate && c->depth < DEEPEST_EXPANSION && i < aggregate->functions.count; i++, found++) {
        c->depth++;
        ip_summary_note_function(c, aggregate->functions.items[i], -1);
        c->depth--;
    }
    int count;
    const ip_builtin *builtin = found ? NULL : ip_catalog_builtin_named(ip_last_part(name), &count);
    for (int i = 0; builtin && i < count; i++)
        if (builtin[i].volatility == 's' || builtin[i].volatility == 'v')
            c->to->summary.varies = true;
    if (found == 0 && arguments <= 1 && ip_catalog_names_type(all->definitions, name)) /* a cast, written as a call */
        note_user_operators(c, IP_USER_CAST, name);
    else if (found == 0 && !is_servers(all, name, arguments) && all->definitions->flags & IP_READ_MODULES)
        c->to->summary.varies = true;
    else if (found == 0 && !is_servers(all, name, arguments) &&
             (!all->definitions->created ||
              ip_missing_created_function_named(all->definitions->created, ip_last_part(name))))
        ip_summary_note_anything(c, ip_arena_printf(all->arena, "function %s() is not known", name));
}

static void note_user_operators(ip_collector *c, ip_user_operator_kind kind, const char *name)
{
    const ip_definitions *d = c->all->definitions;
    for (int i = 0; i < d->user_operators.count; i++)
        if (d->user_operators.items[i].kind == kind &&
            strcmp(ip_last_part(d->user_operators.items[i].name), ip_last_part(name)) == 0)
            for (int k = 0; k < d->user_operators.items[i].functions.count; k++)
                ip_summary_note_function(c, d->user_operators.items[i].functions.items[k], -1);
}

static void note_tree(ip_collector *c, const ip_tree *node, bool write);

void ip_summary_note_kept(ip_collector *c, const ip_kept_tree *kept)
{
    const ip_tree *tree = kept ? kept->tree : NULL;
    if (kept && !tree)
        ip_summary_note_anything(c, "an expression of the schema cannot be read");
    note_tree(c, tree, false);
}

/* Rows of other tables that checks look at and foreign keys' actions change. */
static void note_references(ip_collector *c, const ip_table *table)
{
    for (int k = 0; k < table->foreign_keys.count; k++)
        ip_summary_note_table(c, table->foreign_keys.items[k].target, false);
    for (int i = 0; i < c->all->schema->tables.count; i++) {
        const ip_table *child = c->all->schema->tables.items[i];
        for (int k = 0; k < child->foreign_keys.count; k++) {
            const ip_foreign_key *key = &child->foreign_keys.items[k];
            if (key->target == table)
                ip_summary_note_table(c, child, ip_reference_acts(key->on_delete) || ip_reference_acts(key->on_update));
        }
    }
}

/* The names in a rule's statements. NEW and OLD are rows of the rule's triggering statement. */
static void note_rule(ip_collector *c, const ip_trigger *rule)
{
    const ip_path *path = c->path;
    const ip_tree *statement = c->statement;
    const ip_tree *does = c->depth < DEEPEST_EXPANSION ? rule->does->tree : NULL;
    if (!does)
        ip_summary_note_anything(c, "a rule that cannot be read");
    c->path = rule->path;
    c->statement = does;
    c->depth++;
    note_tree(c, does, false);
    c->depth--;
    c->statement = statement;
    c->path = path;
}

static void note_policies(ip_collector *c, const ip_trigger *security)
{
    const ip_path *path = c->path;
    for (int i = 0; i < security->policies.count; i++) {
        c->path = security->policies.items[i].path;
        ip_summary_note_kept(c, security->policies.items[i].using);
        ip_summary_note_kept(c, security->policies.items[i].check);
    }
    c->path = path;
}

/* Of checks, generated columns, indexes, domains. */
void ip_summary_note_expressions(ip_collector *c, const ip_table *table)
{
    const ip_definitions *d = c->all->definitions;
    for (int i = 0; i < table->columns.count; i++)
        ip_summary_note_kept(c, table->columns.items[i].kept_generated);
    for (int i = 0; i < d->implied.count; i++)
        if (d->implied.items[i].table == table)
            ip_summary_note_kept(c, d->implied.items[i].tree);
    ip_parse_error error;
    for (int i = 0; i < d->checks.count; i++) {
        if (d->checks.items[i].table != table)
            continue;
        const ip_tree *tree =
            ip_parse_pg_parse_expr(c->all->arena, ip_range_text(c->all->arena, d->checks.items[i].expr), &error);
        note_tree(c, tree, false);
    }
}

/* Triggers, rules, row security; defaults and checks; tables that share rows. */
void ip_summary_note_beside(ip_collector *c, const ip_table *table, bool write)
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
        else if (t->other_end && ip_catalog_schema_table(c->all->schema, t->other_end))
            ip_summary_note_table(c, ip_catalog_schema_table(c->all->schema, t->other_end), t->acts);
        else if (t->what || !t->function)
            ip_summary_note_anything(
                c, ip_arena_printf(c->all->arena, "%s of table %s", t->what ? t->what : "trigger", t->table));
        else
            ip_summary_note_function(c, t->function, -1);
    }
    for (int i = 0; i < d->inheritance.count; i++) {
        const ip_inheritance *pair = &d->inheritance.items[i];
        bool child = strcmp(pair->child, table->name) == 0, parent = strcmp(pair->parent, table->name) == 0;
        const ip_table *other =
            child || parent ? ip_catalog_schema_table(c->all->schema, child ? pair->parent : pair->child) : NULL;
        if (other)
            ip_summary_note_table(c, other, write);
    }
    if (!write)
        return;
    for (int i = 0; i < table->columns.count; i++)
        ip_summary_note_kept(c, table->columns.items[i].kept_default);
    ip_summary_note_expressions(c, table);
}

void ip_summary_note_table(ip_collector *c, const ip_table *table, bool write)
{
    ip_summary *s = &c->to->summary;
    if (table->locks_only || table->id >= s->table_count || (write ? s->writes : s->reads)[table->id])
        return;
    s->reads[table->id] = true;
    s->writes[table->id] = s->writes[table->id] || write;
    ip_summary_note_beside(c, table, write);
    if (write)
        note_references(c, table);
}

static bool is_with_query(const ip_tree *node, const char *name)
{
    return strchr(name, '.') == NULL && strcmp(IP_TEXT(ip_as_common_table_expr(node), ctename), name) == 0;
}

/* Whether there is a WITH query of this name anywhere in the tree. */
static bool has_with_query(const ip_tree *node, const char *name)
{
    if (ip_parse_tree_is_message(node) && is_with_query(node, name))
        return true;
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) if (has_with_query(value, name)) return true;
    if (ip_parse_tree_is_message(node))
        IP_TREE_EACH(node, key, value) if (has_with_query(value, name)) return true;
    return false;
}

/* Any table of a view could be the written one. */
static void note_view(ip_collector *c, const ip_view_definition *view, bool write)
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
            ip_summary_note_anything(
                c, ip_arena_printf(c->all->arena, "%s of view %s", t->what ? t->what : "trigger", t->table));
        else
            ip_summary_note_function(c, t->function, -1);
    }
    const ip_tree *query = c->depth < DEEPEST_EXPANSION ? view->query->tree : NULL;
    if (!query)
        ip_summary_note_anything(c, "a view that cannot be read");
    const ip_path *path = c->path;
    const ip_tree *statement = c->statement;
    const bool by_caller = c->by_caller;
    c->by_caller = false;
    c->depth++;
    c->path = view->path;
    c->statement = query;
    note_tree(c, query, write);
    c->statement = statement;
    c->by_caller = by_caller;
    c->path = path;
    c->depth--;
}

/* A name of which only the beginning is known. */
static void note_any_of(ip_collector *c, const PgQuery__RangeVar *rangevar, bool write)
{
    const ip_table *others = ip_catalog_other_tables_if_any(c->all->schema);
    const ip_column_names columns = ip_summary_columns_demanded(c, rangevar);
    const bool again = c->to->name == rangevar;
    c->to->vague_name = c->to->vague_name || (c->to->name && !again);
    c->to->name = rangevar;
    for (int i = 0; i < c->all->schema->tables.count; i++) {
        const ip_table *table = c->all->schema->tables.items[i];
        if (c->of_others || table->locks_only || table->others || !ip_dynamic_shape_may_mean(rangevar, table->name) ||
            !ip_summary_has_columns(table, ip_last_part(table->name), &columns))
            continue;
        ip_summary_note_table(c, table, write);
        if (!again)
            IP_PUSH(c->all->arena, &c->to->named, table);
    }
    for (int i = 0; i < c->all->definitions->views.count; i++) {
        const ip_view_definition *view = &c->all->definitions->views.items[i];
        if (!c->of_others && ip_dynamic_shape_may_mean(rangevar, view->name) &&
            ip_summary_has_columns(view->row, ip_last_part(view->name), &columns)) {
            note_view(c, view, write);
            c->to->vague_name = true;
        }
    }
    const ip_created *created = c->all->definitions->created;
    if (created && !ip_missing_created_more(created)) /* it fails on other names, before it touches anything */
        return;
    if (others)
        ip_summary_note_table(c, others, write);
    else
        ip_summary_note_anything(c, "a name that is not known");
    c->to->summary.others = true;
}

static void note_relation(ip_collector *c, const PgQuery__RangeVar *rangevar, bool write)
{
    if (ip_dynamic_shape_names_any(IP_TEXT(rangevar, relname)) ||
        ip_dynamic_shape_names_any(IP_TEXT(rangevar, schemaname))) {
        note_any_of(c, rangevar, write);
        return;
    }
    ip_relation relation = ip_catalog_relation_of(c->all->definitions, c->path, rangevar);
    if (c->by_caller && ip_catalog_relation_in_several(c->all->definitions, rangevar))
        relation = (ip_relation){.name = relation.name, .several = true};
    const ip_table *foreign = relation.table ? ip_catalog_foreign_part(c->all->definitions, relation.table) : NULL;
    if (foreign)
        ip_summary_note_anything(c, ip_arena_printf(c->all->arena, "foreign table %s", foreign->name));
    if (relation.table)
        ip_summary_note_table(c, relation.table, write);
    else if (relation.view)
        note_view(c, relation.view, write);
    else if (relation.several)
        ip_summary_note_anything(c,
                                 ip_arena_printf(c->all->arena, "several schemas have a table \"%s\"", relation.name));
    else if (!relation.catalog && !c->to->summary.missing &&
             (!c->all->definitions->created ||
              ip_missing_created_relation(c->all->definitions->created, c->path, rangevar)) &&
             !(*IP_TEXT(rangevar, schemaname) == 0 && has_with_query(c->statement, IP_TEXT(rangevar, relname)))) {
        if (c->all->definitions->flags & IP_READ_MODULES) {
            ip_summary_note_table(c, ip_catalog_other_tables_if_any(c->all->schema), write);
            c->to->summary.others = true;
        } else {
            c->to->summary.missing = relation.name;
        }
    }
}

static const char *last_string(const ip_tree *names)
{
    return ip_parse_last_string(names);
}

static bool names_values(const ip_tree *node)
{
    const ip_tree *value, *part;
    size_t i;
    if (ip_as_column_ref(node) || ip_as_param_ref(node))
        return true;
    IP_LIST_EACH(node, i, part) if (names_values(part)) return true;
    IP_TREE_EACH(node, key, value) if (names_values(value)) return true;
    return false;
}

static void note_object(ip_collector *c, const ip_tree *node, bool write)
{
    ip_arena *arena = c->all->arena;
    const PgQuery__RangeVar *rangevar = ip_range_var_message(node);
    const PgQuery__FuncCall *call = ip_message_as(node, &pg_query__func_call__descriptor);
    const PgQuery__CreateTrigStmt *trigger = ip_message_as(node, &pg_query__create_trig_stmt__descriptor);
    const ip_list *names = ip_parse_function_names(node), *args = call ? IP_ITEMS(call, args) : IP_ITEMS(trigger, args);
    if (*IP_TEXT(rangevar, relname))
        note_relation(c, rangevar, write);
    if (names) {
        c->given = names_values(args);
        ip_summary_note_function(c, ip_parse_function_name(arena, names), (int)ip_parse_list_size(args));
        c->given = false;
    }
    const PgQuery__AExpr *expr = ip_as_a_expr(node);
    const PgQuery__TypeCast *cast = ip_as_type_cast(node);
    const PgQuery__SubLink *link = ip_as_sub_link(node);
    const PgQuery__SortBy *sort = ip_as_sort_by(node);
    if (expr)
        note_user_operators(c, IP_USER_OPERATOR, last_string(IP_ITEMS(expr, name)));
    if (IP_ITEMS(link, oper_name))
        note_user_operators(c, IP_USER_OPERATOR, last_string(IP_ITEMS(link, oper_name)));
    if (IP_ITEMS(sort, use_op))
        note_user_operators(c, IP_USER_OPERATOR, last_string(IP_ITEMS(sort, use_op)));
    if (cast)
        note_user_operators(c, IP_USER_CAST, ip_parse_typename_text(arena, IP_GET(cast, type_name)));
    if (ip_as_sqlvalue_function(node))
        c->to->summary.varies = true;
    if (ip_parse_written_relation(node))
        note_relation(c, ip_parse_written_relation(node), true);
}

static void note_tree(ip_collector *c, const ip_tree *node, bool write)
{
    const ip_tree *value;
    size_t i;
    if (ip_parse_tree_is_list(node))
        IP_LIST_EACH(node, i, value) note_tree(c, value, write);
    if (!ip_parse_tree_is_message(node))
        return;
    note_object(c, node, write);
    if (IP_GET(ip_as_locking_clause(node), wait_policy) == PG_QUERY__LOCK_WAIT_POLICY__LockWaitSkip)
        c->to->summary.chooses = "SKIP LOCKED";
    IP_TREE_EACH(node, key, value) note_tree(c, value, write);
}

/* Statements that name all of their tables, and only read and write rows of them. */
static bool of_rows(const ip_tree *statement)
{
    static const char *const kinds[] = {"SelectStmt",      "InsertStmt",         "UpdateStmt", "DeleteStmt",
                                        "MergeStmt",       "CallStmt",           "LockStmt",   "NotifyStmt",
                                        "VariableSetStmt", "ConstraintsSetStmt", "ListenStmt", "UnlistenStmt"};
    const char *kind = ip_parse_node_kind(statement);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kind, kinds[i]) == 0)
            return !IP_GET(ip_as_select_stmt(statement), into_clause);
    return false;
}

/* TRUNCATE … CASCADE also empties all tables that refer to the table. */
static void note_truncate(ip_collector *c, const PgQuery__TruncateStmt *truncate)
{
    const ip_truncation all = ip_catalog_truncation_of(c->all->definitions, c->path, truncate);
    size_t n;
    const ip_tree *named;
    IP_LIST_EACH(IP_ITEMS(truncate, relations), n, named)
    if (c->by_caller && ip_catalog_relation_in_several(c->all->definitions, ip_as_range_var(named)))
        ip_summary_note_anything(c, "TRUNCATE of a table that several schemas have");
    for (int i = 0; i < all.tables.count; i++)
        ip_summary_note_table(c, all.tables.items[i], true);
}

void ip_summary_note_domain(ip_collector *c, const ip_user_type *domain)
{
    bool stands = c->all->definitions->user_operators.count > 0;
    for (int i = 0; i < domain->checks.count; i++)
        if (stands || ip_parse_tree_has_kind(domain->checks.items[i]->tree, "FuncCall"))
            ip_summary_note_kept(c, domain->checks.items[i]);
}

/* Casts that happen without being written, operators by which rows may be sorted and grouped, and constraints of
 * domains, which any value may be on its way to. */
static bool is_unasked(const ip_user_operator *s)
{
    return s->unasked || (s->kind == IP_USER_OPERATOR && ip_catalog_is_own_operator(s->name));
}

static void note_unasked(ip_collector *c)
{
    const ip_definitions *d = c->all->definitions;
    for (int i = 0; i < d->user_operators.count; i++)
        for (int k = 0; is_unasked(&d->user_operators.items[i]) && k < d->user_operators.items[i].functions.count; k++)
            ip_summary_note_function(c, d->user_operators.items[i].functions.items[k], -1);
    for (int i = 0; i < d->types.count; i++)
        ip_summary_note_domain(c, &d->types.items[i]);
}

/* SET search_path and the like, SET CONSTRAINTS: what follows in the transaction is not what its text says. */
static void note_meaning(ip_collector *c, const ip_tree *statement)
{
    const ip_definitions *d = c->all->definitions;
    const PgQuery__VariableSetStmt *set = ip_as_variable_set_stmt(statement);
    bool configures = ip_catalog_path_of_set_config(c->all->arena, ip_as_select_stmt(statement)) != NULL;
    bool changes = configures || (set && !ip_dynamic_shape_sets_no_meaning(set));
    for (int i = 0; i < d->triggers.count && ip_as_constraints_set_stmt(statement); i++)
        changes = changes || d->triggers.items[i].deferrable;
    if (!changes)
        return;
    const char *words = ip_parse_statement_words(c->all->arena, statement), *name = IP_TEXT(set, name);
    bool known = *name && !ip_dynamic_shape_names_any(name);
    c->to->summary.redefines = configures ? "set_config of search_path"
                               : known    ? ip_arena_printf(c->all->arena, "%s %s", words, name)
                                          : words;
    ip_summary_note_anything(c, c->to->summary.redefines);
}

void ip_summary_note_statements(ip_collector *c, const ip_tree *statements)
{
    size_t i;
    const PgQuery__RawStmt *item;
    note_unasked(c);
    IP_STATEMENT_EACH(statements, i, item)
    {
        const ip_tree *statement = IP_GET(item, stmt);
        const PgQuery__TruncateStmt *truncate = ip_as_truncate_stmt(statement);
        bool rows = of_rows(statement);
        c->statement = statement;
        if (!rows && !truncate && !c->lenient)
            ip_summary_note_anything(c, ip_arena_printf(c->all->arena, "%s", ip_parse_node_kind(statement)));
        note_meaning(c, statement);
        if (truncate)
            note_truncate(c, truncate);
        note_tree(c, statement, !rows);
        c->statement = NULL;
    }
}

static void note_dropped(ip_collector *c, const PgQuery__DropStmt *drop)
{
    size_t i;
    const ip_tree *object;
    IP_LIST_EACH(IP_ITEMS(drop, objects), i, object)
    {
        const ip_tree *names = IP_ITEMS(ip_as_list(object), items);
        size_t count = ip_parse_list_size(names);
        const char *schema = count > 1 ? ip_parse_string_node(ip_parse_list_item(names, count - 2)) : "";
        note_relation(c, ip_parse_rangevar_of(c->all->arena, schema, last_string(names)), true);
    }
}

void ip_summary_note_shape(ip_collector *c, const char *shape)
{
    ip_parse_error error;
    const ip_tree *statements = ip_parse_pg_parse(c->all->arena, shape, &error);
    if (!statements)
        ip_summary_note_anything(c, error.message);
    size_t i;
    const PgQuery__RawStmt *item;
    IP_STATEMENT_EACH(statements, i, item)
    {
        const ip_tree *statement = IP_GET(item, stmt);
        note_meaning(c, statement);
        if (ip_dynamic_shape_touches_no_rows(c->all->definitions, statement))
            continue;
        const char *why = ip_dynamic_shape_why_not(c->all->definitions, statement);
        if (why)
            ip_summary_note_anything(c, why);
        c->statement = statement;
        if (ip_as_drop_stmt(statement))
            note_dropped(c, ip_as_drop_stmt(statement));
        else
            note_tree(c, statement, false);
        c->statement = NULL;
    }
}

void ip_summary_note_text(ip_collector *c, const char *text, bool expression)
{
    ip_parse_error error;
    ip_arena *arena = c->all->arena;
    const ip_tree *statements =
        ip_parse_pg_parse(arena, expression ? ip_arena_printf(arena, "SELECT %s", text) : text, &error);
    if (!statements && expression) /* the query of a cursor */
        statements = ip_parse_pg_parse(arena, text, &error);
    if (!statements)
        ip_summary_note_anything(c, error.message);
    ip_summary_note_statements(c, statements);
}
