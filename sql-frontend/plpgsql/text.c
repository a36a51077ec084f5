/* Extracts the SQL texts inside PL/pgSQL statements and parses them. */
#include "plpgsql/block_parser_state.h"

#include "parse/pg_parse.h"

#include <string.h>

char *ip_pl_copy(ip_arena *arena, ip_range range)
{
    size_t length = range.end > range.begin ? range.end - range.begin : 0;
    char *text = ip_arena_strndup(arena, range.source ? range.source->text + range.begin : "", length);
    for (size_t i = 0; i < length; i++)
        if (text[i] == 0)
            text[i] = 1;
    return text;
}

const char *ip_pl_type_text(const ip_pl_parser *p, int begin)
{
    const char *text = "";
    bool copied = false, word = false;
    for (int i = begin; i < p->at; i++)
        copied = copied || ip_parse_token_is(p->source, p->tokens.items[i], "%");
    for (int i = begin; i < p->at; i++) {
        ip_token token = p->tokens.items[i];
        bool name = token.kind == IP_TOKEN_WORD || (copied && token.kind == IP_TOKEN_QUOTED);
        bool keyword = i > begin && ip_parse_token_is(p->source, p->tokens.items[i - 1], "%"); /* TYPE, ROWTYPE */
        const char *piece = name && !keyword ? ip_parse_token_name(p->arena, p->source, token)
                                             : ip_pl_copy(p->arena, (ip_range){p->source, token.begin, token.end});
        bool gap = word && i > begin && token.kind != IP_TOKEN_OPERATOR && p->tokens.items[i - 1].end < token.begin;
        text = ip_arena_printf(p->arena, "%s%s%s", text, gap ? " " : "", piece);
        word = token.kind != IP_TOKEN_OPERATOR || ip_parse_token_is(p->source, token, ")");
    }
    return text;
}

const char *ip_pl_string(ip_pl_parser *p, ip_token token)
{
    ip_parse_error error;
    const ip_tree *tree =
        ip_parse_pg_parse_expr(p->arena, ip_pl_copy(p->arena, (ip_range){p->source, token.begin, token.end}), &error);
    const PgQuery__String *value = ip_const_sval(ip_as_a_const(tree));
    const char *text = ip_arena_strdup(p->arena, IP_TEXT(value, sval));
    return text;
}

/* How the nesting inside an expression changes at the token. */
static int nesting(const ip_pl_parser *p, ip_token token)
{
    if (ip_parse_token_is(p->source, token, "(") || ip_parse_token_is(p->source, token, "[") ||
        ip_parse_token_is(p->source, token, "case"))
        return 1;
    if (ip_parse_token_is(p->source, token, ")") || ip_parse_token_is(p->source, token, "]") ||
        ip_parse_token_is(p->source, token, "end"))
        return -1;
    return 0;
}

static bool is_one_of(const ip_pl_parser *p, ip_token token, const char *const *words)
{
    for (; words && *words; words++)
        if (ip_parse_token_is(p->source, token, *words))
            return true;
    return false;
}

bool ip_pl_comes(const ip_pl_parser *p, const char *word, const char *before)
{
    int depth = 0;
    for (int i = 0;; i++) {
        ip_token token = ip_pl_peek(p, i);
        if (token.kind == IP_TOKEN_END || ip_parse_token_is(p->source, token, ";") ||
            (depth == 0 && before && ip_parse_token_is(p->source, token, before)))
            return false;
        if (depth == 0 && ip_parse_token_is(p->source, token, word))
            return true;
        depth += nesting(p, token);
        if (depth < 0)
            return false;
    }
}

static bool report_parse_error(ip_pl_parser *p, size_t at, const char *message)
{
    p->broken = true;
    ip_diagnostics_add(p->diagnostics, IP_ERROR, (ip_range){p->source, at, at}, NULL, "%s", message);
    return false;
}

bool ip_pl_expression(ip_pl_parser *p, const char *const *enders, const char *expected, ip_pl_text *result)
{
    int depth = 0, begin = p->at;
    for (;; p->at++) {
        ip_token token = ip_pl_peek(p, 0);
        if (token.kind == IP_TOKEN_END || token.kind == IP_TOKEN_BROKEN || ip_parse_token_is(p->source, token, ";"))
            break;
        if (depth == 0 && is_one_of(p, token, enders))
            break;
        depth += nesting(p, token);
    }
    ip_token last = ip_pl_peek(p, 0);
    if (!is_one_of(p, last, enders) && !(ip_parse_token_is(p->source, last, ";") && strcmp(expected, "\";\"") == 0))
        return ip_pl_expected(p, expected);
    if (p->at == begin)
        return ip_pl_expected(p, "an expression");
    *result = (ip_pl_text){p->source, p->tokens.items[begin].begin, p->tokens.items[p->at - 1].end};
    ip_parse_error error;
    const ip_tree *tree = ip_parse_pg_parse_expr(p->arena, ip_pl_copy(p->arena, *result), &error);
    if (!tree) {
        size_t offset = error.offset > IP_PG_EXPR_SHIFT ? error.offset - IP_PG_EXPR_SHIFT : 0;
        return report_parse_error(p, result->begin + offset, error.message);
    }
    return true;
}

