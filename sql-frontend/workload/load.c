/* Lists the statements that a server must run before the input's transactions can. */
#include "workload/load.h"

#include "base/words.h"
#include "catalog/definition.h"
#include "parse/pg_parse.h"
#include "psql/reader.h"
#include "parse/statement.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const char PUBLIC[] = "public";

/* Statements whose results a single schema can hold. */
static const char *const makes[] = {"CreateStmt",        "AlterTableStmt",    "IndexStmt",       "CreateFunctionStmt",
                                    "AlterFunctionStmt", "ViewStmt",          "CreateTrigStmt",  "CreateSeqStmt",
                                    "AlterSeqStmt",      "CreateEnumStmt",    "AlterEnumStmt",   "CreateDomainStmt",
                                    "AlterDomainStmt",   "CompositeTypeStmt", "CreateRangeStmt", "RuleStmt",
                                    "RenameStmt",        "DropStmt",          "DefineStmt",      "CreateStatsStmt",
                                    "CreatePolicyStmt",  "AlterTypeStmt"};

/* Without these the code may lack something at run time. */
static const char *const remarked[] = {"CreateExtensionStmt",     "CreateTableAsStmt",     "CreateCastStmt", "DoStmt",
                                       "CreateForeignServerStmt", "CreateForeignTableStmt"};

static bool may_drop(PgQuery__ObjectType type)
{
    switch (type) {
    case PG_QUERY__OBJECT_TYPE__OBJECT_TABLE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_VIEW:
    case PG_QUERY__OBJECT_TYPE__OBJECT_INDEX:
    case PG_QUERY__OBJECT_TYPE__OBJECT_SEQUENCE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_TYPE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_DOMAIN:
    case PG_QUERY__OBJECT_TYPE__OBJECT_FUNCTION:
    case PG_QUERY__OBJECT_TYPE__OBJECT_PROCEDURE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_ROUTINE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER:
    case PG_QUERY__OBJECT_TYPE__OBJECT_AGGREGATE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_RULE:
    case PG_QUERY__OBJECT_TYPE__OBJECT_POLICY:
        return true;
    default:
        return false;
    }
}

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* ------------------------------------------------------- foreign names -- */

static bool foreign(const char *schema)
{
    return *schema && strcmp(schema, PUBLIC) != 0 && strcmp(schema, "pg_catalog") != 0 &&
           strcmp(schema, "information_schema") != 0;
}

/* A list of strings that names an object: the names before the last one, and before own (of a trigger: its table), are
 * a schema. */
static const char *foreign_list(const ip_tree *names, size_t own)
{
    if (!ip_parse_tree_is_list(names) || ip_parse_list_size(names) < 2 + own)
        return NULL;
    const char *schema = ip_parse_string_node(ip_parse_list_item(names, ip_parse_list_size(names) - 2 - own));
    return foreign(schema) ? schema : NULL;
}

static const char *foreign_in(const ip_tree *node);

/* The object that the statement, or a part of it, names, as a list of names. */
static const ip_list *names_of(const ip_tree *object)
{
    const PgQuery__ObjectWithArgs *with_args = ip_message_as(object, &pg_query__object_with_args__descriptor);
    const PgQuery__AlterDomainStmt *alter_domain = ip_message_as(object, &pg_query__alter_domain_stmt__descriptor);
    const PgQuery__AlterTypeStmt *alter_type = ip_message_as(object, &pg_query__alter_type_stmt__descriptor);
    const PgQuery__CreateEnumStmt *create_enum = ip_message_as(object, &pg_query__create_enum_stmt__descriptor);
    const PgQuery__AlterEnumStmt *alter_enum = ip_message_as(object, &pg_query__alter_enum_stmt__descriptor);
    const PgQuery__CreateRangeStmt *create_range = ip_message_as(object, &pg_query__create_range_stmt__descriptor);
    const PgQuery__CreateDomainStmt *create_domain = ip_message_as(object, &pg_query__create_domain_stmt__descriptor);
    const PgQuery__DefineStmt *define = ip_message_as(object, &pg_query__define_stmt__descriptor);
    const PgQuery__CreateStatsStmt *create_stats = ip_message_as(object, &pg_query__create_stats_stmt__descriptor);
    const PgQuery__AlterStatsStmt *alter_stats = ip_message_as(object, &pg_query__alter_stats_stmt__descriptor);
    const ip_list *const lists[] = {
        ip_parse_function_names(object),   IP_ITEMS(with_args, objname),        IP_ITEMS(alter_domain, type_name),
        IP_ITEMS(alter_type, type_name),   IP_ITEMS(create_enum, type_name),    IP_ITEMS(alter_enum, type_name),
        IP_ITEMS(create_range, type_name), IP_ITEMS(create_domain, domainname), IP_ITEMS(define, defnames),
        IP_ITEMS(create_stats, defnames),  IP_ITEMS(alter_stats, defnames),
    };
    const ip_list *names = NULL;
    for (size_t i = 0; i < COUNT(lists); i++)
        names = lists[i] ? lists[i] : names;
    return names;
}

