/* The names in a client's definition, and the server's error where an object is missing, or exists already. */
#include "workload/client_definition_parts.h"

#include "base/words.h"

#include <string.h>

void ip_workload_requested_refuse(const ip_definition_request *a, const char *sqlstate, const char *message)
{
    if (a->to->sqlstate)
        return;
    a->to->sqlstate = sqlstate;
    a->to->message = message;
}

void ip_workload_requested_refuse_undone(const ip_definition_request *a, const char *what)
{
    ip_workload_requested_refuse(a, "0A000", ip_arena_printf(a->arena, "isoproof does not run this: %s", what));
}

void ip_workload_requested_notice(const ip_definition_request *a, const char *message, const char *detail)
{
    ip_client_notice notice = {message, detail};
    IP_PUSH(a->arena, &a->to->notices, notice);
}

void ip_workload_requested_refuse_unless(const ip_definition_request *a, bool skips, const char *sqlstate,
                                         const char *message)
{
    if (skips)
        ip_workload_requested_notice(a, ip_arena_printf(a->arena, "%s, skipping", message), NULL);
    else
        ip_workload_requested_refuse(a, sqlstate, message);
}

void ip_workload_requested_skip(const ip_definition_request *a, const char *message)
{
    a->to->skipped = true;
    ip_workload_requested_notice(a, ip_arena_printf(a->arena, "%s, skipping", message), NULL);
}

/* -------------------------------------------------------------- relations -- */

bool ip_workload_requested_exists(const ip_relation *relation)
{
    return !relation->guessed && (relation->table || relation->view || relation->composite);
}

/* Of another session. */
static bool is_hidden(const ip_definition_request *a, const ip_table *table)
{
    const ip_path *path = a->definitions->script_path;
    const char *own = path && path->schemas.count ? path->schemas.items[0] : "";
    size_t length = strlen(own);
    return ip_catalog_name_is_temporary(table->name) &&
           (strncmp(table->name, own, length) != 0 || table->name[length] != '.');
}

bool ip_workload_requested_has_index(const ip_definition_request *a, const char *name)
{
    const ip_schema *schema = a->definitions->schema;
    for (int i = 0; i < a->definitions->plain_indexes.count; i++)
        if (strcmp(a->definitions->plain_indexes.items[i].name, name) == 0 &&
            !is_hidden(a, a->definitions->plain_indexes.items[i].table))
            return true;
    for (int t = 0; t < schema->tables.count; t++) {
        const ip_table *table = schema->tables.items[t];
        if (is_hidden(a, table))
            continue;
        for (int k = 0; k < table->keys.count; k++)
            if (strcmp(table->keys.items[k].name, name) == 0)
                return true;
        for (int x = 0; x < table->exclusions.count; x++)
            if (strcmp(table->exclusions.items[x].name, name) == 0)
                return true;
    }
    return false;
}

bool ip_workload_requested_has_sequence(const ip_definition_request *a, const char *name)
{
    return ip_catalog_sequence_rule_named(a->definitions->schema, ip_table_identifier(a->arena, name)) != NULL;
}

void ip_workload_requested_taken(const ip_definition_request *a, const char *name, bool may_be)
{
    const char *message = ip_arena_printf(a->arena, "relation \"%s\" already exists", name);
    if (may_be)
        ip_workload_requested_skip(a, message);
    else
        ip_workload_requested_refuse(a, "42P07", message);
}

void ip_workload_requested_missing(const ip_definition_request *a, const char *sqlstate, const char *kind,
                                   const char *name, bool may_be)
{
    const char *message = ip_arena_printf(a->arena, "%s \"%s\" does not exist", kind, name);
    if (may_be)
        ip_workload_requested_skip(a, message);
    else
        ip_workload_requested_refuse(a, sqlstate, message);
}

