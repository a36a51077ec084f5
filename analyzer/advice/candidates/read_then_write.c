/* A statement that reads a row and a later statement that writes it: the code between them, and the behaviour without a
 * row. */
#include "advice/candidates/read_then_write.h"

#include "parse/lexer.h"

#include <string.h>

bool ip_advice_same_expr(ip_arena *arena, const ip_program *program, const ip_statement *s, const ip_expr *a,
                         const ip_statement *u, const ip_expr *b)
{
    return a && b &&
           strcmp(ip_program_expr_text(arena, a, program, s), ip_program_expr_text(arena, b, program, u)) == 0;
}

bool ip_advice_written_between(const ip_program *program, int first, int last, const ip_table *table)
{
    for (int s = first + 1; s < last; s++) {
        const ip_statement *between = &program->statements.items[s];
        bool writes = between->kind != IP_SELECT && between->kind != IP_ABORT;
        for (int i = 0; writes && i < between->sources.count; i++)
            if (between->kind == IP_UNKNOWN || between->sources.items[i].table == table)
                return true;
    }
    return false;
}

ip_range ip_advice_whole_lines(ip_range statement)
{
    const ip_source *source = statement.source;
    ip_token next = ip_parse_lex(source, statement.end, source->length, true);
    ip_range range = statement;
    if (ip_parse_token_is(source, next, ";"))
        range.end = next.end;
    size_t begin = range.begin, end = range.end;
    while (begin > 0 && (source->text[begin - 1] == ' ' || source->text[begin - 1] == '\t'))
        begin--;
    while (end < source->length && (source->text[end] == ' ' || source->text[end] == '\t'))
        end++;
    if ((begin == 0 || source->text[begin - 1] == '\n') && source->text[end] == '\n')
        return (ip_range){source, begin, end + 1};
    return range;
}

/* ------------------------------------------------------- without the row -- */

typedef enum outcome { IS_NULL, IS_FALSE, IS_TRUE, IS_SOMETHING, /* not NULL */ UNSURE } outcome;

static outcome without_row(const ip_program *program, const ip_expr *expr, int reader, int depth);

static outcome of_variable(const ip_program *program, int variable, int reader, int depth)
{
    const ip_variable *v = &program->variables.items[variable];
    if (v->kind == IP_VAR_EXPR)
        return without_row(program, v->expr, reader, depth + 1);
    if (v->statement != reader)
        return UNSURE;
    return v->kind == IP_VAR_RESULT  ? IS_NULL
           : v->kind == IP_VAR_FOUND ? IS_FALSE
           : v->kind == IP_VAR_COUNT ? IS_SOMETHING
                                     : UNSURE;
}

static outcome of_operator(const ip_program *program, const ip_expr *expr, int reader, int depth)
{
    int nulls = 0, unsure = 0, trues = 0, falses = 0;
    outcome first = UNSURE, second = UNSURE;
    for (int i = 0; i < expr->arg_count; i++) {
        outcome one = without_row(program, expr->args[i], reader, depth + 1);
        first = i == 0 ? one : first;
        second = i == 1 ? one : second;
        nulls += one == IS_NULL;
        trues += one == IS_TRUE;
        falses += one == IS_FALSE;
        unsure += one == UNSURE || one == IS_SOMETHING;
        if (expr->op == IP_OP_COALESCE && one != IS_NULL)
            return nulls == i ? one : UNSURE;
    }
    switch (expr->op) {
    case IP_OP_AND:
        return falses ? IS_FALSE : unsure ? UNSURE : nulls ? IS_NULL : IS_TRUE;
    case IP_OP_OR:
        return trues ? IS_TRUE : unsure ? UNSURE : nulls ? IS_NULL : IS_FALSE;
    case IP_OP_NOT:
        return first == IS_TRUE ? IS_FALSE : first == IS_FALSE ? IS_TRUE : first == IS_NULL ? IS_NULL : UNSURE;
    case IP_OP_IS_NULL:
        return first == IS_NULL ? IS_TRUE : first == UNSURE ? UNSURE : IS_FALSE;
    case IP_OP_IS_TRUE:
        return first == IS_TRUE ? IS_TRUE : first == IS_NULL || first == IS_FALSE ? IS_FALSE : UNSURE;
    case IP_OP_NOT_DISTINCT:
        return nulls == 2 ? IS_TRUE : nulls == 1 && first != UNSURE && second != UNSURE ? IS_FALSE : UNSURE;
    case IP_OP_IF:
        return first == IS_TRUE                        ? second
               : first == IS_NULL || first == IS_FALSE ? without_row(program, expr->args[2], reader, depth + 1)
                                                       : UNSURE;
    case IP_OP_AS:
        return first;
    default:
        return nulls && ip_program_operator_passes_null(expr->op) ? IS_NULL : UNSURE;
    }
}

static outcome without_row(const ip_program *program, const ip_expr *expr, int reader, int depth)
{
    enum { DEEPEST = 40 };
    if (!expr)
        return IS_TRUE;
    if (depth > DEEPEST)
        return UNSURE;
    switch (expr->kind) {
    case IP_EXPR_NULL:
        return IS_NULL;
    case IP_EXPR_BOOLEAN:
        return expr->boolean ? IS_TRUE : IS_FALSE;
    case IP_EXPR_INTEGER:
    case IP_EXPR_NUMERIC:
    case IP_EXPR_TEXT:
    case IP_EXPR_TIME:
        return IS_SOMETHING;
    case IP_EXPR_VARIABLE:
        return of_variable(program, expr->index, reader, depth);
    case IP_EXPR_OPERATOR:
        return of_operator(program, expr, reader, depth);
    default:
        return UNSURE;
    }
}

