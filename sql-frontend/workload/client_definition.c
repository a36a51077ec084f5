/* client_definition.h: names are looked up as they are in the schema before the statement; the errors are those of
 * PostgreSQL 15 (tablecmds.c, dropcmds.c, indexcmds.c). */
#include "workload/client_definition_parts.h"

#include "base/words.h"
#include "catalog/relation.h"
#include "ddl/apply.h"
#include "missing_names/missing_name.h"
#include "parse/lexer.h"
#include "parse/statement.h"

#include <string.h>
#include <strings.h>

static const char *skip_blanks(const char *text)
{
    for (;;) {
        if (*text && strchr(" \t\r\n", *text)) {
            text++;
        } else if (text[0] == '-' && text[1] == '-') {
            text += strcspn(text, "\n");
        } else if (text[0] == '/' && text[1] == '*' && strstr(text + 2, "*/")) {
            text = strstr(text + 2, "*/") + 2;
        } else {
            return text;
        }
    }
}

bool ip_workload_client_defines(const char *text)
{
    static const char *const words[] = {"create", "alter", "drop", "comment", "grant", "revoke", "reindex", "security"};
    text = skip_blanks(text);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (strncasecmp(text, words[i], length) == 0 && text[length] && strchr(" \t\r\n/-", text[length]))
            return true;
    }
    return false;
}

/* "CREATE TABLE": the verb and what it is about. */
static const char *tag_of(ip_arena *arena, const ip_source *text)
{
    static const char *const between[] = {"or",     "replace", "unique",    "temp",       "temporary", "unlogged",
                                          "global", "local",   "recursive", "constraint", NULL};
    size_t at = 0;
    ip_token token = ip_parse_next_token(text, &at, text->length, false);
    const char *verb = ip_parse_token_name(arena, text, token), *object = NULL;
    bool alone = !ip_parse_token_is(text, token, "create") && !ip_parse_token_is(text, token, "alter") &&
                 !ip_parse_token_is(text, token, "drop");
    do
        token = ip_parse_next_token(text, &at, text->length, false);
    while (!alone && ip_parse_token_is_any(text, token, between));
    if (!alone && token.kind == IP_TOKEN_WORD)
        object = ip_parse_token_name(arena, text, token);
    bool view = object && strcmp(object, "materialized") == 0;
    if (object && strcmp(object, "operator") == 0) {
        token = ip_parse_next_token(text, &at, text->length, false);
        if (ip_parse_token_is(text, token, "class") || ip_parse_token_is(text, token, "family"))
            object = ip_arena_printf(arena, "%s %s", object, ip_parse_token_name(arena, text, token));
    }
    char *tag =
        object ? ip_arena_printf(arena, "%s %s%s", verb, object, view ? " view" : "") : ip_arena_strdup(arena, verb);
    for (char *c = tag; *c; c++)
        *c = *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
    return tag;
}

/* parse_utilcmd.c, tablecmds.c: what may stand once. */
static void refuse_repeated(const ip_definition_request *a, const PgQuery__CreateStmt *create, const char *own)
{
    size_t i, k;
    const ip_tree *element;
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    {
        const char *name = IP_TEXT(ip_as_column_def(element), colname);
        for (k = 0; k < i && *name; k++)
            if (strcmp(IP_TEXT(ip_as_column_def(ip_parse_list_item(IP_ITEMS(create, table_elts), k)), colname), name) ==
                0)
                ip_workload_requested_refuse(a, "42701",
                                             ip_arena_printf(a->arena, "column \"%s\" specified more than once", name));
    }
    if (ip_workload_requested_primary_keys(create) > 1)
        ip_workload_requested_refuse(
            a, "42P16", ip_arena_printf(a->arena, "multiple primary keys for table \"%s\" are not allowed", own));
}