static const char *foreign_in_fields(const ip_tree *object)
{
    const PgQuery__RangeVar *rangevar = ip_range_var_message(object);
    const PgQuery__CreateSchemaStmt *create_schema = ip_message_as(object, &pg_query__create_schema_stmt__descriptor);
    const PgQuery__TypeName *type = ip_message_as(object, &pg_query__type_name__descriptor);
    const char *schema = create_schema ? create_schema->schemaname : IP_TEXT(rangevar, schemaname);
    if (foreign(schema) || (schema = foreign_list(names_of(object), 0)) != NULL)
        return schema;
    /* t.c%TYPE */
    if ((schema = foreign_list(IP_ITEMS(type, names), IP_GET(type, pct_type) ? 1 : 0)) != NULL)
        return schema;
    const ip_tree *value;
    IP_TREE_EACH(object, key, value) if ((schema = foreign_in(value)) != NULL) return schema;
    return NULL;
}

/* The schema, neither public nor PostgreSQL's own, of something named here; NULL: none. */
static const char *foreign_in(const ip_tree *node)
{
    if (ip_parse_tree_is_message(node))
        return foreign_in_fields(node);
    const char *schema = NULL;
    for (size_t i = 0; ip_parse_tree_is_list(node) && !schema && i < ip_parse_list_size(node); i++)
        schema = foreign_in(ip_parse_list_item(node, i));
    return schema;
}

static const char *foreign_dropped(const PgQuery__DropStmt *drop)
{
    PgQuery__ObjectType type = IP_GET(drop, remove_type);
    const char *schema = NULL;
    size_t own = type == PG_QUERY__OBJECT_TYPE__OBJECT_TRIGGER || type == PG_QUERY__OBJECT_TYPE__OBJECT_RULE ||
                 type == PG_QUERY__OBJECT_TYPE__OBJECT_POLICY;
    const ip_tree *objects = IP_ITEMS(drop, objects);
    for (size_t i = 0; !schema && i < ip_parse_list_size(objects); i++) {
        const ip_tree *object = ip_parse_list_item(objects, i);
        const PgQuery__List *list = ip_as_list(object);
        schema = list ? foreign_list(IP_ITEMS(list, items), own) : foreign_in(object);
    }
    return schema;
}

/* ------------------------------------------------------------ choosing -- */

static bool only_changes_owner(const PgQuery__AlterTableStmt *alter)
{
    const ip_tree *commands = IP_ITEMS(alter, cmds);
    for (size_t i = 0; i < ip_parse_list_size(commands); i++)
        if (IP_GET(ip_as_alter_table_cmd(ip_parse_list_item(commands, i)), subtype) !=
            PG_QUERY__ALTER_TABLE_TYPE__AT_ChangeOwner)
            return false;
    return true;
}

/* Without a schema: it would be created in the session's temporary schema. */
static bool temporary(const ip_tree *statement)
{
    return strcmp(IP_TEXT(IP_GET(ip_as_create_stmt(statement), relation), relpersistence), "t") == 0;
}

/* This extension provides the operators that EXCLUDE needs for scalars, and no names that files use; the server may
 * lack other extensions. */
static bool is_for_exclude(const ip_tree *statement)
{
    return strcmp(IP_TEXT(ip_as_create_extension_stmt(statement), extname), "btree_gist") == 0;
}

