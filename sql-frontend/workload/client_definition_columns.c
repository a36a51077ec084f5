/* Columns and constraints of a client's definition: what may stand once, types, what an expression in them must not
 * have (parse_utilcmd.c, parse_expr.c, tablecmds.c). Types of expressions are the interpreter's to judge. */
#include "workload/client_definition_parts.h"

#include "base/words.h"
#include "catalog/builtin.h"

#include <string.h>

#define KIND(name) PG_QUERY__CONSTR_TYPE__CONSTR_##name

/* ------------------------------------------------------------ expressions -- */

static char kind_of_call(const PgQuery__FuncCall *call)
{
    int count = 0;
    size_t size = ip_parse_list_size(IP_ITEMS(call, funcname));
    const char *name = ip_parse_string_node(ip_parse_list_item(IP_ITEMS(call, funcname), size - 1));
    const ip_builtin *builtin = ip_catalog_builtin_named(name, &count);
    return IP_GET(call, over) ? 'w' : builtin ? builtin->kind : 'f';
}

/* Whatever its arguments are. */
static bool is_never_immutable(const PgQuery__FuncCall *call)
{
    int count = 0;
    size_t size = ip_parse_list_size(IP_ITEMS(call, funcname));
    const ip_builtin *builtins =
        ip_catalog_builtin_named(ip_parse_string_node(ip_parse_list_item(IP_ITEMS(call, funcname), size - 1)), &count);
    bool never = size == 1 && builtins && count > 0;
    for (int i = 0; never && i < count; i++)
        never = builtins[i].volatility != 'i' && !builtins[i].extension;
    return never;
}

/* place: "check constraint", as the server calls it; columns: it may name some */
static void refuse_within(const ip_definition_request *a, const ip_tree *tree, const char *place, bool columns,
                          int depth)
{
    enum { DEEPEST = 100 };
    const ip_tree *child;
    size_t i;
    const PgQuery__FuncCall *call = ip_message_as(tree, &pg_query__func_call__descriptor);
    if (ip_message_as(tree, &pg_query__sub_link__descriptor))
        ip_workload_requested_refuse(a, "0A000", ip_arena_printf(a->arena, "cannot use subquery in %s", place));
    else if (ip_message_as(tree, &pg_query__column_ref__descriptor) && !columns)
        ip_workload_requested_refuse(a, "0A000", ip_arena_printf(a->arena, "cannot use column reference in %s", place));
    else if (call && kind_of_call(call) == 'w')
        ip_workload_requested_refuse(a, "42P20",
                                     ip_arena_printf(a->arena, "window functions are not allowed in %ss", place));
    else if (call && kind_of_call(call) == 'a')
        ip_workload_requested_refuse(a, "42803",
                                     ip_arena_printf(a->arena, "aggregate functions are not allowed in %ss", place));
    else if (call && strcmp(place, "column generation expression") == 0 && is_never_immutable(call))
        ip_workload_requested_refuse(a, "42P17", "generation expression is not immutable");
    if (depth >= DEEPEST)
        return;
    if (ip_parse_tree_is_list(tree))
        IP_LIST_EACH(tree, i, child) refuse_within(a, child, place, columns, depth + 1);
    IP_TREE_EACH(tree, field, child) refuse_within(a, child, place, columns, depth + 1);
}

void ip_workload_requested_refuse_default(const ip_definition_request *a, const ip_tree *expression)
{
    refuse_within(a, expression, "DEFAULT expression", false, 0);
}

void ip_workload_requested_refuse_within(const ip_definition_request *a, const PgQuery__Constraint *c)
{
    size_t i, k;
    const ip_tree *key;
    if (IP_GET(c, contype) == KIND(CHECK))
        refuse_within(a, IP_GET(c, raw_expr), "check constraint", true, 0);
    else if (IP_GET(c, contype) == KIND(DEFAULT))
        ip_workload_requested_refuse_default(a, IP_GET(c, raw_expr));
    else if (IP_GET(c, contype) == KIND(GENERATED))
        refuse_within(a, IP_GET(c, raw_expr), "column generation expression", true, 0);
    IP_LIST_EACH(IP_ITEMS(c, keys), i, key)
    for (k = 0; k < i; k++)
        if (strcmp(ip_parse_string_node(ip_parse_list_item(IP_ITEMS(c, keys), k)), ip_parse_string_node(key)) == 0)
            ip_workload_requested_refuse(a, "42701",
                                         ip_arena_printf(a->arena, "column \"%s\" appears twice in %s constraint",
                                                         ip_parse_string_node(key),
                                                         c->contype == KIND(PRIMARY) ? "primary key" : "unique"));
}

