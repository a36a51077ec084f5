/* Parses simple statements of PL/pgSQL: assignments, RETURN, RAISE, EXECUTE, embedded SQL. */
#include "plpgsql/block_parser_state.h"

#include <string.h>

static bool end_of_statement(ip_pl_parser *p, ip_pl_list *list, ip_pl_statement *statement)
{
    statement->range.end = ip_pl_peek(p, 0).begin;
    if (!ip_pl_expect(p, ";"))
        return false;
    statement->range.end = p->tokens.items[p->at - 1].end;
    IP_PUSH(p->arena, list, statement);
    return true;
}

bool ip_pl_is_assignment(const ip_pl_parser *p)
{
    ip_token first = ip_pl_peek(p, 0);
    if (first.kind != IP_TOKEN_WORD && first.kind != IP_TOKEN_QUOTED && first.kind != IP_TOKEN_PARAM)
        return false;
    int depth = 0;
    for (int i = 1;; i++) {
        ip_token token = ip_pl_peek(p, i);
        if (token.kind == IP_TOKEN_END || ip_parse_token_is(p->source, token, ";"))
            return false;
        if (ip_parse_token_is(p->source, token, "["))
            depth++;
        else if (ip_parse_token_is(p->source, token, "]"))
            depth--;
        else if (depth == 0 && (ip_parse_token_is(p->source, token, ":=") || ip_parse_token_is(p->source, token, "=")))
            return true;
        else if (depth == 0 && ip_parse_token_is(p->source, token, "."))
            i++; /* a name follows */
        else if (depth == 0)
            return false;
    }
}

static bool assignment(ip_pl_parser *p, ip_pl_list *list)
{
    ip_pl_statement *s = ip_pl_new(p, IP_PL_ASSIGN, ip_pl_peek(p, 0));
    if (!ip_pl_assigned(p, s))
        return false;
    p->at++; /* := or = */
    return ip_pl_expression(p, NULL, "\";\"", &s->expr) && end_of_statement(p, list, s);
}

static bool leave_or_continue(ip_pl_parser *p, ip_pl_list *list, ip_pl_kind kind)
{
    ip_pl_statement *s = ip_pl_new(p, kind, ip_pl_peek(p, 0));
    p->at++;
    ip_token label = ip_pl_peek(p, 0);
    if (!ip_pl_is(p, 0, "when") && (label.kind == IP_TOKEN_WORD || label.kind == IP_TOKEN_QUOTED)) {
        s->label = ip_parse_token_name(p->arena, p->source, label);
        p->at++;
    }
    if (ip_pl_accept(p, "when") && !ip_pl_expression(p, NULL, "\";\"", &s->expr))
        return false;
    return end_of_statement(p, list, s);
}

static bool execute_statement(ip_pl_parser *p, ip_pl_list *list, int words, const char *what)
{
    ip_pl_statement *s = ip_pl_new(p, IP_PL_UNKNOWN, ip_pl_peek(p, 0));
    s->what = what;
    p->at += words;
    return ip_pl_execute(p, s, ";") && end_of_statement(p, list, s);
}

static bool return_statement(ip_pl_parser *p, ip_pl_list *list)
{
    ip_token first = ip_pl_peek(p, 0);
    ip_pl_statement *s = ip_pl_new(p, IP_PL_RETURN, first);
    if (ip_pl_is(p, 1, "query") && ip_pl_is(p, 2, "execute")) {
        return execute_statement(p, list, 3, "RETURN QUERY EXECUTE");
    } else if (ip_pl_is(p, 1, "query")) {
        p->at += 2;
        s->more_follows = true;
        if (!ip_pl_sql(p, s, NULL, "\";\""))
            return false;
    } else {
        p->at++;
        s->more_follows = ip_pl_accept(p, "next");
        if (!ip_pl_is(p, 0, ";") && !ip_pl_expression(p, NULL, "\";\"", &s->expr))
            return false;
    }
    return end_of_statement(p, list, s);
}

