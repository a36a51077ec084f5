/* SQL statements in routines and scripts: queries and writes, CALL, LOCK TABLE, SET and the like. */
#include "base/words.h"
#include "code/coder.h"
#include "workload/load.h"
#include "catalog/partition.h"
#include "catalog/truncate.h"
#include "parse/statement.h"

#include <string.h>

/* The argument for a parameter: by position, or by name. NULL: there is none. */
static const ip_tree *argument_of(const ip_tree *args, const char *name, size_t position)
{
    size_t i;
    const ip_tree *arg;
    IP_LIST_EACH(args, i, arg)
    {
        const PgQuery__NamedArgExpr *named = ip_as_named_arg_expr(arg);
        if (named ? strcmp(IP_TEXT(named, name), name) == 0 : i == position)
            return named ? IP_GET(named, arg) : arg;
    }
    return NULL;
}

/* CALL: values of OUT parameters go to the variables given as their arguments. */
static void call_statement(ip_compiler *c, const PgQuery__CallStmt *body, const ip_pl_statement *s,
                           ip_code_statement *to)
{
    const PgQuery__FuncCall *call = IP_GET(body, funccall);
    const ip_tree *args = IP_ITEMS(call, args);
    const char *name = ip_parse_call_name(c->arena, call);
    ip_called_as as;
    const ip_unit *unit = ip_code_coder_routine(c, call, NULL, &as);
    to->kind = IP_CODE_CALL_PROCEDURE;
    if (!unit || !unit->procedure) {
        if (as.several)
            ip_code_refuse(c, s->range, "call of %s(), which several definitions match", name);
        else
            ip_code_refuse_name(c, s->range, "42883",
                                ip_arena_printf(c->arena, "procedure %s does not exist with these arguments", name),
                                "call of %s(): no such procedure", name);
        return;
    }
    to->expr = ip_code_user_call(c, call, unit, NULL, s->range);
    for (int i = 0; i < unit->parameters.count; i++) {
        const ip_tree *arg = argument_of(args, unit->parameters.items[i].name, (size_t)i);
        ip_code_lvalue target = {.slot = -1};
        const char *parts[3] = {"", "", ""};
        int used;
        if (!unit->parameters.items[i].out)
            continue;
        const ip_tree *fields = IP_ITEMS(ip_as_column_ref(arg), fields);
        int count = (int)ip_parse_list_size(fields);
        for (int k = 0; k < count && k < 3; k++)
            parts[k] = ip_arena_strdup(c->arena, ip_parse_string_node(ip_parse_list_item(fields, (size_t)k)));
        if (count > 0 && count < 4 && c->conflict != IP_CONFLICT_COLUMN)
            target.slot = ip_code_find_variable(c, parts, count, &used);
        if (target.slot >= 0 && used + 1 == count)
            IP_PUSH(c->arena, &target.path, ((ip_code_path_step){parts[used], NULL}));
        if (target.slot >= 0 && !unit->parameters.items[i].in)
            ip_code_add_place(c, IP_GET(ip_as_column_ref(arg), location), count, ip_code_null(c, s->range));
        if (target.slot < 0 && c->unit->kind != IP_UNIT_SCRIPT)
            ip_code_refuse(c, s->range, "the argument for OUT parameter \"%s\" is no variable",
                           unit->parameters.items[i].name);
        else if (target.slot >= 0)
            IP_PUSH(c->arena, &to->targets, target);
        /* No record is cast to a parameter's type, though it would only be assigned to. */
        if (target.slot >= 0 && !target.path.count && c->code->variables.items[target.slot].type.record)
            ip_code_refuse(c, s->range, "a variable of type record as argument for OUT parameter \"%s\"",
                           unit->parameters.items[i].name);
    }
}

/* An exported client (live/) has created all its tables in that schema: names have the same meaning there. */
static bool sets_replay_schema(const PgQuery__VariableSetStmt *set)
{
    const PgQuery__AConst *value = ip_as_a_const(ip_parse_list_item(IP_ITEMS(set, args), 0));
    return strcmp(IP_TEXT(set, name), "search_path") == 0 && ip_parse_list_size(IP_ITEMS(set, args)) == 1 &&
           strcmp(IP_TEXT(ip_const_sval(value), sval), IP_REPLAY_SCHEMA) == 0;
}