static bool wanted(const ip_tree *statement)
{
    const PgQuery__AlterTableStmt *alter = ip_as_alter_table_stmt(statement);
    const PgQuery__DropStmt *drop = ip_as_drop_stmt(statement);
    if (is_for_exclude(statement))
        return true;
    if (!ip_is_one_of(makes, COUNT(makes), ip_parse_node_kind(statement)))
        return false;
    if (alter)
        return !only_changes_owner(alter);
    if (drop)
        return may_drop(drop->remove_type);
    const ip_list *options = IP_ITEMS(ip_as_create_function_stmt(statement), options);
    for (size_t i = 0; i < ip_parse_list_size(options); i++) {
        const PgQuery__DefElem *option = ip_as_def_elem(ip_parse_list_item(options, i));
        const char *language = ip_parse_string_node(IP_GET(option, arg));
        if (strcmp(IP_TEXT(option, defname), "language") == 0)
            return strcasecmp(language, "sql") == 0 || strcasecmp(language, "plpgsql") == 0;
    }
    return true;
}

static bool take(ip_arena *arena, const ip_sql_item *item, const ip_tree *node, const char *schema, ip_load *load,
                 ip_diagnostics *diagnostics)
{
    const char *kind = ip_parse_node_kind(node);
    const PgQuery__DropStmt *drop = ip_as_drop_stmt(node);
    if (!wanted(node) || temporary(node)) {
        if (ip_is_one_of(remarked, COUNT(remarked), kind) || ip_is_one_of(makes, COUNT(makes), kind))
            ip_diagnostics_add(diagnostics, IP_REMARK, item->range, NULL,
                               "not loaded into the replay's schema, which cannot hold what it creates");
        return true;
    }
    if (is_for_exclude(node)) {
        ip_load_statement extension = {item->range, "CREATE EXTENSION IF NOT EXISTS btree_gist", false};
        IP_PUSH(arena, &load->statements, extension);
        return true;
    }
    const char *outside = drop ? foreign_dropped(drop) : foreign_in(ip_parse_node_body(node));
    if (outside) {
        ip_diagnostics_add(
            diagnostics, IP_ERROR, item->range, NULL,
            "names something in the schema %s: a replay runs in one schema of its own, and only what is named "
            "without a schema, or in public, can be put there",
            outside);
        return false;
    }
    ip_load_statement statement = {item->range, ip_workload_load_in_schema(arena, item->text, schema),
                                   ip_as_create_trig_stmt(node) != NULL};
    IP_PUSH(arena, &load->statements, statement);
    return true;
}

/* Where a transaction or a savepoint begins, among the statements to load. */
typedef struct mark {
    const char *name; /* NULL: of the transaction */
    int before;
} mark;

typedef IP_VEC(mark) mark_list;

/* Statements that were rolled back have no effect. */
static void transaction_control(ip_arena *arena, const PgQuery__TransactionStmt *control, mark_list *marks,
                                ip_load *load)
{
    PgQuery__TransactionStmtKind kind = IP_GET(control, kind);
    const char *name = IP_TEXT(control, savepoint_name);
    bool begins = kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_BEGIN ||
                  kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_START;
    bool rolls_back = kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK;
    if ((begins && marks->count == 0) || kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_SAVEPOINT) {
        mark here = {begins ? NULL : ip_arena_strdup(arena, name), load->statements.count};
        IP_PUSH(arena, marks, here);
    } else if (kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK_TO) {
        for (int i = marks->count - 1; i >= 0; i--)
            if (marks->items[i].name && strcmp(marks->items[i].name, name) == 0) {
                load->statements.count = marks->items[i].before;
                marks->count = i + 1;
                break;
            }
    } else if (rolls_back || kind == PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_COMMIT) {
        if (rolls_back && marks->count > 0)
            load->statements.count = marks->items[0].before;
        marks->count = 0;
    }
}