/* ------------------------------------------------------------------ types -- */

static bool modifier(const PgQuery__TypeName *type, size_t i, int *value)
{
    const PgQuery__AConst *constant = ip_as_a_const(ip_parse_list_item(IP_ITEMS(type, typmods), i));
    bool number = constant && constant->val_case == PG_QUERY__A__CONST__VAL_IVAL && constant->ival;
    *value = number ? constant->ival->ival : 0;
    return number;
}

/* varchar.c, numeric.c. */
static void refuse_length(const ip_definition_request *a, const PgQuery__TypeName *type)
{
    enum { MOST = 1000, LONGEST = 10485760 };
    const ip_tree *names = IP_ITEMS(type, names);
    const char *name = ip_parse_last_string(names);
    const char *text = NULL;
    int first, second;
    if (!modifier(type, 0, &first))
        return;
    const char *shown = strcmp(name, "bpchar") == 0 ? "char" : name;
    if (ip_is_among("varchar bpchar bit varbit", name) && first < 1)
        text = ip_arena_printf(a->arena, "length for type %s must be at least 1", shown);
    else if (ip_is_among("varchar bpchar", name) && first > LONGEST)
        text = ip_arena_printf(a->arena, "length for type %s cannot exceed %d", shown, LONGEST);
    else if (strcmp(name, "numeric") == 0 && (first < 1 || first > MOST))
        text = ip_arena_printf(a->arena, "NUMERIC precision %d must be between 1 and %d", first, MOST);
    else if (strcmp(name, "numeric") == 0 && modifier(type, 1, &second) && (second < -MOST || second > MOST))
        text = ip_arena_printf(a->arena, "NUMERIC scale %d must be between -%d and %d", second, MOST, MOST);
    if (text)
        ip_workload_requested_refuse(a, "22023", text);
}

static bool is_serial(const PgQuery__TypeName *type)
{
    const ip_tree *names = IP_ITEMS(type, names);
    return ip_is_among("serial bigserial smallserial serial2 serial4 serial8", ip_parse_last_string(names));
}

void ip_workload_requested_refuse_collation(const ip_definition_request *a, ip_type type)
{
    if (type.kind != IP_TEXT && type.kind != IP_OTHER)
        ip_workload_requested_refuse(
            a, "42804",
            ip_arena_printf(a->arena, "collations are not supported by type %s", type.name ? type.name : "this"));
}

/* ---------------------------------------------------------------- columns -- */

void ip_workload_requested_refuse_column(const ip_definition_request *a, const PgQuery__ColumnDef *column,
                                         const char *table)
{
    size_t i;
    const ip_tree *node;
    const PgQuery__TypeName *name = IP_GET(column, type_name);
    if (!column || !name)
        return;
    ip_type type = ip_parse_typename_type(a->arena, name);
    int defaults = is_serial(name), null = 0, not_null = is_serial(name), generated = 0, identities = 0;
    IP_LIST_EACH(IP_ITEMS(column, constraints), i, node)
    {
        const PgQuery__Constraint *c = ip_as_constraint(node);
        defaults += c->contype == KIND(DEFAULT);
        null += c->contype == KIND(NULL);
        not_null += c->contype == KIND(NOTNULL);
        generated += c->contype == KIND(GENERATED);
        identities += c->contype == KIND(IDENTITY);
    }
    const char *of = ip_arena_printf(a->arena, "specified for column \"%s\" of table \"%s\"", IP_TEXT(column, colname),
                                     ip_last_part(table));
    if (ip_catalog_is_system_column(IP_TEXT(column, colname)))
        ip_workload_requested_refuse(a, "42701",
                                     ip_arena_printf(a->arena, "column name \"%s\" conflicts with a system column name",
                                                     IP_TEXT(column, colname)));
    if (null && not_null)
        ip_workload_requested_refuse(a, "42601",
                                     ip_arena_printf(a->arena,
                                                     "conflicting NULL/NOT NULL declarations for column \"%s\" "
                                                     "of table \"%s\"",
                                                     IP_TEXT(column, colname), ip_last_part(table)));
    if (defaults > 1)
        ip_workload_requested_refuse(a, "42601", ip_arena_printf(a->arena, "multiple default values %s", of));
    if (identities > 1)
        ip_workload_requested_refuse(a, "42601", ip_arena_printf(a->arena, "multiple identity specifications %s", of));
    if (defaults && identities)
        ip_workload_requested_refuse(a, "42601", ip_arena_printf(a->arena, "both default and identity %s", of));
    if (defaults && generated)
        ip_workload_requested_refuse(a, "42601",
                                     ip_arena_printf(a->arena, "both default and generation expression %s", of));
    if (identities && type.kind != IP_INTEGER && type.kind != IP_OTHER)
        ip_workload_requested_refuse(a, "22023", "identity column type must be smallint, integer, or bigint");
    if (IP_GET(column, coll_clause))
        ip_workload_requested_refuse_collation(a, type);
    refuse_length(a, name);
    IP_LIST_EACH(IP_ITEMS(column, constraints), i, node)
    ip_workload_requested_refuse_within(a, ip_as_constraint(node));
}