static void lock_statement(ip_compiler *c, const PgQuery__LockStmt *body, ip_code_statement *to)
{
    const ip_tree *relations = IP_ITEMS(body, relations);
    ip_lock lock = (ip_lock)(IP_LOCK_TABLE_ACCESS_SHARE + IP_GET(body, mode) - 1);
    to->kind = IP_CODE_LOCK_TABLE;
    to->no_wait = IP_GET(body, nowait);
    if (c->unseen_snapshot)
        ip_code_refuse(c, c->range, "LOCK TABLE after a statement that takes a snapshot and reads nothing");
    ip_catalog_lock_table(c->arena, c->coder->schema, IP_LOCKS_TABLE);
    for (size_t i = 0; i < ip_parse_list_size(relations); i++) {
        ip_code_refuse_materialized(c, ip_as_range_var(ip_parse_list_item(relations, i)),
                                    "\"%s\" is not a table or view");
        const ip_table *table = ip_code_table_named(c, ip_as_range_var(ip_parse_list_item(relations, i)));
        if (!table || lock < IP_LOCK_TABLE_ACCESS_SHARE || lock > IP_LOCK_TABLE_ACCESS_EXCLUSIVE)
            continue;
        if (ip_catalog_partition_whole(c->coder->definitions, table, NULL))
            ip_code_refuse(c, c->range, "LOCK TABLE of a partition");
        ip_family family = ip_catalog_family_of(c->coder->definitions, table);
        if (!IP_GET(ip_as_range_var(ip_parse_list_item(relations, i)), inh)) {
            family.count = 1;
            if (ip_code_is_partitioned(c, table))
                ip_code_refuse(c, c->range, "LOCK TABLE ONLY of a table that has partitions");
        }
        for (int m = 0; m < family.count; m++) {
            ip_catalog_schema_table(c->coder->schema, family.items[m]->name)->locked_whole = true;
            ip_code_locks_table(c, family.items[m], lock);
        }
    }
}

static void truncate_statement(ip_compiler *c, const PgQuery__TruncateStmt *body, ip_code_statement *to)
{
    const ip_truncation all = ip_catalog_truncation_of(c->coder->definitions, c->path ? c->path : c->unit->path, body);
    size_t i;
    const ip_tree *relation;
    to->kind = IP_CODE_EMPTY_TABLES;
    IP_LIST_EACH(IP_ITEMS(body, relations), i, relation)
    {
        ip_code_refuse_materialized(c, ip_as_range_var(relation), "\"%s\" is not a table");
        const ip_table *table = ip_code_table_named(c, ip_as_range_var(relation));
        if (table && table->own)
            ip_code_refuse(c, c->range, "TRUNCATE of a temporary table together with others");
    }
    if (all.error)
        ip_code_refuse(c, c->range, "%s", all.error);
    else if (all.unfollowed)
        ip_code_refuse(c, c->range, "TRUNCATE %s", all.unfollowed);
    to->restarts = IP_GET(body, restart_seqs);
    ip_catalog_lock_table(c->arena, c->coder->schema, IP_LOCKS_TABLE);
    for (int t = 0; t < all.tables.count; t++) {
        ip_catalog_schema_table(c->coder->schema, all.tables.items[t]->name)->locked_whole = true;
        ip_code_locks_table(c, all.tables.items[t], IP_LOCK_TABLE_ACCESS_EXCLUSIVE);
        IP_PUSH(c->arena, &to->tables, all.tables.items[t]);
    }
}

/* EXCLUDE, a key or a foreign key. */
static bool defers_constraint(const ip_schema *schema, const char *name)
{
    bool found = false;
    for (int t = 0; t < schema->tables.count; t++) {
        const ip_table *table = schema->tables.items[t];
        for (int k = 0; k < table->foreign_keys.count; k++)
            found = found ||
                    (table->foreign_keys.items[k].deferrable && strcmp(table->foreign_keys.items[k].name, name) == 0);
        for (int x = 0; x < table->exclusions.count; x++)
            found =
                found || (table->exclusions.items[x].deferrable && strcmp(table->exclusions.items[x].name, name) == 0);
    }
    return found;
}

