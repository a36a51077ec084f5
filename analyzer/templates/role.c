/* Classifies statements: transaction control, work, or noise that no analysis needs. */
#include "base/words.h"
#include "catalog/builtin.h"
#include "parse/statement.h"
#include "templates/statement.h"

#include <string.h>

static const char noise_settings[] =
    "timezone datestyle intervalstyle client_encoding client_min_messages application_name extra_float_digits "
    "standard_conforming_strings bytea_output statement_timeout idle_in_transaction_session_timeout "
    "idle_session_timeout lc_monetary lc_numeric lc_time lc_messages default_text_search_config work_mem jit "
    "statement_timeout tcp_keepalives_idle log_statement log_duration";
static const char noise_functions[] =
    "version current_schema current_schemas current_database current_user session_user current_setting "
    "pg_backend_pid pg_is_in_recovery txid_current pg_current_xact_id inet_server_addr inet_server_port "
    "pg_postmaster_start_time pg_last_wal_replay_lsn pg_current_wal_lsn pg_encoding_to_char";

static bool is_catalog_name(const PgQuery__RangeVar *table)
{
    return strcmp(table->schemaname, "pg_catalog") == 0 || strcmp(table->schemaname, "information_schema") == 0 ||
           (!*table->schemaname && strncmp(table->relname, "pg_", 3) == 0);
}

static bool names_table(const ip_statement_form *form, const char *name)
{
    for (int i = 0; i < form->tables.count; i++)
        if (strcmp(form->tables.items[i], name) == 0)
            return true;
    return false;
}

/* Collects the tables outside of the catalogs, and notes whether everything else is harmless. */
typedef struct contents {
    ip_arena *arena;
    ip_statement_form *form;
    bool catalogs, calls, sets; /* sets: by set_config() */
    IP_VEC(const char *) ctes;
} contents;

/* Built-in functions read no user tables. Some take locks, draw numbers of sequences, or send notifications. */
static bool is_harmless(const char *name)
{
    int count;
    if (ip_is_among(noise_functions, name))
        return true;
    return ip_catalog_builtin_named(name, &count) && !strstr(name, "advisory") && !strstr(name, "nextval") &&
           !strstr(name, "setval") && strcmp(name, "pg_notify") != 0;
}

static void look(contents *c, const ip_tree *tree);

/* A query has the names of its WITH clause, and the clause's queries have those before them. */
static void look_at_with(contents *c, const PgQuery__WithClause *with)
{
    size_t i;
    const ip_tree *item;
    IP_LIST_EACH(IP_ITEMS(with, ctes), i, item)
    {
        const PgQuery__CommonTableExpr *query = ip_as_common_table_expr(item);
        const char *name = IP_TEXT(query, ctename);
        if (with->recursive)
            IP_PUSH(c->arena, &c->ctes, name);
        look(c, IP_GET(query, ctequery));
        if (!with->recursive)
            IP_PUSH(c->arena, &c->ctes, name);
    }
}

static const PgQuery__WithClause *with_of(const ip_tree *body)
{
    const PgQuery__SelectStmt *select = ip_message_as(body, &pg_query__select_stmt__descriptor);
    const PgQuery__InsertStmt *insert = ip_message_as(body, &pg_query__insert_stmt__descriptor);
    const PgQuery__UpdateStmt *update = ip_message_as(body, &pg_query__update_stmt__descriptor);
    const PgQuery__DeleteStmt *delete = ip_message_as(body, &pg_query__delete_stmt__descriptor);
    const PgQuery__MergeStmt *merge = ip_message_as(body, &pg_query__merge_stmt__descriptor);
    return select   ? select->with_clause
           : insert ? insert->with_clause
           : update ? update->with_clause
           : delete ? delete->with_clause
                    : IP_GET(merge, with_clause);
}