/* ----------------------------------------------------------- foreign keys -- */

static bool is_known(ip_type type)
{
    return !type.array && (type.kind != IP_OTHER || (type.name && ip_is_among("uuid bytea jsonb inet", type.name)));
}

static ip_type type_of_definition(const ip_definition_request *a, const PgQuery__TypeName *name)
{
    return is_serial(name) ? (ip_type){IP_INTEGER, false, "integer"} : ip_parse_typename_type(a->arena, name);
}

/* The type of the column that refers, if it is known. */
static bool type_of_referrer(const ip_definition_request *a, const PgQuery__CreateStmt *create, const ip_table *table,
                             const char *column, ip_type *type)
{
    size_t i;
    const ip_tree *element;
    int at = table ? ip_catalog_table_column(table, column) : -1;
    if (at >= 0)
        *type = table->columns.items[at].type;
    if (at >= 0)
        return !table->columns.items[at].domain;
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    if (ip_as_column_def(element) && strcmp(IP_TEXT(ip_as_column_def(element), colname), column) == 0) {
        *type = type_of_definition(a, IP_GET(ip_as_column_def(element), type_name));
        return true;
    }
    return false;
}

/* tablecmds.c, ATAddForeignKeyConstraint: = of the index of the key takes the types, or the referrer's is cast. */
static void refuse_apart(const ip_definition_request *a, const PgQuery__Constraint *c, ip_type from,
                         const ip_column *target)
{
    ip_type to = target->type;
    bool numbers = from.kind == IP_INTEGER && to.kind == IP_NUMERIC;
    if (target->domain || !is_known(from) || !is_known(to) || numbers)
        return;
    if (from.kind == to.kind && (from.kind != IP_OTHER || strcmp(from.name, to.name) == 0))
        return;
    ip_workload_requested_refuse(
        a, "42804",
        *IP_TEXT(c, conname)
            ? ip_arena_printf(a->arena, "foreign key constraint \"%s\" cannot be implemented", c->conname)
            : "foreign key constraint cannot be implemented");
}

static const PgQuery__ColumnDef *column_named(const PgQuery__CreateStmt *create, const char *name)
{
    size_t i;
    const ip_tree *element;
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    if (strcmp(IP_TEXT(ip_as_column_def(element), colname), name) == 0)
        return ip_as_column_def(element);
    return NULL;
}

/* Everything that gives the table columns stands in the statement. */
static bool has_all_columns(const PgQuery__CreateStmt *create)
{
    size_t i;
    const ip_tree *element;
    bool all = !IP_ITEMS(create, inh_relations) && !IP_GET(create, partbound) && !IP_GET(create, of_typename);
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    all = all && (ip_as_column_def(element) || ip_as_constraint(element));
    return all;
}

static void need_own(const ip_definition_request *a, const PgQuery__CreateStmt *create, const char *name,
                     const char *where)
{
    if (*name && has_all_columns(create) && !column_named(create, name))
        ip_workload_requested_refuse(a, "42703",
                                     ip_arena_printf(a->arena, "column \"%s\" %s does not exist", name, where));
}

