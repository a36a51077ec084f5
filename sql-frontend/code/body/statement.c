/* Statements that contain no others, and the texts in them. */
#include "code/coder.h"

#include "base/words.h"

#include <ctype.h>
#include <string.h>

ip_code_saved ip_code_enter_text(ip_compiler *c, const char *text, ip_range range, size_t shift, ip_code_sql *sql)
{
    ip_code_saved saved = {c->text, c->shift, c->range, c->sql, c->accesses, c->callees, c->with_queries.count};
    c->text = ip_source_from_text(c->arena, "", text, strlen(text));
    c->shift = shift;
    c->range = range;
    c->sql = sql;
    c->accesses = false;
    memset(&c->callees, 0, sizeof c->callees);
    c->queries = 0;
    if (sql)
        sql->text = c->text->text;
    return saved;
}

void ip_code_leave_text(ip_compiler *c, ip_code_saved saved, bool *accesses)
{
    ip_code_unused_with_queries(c, saved.with_queries);
    if (accesses && c->accesses)
        *accesses = true;
    for (int i = 0; accesses && i < c->callees.count; i++) {
        ip_code_waiting waiting = {accesses, c->callees.items[i]};
        IP_PUSH(c->arena, &c->coder->waiting, waiting);
    }
    c->text = saved.text;
    c->shift = saved.shift;
    c->range = saved.range;
    c->sql = saved.sql;
    c->accesses = saved.accesses;
    c->callees = saved.callees;
}

/* (SELECT …) + 1 gives one row; "v FROM t" and functions that return sets give as many as there are. */
static int rows_counted(ip_compiler *c, const char *text, const ip_tree *tree)
{
    ip_parse_error error;
    if (ip_code_returns_rows(c, tree))
        return IP_CODE_SOME_ROWS;
    if (!ip_parse_has_subquery(tree))
        return 0;
    const ip_tree *whole = ip_parse_pg_parse(c->arena, ip_arena_printf(c->arena, "SELECT %s", text), &error);
    const PgQuery__SelectStmt *select = ip_as_select_stmt(ip_parse_statement_at(whole, 0));
    bool plain = select && !IP_ITEMS(select, from_clause) && !IP_GET(select, where_clause);
    return plain ? 1 : IP_CODE_SOME_ROWS;
}

const ip_code_expr *ip_code_text_expr(ip_compiler *c, ip_pl_text text, ip_code_sql *sql, bool *accesses)
{
    const char *copy = ip_range_text(c->arena, text);
    ip_code_saved saved = ip_code_enter_text(c, copy, text, IP_PG_EXPR_SHIFT, sql);
    ip_parse_error error;
    const ip_tree *tree = ip_parse_pg_parse_expr(c->arena, copy, &error);
    const ip_code_expr *expr;
    if (tree && ip_code_returns_rows(c, tree)) { /* its row; none is NULL, several are an error */
        PgQuery__SelectStmt *select = ip_parse_message_new(c->arena, &pg_query__select_stmt__descriptor);
        PgQuery__SubLink *link = ip_parse_message_new(c->arena, &pg_query__sub_link__descriptor);
        IP_SET_LIST(select, target_list, *ip_parse_list_one(c->arena, ip_parse_target_of(c->arena, tree)));
        select->op = PG_QUERY__SET_OPERATION__SETOP_NONE;
        link->sub_link_type = PG_QUERY__SUB_LINK_TYPE__EXPR_SUBLINK;
        link->subselect = ip_parse_node_of(c->arena, select);
        expr = ip_code_expr_of(c, ip_parse_node_of(c->arena, link), NULL);
    } else if (tree) {
        expr = ip_code_expr_of(c, tree, NULL);
    } else {
        ip_code_refuse_routine(c, text, "%s", error.message);
        expr = ip_code_null(c, text);
    }
    if (tree && sql)
        sql->counts = rows_counted(c, copy, tree);
    ip_code_leave_text(c, saved, accesses);
    return expr;
}

ip_code_statement *ip_code_push(ip_compiler *c, ip_code_list *list, ip_code_statement_kind kind, ip_range range)
{
    ip_code_statement *s = IP_NEW(c->arena, ip_code_statement);
    s->kind = kind;
    s->id = c->code->statement_count++;
    s->range = range;
    s->cursor = -1;
    IP_PUSH(c->arena, list, s);
    return s;
}

static void set_slot(ip_compiler *c, ip_code_statement *s, int slot)
{
    ip_code_lvalue target = {.slot = slot};
    IP_PUSH(c->arena, &s->targets, target);
}