static void look(contents *c, const ip_tree *tree)
{
    int outer = c->ctes.count;
    const ip_tree *child;
    if (!tree)
        return;
    if (!ip_parse_tree_is_list(tree)) {
        const ip_tree *body = ip_as_node(tree) ? ip_parse_node_body(tree) : tree;
        const PgQuery__RangeVar *table = ip_message_as(body, &pg_query__range_var__descriptor);
        const PgQuery__FuncCall *call = ip_message_as(body, &pg_query__func_call__descriptor);
        if (table) {
            bool cte = false;
            for (int i = 0; i < c->ctes.count; i++)
                cte |= !*table->schemaname && strcmp(c->ctes.items[i], table->relname) == 0;
            const char *name = ip_parse_rangevar_name(c->arena, table);
            if (cte)
                return;
            if (is_catalog_name(table))
                c->catalogs = true;
            else if (!names_table(c->form, name))
                IP_PUSH(c->arena, &c->form->tables, name);
            return;
        }
        if (call) {
            const char *name = ip_parse_call_name(c->arena, call);
            bool sets = strcmp(name, "set_config") == 0;
            c->sets |= sets;
            c->calls |= !sets && !is_harmless(name);
        }
        if (ip_message_as(body, &pg_query__with_clause__descriptor))
            return; /* seen with its query */
        if (with_of(body))
            look_at_with(c, with_of(body));
        tree = body;
    }
    if (ip_parse_tree_is_list(tree)) {
        size_t i;
        IP_LIST_EACH(tree, i, child) look(c, child);
    } else {
        IP_TREE_EACH(tree, field, child) look(c, child);
    }
    c->ctes.count = outer;
}

static bool is_read(const ip_tree *statement)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    return select && select->n_locking_clause == 0 && !select->into_clause &&
           !ip_parse_tree_has_kind(statement, "InsertStmt") && !ip_parse_tree_has_kind(statement, "UpdateStmt") &&
           !ip_parse_tree_has_kind(statement, "DeleteStmt");
}

/* Returns the options of BEGIN and SET TRANSACTION as SQL, in a fixed order. */
static const char *options_text(ip_arena *arena, const ip_tree *options)
{
    const char *level = NULL, *read = "", *deferrable = "";
    size_t i;
    const ip_tree *option;
    IP_LIST_EACH(options, i, option)
    {
        const PgQuery__DefElem *element = ip_as_def_elem(option);
        const PgQuery__AConst *value = ip_as_a_const(IP_GET(element, arg));
        const char *name = IP_TEXT(element, defname);
        if (!value)
            continue;
        if (strcmp(name, "transaction_isolation") == 0 && value->val_case == PG_QUERY__A__CONST__VAL_SVAL)
            level = value->sval->sval;
        if (strcmp(name, "transaction_read_only") == 0)
            read = value->val_case == PG_QUERY__A__CONST__VAL_IVAL && value->ival->ival ? " READ ONLY" : " READ WRITE";
        if (strcmp(name, "transaction_deferrable") == 0 && value->val_case == PG_QUERY__A__CONST__VAL_IVAL &&
            value->ival->ival)
            deferrable = " DEFERRABLE";
    }
    char *text =
        ip_arena_printf(arena, "%s%s%s%s", level ? " ISOLATION LEVEL " : "", level ? level : "", read, deferrable);
    for (char *at = text; *at; at++)
        *at = (char)(*at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at);
    return *text ? text : NULL;
}

static ip_role control_role(ip_arena *arena, const PgQuery__TransactionStmt *control, ip_statement_form *form)
{
    form->savepoint = ip_arena_strdup(arena, IP_TEXT(control, savepoint_name));
    form->chains = control->chain;
    switch (control->kind) {
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_BEGIN:
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_START:
        form->level = options_text(arena, IP_ITEMS(control, options));
        return IP_ROLE_BEGIN;
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_COMMIT:
        return IP_ROLE_COMMIT;
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK:
        return IP_ROLE_ROLLBACK;
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_SAVEPOINT:
        return IP_ROLE_SAVEPOINT;
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_RELEASE:
        return IP_ROLE_RELEASE;
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_ROLLBACK_TO:
        return IP_ROLE_ROLLBACK_TO;
    case PG_QUERY__TRANSACTION_STMT_KIND__TRANS_STMT_PREPARE:
        return IP_ROLE_TWO_PHASE;
    default: /* COMMIT PREPARED and ROLLBACK PREPARED: the transaction was counted as committed when it was prepared */
        return IP_ROLE_NOISE;
    }
}