static void create_table(const ip_definition_request *a, const PgQuery__CreateStmt *create)
{
    size_t i;
    const ip_tree *element;
    const char *own = IP_TEXT(IP_GET(create, relation), relname);
    ip_workload_requested_make_relation(a, IP_GET(create, relation), IP_GET(create, if_not_exists));
    if (a->to->skipped)
        return;
    if (!IP_ITEMS(create, inh_relations))
        a->to->about = ip_workload_requested_subject(
            a, "table", ip_catalog_relation_new_name(a->arena, a->definitions->script_path, create->relation));
    a->to->makes = true;
    IP_LIST_EACH(IP_ITEMS(create, inh_relations), i, element)
    ip_workload_requested_need_table(a, ip_as_range_var(element), false);
    IP_LIST_EACH(IP_ITEMS(create, table_elts), i, element)
    {
        ip_workload_requested_column_constraints(a, create, ip_as_column_def(element), own);
        ip_workload_requested_reference(a, create, ip_as_constraint(element), own);
    }
    refuse_repeated(a, create, own);
    ip_workload_requested_rules(a, create);
    ip_workload_requested_refuse_table(a, create);
}

static void create_index(const ip_definition_request *a, const PgQuery__IndexStmt *index)
{
    size_t i;
    const ip_tree *element;
    ip_workload_requested_refuse_view(a, IP_GET(index, relation), "cannot create index on relation \"%\"");
    const ip_table *table = ip_workload_requested_need_table(a, IP_GET(index, relation), false);
    const char *name = IP_TEXT(index, idxname);
    ip_relation same = ip_catalog_relation_named(a->definitions, a->definitions->script_path, name);
    IP_LIST_EACH(IP_ITEMS(index, index_params), i, element)
    {
        const char *column = IP_TEXT(ip_as_index_elem(element), name);
        int found = table && *column ? ip_catalog_table_column(table, column) : -1;
        ip_workload_requested_need_column(a, table, column, "");
        if (found >= 0 && IP_ITEMS(ip_as_index_elem(element), collation))
            ip_workload_requested_refuse_collation(a, table->columns.items[found].type);
    }
    if (*name && (ip_workload_requested_has_index(a, name) || ip_workload_requested_exists(&same)))
        ip_workload_requested_taken(a, name, index->if_not_exists);
    if (table && index->unique)
        ip_workload_requested_refuse_unproved(a, table);
    a->to->table = table && index->unique ? table->name : NULL;
    a->to->about = table ? ip_workload_requested_subject(a, "table", table->name) : NULL;
}

/* ------------------------------------------------------------- ALTER name -- */

static void rename_sequence(const ip_definition_request *a, const PgQuery__RenameStmt *rename)
{
    const char *name = ip_parse_rangevar_name(a->arena, rename->relation), *to = IP_TEXT(rename, newname);
    const char *dot = strrchr(name, '.');
    const char *after = ip_arena_printf(a->arena, "%.*s%s", dot ? (int)(dot - name + 1) : 0, name, to);
    ip_relation same = ip_catalog_relation_named(a->definitions, a->definitions->script_path, after);
    if (!ip_workload_requested_has_sequence(a, name))
        ip_workload_requested_missing(a, "42P01", "relation", IP_TEXT(rename->relation, relname), rename->missing_ok);
    else if (ip_workload_requested_exists(&same) || ip_workload_requested_has_sequence(a, after) ||
             ip_workload_requested_has_index(a, to))
        ip_workload_requested_taken(a, to, false);
    a->to->sequence_renamed = name;
    a->to->sequence_after = after;
}