void ip_code_assign(ip_compiler *c, ip_code_list *list, int slot, ip_pl_text text, ip_range range)
{
    ip_code_statement *s = ip_code_push(c, list, IP_CODE_ASSIGN, range);
    set_slot(c, s, slot);
    s->expr = ip_pl_given(text) ? ip_code_text_expr(c, text, &s->sql, &s->accesses) : ip_code_null(c, range);
}

const ip_code_expr *ip_code_hoisted(ip_compiler *c, ip_code_list *list, ip_pl_text text, const char *name,
                                    ip_code_type type)
{
    ip_code_sql *sql = IP_NEW(c->arena, ip_code_sql);
    bool accesses = false;
    int waiting = c->coder->waiting.count;
    const ip_code_expr *expr = ip_code_text_expr(c, text, sql, &accesses);
    if (!accesses && !sql->counts && c->coder->waiting.count == waiting)
        return expr;
    ip_code_statement *s = ip_code_push(c, list, IP_CODE_ASSIGN, text);
    int slot = ip_code_hidden(c, name, type);
    set_slot(c, s, slot);
    s->expr = expr;
    s->sql = *sql;
    s->accesses = accesses;
    for (int i = waiting; i < c->coder->waiting.count; i++)
        c->coder->waiting.items[i].accesses = &s->accesses;
    return ip_code_variable_expr(c, slot, text);
}

void ip_code_into(ip_compiler *c, const ip_pl_statement *s, ip_code_statement *to)
{
    for (int i = 0; i < s->targets.count; i++) {
        ip_code_lvalue target;
        if (ip_code_lvalue_of(c, s->targets.items[i], &target))
            IP_PUSH(c->arena, &to->targets, target);
    }
    to->strict = s->strict;
    to->executes = s->executes;
    for (int i = 0; to->kind != IP_CODE_CALL_PROCEDURE && to->targets.count > 1 && i < to->targets.count; i++)
        if (!to->targets.items[i].path.count &&
            ip_code_is_record(&c->code->variables.items[to->targets.items[i].slot].type))
            ip_code_refuse_routine(c, s->range, "a record among several INTO targets");
}

static void set_variable(ip_compiler *c, ip_code_list *list, int slot, int from, ip_range range)
{
    ip_code_statement *s = ip_code_push(c, list, IP_CODE_ASSIGN, range);
    set_slot(c, s, slot);
    s->expr = ip_code_variable_expr(c, from, range);
}

/* EXECUTE leaves FOUND alone. */
static int keep_found(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    if (!s->executes || c->code->found < 0)
        return -1;
    int found = ip_code_hidden(c, "found before", c->code->variables.items[c->code->found].type);
    set_variable(c, list, found, c->code->found, s->range);
    return found;
}

static ip_code_statement *push_error(ip_compiler *c, ip_code_list *list, ip_range range, const char *sqlstate,
                                     const char *message)
{
    ip_code_statement *to = ip_code_push(c, list, IP_CODE_RAISE, range);
    to->aborts = true;
    to->sqlstate = sqlstate;
    to->message = message;
    return to;
}

/* PL/pgSQL runs a query whose rows go nowhere, and fails then (PostgreSQL 15, pl_exec.c, exec_stmt_execsql). */
static void refuse_rows(ip_compiler *c, const ip_pl_statement *s, ip_code_statement *to, ip_code_list *list)
{
    if (strcmp(c->unit->language, "plpgsql") != 0 || to->kind != IP_CODE_SELECT || s->targets.count > 0 || s->executes)
        return;
    to->kind = IP_CODE_PERFORM;
    push_error(c, list, s->range, "42601", "query has no destination for result data");
}

static void sql_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    int found = keep_found(c, s, list);
    ip_code_statement *to = ip_code_query_statement(c, s, list, IP_CODE_SELECT);
    ip_code_into(c, s, to);
    if (found >= 0)
        set_variable(c, list, c->code->found, found, s->range);
    if (s->executes && s->targets.count == 0 && to->kind == IP_CODE_SELECT)
        to->kind = IP_CODE_PERFORM;
    if (c->unit->kind == IP_UNIT_SCRIPT && to->targets.count > 0)
        to->strict = true; /* \gset wants exactly one row */
    refuse_rows(c, s, to, list);
    ip_code_check_destination(c, s, to);
}

static void execute_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    bool returns = strncmp(s->what, "RETURN", 6) == 0;
    int found = returns ? -1 : keep_found(c, s, list);
    ip_code_into(c, s, ip_code_execute_text(c, s, list));
    if (found >= 0)
        set_variable(c, list, c->code->found, found, s->range);
}