void ip_workload_requested_refuse_reference(const ip_definition_request *a, const PgQuery__CreateStmt *create,
                                            const ip_table *table, const PgQuery__Constraint *c,
                                            const PgQuery__ColumnDef *column)
{
    static const char where[] = "referenced in foreign key constraint";
    if (!IP_GET(c, pktable))
        return;
    for (size_t i = 0; create && i < c->n_fk_attrs; i++)
        need_own(a, create, ip_parse_string_node(c->fk_attrs[i]), where);
    const PgQuery__RangeVar *rangevar = c->pktable;
    ip_relation relation = ip_catalog_relation_of(a->definitions, a->definitions->script_path, rangevar);
    bool sequence = !relation.table && !relation.view && !relation.composite &&
                    ip_workload_requested_has_sequence(a, ip_parse_rangevar_name(a->arena, rangevar));
    if (!relation.guessed && (relation.view || sequence))
        ip_workload_requested_refuse(
            a, "42809",
            ip_arena_printf(a->arena, "referenced relation \"%s\" is not a table", IP_TEXT(rangevar, relname)));
    const ip_table *target = relation.table;
    bool itself = create && strcmp(IP_TEXT(rangevar, relname), IP_TEXT(IP_GET(create, relation), relname)) == 0;
    for (size_t i = 0; itself && i < c->n_pk_attrs; i++)
        need_own(a, create, ip_parse_string_node(c->pk_attrs[i]), where);
    if (!target || itself)
        return;
    bool primary = !IP_ITEMS(c, pk_attrs);
    const ip_key *key = primary && target->primary_key >= 0 ? &target->keys.items[target->primary_key] : NULL;
    size_t own = column ? 1 : c->n_fk_attrs, count = primary ? (size_t)(key ? key->column_count : 0) : c->n_pk_attrs;
    if (primary && !key)
        return;
    if (own != count)
        ip_workload_requested_refuse(a, "42830",
                                     "number of referencing and referenced columns for foreign key disagree");
    for (size_t i = 0; i < own && own == count; i++) {
        const char *name = column ? IP_TEXT(column, colname) : ip_parse_string_node(c->fk_attrs[i]);
        int at = primary ? key->columns[i] : ip_catalog_table_column(target, ip_parse_string_node(c->pk_attrs[i]));
        ip_type from = {IP_OTHER, false, NULL};
        if (column)
            from = type_of_definition(a, IP_GET(column, type_name));
        else if (!type_of_referrer(a, create, table, name, &from))
            continue;
        if (at >= 0)
            refuse_apart(a, c, from, &target->columns.items[at]);
    }
}

/* ------------------------------------------------------------------ table -- */

void ip_workload_requested_refuse_table(const ip_definition_request *a, const PgQuery__CreateStmt *create)
{
    size_t i, k;
    const ip_tree *element, *other;
    const char *own = IP_TEXT(IP_GET(create, relation), relname);
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    {
        const PgQuery__ColumnDef *column = ip_as_column_def(element);
        const PgQuery__Constraint *c = ip_as_constraint(element);
        IP_LIST_EACH(IP_ITEMS(c, exclusions), k, other)
        need_own(a, create, IP_TEXT(ip_as_index_elem(ip_parse_list_item(IP_ITEMS(ip_as_list(other), items), 0)), name),
                 "named in key");
        ip_workload_requested_refuse_column(a, column, own);
        IP_LIST_EACH(IP_ITEMS(column, constraints), k, other)
        ip_workload_requested_refuse_reference(a, create, NULL, ip_as_constraint(other), column);
        ip_workload_requested_refuse_within(a, c);
        ip_workload_requested_refuse_reference(a, create, NULL, c, NULL);
        for (k = 0; k < i && IP_GET(c, contype) == KIND(CHECK) && *IP_TEXT(c, conname); k++) {
            const PgQuery__Constraint *before = ip_as_constraint(ip_parse_list_item(IP_ITEMS(create, table_elts), k));
            if (IP_GET(before, contype) == KIND(CHECK) && strcmp(IP_TEXT(before, conname), c->conname) == 0)
                ip_workload_requested_refuse(
                    a, "42710", ip_arena_printf(a->arena, "check constraint \"%s\" already exists", c->conname));
        }
    }
    IP_LIST_EACH(IP_ITEMS(IP_GET(create, partspec), part_params), i, element)
    need_own(a, create, IP_TEXT(ip_as_partition_elem(element), name), "named in partition key");
}