void ip_workload_requested_need_schema_of(const ip_definition_request *a, const char *name, bool qualified)
{
    const char *schema = ip_catalog_schema_part(a->arena, name);
    const ip_path *path = a->definitions->script_path;
    if (!qualified && !strchr(name, '.') && path && path->exact && !path->schemas.count)
        ip_workload_requested_refuse(a, "3F000", "no schema has been selected to create in");
    if (!ip_catalog_has_schema(a->definitions, schema))
        ip_workload_requested_refuse(a, "3F000", ip_arena_printf(a->arena, "schema \"%s\" does not exist", schema));
}

void ip_workload_requested_make_relation(const ip_definition_request *a, const PgQuery__RangeVar *rangevar, bool may_be)
{
    const char *own = IP_TEXT(rangevar, relname);
    const char *full = ip_catalog_relation_new_name(a->arena, a->definitions->script_path, rangevar);
    ip_workload_requested_need_schema_of(a, full, *IP_TEXT(rangevar, schemaname) != '\0');
    if (!strchr(full, '.'))
        full = ip_arena_printf(a->arena, "public.%s", full);
    ip_relation relation = ip_catalog_relation_named(a->definitions, NULL, full);
    if (strcmp(IP_TEXT(rangevar, relpersistence), "t") == 0)
        ip_workload_requested_refuse_undone(a, "temporary tables");
    if (ip_workload_requested_exists(&relation) ||
        ip_workload_requested_has_sequence(a, ip_parse_rangevar_name(a->arena, rangevar)) ||
        ip_workload_requested_has_index(a, own))
        ip_workload_requested_taken(a, own, may_be);
}

/* A table that partitions or descendants share rows with. */
bool ip_workload_requested_has_family(const ip_definition_request *a, const ip_table *table)
{
    for (int i = 0; i < a->definitions->inheritance.count; i++) {
        const ip_inheritance *pair = &a->definitions->inheritance.items[i];
        if (strcmp(pair->parent, table->name) == 0 || strcmp(pair->child, table->name) == 0)
            return true;
    }
    return false;
}

/* NULL: it is no table, or does not exist, which has been reported. */
const ip_table *ip_workload_requested_need_table(const ip_definition_request *a, const PgQuery__RangeVar *rangevar,
                                                 bool may_be)
{
    ip_relation relation = ip_catalog_relation_of(a->definitions, a->definitions->script_path, rangevar);
    if (ip_workload_requested_exists(&relation) || relation.guessed)
        return relation.table;
    if (!ip_workload_requested_has_sequence(a, ip_parse_rangevar_name(a->arena, rangevar)) &&
        !ip_workload_requested_has_index(a, IP_TEXT(rangevar, relname)))
        ip_workload_requested_missing(a, "42P01", "relation", IP_TEXT(rangevar, relname), may_be);
    return NULL;
}

const ip_table *ip_workload_requested_need_alone(const ip_definition_request *a, const PgQuery__RangeVar *rangevar,
                                                 bool may_be, const char *what)
{
    const ip_table *table = ip_workload_requested_need_table(a, rangevar, may_be);
    if (table && ip_workload_requested_has_family(a, table))
        ip_workload_requested_refuse_undone(a, what);
    return table;
}

/* ------------------------------------------------------------------ parts -- */

/* The same ALTER TABLE adds it, before constraints and other properties of columns (tablecmds.c, AT_PASS_ADD_COL). */
static bool is_added(const ip_definition_request *a, const ip_table *table, const char *column)
{
    size_t i;
    const ip_tree *node;
    bool added = false;
    IP_LIST_EACH(a->commands, i, node)
    {
        const PgQuery__AlterTableCmd *command = ip_as_alter_table_cmd(node);
        added = added || (table == a->altered && command->subtype == PG_QUERY__ALTER_TABLE_TYPE__AT_AddColumn &&
                          strcmp(IP_TEXT(ip_as_column_def(IP_GET(command, def)), colname), column) == 0);
    }
    return added;
}