/* name, name.field, $1; with subscripts also a[1], r.f[1].g */
static bool target(ip_pl_parser *p, bool subscripts, ip_pl_text *result)
{
    ip_token first = ip_pl_peek(p, 0);
    if (first.kind != IP_TOKEN_WORD && first.kind != IP_TOKEN_QUOTED && first.kind != IP_TOKEN_PARAM)
        return ip_pl_expected(p, "a variable");
    p->at++;
    for (;;) {
        ip_token next = ip_pl_peek(p, 1);
        if (ip_pl_is(p, 0, ".") && (next.kind == IP_TOKEN_WORD || next.kind == IP_TOKEN_QUOTED)) {
            p->at += 2;
        } else if (subscripts && ip_pl_is(p, 0, "[")) {
            int depth = 0;
            do {
                ip_token token = ip_pl_peek(p, 0);
                if (token.kind == IP_TOKEN_END || ip_parse_token_is(p->source, token, ";"))
                    return ip_pl_expected(p, "\"]\"");
                depth += nesting(p, token);
                p->at++;
            } while (depth > 0);
        } else {
            break;
        }
    }
    *result = (ip_pl_text){p->source, first.begin, p->tokens.items[p->at - 1].end};
    return true;
}

bool ip_pl_assigned(ip_pl_parser *p, ip_pl_statement *statement)
{
    ip_pl_text one;
    if (!target(p, true, &one))
        return false;
    IP_PUSH(p->arena, &statement->targets, one);
    return true;
}

bool ip_pl_targets(ip_pl_parser *p, ip_pl_statement *statement)
{
    do {
        ip_pl_text one;
        if (!target(p, false, &one))
            return false;
        IP_PUSH(p->arena, &statement->targets, one);
    } while (ip_pl_accept(p, ","));
    return true;
}

static void blank(char *text, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        if (text[i] != '\n')
            text[i] = ' ';
}

bool ip_pl_execute(ip_pl_parser *p, ip_pl_statement *statement, const char *ender)
{
    const char *const enders[] = {"into", "using", ",", ender, NULL};
    const char *expected = ip_arena_printf(p->arena, "\"%s\"", ender);
    statement->executes = true;
    if (!ip_pl_expression(p, enders, expected, &statement->expr))
        return false;
    for (;;) {
        if (statement->targets.count == 0 && ip_pl_accept(p, "into")) {
            statement->strict = ip_pl_accept(p, "strict");
            if (!ip_pl_targets(p, statement))
                return false;
        } else if (statement->args.count == 0 && ip_pl_accept(p, "using")) {
            do {
                ip_pl_text value;
                if (!ip_pl_expression(p, enders, expected, &value))
                    return false;
                IP_PUSH(p->arena, &statement->args, value);
            } while (ip_pl_accept(p, ","));
        } else {
            return ip_pl_is(p, 0, ender) || ip_pl_expected(p, expected);
        }
    }
}

bool ip_pl_sql(ip_pl_parser *p, ip_pl_statement *statement, const char *ender, const char *expected)
{
    int begin = p->at, depth = 0;
    size_t cut_begin = 0, cut_end = 0;
    for (;;) {
        ip_token token = ip_pl_peek(p, 0);
        if (token.kind == IP_TOKEN_END || token.kind == IP_TOKEN_BROKEN || ip_parse_token_is(p->source, token, ";") ||
            (ender && depth == 0 && ip_parse_token_is(p->source, token, ender)))
            break;
        ip_token before = p->at > begin ? p->tokens.items[p->at - 1] : (ip_token){IP_TOKEN_END, 0, 0};
        /* As in PostgreSQL, any INTO but INSERT's and MERGE's names the statement's targets. */
        if (ip_parse_token_is(p->source, token, "into") && !ip_parse_token_is(p->source, before, "insert") &&
            !ip_parse_token_is(p->source, before, "merge") && !ender && cut_end == 0) {
            cut_begin = token.begin;
            p->at++;
            statement->strict = ip_pl_accept(p, "strict");
            if (!ip_pl_targets(p, statement))
                return false;
            cut_end = p->tokens.items[p->at - 1].end;
            continue;
        }
        depth += nesting(p, token);
        p->at++;
    }
    ip_token last = ip_pl_peek(p, 0);
    if (!ip_parse_token_is(p->source, last, ender ? ender : ";"))
        return ip_pl_expected(p, expected);
    if (p->at == begin)
        return ip_pl_expected(p, "an SQL statement");
    statement->sql = (ip_pl_text){p->source, p->tokens.items[begin].begin, p->tokens.items[p->at - 1].end};
    char *text = ip_pl_copy(p->arena, statement->sql);
    if (cut_end)
        blank(text, cut_begin - statement->sql.begin, cut_end - statement->sql.begin);
    if (statement->kind == IP_PL_PERFORM)
        memcpy(text, "SELECT ", strlen("PERFORM"));
    statement->sql_text = text;
    ip_parse_error error;
    const ip_tree *tree = ip_parse_pg_parse(p->arena, text, &error);
    if (!tree)
        return report_parse_error(p, statement->sql.begin + error.offset, error.message);
    return true;
}