static void rename_it(const ip_definition_request *a, const PgQuery__RenameStmt *rename)
{
    const char *to = IP_TEXT(rename, newname);
    switch (rename->rename_type) {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_COLUMN:
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABCONSTRAINT: {
        const ip_table *table = ip_workload_requested_need_alone(a, rename->relation, rename->missing_ok,
                                                                 "RENAME of one with partitions or descendants");
        if (!table)
            return;
        if (ip_catalog_materialized_of(a->definitions, table))
            ip_workload_requested_refuse_undone(a, "ALTER of a materialized view");
        ip_workload_requested_refuse_materialized(a, table);
        a->to->table = table->name;
        a->to->unproved = true;
        if (rename->rename_type == PG_QUERY__OBJECT_TYPE__OBJECT_COLUMN) {
            a->to->renames_column = true;
            ip_workload_requested_need_column(a, table, IP_TEXT(rename, subname), "");
            if (ip_catalog_table_column(table, to) >= 0)
                ip_workload_requested_refuse(
                    a, "42701",
                    ip_arena_printf(a->arena, "column \"%s\" of relation \"%s\" already exists", to, table->name));
        } else if (rename->rename_type == PG_QUERY__OBJECT_TYPE__OBJECT_TABLE) {
            const char *dot = strrchr(table->name, '.');
            const char *named =
                ip_arena_printf(a->arena, "%.*s%s", dot ? (int)(dot - table->name + 1) : 0, table->name, to);
            ip_relation same = ip_catalog_relation_named(a->definitions, a->definitions->script_path, named);
            if (ip_workload_requested_exists(&same))
                ip_workload_requested_taken(a, to, false);
            a->to->renamed = named;
        } else
            ip_workload_requested_rename_constraint(a, table, rename);
        return;
    }
    case PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE:
        rename_sequence(a, rename);
        return;
    case PG_QUERY__OBJECT_TYPE__OBJECT_INDEX:
        if (!ip_workload_requested_has_index(a, IP_TEXT(rename->relation, relname)))
            ip_workload_requested_missing(a, "42P01", "relation", IP_TEXT(rename->relation, relname),
                                          rename->missing_ok);
        return;
    case PG_QUERY__OBJECT_TYPE__OBJECT_TYPE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION:
    case PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER:
    case PG_QUERY__OBJECT_TYPE__OBJECT_VIEW:
        ip_workload_requested_need_renamed(a, rename);
        if (rename->rename_type == PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION ||
            rename->rename_type == PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE)
            ip_workload_requested_rename_routine(a, rename);
        return;
    default:
        ip_workload_requested_need_renamed(a, rename);
        ip_workload_requested_refuse_undone(a, "this ALTER … RENAME");
    }
}

/* Returns the name of a new object, as the schema has it. */
static const char *need_schema_of_names(const ip_definition_request *a, const ip_tree *names)
{
    const char *name = ip_workload_requested_dotted(a->arena, names);
    bool qualified = ip_parse_list_size(names) > 1;
    ip_workload_requested_need_schema_of(
        a, qualified ? name : ip_catalog_relation_name_in_path(a->arena, a->definitions->script_path, name), qualified);
    return name;
}

static void create_domain(const ip_definition_request *a, const PgQuery__CreateDomainStmt *create)
{
    const char *name = need_schema_of_names(a, IP_ITEMS(create, domainname));
    if (ip_ddl_definitions_type(a->definitions, name))
        ip_workload_requested_refuse(a, "42710", ip_arena_printf(a->arena, "type \"%s\" already exists", name));
}

static void create_materialized(const ip_definition_request *a, const PgQuery__CreateTableAsStmt *create)
{
    const PgQuery__RangeVar *relation = IP_GET(IP_GET(create, into), rel);
    ip_workload_requested_make_relation(a, relation, create->if_not_exists);
    a->to->about = ip_workload_requested_subject(
        a, "table", ip_catalog_relation_new_name(a->arena, a->definitions->script_path, relation));
    a->to->makes = true;
}

/* schemacmds.c, CreateSchemaCommand. */
static void create_schema(const ip_definition_request *a, const PgQuery__CreateSchemaStmt *create)
{
    const char *name = IP_TEXT(create, schemaname);
    if (!*name)
        name = IP_TEXT(IP_GET(create, authrole), rolename);
    const char *message = ip_arena_printf(a->arena, "schema \"%s\" already exists", name);
    a->to->needs_none = !IP_ITEMS(create, schema_elts);
    if (!*name)
        ip_workload_requested_refuse_undone(a, "CREATE SCHEMA AUTHORIZATION of the current user");
    if (strncmp(name, "pg_", 3) == 0)
        ip_workload_requested_refuse(a, "42939", ip_arena_printf(a->arena, "unacceptable schema name \"%s\"", name));
    if (ip_catalog_has_schema(a->definitions, name) && create->if_not_exists)
        ip_workload_requested_skip(a, message);
    else if (ip_catalog_has_schema(a->definitions, name))
        ip_workload_requested_refuse(a, "42P06", message);
}