void ip_workload_requested_need_column(const ip_definition_request *a, const ip_table *table, const char *column,
                                       const char *where)
{
    if (table && *column && ip_catalog_table_column(table, column) < 0 && !is_added(a, table, column))
        ip_workload_requested_refuse(a, "42703",
                                     ip_arena_printf(a->arena, "column \"%s\"%s does not exist", column, where));
}

bool ip_workload_requested_has_constraint(const ip_definition_request *a, const ip_table *table, const char *name)
{
    for (int k = 0; k < table->keys.count; k++)
        if (!table->keys.items[k].index && strcmp(table->keys.items[k].name, name) == 0)
            return true;
    for (int k = 0; k < table->foreign_keys.count; k++)
        if (table->foreign_keys.items[k].name && strcmp(table->foreign_keys.items[k].name, name) == 0)
            return true;
    for (int x = 0; x < table->exclusions.count; x++)
        if (!table->exclusions.items[x].computed && strcmp(table->exclusions.items[x].name, name) == 0)
            return true;
    for (int i = 0; i < a->definitions->checks.count; i++)
        if (a->definitions->checks.items[i].table == table && strcmp(a->definitions->checks.items[i].name, name) == 0)
            return true;
    return false;
}

void ip_workload_requested_need_columns_of(const ip_definition_request *a, const ip_table *table, const ip_tree *tree,
                                           int depth)
{
    enum { DEEPEST = 100 };
    const ip_tree *child;
    const PgQuery__ColumnRef *column = ip_message_as(tree, &pg_query__column_ref__descriptor);
    if (ip_parse_list_size(IP_ITEMS(column, fields)) == 1)
        ip_workload_requested_need_column(a, table,
                                          ip_parse_string_node(ip_parse_list_item(IP_ITEMS(column, fields), 0)), "");
    IP_TREE_EACH(tree, field, child)
    if (depth < DEEPEST)
        ip_workload_requested_need_columns_of(a, table, child, depth + 1);
}

static void refuse_keyless(const ip_definition_request *a, const char *table)
{
    ip_workload_requested_refuse(
        a, "42704", ip_arena_printf(a->arena, "there is no primary key for referenced table \"%s\"", table));
}

/* The names of one of its keys, in any order. */
static bool has_key_of(const ip_table *table, PgQuery__Node *const *names, size_t count)
{
    for (int k = 0; k < table->keys.count; k++) {
        const ip_key *key = &table->keys.items[k];
        size_t found = 0;
        for (size_t i = 0; i < count; i++) {
            int column = ip_catalog_table_column(table, ip_parse_string_node(names[i]));
            for (int c = 0; c < key->column_count; c++)
                found += key->columns[c] == column;
        }
        if (found == count && (size_t)key->column_count == count)
            return true;
    }
    return false;
}

/* The same ALTER TABLE drops the constraint, before it adds any (tablecmds.c, AT_PASS_DROP). */
static bool goes_first(const ip_definition_request *a, const char *constraint)
{
    size_t i;
    const ip_tree *node;
    bool goes = false;
    IP_LIST_EACH(a->commands, i, node)
    {
        const PgQuery__AlterTableCmd *command = ip_as_alter_table_cmd(node);
        goes = goes || (IP_GET(command, subtype) == PG_QUERY__ALTER_TABLE_TYPE__AT_DropConstraint &&
                        strcmp(IP_TEXT(command, name), constraint) == 0);
    }
    return goes;
}