static void set_constraints(ip_compiler *c, const PgQuery__ConstraintsSetStmt *body, ip_code_statement *to)
{
    const ip_definitions *d = c->coder->definitions;
    size_t i;
    const ip_tree *node;
    to->kind = IP_CODE_SET_CONSTRAINTS;
    to->deferred = IP_GET(body, deferred);
    c->accesses = c->self->touches = true;
    IP_LIST_EACH(IP_ITEMS(body, constraints), i, node)
    {
        const char *name = IP_TEXT(ip_as_range_var(node), relname);
        const ip_trigger *found = NULL;
        for (int t = 0; t < d->triggers.count; t++)
            if (d->triggers.items[t].constraint && strcmp(d->triggers.items[t].name, name) == 0)
                found = &d->triggers.items[t];
        if (found ? !found->deferrable : !defers_constraint(c->coder->schema, name))
            ip_code_refuse(c, c->range, "SET CONSTRAINTS of \"%s\", which is no deferrable trigger or key", name);
        else
            IP_PUSH(c->arena, &to->names, (const char *)ip_arena_strdup(c->arena, name));
    }
}

/* The SELECT of CREATE TABLE AS, of a cursor, of EXPLAIN …; NULL: it has none. */
static const PgQuery__SelectStmt *query_within(const ip_tree *statement)
{
    const PgQuery__Node *node = ip_as_node(statement);
    switch (IP_GET(node, node_case)) {
    case PG_QUERY__NODE__NODE_CREATE_TABLE_AS_STMT:
        return ip_as_select_stmt(node->create_table_as_stmt->query);
    case PG_QUERY__NODE__NODE_DECLARE_CURSOR_STMT:
        return ip_as_select_stmt(node->declare_cursor_stmt->query);
    case PG_QUERY__NODE__NODE_EXPLAIN_STMT:
        return ip_as_select_stmt(node->explain_stmt->query);
    case PG_QUERY__NODE__NODE_PREPARE_STMT:
        return ip_as_select_stmt(node->prepare_stmt->query);
    case PG_QUERY__NODE__NODE_COPY_STMT:
        return ip_as_select_stmt(node->copy_stmt->query);
    case PG_QUERY__NODE__NODE_VIEW_STMT:
        return ip_as_select_stmt(node->view_stmt->query);
    default:
        return NULL;
    }
}

/* NOTIFY is what pg_notify() does, but no query (PostgreSQL: pquery.c, PlannedStmtRequiresSnapshot). */
static void notify_statement(ip_compiler *c, const PgQuery__NotifyStmt *notify, ip_code_statement *to)
{
    ip_parse_error error = {0};
    const char *channel = ip_quoted(c->arena, IP_TEXT(notify, conditionname), '\'');
    const char *payload = ip_quoted(c->arena, IP_TEXT(notify, payload), '\'');
    const ip_tree *call =
        ip_parse_pg_parse_expr(c->arena, ip_arena_printf(c->arena, "pg_notify(%s, %s)", channel, payload), &error);
    to->kind = IP_CODE_NOTIFY;
    to->expr = ip_code_expr_of(c, call, ip_code_scope_new(c, NULL, false));
}

static const char *wrong_return(const ip_pl_statement *s);

static const char *wrong_return_of(ip_pl_statement *const *items, int count)
{
    const char *wrong = NULL;
    for (int i = 0; i < count && !wrong; i++)
        wrong = wrong_return(items[i]);
    return wrong;
}

/* The server's error for a RETURN in a DO (pl_gram.y, make_return_stmt); NULL. */
static const char *wrong_return(const ip_pl_statement *s)
{
    const char *wrong = NULL;
    if (!s)
        return NULL;
    if (s->kind == IP_PL_RETURN && s->more_follows)
        return s->sql_text || s->executes ? "cannot use RETURN QUERY in a non-SETOF function"
                                          : "cannot use RETURN NEXT in a non-SETOF function";
    if (s->kind == IP_PL_RETURN && ip_pl_given(s->expr))
        return "RETURN cannot have a parameter in function returning void";
    wrong = wrong_return_of(s->body.items, s->body.count);
    for (int b = 0; b < s->branches.count && !wrong; b++)
        wrong = wrong_return_of(s->branches.items[b].body.items, s->branches.items[b].body.count);
    for (int h = 0; h < s->handler_list.count && !wrong; h++)
        wrong = wrong_return_of(s->handler_list.items[h].body.items, s->handler_list.items[h].body.count);
    return wrong;
}