static bool option_of(const ip_tree *options, const char *name)
{
    size_t i;
    const ip_tree *option;
    bool found = false;
    IP_LIST_EACH(options, i, option)
    found = found || strcmp(IP_TEXT(ip_as_def_elem(option), defname), name) == 0;
    return found;
}

static void ask(ip_definition_request *a, const ip_tree *statement)
{
    const PgQuery__Node *node = ip_as_node(statement);
    switch (IP_GET(node, node_case)) {
    case PG_QUERY__NODE__NODE_CREATE_STMT:
        create_table(a, node->create_stmt);
        break;
    case PG_QUERY__NODE__NODE_ALTER_TABLE_STMT:
        ip_workload_requested_alter_table(a, node->alter_table_stmt);
        break;
    case PG_QUERY__NODE__NODE_INDEX_STMT:
        create_index(a, node->index_stmt);
        break;
    case PG_QUERY__NODE__NODE_DROP_STMT:
        ip_workload_requested_drop(a, node->drop_stmt);
        break;
    case PG_QUERY__NODE__NODE_RENAME_STMT:
        rename_it(a, node->rename_stmt);
        break;
    case PG_QUERY__NODE__NODE_VIEW_STMT:
        if (!node->view_stmt->replace)
            ip_workload_requested_make_relation(a, node->view_stmt->view, false);
        break;
    case PG_QUERY__NODE__NODE_CREATE_TRIG_STMT:
        ip_workload_requested_make_trigger(a, node->create_trig_stmt);
        break;
    case PG_QUERY__NODE__NODE_CREATE_EXTENSION_STMT:
        a->to->needs_none = true;
        break;
    case PG_QUERY__NODE__NODE_CREATE_SCHEMA_STMT:
        create_schema(a, node->create_schema_stmt);
        break;
    case PG_QUERY__NODE__NODE_CREATE_FUNCTION_STMT:
        need_schema_of_names(a, IP_ITEMS(node->create_function_stmt, funcname));
        ip_workload_requested_make_routine(a, node->create_function_stmt);
        break;
    case PG_QUERY__NODE__NODE_CREATE_DOMAIN_STMT:
        create_domain(a, node->create_domain_stmt);
        break;
    case PG_QUERY__NODE__NODE_COMPOSITE_TYPE_STMT:
        ip_workload_requested_make_relation(a, node->composite_type_stmt->typevar, false);
        break;
    case PG_QUERY__NODE__NODE_CREATE_SEQ_STMT:
        a->to->needs_none = !option_of(IP_ITEMS(node->create_seq_stmt, options), "owned_by");
        ip_workload_requested_need_sequence(a, IP_ITEMS(node->create_seq_stmt, options));
        ip_workload_requested_bounds(a, IP_ITEMS(node->create_seq_stmt, options), NULL);
        ip_workload_requested_make_relation(a, node->create_seq_stmt->sequence, node->create_seq_stmt->if_not_exists);
        break;
    case PG_QUERY__NODE__NODE_ALTER_SEQ_STMT: {
        a->to->needs_none = !option_of(IP_ITEMS(node->alter_seq_stmt, options), "owned_by");
        const char *name = ip_parse_rangevar_name(a->arena, node->alter_seq_stmt->sequence);
        ip_relation other = ip_catalog_relation_named(a->definitions, a->definitions->script_path, name);
        if (!ip_workload_requested_has_sequence(a, name) && ip_workload_requested_exists(&other))
            ip_workload_requested_refuse(a, "42809", ip_arena_printf(a->arena, "\"%s\" is not a sequence", name));
        else if (!ip_workload_requested_has_sequence(a, name))
            ip_workload_requested_missing(a, "42P01", "relation", name, node->alter_seq_stmt->missing_ok);
        ip_workload_requested_need_sequence(a, IP_ITEMS(node->alter_seq_stmt, options));
        const ip_sequence_rule *before =
            ip_catalog_sequence_rule_named(a->definitions->schema, ip_table_identifier(a->arena, name));
        if (before)
            ip_workload_requested_bounds(a, IP_ITEMS(node->alter_seq_stmt, options), before);
        if (option_of(IP_ITEMS(node->alter_seq_stmt, options), "restart"))
            a->to->restarts = name;
        break;
    }
    case PG_QUERY__NODE__NODE_ALTER_ENUM_STMT:
        ip_workload_requested_need_objects(a, statement);
        if (*IP_TEXT(node->alter_enum_stmt, old_val))
            ip_workload_requested_refuse_undone(a, "ALTER TYPE … RENAME VALUE");
        break;
    case PG_QUERY__NODE__NODE_CREATE_ENUM_STMT: {
        const char *name = need_schema_of_names(a, IP_ITEMS(node->create_enum_stmt, type_name));
        if (ip_ddl_definitions_type(a->definitions, name))
            ip_workload_requested_refuse(a, "42710", ip_arena_printf(a->arena, "type \"%s\" already exists", name));
        a->to->about = ip_workload_requested_subject(a, "type", name);
        a->to->makes = true;
        break;
    }
    case PG_QUERY__NODE__NODE_CREATE_TABLE_AS_STMT:
        if (node->create_table_as_stmt->objtype == PG_QUERY__OBJECT_TYPE__OBJECT_MATVIEW)
            create_materialized(a, node->create_table_as_stmt);
        else
            ip_workload_requested_refuse_undone(a, "CREATE TABLE AS");
        break;
    default:
        ip_workload_requested_need_objects(a, statement);
        break;
    }
}