static void return_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    if (s->more_follows && s->sql_text && *s->sql_text) {
        ip_code_query_statement(c, s, list, IP_CODE_RETURN_QUERY);
        return;
    }
    ip_code_statement *to = ip_code_push(c, list, s->more_follows ? IP_CODE_RETURN_NEXT : IP_CODE_RETURN, s->range);
    if (ip_pl_given(s->expr) && c->unit->kind == IP_UNIT_SCRIPT)
        ip_code_refuse_wrong(c, s->range, "42804", "RETURN cannot have a parameter in function returning void",
                             "RETURN of a value in a block");
    if (ip_pl_given(s->expr) && c->self->trigger && ip_code_return_row(c, s->expr, to))
        return;
    if (ip_pl_given(s->expr))
        to->expr = ip_code_text_expr(c, s->expr, &to->sql, &to->accesses);
    if (s->more_follows && !c->code->returns_set)
        ip_code_refuse_routine(c, s->range, "RETURN NEXT in a function that does not return a set");
}

/* The number of % that take an argument. */
static int placeholders(const char *format)
{
    int count = 0;
    for (const char *at = format; *at; at++) {
        if (*at != '%')
            continue;
        if (at[1] == '%')
            at++;
        else
            count++;
    }
    return count;
}

/* Something that may be said once, and was said before. */
static bool is_given(const ip_pl_raise *raise, int number)
{
    const char *name = raise->options.items[number].name;
    bool given =
        strcmp(name, "errcode") == 0 ? raise->condition != NULL : strcmp(name, "message") == 0 && raise->format;
    for (int i = 0; i < number; i++)
        given = given || strcmp(raise->options.items[i].name, name) == 0;
    return given;
}

/* NULL, or the option that is an error. */
static const char *raise_options(ip_compiler *c, const ip_pl_raise *raise, ip_code_list *list, ip_code_statement *to)
{
    for (int i = 0; i < raise->options.count; i++) {
        const ip_pl_raise_option *option = &raise->options.items[i];
        if (is_given(raise, i))
            return option->name;
        const ip_code_expr *value = ip_code_hoisted(c, list, option->value, option->name, ip_code_type_any());
        if (strcmp(option->name, "errcode") == 0 && value->kind == IP_CODE_CONSTANT && value->text) {
            to->sqlstate = value->text;
        } else if (strcmp(option->name, "message") == 0) {
            to->expr = value;
        } else {
            IP_PUSH(c->arena, &to->names, option->name);
            IP_PUSH(c->arena, &to->args, value);
        }
    }
    return NULL;
}

static void raise_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    const ip_pl_raise *raise = s->raise;
    IP_VEC(const ip_code_expr *) args = {0};
    ip_code_statement read = {.sqlstate = NULL};
    if (raise) {
        for (int i = 0; i < raise->args.count; i++)
            IP_PUSH(c->arena, &args, ip_code_hoisted(c, list, raise->args.items[i], "argument", ip_code_type_any()));
        if (raise->unsure)
            ip_code_refuse(c, s->range, "an error whose SQLSTATE is not known");
        read.message = raise->format;
        read.sqlstate = raise->condition;
        const char *twice = raise_options(c, raise, list, &read);
        if (twice) {
            char *name = ip_arena_strdup(c->arena, twice);
            for (char *at = name; *at; at++)
                *at = (char)toupper((unsigned char)*at);
            push_error(c, list, s->range, "42601",
                       ip_arena_printf(c->arena, "RAISE option already specified: %s", name));
            return;
        }
        if (raise->format && placeholders(raise->format) != args.count)
            ip_code_refuse_routine(c, s->range, "RAISE with too many or too few arguments");
    }
    bool again = raise && !raise->format && !read.sqlstate && raise->options.count == 0;
    if (again && c->error_code < 0) {
        push_error(c, list, s->range, "0Z002", "RAISE without parameters cannot be used outside an exception handler");
        return;
    }
    if (!raise) {
        push_error(c, list, s->range, "case_not_found", "case not found");
        return;
    }
    ip_code_statement *to = ip_code_push(c, list, IP_CODE_RAISE, s->range);
    to->aborts = s->aborts;
    to->level = s->aborts ? NULL : raise->level;
    to->message = read.message;
    to->expr = read.expr;
    for (int i = 0; i < args.count; i++)
        IP_PUSH(c->arena, &to->args, args.items[i]);
    for (int i = 0; i < read.names.count; i++) {
        IP_PUSH(c->arena, &to->args, read.args.items[i]);
        IP_PUSH(c->arena, &to->names, read.names.items[i]);
    }
    if (!again)
        to->sqlstate = read.sqlstate ? read.sqlstate : "P0001";
}