/* Its kind is what it is run as if it is a query. */
static void fill_statement(ip_compiler *c, const ip_tree *statement, const ip_pl_statement *s, ip_code_statement *to)
{
    static const char writes[] = "InsertStmt UpdateStmt DeleteStmt MergeStmt";
    static const char nothing[] = "VariableSetStmt ListenStmt";
    const PgQuery__VariableShowStmt *show = ip_as_variable_show_stmt(statement);
    const PgQuery__VariableSetStmt *set = ip_as_variable_set_stmt(statement);
    const PgQuery__ExplainStmt *explain = ip_as_explain_stmt(statement);
    bool shows = show && c->unit->kind == IP_UNIT_SCRIPT;
    /* What values and names mean depends on these. */
    static const char meanings[] =
        "search_path timezone datestyle intervalstyle role row_security session_authorization "
        "extra_float_digits bytea_output";
    const char *kind = ip_parse_node_kind(statement);
    const ip_tree *inner = query_within(statement);
    c->parts_allowed = ip_parse_with_of(inner ? inner : statement) != NULL;
    c->parts.count = 0;
    c->fires = NULL;
    if (ip_code_temporary_statement(c, statement, to)) {
        ; /* no other transaction sees it */
    } else if (ip_as_select_stmt(statement)) {
        to->query = ip_code_select(c, ip_as_select_stmt(statement), ip_code_scope_new(c, NULL, false));
        c->accesses = c->accesses || c->code->script; /* of a client, any query takes a snapshot */
    } else if (ip_is_among(writes, kind)) {
        to->write = ip_code_write_of(c, statement, NULL);
        if (to->kind == IP_CODE_SELECT)
            to->kind = IP_CODE_WRITE;
    } else if (ip_as_call_stmt(statement)) {
        call_statement(c, ip_as_call_stmt(statement), s, to);
    } else if (ip_as_notify_stmt(statement)) {
        notify_statement(c, ip_as_notify_stmt(statement), to);
    } else if (shows || ip_is_among(nothing, kind)) {
        const char *name = show ? show->name : IP_TEXT(set, name);
        if ((ip_is_among(meanings, name) || strchr(name, '.')) && !sets_replay_schema(set))
            ip_code_refuse(c, s->range, "SET %s", name);
        to->kind = IP_CODE_NOTHING;
    } else if (ip_as_do_stmt(statement) && s->anonymous) {
        const char *wrong = wrong_return(s->anonymous->written ? s->anonymous->written : s->anonymous->tree);
        if (wrong)
            ip_code_refuse_wrong(c, s->range, "42804", wrong, "%s", wrong);
        const PgQuery__FuncCall *call = ip_parse_message_new(c->arena, &pg_query__func_call__descriptor);
        to->kind = IP_CODE_CALL_PROCEDURE;
        to->expr = ip_code_user_call(c, call, s->anonymous, NULL, s->range);
    } else if (explain && c->unit->kind == IP_UNIT_SCRIPT && !ip_parse_explain_runs(explain)) {
        to->kind = IP_CODE_NOTHING;
        c->unseen_snapshot = true;
    } else if (ip_code_sql_cursor(c, statement, s, to)) {
        ;
    } else if (ip_as_lock_stmt(statement)) {
        lock_statement(c, ip_as_lock_stmt(statement), to);
    } else if (ip_as_constraints_set_stmt(statement)) {
        set_constraints(c, ip_as_constraints_set_stmt(statement), to);
    } else if (ip_as_truncate_stmt(statement)) {
        truncate_statement(c, ip_as_truncate_stmt(statement), to);
    } else {
        ip_code_refuse(c, s->range, "%s", ip_parse_statement_words(c->arena, statement));
        to->kind = IP_CODE_NOTHING;
    }
    to->no_rows = to->kind == IP_CODE_NOTHING || to->kind == IP_CODE_NOTIFY || to->kind == IP_CODE_LOCK_TABLE ||
                  to->kind == IP_CODE_SET_CONSTRAINTS || (to->kind == IP_CODE_CALL_PROCEDURE && s->executes);
    for (int i = 0; i < c->parts.count; i++)
        IP_PUSH(c->arena, &to->parts, c->parts.items[i]);
}