void ip_workload_requested_constraint(const ip_definition_request *a, const ip_table *table,
                                      const PgQuery__Constraint *c)
{
    static const char of_reference[] = " referenced in foreign key constraint";
    size_t i;
    const ip_tree *column;
    const char *name = IP_TEXT(c, conname);
    bool indexed = IP_GET(c, contype) == PG_QUERY__CONSTR_TYPE__CONSTR_UNIQUE ||
                   IP_GET(c, contype) == PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY ||
                   IP_GET(c, contype) == PG_QUERY__CONSTR_TYPE__CONSTR_EXCLUSION;
    bool again = table && *name && goes_first(a, name) && ip_workload_requested_has_constraint(a, table, name);
    if (indexed && *name && !again && ip_workload_requested_has_index(a, name))
        ip_workload_requested_taken(a, name, false);
    if (table && *name && !again && ip_workload_requested_has_constraint(a, table, name))
        ip_workload_requested_refuse(
            a, "42710",
            ip_arena_printf(a->arena, "constraint \"%s\" for relation \"%s\" already exists", name, table->name));
    IP_LIST_EACH(IP_ITEMS(c, keys), i, column)
    ip_workload_requested_need_column(a, table, ip_parse_string_node(column), " named in key");
    IP_LIST_EACH(IP_ITEMS(c, fk_attrs), i, column)
    ip_workload_requested_need_column(a, table, ip_parse_string_node(column), of_reference);
    if (IP_GET(c, pktable)) {
        const ip_table *target = ip_workload_requested_need_table(a, c->pktable, false);
        if (target && ip_catalog_materialized_of(a->definitions, target))
            ip_workload_requested_refuse(
                a, "42809",
                ip_arena_printf(a->arena, "referenced relation \"%s\" is not a table", ip_last_part(target->name)));
        IP_LIST_EACH(IP_ITEMS(c, pk_attrs), i, column)
        ip_workload_requested_need_column(a, target, ip_parse_string_node(column), of_reference);
        if (target && !IP_ITEMS(c, pk_attrs) && target->primary_key < 0)
            refuse_keyless(a, target->name);
        if (target && IP_ITEMS(c, pk_attrs) && !has_key_of(target, c->pk_attrs, c->n_pk_attrs))
            ip_workload_requested_refuse(
                a, "42830",
                ip_arena_printf(a->arena,
                                "there is no unique constraint matching given keys for referenced table \"%s\"",
                                target->name));
    }
    if (table && table->primary_key >= 0 && IP_GET(c, contype) == PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY &&
        !goes_first(a, table->keys.items[table->primary_key].name))
        ip_workload_requested_refuse(
            a, "42P16",
            ip_arena_printf(a->arena, "multiple primary keys for table \"%s\" are not allowed", table->name));
    a->to->unproved = a->to->unproved || IP_GET(c, skip_validation);
}

static bool is_primary(const ip_tree *constraint)
{
    return IP_GET(ip_as_constraint(constraint), contype) == PG_QUERY__CONSTR_TYPE__CONSTR_PRIMARY;
}

int ip_workload_requested_primary_keys(const PgQuery__CreateStmt *create)
{
    size_t i, k;
    const ip_tree *element, *constraint;
    int count = 0;
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    {
        count += is_primary(element);
        IP_LIST_EACH(IP_ITEMS(ip_as_column_def(element), constraints), k, constraint) count += is_primary(constraint);
    }
    return count;
}

/* Of a table that is created; NULL: of a column that comes into one. */
void ip_workload_requested_reference(const ip_definition_request *a, const PgQuery__CreateStmt *create,
                                     const PgQuery__Constraint *c, const char *own)
{
    if (!IP_GET(c, pktable))
        return;
    if (strcmp(IP_TEXT(c->pktable, relname), own) != 0)
        ip_workload_requested_constraint(a, NULL, c);
    else if (create && !IP_ITEMS(c, pk_attrs) && !ip_workload_requested_primary_keys(create))
        refuse_keyless(a, own);
}

void ip_workload_requested_column_constraints(const ip_definition_request *a, const PgQuery__CreateStmt *create,
                                              const PgQuery__ColumnDef *column, const char *own)
{
    size_t i;
    const ip_tree *node;
    IP_LIST_EACH(IP_ITEMS(column, constraints), i, node)
    ip_workload_requested_reference(a, create, ip_as_constraint(node), own);
}

const char *ip_workload_requested_subject(const ip_definition_request *a, const char *kind, const char *name)
{
    return ip_arena_printf(a->arena, "%s %s", kind, name);
}