/* RAISE [level] ['format' [, args] | condition | SQLSTATE '…'] [USING option = expression, …]; */
static bool raise_statement(ip_pl_parser *p, ip_pl_list *list)
{
    static const char *const harmless[] = {"debug", "log", "info", "notice", "warning"};
    static const char *const arg_enders[] = {",", "using", ";", NULL};
    ip_pl_statement *s = ip_pl_new(p, IP_PL_RAISE, ip_pl_peek(p, 0));
    ip_pl_raise *raise = IP_NEW(p->arena, ip_pl_raise);
    p->at++;
    s->raise = raise;
    s->aborts = true;
    for (size_t i = 0; i < sizeof harmless / sizeof harmless[0]; i++)
        if (ip_pl_accept(p, harmless[i])) {
            s->aborts = false;
            raise->level = harmless[i];
        }
    if (s->aborts)
        ip_pl_accept(p, "exception");
    if (ip_pl_peek(p, 0).kind == IP_TOKEN_STRING) {
        raise->format = ip_pl_string(p, ip_pl_peek(p, 0));
        p->at++;
        while (ip_pl_accept(p, ",")) {
            ip_pl_text arg;
            if (!ip_pl_expression(p, arg_enders, "\",\" or \";\"", &arg))
                return false;
            IP_PUSH(p->arena, &s->args, arg);
            IP_PUSH(p->arena, &raise->args, arg);
        }
    } else {
        if (ip_pl_accept(p, "sqlstate") || (!ip_pl_is(p, 0, "using") && !ip_pl_is(p, 0, ";"))) {
            ip_token condition = ip_pl_peek(p, 0);
            raise->condition = condition.kind == IP_TOKEN_STRING ? ip_pl_string(p, condition)
                                                                 : ip_parse_token_name(p->arena, p->source, condition);
            p->at++;
        }
    }
    if (ip_pl_accept(p, "using")) {
        do {
            ip_pl_text arg;
            const char *option = ip_parse_token_name(p->arena, p->source, ip_pl_peek(p, 0));
            p->at++;
            if (!ip_pl_accept(p, "=") && !ip_pl_expect(p, ":="))
                return false;
            if (!ip_pl_expression(p, arg_enders, "\",\" or \";\"", &arg))
                return false;
            IP_PUSH(p->arena, &s->args, arg);
            ip_pl_raise_option set = {option, arg};
            IP_PUSH(p->arena, &raise->options, set);
        } while (ip_pl_accept(p, ","));
    }
    return end_of_statement(p, list, s);
}

static bool get_diagnostics(ip_pl_parser *p, ip_pl_list *list)
{
    ip_token first = ip_pl_peek(p, 0);
    p->at++;
    bool stacked = ip_pl_accept(p, "stacked");
    if (!stacked)
        ip_pl_accept(p, "current");
    if (!ip_pl_expect(p, "diagnostics"))
        return false;
    do {
        ip_pl_statement *s = ip_pl_new(p, IP_PL_DIAGNOSTICS, first);
        ip_pl_text target;
        int begin = p->at;
        while (ip_pl_peek(p, 0).kind != IP_TOKEN_END && !ip_pl_is(p, 0, "=") && !ip_pl_is(p, 0, ":=") &&
               !ip_pl_is(p, 0, ";"))
            p->at++;
        if (p->at == begin)
            return ip_pl_expected(p, "a variable");
        target = (ip_pl_text){p->source, p->tokens.items[begin].begin, p->tokens.items[p->at - 1].end};
        if (!ip_pl_accept(p, ":=") && !ip_pl_expect(p, "="))
            return false;
        IP_PUSH(p->arena, &s->targets, target);
        s->row_count = !stacked && ip_pl_is(p, 0, "row_count");
        if (ip_pl_peek(p, 0).kind != IP_TOKEN_WORD)
            return ip_pl_expected(p, "an item such as ROW_COUNT");
        s->item = ip_parse_token_name(p->arena, p->source, ip_pl_peek(p, 0));
        p->at++;
        s->range.end = p->tokens.items[p->at - 1].end;
        IP_PUSH(p->arena, list, s);
    } while (ip_pl_accept(p, ","));
    return ip_pl_expect(p, ";");
}