static ip_role setting_role(ip_arena *arena, const PgQuery__VariableSetStmt *set, ip_statement_form *form)
{
    const char *name = IP_TEXT(set, name);
    const ip_tree *args = IP_ITEMS(set, args);
    if (set->kind == PG_QUERY__VARIABLE_SET_KIND__VAR_RESET_ALL)
        return IP_ROLE_RESET;
    if (strcmp(name, "TRANSACTION") == 0) {
        form->level = options_text(arena, args);
        return IP_ROLE_LEVEL;
    }
    if (strcmp(name, "SESSION CHARACTERISTICS") == 0) {
        form->level = options_text(arena, args);
        return IP_ROLE_SESSION_LEVEL;
    }
    if (strcmp(name, "transaction_isolation") == 0 || strcmp(name, "default_transaction_isolation") == 0) {
        const PgQuery__AConst *value = ip_as_a_const(ip_parse_list_item(args, 0));
        char *text = value && value->val_case == PG_QUERY__A__CONST__VAL_SVAL
                         ? ip_arena_printf(arena, " ISOLATION LEVEL %s", value->sval->sval)
                         : NULL;
        for (char *at = text; at && *at; at++)
            *at = (char)(*at >= 'a' && *at <= 'z' ? *at - 'a' + 'A' : *at);
        form->level = text;
        return *name == 'd' && !set->is_local ? IP_ROLE_SESSION_LEVEL : IP_ROLE_LEVEL;
    }
    if (strcmp(name, "search_path") == 0)
        return set->is_local ? IP_ROLE_SETTING : IP_ROLE_SESSION_PATH;
    return ip_is_among(noise_settings, name) ? IP_ROLE_NOISE : IP_ROLE_SETTING;
}

static bool is_temporary(const ip_tree *statement)
{
    const PgQuery__CreateStmt *create = ip_as_create_stmt(statement);
    const PgQuery__CreateTableAsStmt *as = ip_as_create_table_as_stmt(statement);
    const PgQuery__RangeVar *table = create ? create->relation : as && as->into ? as->into->rel : NULL;
    return table && strcmp(table->relpersistence, "t") == 0;
}

/* Returns the column of RETURNING in an INSERT of one row, if it is the only one, and otherwise NULL. */
static const char *returned_column(const PgQuery__InsertStmt *insert)
{
    const ip_tree *list = IP_ITEMS(insert, returning_list);
    const PgQuery__ResTarget *target = ip_as_res_target(ip_parse_list_item(list, 0));
    const ip_tree *fields = IP_ITEMS(ip_as_column_ref(IP_GET(target, val)), fields);
    size_t count = ip_parse_list_size(fields);
    const PgQuery__SelectStmt *rows = insert ? ip_as_select_stmt(insert->select_stmt) : NULL;
    if (!rows || rows->n_values_lists != 1 || ip_parse_list_size(list) != 1 || count == 0 || *IP_TEXT(target, name))
        return NULL;
    const char *name = ip_parse_string_node(ip_parse_list_item(fields, count - 1));
    return *name ? name : NULL;
}

/* Tells whether the schema has the columns that * stands for there. */
static bool has_known_columns(ip_arena *arena, const ip_schema *schema, const ip_tree *from)
{
    const PgQuery__RangeVar *table = ip_as_range_var(from);
    const PgQuery__JoinExpr *join = ip_as_join_expr(from);
    if (join)
        return !join->is_natural && !join->n_using_clause && has_known_columns(arena, schema, join->larg) &&
               has_known_columns(arena, schema, join->rarg);
    return table && !IP_ITEMS(table->alias, colnames) &&
           ip_templates_table_named(schema, ip_parse_rangevar_name(arena, table));
}