/* The schema changes that the statement runs; on a path that may not be taken, they may fail. */
static bool take_runs(ip_arena *arena, const ip_definitions *definitions, const ip_sql_item *item, const char *schema,
                      ip_load *load, ip_diagnostics *diagnostics, bool *any)
{
    bool good = true;
    for (int i = 0; i < definitions->ran.count; i++) {
        const ip_ran_statement *ran = &definitions->ran.items[i];
        ip_sql_item created = *item;
        ip_parse_error error;
        if (ran->by.begin != item->range.begin || strcmp(ran->by.source->path, item->range.source->path) != 0)
            continue;
        *any = true;
        created.text = ran->text;
        const ip_tree *statements = ip_parse_pg_parse(arena, ran->text, &error);
        const ip_tree *node = ip_parse_statement_at(statements, 0);
        int before = load->statements.count;
        good &= take(arena, &created, node, schema, load, diagnostics);
        for (int k = before; k < load->statements.count && !ran->sure; k++) {
            ip_load_statement *s = &load->statements.items[k];
            s->text = ip_arena_printf(arena, "DO $run$ BEGIN %s; EXCEPTION WHEN OTHERS THEN NULL; END $run$", s->text);
        }
    }
    return good;
}

static bool read_source(ip_arena *arena, ip_variables *variables, const ip_definitions *definitions,
                        const ip_source *source, const char *schema, ip_load *load, ip_diagnostics *diagnostics)
{
    bool good = true;
    ip_sql_item item;
    mark_list marks = {0};
    ip_psql *psql = ip_psql_new(arena, variables, source, NULL);
    while (ip_psql_next(psql, &item)) {
        ip_parse_error error;
        if (item.command)
            continue;
        const ip_tree *statements = item.fault ? NULL : ip_parse_pg_parse(arena, item.text, &error);
        if (!statements)
            ip_psql_go_on(psql, ip_psql_split_retry(item.place.source, &item, ip_psql_at(psql)));
        const ip_tree *node = ip_parse_statement_at(statements, 0);
        const PgQuery__TransactionStmt *control = ip_as_transaction_stmt(node);
        bool runs = false;
        if (node && !control)
            good &= take_runs(arena, definitions, &item, schema, load, diagnostics, &runs);
        if (control)
            transaction_control(arena, control, &marks, load);
        else if (node && !runs)
            good &= take(arena, &item, node, schema, load, diagnostics);
    }
    return good;
}

bool ip_workload_load_read(ip_arena *arena, const ip_source *const *sources, int source_count, const char *schema,
                           ip_load *load, ip_diagnostics *diagnostics)
{
    bool good = true;
    ip_variables *variables = ip_psql_variables_new(arena, sources, source_count);
    ip_diagnostics ignored_messages = {.arena = arena};
    ip_schema created = {0};
    const ip_definitions *definitions =
        ip_workload_definitions_read(arena, sources, source_count, 0, &created, &ignored_messages);
    for (int i = 0; i < source_count; i++)
        good &= read_source(arena, variables, definitions, sources[i], schema, load, diagnostics);
    return good;
}

/* ----------------------------------------------------------- rewriting -- */

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '$' || (unsigned char)c >= 0x80;
}

/* Length of "public." or "\"public\"." with blanks, at the beginning of a qualified name; else 0. */
static size_t public_at(const char *text, const char *at)
{
    if (at > text && (in_name(at[-1]) || at[-1] == '.' || at[-1] == '"'))
        return 0;
    bool quoted = *at == '"';
    size_t length = sizeof PUBLIC - 1;
    const char *rest = at + quoted;
    if ((quoted ? strncmp : strncasecmp)(rest, PUBLIC, length) != 0)
        return 0;
    rest += length;
    if (quoted && *rest++ != '"')
        return 0;
    rest += strspn(rest, " \t\r\n");
    if (*rest++ != '.')
        return 0;
    rest += strspn(rest, " \t\r\n");
    return in_name(*rest) || *rest == '"' ? (size_t)(rest - at) : 0;
}

const char *ip_workload_load_in_schema(ip_arena *arena, const char *text, const char *schema)
{
    size_t size = strlen(text) + 1, grown = strlen(schema) + 1, count = 0;
    for (const char *at = text; *at; at++)
        count += public_at(text, at) > 0;
    if (!count)
        return text;
    char *out = ip_arena_alloc(arena, size + count * grown), *to = out;
    for (const char *at = text; *at;) {
        size_t length = public_at(text, at);
        if (length) {
            memcpy(to, schema, grown - 1);
            to += grown - 1;
            *to++ = '.';
            at += length;
        } else {
            *to++ = *at++;
        }
    }
    *to = '\0';
    return out;
}