void ip_code_check_destination(ip_compiler *c, const ip_pl_statement *s, const ip_code_statement *to)
{
    bool rows =
        to->kind == IP_CODE_SELECT || (to->kind == IP_CODE_WRITE && to->write && to->write->returning_count > 0);
    if (strcmp(c->unit->language, "plpgsql") == 0 && to->kind == IP_CODE_WRITE && rows && s->targets.count == 0 &&
        !s->executes)
        ip_code_refuse(c, s->range, "rows without a destination (PERFORM or INTO)");
    if (s->targets.count > 0 && !rows && to->kind != IP_CODE_NOTHING && to->kind != IP_CODE_LOCK_TABLE &&
        to->kind != IP_CODE_SET_CONSTRAINTS && to->kind != IP_CODE_FETCH)
        ip_code_refuse_routine(c, s->range, "INTO of a statement without rows");
}

void ip_code_fill(ip_compiler *c, const ip_pl_statement *s, const char *text, ip_code_statement *to)
{
    ip_parse_error error;
    ip_code_saved saved = ip_code_enter_text(c, text, s->range, 0, &to->sql);
    const ip_tree *statements = ip_parse_pg_parse(c->arena, c->text->text, &error);
    if (ip_parse_list_size(statements) == 1)
        fill_statement(c, ip_parse_statement_at(statements, 0), s, to);
    else
        ip_code_refuse_routine(c, s->range, "%s", statements ? "a text of several statements" : error.message);
    ip_code_leave_text(c, saved, NULL);
    if (to->kind != IP_CODE_FOR_QUERY && to->kind != IP_CODE_RETURN_QUERY)
        ip_code_check_destination(c, s, to);
}

static ip_code_statement *static_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list,
                                           ip_code_statement_kind kind)
{
    ip_code_statement *to = ip_code_push(c, list, kind, s->range);
    ip_parse_error error;
    ip_code_saved saved = ip_code_enter_text(c, s->sql_text ? s->sql_text : "", s->sql, 0, &to->sql);
    const ip_tree *statements = ip_parse_pg_parse(c->arena, c->text->text, &error);
    if (ip_parse_list_size(statements) == 1)
        fill_statement(c, ip_parse_statement_at(statements, 0), s, to);
    else
        ip_code_refuse_routine(c, s->sql, "%s", statements ? "one statement expected" : error.message);
    ip_code_leave_text(c, saved, &to->accesses);
    return to;
}

/* An EXECUTE whose text is known: in the text only the values of USING are in scope. */
ip_code_statement *ip_code_query_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list,
                                           ip_code_statement_kind kind)
{
    if (!s->folded)
        return static_statement(c, s, list, kind);
    IP_VEC(int) slots = {0};
    for (int i = 0; i < s->args.count; i++) {
        const char *name = ip_arena_printf(c->arena, "$%d", i + 1);
        IP_PUSH(c->arena, &slots, ip_code_hidden(c, name, ip_code_type_any()));
        ip_code_assign(c, list, slots.items[i], s->args.items[i], s->args.items[i]);
    }
    IP_VEC(ip_code_name) hidden = {c->names.items, c->names.count, c->names.capacity};
    memset(&c->names, 0, sizeof c->names);
    ip_code_open_level(c, NULL);
    for (int i = 0; i < slots.count; i++)
        ip_code_see(c, c->code->variables.items[slots.items[i]].name, slots.items[i]);
    ip_code_statement *to = static_statement(c, s, list, kind);
    c->names.items = hidden.items;
    c->names.count = hidden.count;
    c->names.capacity = hidden.capacity;
    return to;
}