static void diagnostics(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    static const char stacked[] =
        "returned_sqlstate message_text column_name constraint_name pg_datatype_name table_name "
        "schema_name pg_exception_detail pg_exception_hint pg_exception_context";
    const char *item = s->item ? s->item : "";
    bool of_error = !s->row_count && ip_is_among(stacked, item);
    if (of_error && c->error_code < 0) {
        push_error(c, list, s->range, "0Z002", "GET STACKED DIAGNOSTICS cannot be used outside an exception handler");
        return;
    }
    bool code = strcmp(item, "returned_sqlstate") == 0, message = strcmp(item, "message_text") == 0;
    int slot = code ? c->error_code : c->error_message;
    ip_code_statement *to = ip_code_push(c, list,
                                         s->row_count                    ? IP_CODE_ROW_COUNT
                                         : of_error && !code && !message ? IP_CODE_STACKED
                                                                         : IP_CODE_ASSIGN,
                                         s->range);
    ip_code_into(c, s, to);
    to->message = to->kind == IP_CODE_STACKED ? item : NULL;
    if (to->kind != IP_CODE_ASSIGN)
        return;
    to->expr = ip_code_null(c, s->range);
    if (code || message)
        to->expr = ip_code_variable_expr(c, slot, s->range);
    else { /* not known in memory: a run that gets here stops */
        ip_code_expr *unknown = ip_code_make(c, IP_CODE_FUNCTION, s->range, 0, NULL);
        unknown->name = ip_arena_printf(c->arena, "GET DIAGNOSTICS %s", item);
        to->expr = unknown;
    }
}

static void assert_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    if (c->coder->definitions->asserts_change && !s->bounds)
        ip_code_refuse(c, s->range, "ASSERT, which plpgsql.check_asserts may switch off");
    ip_code_statement *to = ip_code_push(c, list, IP_CODE_ASSERT, s->range);
    to->expr = ip_code_text_expr(c, s->expr, &to->sql, &to->accesses);
    bool accesses = false;
    for (int i = 0; i < s->args.count; i++)
        IP_PUSH(c->arena, &to->args, ip_code_text_expr(c, s->args.items[i], NULL, &accesses));
    if (accesses)
        ip_code_refuse(c, s->range, "the message of ASSERT reads a table");
}

static void assign_statement(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    ip_code_statement *to = ip_code_push(c, list, IP_CODE_ASSIGN, s->range);
    to->expr = ip_code_text_expr(c, s->expr, &to->sql, &to->accesses);
    ip_code_into(c, s, to);
}

void ip_code_simple(ip_compiler *c, const ip_pl_statement *s, ip_code_list *list)
{
    switch (s->kind) {
    case IP_PL_ASSIGN:
        assign_statement(c, s, list);
        break;
    case IP_PL_RETURN:
        return_statement(c, s, list);
        break;
    case IP_PL_RAISE:
        raise_statement(c, s, list);
        break;
    case IP_PL_SQL:
        sql_statement(c, s, list);
        break;
    case IP_PL_PERFORM:
        ip_code_query_statement(c, s, list, IP_CODE_PERFORM);
        break;
    case IP_PL_DIAGNOSTICS:
        diagnostics(c, s, list);
        break;
    case IP_PL_ASSERT:
        assert_statement(c, s, list);
        break;
    case IP_PL_COMMIT:
        ip_code_push(c, list, IP_CODE_COMMIT, s->range);
        break;
    case IP_PL_ROLLBACK:
        ip_code_push(c, list, IP_CODE_ROLLBACK, s->range);
        break;
    case IP_PL_OPEN:
    case IP_PL_FETCH:
    case IP_PL_CLOSE:
        ip_code_cursor_statement(c, s, list);
        break;
    case IP_PL_NULL:
        if (s->schema_statement)
            ip_code_refuse(c, s->range, "a schema statement within a transaction");
        c->unseen_snapshot = c->unseen_snapshot || s->takes_snapshot;
        ip_code_push(c, list, IP_CODE_NOTHING, s->range);
        break;
    case IP_PL_UNKNOWN:
        if (s->executes)
            execute_statement(c, s, list);
        else
            ip_code_refuse(c, s->range, "%s", s->what ? s->what : "a statement that is not understood");
        break;
    default:
        ip_code_refuse(c, s->range, "%s", s->what ? s->what : "a statement that is not understood");
        break;
    }
}