static bool knows_star(ip_arena *arena, const ip_schema *schema, const ip_tree *statement)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    const PgQuery__RangeVar *written = ip_parse_written_relation(statement);
    if (!select)
        return written && ip_templates_table_named(schema, ip_parse_rangevar_name(arena, written));
    for (size_t i = 0; i < select->n_from_clause; i++)
        if (!has_known_columns(arena, schema, select->from_clause[i]))
            return false;
    return !select->with_clause;
}

static bool has_named_results(ip_arena *arena, const ip_schema *schema, const ip_tree *statement)
{
    const PgQuery__SelectStmt *select = ip_as_select_stmt(statement);
    const ip_list *targets = select ? IP_ITEMS(select, target_list) : ip_parse_returning_of(statement);
    size_t i;
    const ip_tree *target;
    IP_LIST_EACH(targets, i, target)
    {
        const ip_tree *value = IP_GET(ip_as_res_target(target), val);
        while (ip_as_type_cast(value)) /* which has the name of what it converts */
            value = ip_as_type_cast(value)->arg;
        const ip_list *fields = IP_ITEMS(ip_as_column_ref(value), fields);
        const ip_tree *last = ip_parse_list_item(fields, ip_parse_list_size(fields) - 1);
        bool star = fields && ip_as_a_star(last);
        bool column = star ? knows_star(arena, schema, statement) : fields && *ip_parse_string_node(last);
        column |= ip_as_func_call(value) != NULL; /* its name is the function's */
        if (!column && !*IP_TEXT(ip_as_res_target(target), name))
            return false;
    }
    return ip_parse_list_size(targets) > 0;
}

ip_role ip_templates_role_of(ip_arena *arena, const ip_schema *schema, const ip_tree *statement,
                             ip_statement_form *form)
{
    static const char upkeep[] = "VacuumStmt ClusterStmt ReindexStmt CheckPointStmt RefreshMatViewStmt AlterSystemStmt "
                                 "CreatedbStmt DropdbStmt LoadStmt AlterDatabaseSetStmt AlterRoleSetStmt";
    static const char noise[] = "VariableShowStmt ListenStmt UnlistenStmt NotifyStmt DeallocateStmt PrepareStmt";
    static const char work[] = "SelectStmt InsertStmt UpdateStmt DeleteStmt MergeStmt CallStmt DoStmt LockStmt "
                               "TruncateStmt CopyStmt DeclareCursorStmt FetchStmt ClosePortalStmt ConstraintsSetStmt "
                               "ExecuteStmt";
    const char *kind = ip_parse_node_kind(statement);
    contents found = {.arena = arena, .form = form, .catalogs = false, .calls = false};
    if (ip_as_transaction_stmt(statement))
        return control_role(arena, ip_as_transaction_stmt(statement), form);
    if (ip_as_variable_set_stmt(statement))
        return setting_role(arena, ip_as_variable_set_stmt(statement), form);
    if (ip_as_discard_stmt(statement))
        return IP_ROLE_RESET;
    if (ip_is_among(noise, kind))
        return IP_ROLE_NOISE;
    if (ip_is_among(upkeep, kind))
        return IP_ROLE_UPKEEP;
    look(&found, statement);
    form->returns = returned_column(ip_as_insert_stmt(statement));
    form->named_results = has_named_results(arena, schema, statement);
    if (is_temporary(statement))
        return IP_ROLE_WORK;
    if (ip_as_explain_stmt(statement))
        return ip_parse_explain_runs(ip_as_explain_stmt(statement)) ? IP_ROLE_WORK : IP_ROLE_NOISE;
    if (!ip_is_among(work, kind))
        return IP_ROLE_SCHEMA;
    if (is_read(statement) && form->tables.count == 0 && !found.calls)
        return found.sets ? IP_ROLE_SETTING : IP_ROLE_NOISE;
    return IP_ROLE_WORK;
}