static bool assert_statement(ip_pl_parser *p, ip_pl_list *list)
{
    static const char *const enders[] = {",", ";", NULL};
    ip_pl_statement *s = ip_pl_new(p, IP_PL_ASSERT, ip_pl_peek(p, 0));
    p->at++;
    if (!ip_pl_expression(p, enders, "\";\"", &s->expr))
        return false;
    ip_pl_text message;
    if (ip_pl_accept(p, ",")) {
        if (!ip_pl_expression(p, NULL, "\";\"", &message))
            return false;
        IP_PUSH(p->arena, &s->args, message);
    }
    return end_of_statement(p, list, s);
}

static bool end_of_transaction(ip_pl_parser *p, ip_pl_list *list, ip_pl_kind kind)
{
    ip_pl_statement *s = ip_pl_new(p, kind, ip_pl_peek(p, 0));
    p->at++;
    ip_pl_accept(p, "work");
    if (ip_pl_accept(p, "and")) {
        s->chains = !ip_pl_accept(p, "no");
        if (!ip_pl_expect(p, "chain"))
            return false;
    }
    if (!ip_pl_is(p, 0, ";")) /* ROLLBACK TO …, which PL/pgSQL refuses */
        return ip_pl_expected(p, "\";\"");
    return end_of_statement(p, list, s);
}

static bool sql_statement(ip_pl_parser *p, ip_pl_list *list, ip_pl_kind kind)
{
    ip_pl_statement *s = ip_pl_new(p, kind, ip_pl_peek(p, 0));
    return ip_pl_sql(p, s, NULL, "\";\"") && end_of_statement(p, list, s);
}

static bool null_statement(ip_pl_parser *p, ip_pl_list *list)
{
    ip_pl_statement *s = ip_pl_new(p, IP_PL_NULL, ip_pl_peek(p, 0));
    p->at++;
    return end_of_statement(p, list, s);
}

static bool cursor_statement(ip_pl_parser *p, ip_pl_list *list)
{
    ip_pl_statement *s = ip_pl_new(p, IP_PL_CLOSE, ip_pl_peek(p, 0));
    bool good = ip_pl_is(p, 0, "open")    ? ip_pl_open(p, s)
                : ip_pl_is(p, 0, "fetch") ? ip_pl_fetch_or_move(p, s, false)
                : ip_pl_is(p, 0, "move")  ? ip_pl_fetch_or_move(p, s, true)
                                          : ip_pl_close(p, s);
    return good && end_of_statement(p, list, s);
}

bool ip_pl_simple_statement(ip_pl_parser *p, ip_pl_list *list)
{
    if (ip_pl_is_assignment(p))
        return assignment(p, list);
    if (ip_pl_is(p, 0, "exit"))
        return leave_or_continue(p, list, IP_PL_EXIT);
    if (ip_pl_is(p, 0, "continue"))
        return leave_or_continue(p, list, IP_PL_CONTINUE);
    if (ip_pl_is(p, 0, "return"))
        return return_statement(p, list);
    if (ip_pl_is(p, 0, "raise"))
        return raise_statement(p, list);
    if (ip_pl_is(p, 0, "perform"))
        return sql_statement(p, list, IP_PL_PERFORM);
    if (ip_pl_is(p, 0, "get"))
        return get_diagnostics(p, list);
    if (ip_pl_is(p, 0, "assert"))
        return assert_statement(p, list);
    if (ip_pl_is(p, 0, "null"))
        return null_statement(p, list);
    if (ip_pl_is(p, 0, "commit"))
        return end_of_transaction(p, list, IP_PL_COMMIT);
    if (ip_pl_is(p, 0, "rollback"))
        return end_of_transaction(p, list, IP_PL_ROLLBACK);
    if (ip_pl_is(p, 0, "execute"))
        return execute_statement(p, list, 1, "EXECUTE");
    if (ip_pl_is(p, 0, "open") || ip_pl_is(p, 0, "fetch") || ip_pl_is(p, 0, "move") || ip_pl_is(p, 0, "close"))
        return cursor_statement(p, list);
    return sql_statement(p, list, IP_PL_SQL);
}