bool ip_advice_needs_the_row(const ip_program *program, int reader, int later)
{
    outcome path = without_row(program, program->statements.items[later].path, reader, 0);
    bool ends = path == IS_FALSE || path == IS_NULL;
    for (int s = reader + 1; s < later && !ends; s++)
        ends = program->statements.items[s].kind == IP_ABORT &&
               without_row(program, program->statements.items[s].path, reader, 0) == IS_TRUE;
    return ends;
}

/* ------------------------------------------------------------------ guards -- */

static const char *const branching[] = {"if",  "else",  "elsif",     "elseif", "case",  "loop",
                                        "end", "begin", "exception", "when",   "while", NULL};

static bool is_word(const ip_source *source, ip_token token, const char *word)
{
    return token.kind == IP_TOKEN_WORD && ip_parse_token_is(source, token, word);
}

static bool is_over(ip_token token)
{
    return token.kind == IP_TOKEN_END || token.kind == IP_TOKEN_BROKEN;
}

/* Up to THEN. */
static bool read_condition(const ip_source *source, size_t *at, size_t limit, ip_range *condition)
{
    size_t begin = *at;
    for (;;) {
        ip_token token = ip_parse_next_token(source, at, limit, false);
        if (is_over(token) || is_word(source, token, "case") || ip_parse_token_is(source, token, ";"))
            return false;
        if (is_word(source, token, "then")) {
            *condition = (ip_range){source, begin, token.begin};
            return true;
        }
    }
}

/* Whether a statement that begins like this ends the routine, or a loop's iteration. */
static bool leaves(const ip_source *source, ip_token first, ip_token second)
{
    static const char *const mild[] = {"debug", "log", "info", "notice", "warning", NULL};
    if (is_word(source, first, "raise"))
        return !(second.kind == IP_TOKEN_WORD && ip_parse_token_is_any(source, second, mild)) &&
               !ip_parse_token_is(source, second, ";");
    return is_word(source, first, "return") && !is_word(source, second, "next") && !is_word(source, second, "query");
}

/* Up to END IF; after THEN. */
static bool read_body(const ip_source *source, size_t *at, size_t limit, ip_guard *guard)
{
    size_t begin = *at, end = *at;
    bool left = false;
    for (;;) {
        ip_token first = ip_parse_next_token(source, at, limit, false);
        if (is_word(source, first, "end"))
            break;
        size_t ahead = *at;
        ip_token second = ip_parse_next_token(source, &ahead, limit, false);
        if (is_over(first) || left || (first.kind == IP_TOKEN_WORD && ip_parse_token_is_any(source, first, branching)))
            return false;
        left = leaves(source, first, second);
        for (ip_token token = first; !ip_parse_token_is(source, token, ";"); end = token.end) {
            token = ip_parse_next_token(source, at, limit, false);
            if (is_over(token))
                return false;
        }
    }
    ip_token word = ip_parse_next_token(source, at, limit, false),
             semicolon = ip_parse_next_token(source, at, limit, false);
    guard->body = (ip_range){source, begin, end};
    guard->whole.end = semicolon.end;
    return left && is_word(source, word, "if") && ip_parse_token_is(source, semicolon, ";");
}

bool ip_advice_guards_between(ip_arena *arena, const ip_source *source, size_t from, size_t to, ip_guards *guards,
                              bool *others)
{
    size_t at = from;
    *others = false;
    if (from >= to || !ip_parse_token_is(source, ip_parse_next_token(source, &at, to, false), ";"))
        return false;
    for (;;) {
        ip_token token = ip_parse_next_token(source, &at, to, false);
        if (token.kind == IP_TOKEN_END)
            return true;
        if (is_word(source, token, "if")) {
            ip_guard guard = {.whole = {source, token.begin, token.begin}};
            if (!read_condition(source, &at, to, &guard.condition))
                return false;
            size_t inside = at;
            if (!read_body(source, &at, to, &guard)) {
                guard.around = true; /* its contents are read next, and may contain no guard */
                at = inside;
            }
            IP_PUSH(arena, guards, guard);
            continue;
        }
        if (is_over(token) || (token.kind == IP_TOKEN_WORD && ip_parse_token_is_any(source, token, branching)))
            return false;
        *others = true;
        while (!ip_parse_token_is(source, token, ";")) {
            token = ip_parse_next_token(source, &at, to, false);
            if (is_over(token))
                return false;
        }
    }
}

bool ip_advice_assigned_between(ip_arena *arena, const ip_source *source, size_t from, size_t to, const char *variable)
{
    bool begins = true, in_into = false;
    for (size_t at = from;;) {
        ip_token token = ip_parse_next_token(source, &at, to, false);
        if (token.kind == IP_TOKEN_END)
            return false;
        if (token.kind == IP_TOKEN_BROKEN || is_word(source, token, "call") || is_word(source, token, "for"))
            return true;
        size_t ahead = at;
        bool name = (token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED) &&
                    strcmp(ip_parse_token_name(arena, source, token), variable) == 0;
        if (name &&
            (begins || in_into || ip_parse_token_is(source, ip_parse_next_token(source, &ahead, to, false), ":=")))
            return true;
        if (is_word(source, token, "into") || is_word(source, token, "diagnostics"))
            in_into = true;
        if (is_word(source, token, "from") || is_word(source, token, "where") || ip_parse_token_is(source, token, ";"))
            in_into = false;
        begins = ip_parse_token_is(source, token, ";") || is_word(source, token, "then") ||
                 is_word(source, token, "else") || is_word(source, token, "loop");
    }
}