ip_client_definition ip_workload_client_definition_of(ip_arena *arena, const struct ip_definitions *definitions,
                                                      const char *text)
{
    ip_client_definition created = {.tag = ""};
    ip_definition_request a = {
        arena, definitions, ip_source_from_text(arena, "client", text, strlen(text)), &created, false, NULL, NULL};
    ip_parse_error error = {0};
    const ip_tree *statements = ip_parse_pg_parse(arena, text, &error);
    const PgQuery__Node *statement = ip_parse_statement_at(statements, 0);
    created.tag = tag_of(arena, a.text);
    if (!statement) {
        ip_workload_requested_refuse(&a, "42601", error.message ? error.message : "syntax error");
        return created;
    }
    const char *refused = ip_workload_client_refused_syntax(text);
    if (refused)
        ip_workload_requested_refuse(&a, "42601", refused);
    ip_workload_requested_elsewhere(&a, statement);
    bool routine = ip_as_create_function_stmt(statement) != NULL;
    if (ip_as_alter_domain_stmt(statement))
        ip_workload_requested_need_objects(&a, statement);
    if (!ip_ddl_is(statement) && !routine)
        ip_workload_requested_refuse_undone(&a, ip_parse_statement_words(arena, statement));
    created.changes = ip_ddl_changes(statement) || routine;
    ask(&a, statement);
    return created;
}

bool ip_workload_client_definition_misses(ip_arena *arena, const struct ip_definitions *definitions,
                                          const struct ip_created *created, const char *text,
                                          ip_client_absence *absence)
{
    ip_parse_error error = {0};
    ip_absence found;
    const ip_tree *statement = ip_parse_statement_at(ip_parse_pg_parse(arena, text, &error), 0);
    if (!statement || !ip_missing_in_definition(arena, created, definitions->script_path, statement, &found))
        return false;
    *absence = (ip_client_absence){found.sqlstate, found.message, found.offset};
    return true;
}
