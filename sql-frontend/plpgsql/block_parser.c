/* Recursive descent over blocks of PL/pgSQL: declarations, control flow, handlers. */
#include "plpgsql/block_parser.h"

#include "parse/pg_parse.h"
#include "plpgsql/block_parser_state.h"

#include <string.h>

enum { DEEPEST_BLOCKS = 200 };

static bool statements(ip_pl_parser *p, ip_pl_list *list, const char *const *enders);

ip_pl_statement *ip_pl_new(ip_pl_parser *p, ip_pl_kind kind, ip_token first)
{
    ip_pl_statement *s = IP_NEW(p->arena, ip_pl_statement);
    s->kind = kind;
    s->range = (ip_range){p->source, first.begin, first.end};
    return s;
}

bool ip_pl_expected(ip_pl_parser *p, const char *what)
{
    ip_token found = ip_pl_peek(p, 0);
    p->broken = true;
    if (p->confused)
        return false;
    p->confused = true;
    ip_range place = {p->source, found.begin, found.end};
    if (found.kind == IP_TOKEN_BROKEN)
        ip_diagnostics_add(p->diagnostics, IP_ERROR, place, NULL, "expected %s, found %s", what,
                           ip_parse_token_fault(p->source, found));
    else
        ip_diagnostics_add(p->diagnostics, IP_ERROR, place, NULL, "expected %s, found %s", what,
                           ip_parse_token_shown(p->arena, p->source, found));
    return false;
}

bool ip_pl_accept(ip_pl_parser *p, const char *text)
{
    if (!ip_pl_is(p, 0, text))
        return false;
    p->at++;
    return true;
}

bool ip_pl_expect(ip_pl_parser *p, const char *text)
{
    if (ip_pl_accept(p, text))
        return true;
    char what[32] = "\"";
    for (size_t i = 0; text[i] && i < sizeof what - 3; i++) {
        what[i + 1] = text[i] >= 'a' && text[i] <= 'z' ? (char)(text[i] - 'a' + 'A') : text[i];
        what[i + 2] = '"';
    }
    return ip_pl_expected(p, what);
}

static bool is_name(ip_token token)
{
    return token.kind == IP_TOKEN_WORD || token.kind == IP_TOKEN_QUOTED;
}

const char *ip_pl_name(ip_pl_parser *p, const char *what)
{
    ip_token token = ip_pl_peek(p, 0);
    if (!is_name(token)) {
        ip_pl_expected(p, what);
        return NULL;
    }
    p->at++;
    return ip_parse_token_name(p->arena, p->source, token);
}

size_t ip_pl_end_of_previous(const ip_pl_parser *p)
{
    return p->at > 0 ? p->tokens.items[p->at - 1].end : p->tokens.items[0].begin;
}

/* The type runs to NOT NULL, COLLATE, the default or the semicolon. */
static bool type_and_default(ip_pl_parser *p, ip_pl_declaration *d)
{
    d->constant = ip_pl_accept(p, "constant");
    int begin = p->at;
    while (ip_pl_peek(p, 0).kind != IP_TOKEN_END && !ip_pl_is(p, 0, ";") && !ip_pl_is(p, 0, ":=") &&
           !ip_pl_is(p, 0, "=") && !ip_pl_is(p, 0, "default") && !ip_pl_is(p, 0, "not") && !ip_pl_is(p, 0, "collate"))
        p->at++;
    if (p->at == begin)
        return ip_pl_expected(p, "a type");
    d->type = ip_pl_type_text(p, begin);
    if (ip_pl_accept(p, "collate")) {
        const char *collation = ip_pl_name(p, "a collation");
        while (collation && ip_pl_accept(p, "."))
            collation = ip_pl_name(p, "a collation");
        if (!collation)
            return false;
        if (ip_parse_collation_may_equate_texts(collation))
            d->type = ip_arena_printf(p->arena, "%s collate %s", d->type, collation);
    }
    if (ip_pl_accept(p, "not")) {
        if (!ip_pl_expect(p, "null"))
            return false;
        d->not_null = true;
    }
    if (ip_pl_accept(p, ":=") || ip_pl_accept(p, "=") || ip_pl_accept(p, "default"))
        return ip_pl_expression(p, NULL, "\";\"", &d->initial);
    return true;
}

static bool declaration(ip_pl_parser *p, ip_pl_statement *block)
{
    ip_token first = ip_pl_peek(p, 0);
    ip_pl_declaration d = {0};
    d.name = ip_pl_name(p, "a name or \"BEGIN\"");
    d.type = "";
    if (!d.name)
        return false;
    if (ip_pl_is(p, 0, "alias")) {
        p->at++;
        if (!ip_pl_expect(p, "for"))
            return false;
        ip_token of = ip_pl_peek(p, 0);
        if (!is_name(of) && of.kind != IP_TOKEN_PARAM)
            return ip_pl_expected(p, "a variable");
        d.alias_for = ip_parse_token_name(p->arena, p->source, of);
        p->at++;
    } else if (ip_pl_is_cursor(p) ? !ip_pl_cursor_declaration(p, &d) : !type_and_default(p, &d)) {
        return false;
    }
    d.range = (ip_range){p->source, first.begin, ip_pl_end_of_previous(p)};
    if (!ip_pl_expect(p, ";"))
        return false;
    IP_PUSH(p->arena, &block->declarations, d);
    return true;
}

/* After an error: the statement's remains are kept as not understood. */
static void recover(ip_pl_parser *p, ip_pl_list *list, ip_token first)
{
    while (ip_pl_peek(p, 0).kind != IP_TOKEN_END && !ip_pl_is(p, 0, ";"))
        p->at++;
    ip_pl_accept(p, ";");
    if (!list)
        return;
    ip_pl_statement *s = ip_pl_new(p, IP_PL_UNKNOWN, first);
    s->what = "syntax error";
    s->range.end = ip_pl_end_of_previous(p);
    IP_PUSH(p->arena, list, s);
}

static void declarations(ip_pl_parser *p, ip_pl_statement *block)
{
    while (ip_pl_accept(p, "declare"))
        while (!ip_pl_is(p, 0, "begin") && !ip_pl_is(p, 0, "declare") && ip_pl_peek(p, 0).kind != IP_TOKEN_END) {
            int before = p->at;
            if (!declaration(p, block)) {
                recover(p, NULL, ip_pl_peek(p, 0));
                if (p->at == before)
                    p->at++;
            }
        }
}

#define MOVE_LIST(to, from) ((to)->items = (from).items, (to)->count = (from).count, (to)->capacity = (from).capacity)

/* condition [OR condition] …, SQLSTATE '…'; other forms yield no conditions. */
static void conditions(ip_pl_parser *p, ip_pl_handler *handler)
{
    bool well_formed = true, expected = true;
    for (; ip_pl_peek(p, 0).kind != IP_TOKEN_END && !ip_pl_is(p, 0, "then") && !ip_pl_is(p, 0, ";"); p->at++) {
        bool separator = ip_pl_is(p, 0, "or");
        well_formed = well_formed && separator != expected;
        expected = separator;
        if (!separator && ip_pl_is(p, 0, "sqlstate"))
            p->at++;
        ip_token token = ip_pl_peek(p, 0);
        if (is_name(token) && !separator)
            IP_PUSH(p->arena, &handler->conditions, ip_parse_token_name(p->arena, p->source, token));
        else if (token.kind == IP_TOKEN_STRING)
            IP_PUSH(p->arena, &handler->conditions, ip_pl_string(p, token));
        else
            well_formed = well_formed && separator;
    }
    if (!well_formed || expected)
        handler->conditions.count = 0;
}

/* EXCEPTION WHEN condition [OR condition] THEN statements … */
static bool handlers(ip_pl_parser *p, ip_pl_statement *block)
{
    static const char *const enders[] = {"end", "when", NULL};
    block->has_handlers = true;
    for (ip_token when; (when = ip_pl_peek(p, 0), ip_pl_accept(p, "when"));) {
        ip_pl_handler handler = {.range = {p->source, when.begin, when.end}};
        conditions(p, &handler);
        ip_pl_list list = {0};
        bool good = ip_pl_expect(p, "then") && statements(p, &list, enders);
        MOVE_LIST(&handler.body, list);
        IP_PUSH(p->arena, &block->handler_list, handler);
        if (!good)
            return false;
        for (int i = 0; i < list.count; i++)
            IP_PUSH(p->arena, &block->handlers, list.items[i]);
    }
    return true;
}

static bool close_block(ip_pl_parser *p, ip_pl_statement *block)
{
    if (!ip_pl_expect(p, "end"))
        return false;
    if (is_name(ip_pl_peek(p, 0)))
        p->at++; /* the label again */
    block->range.end = ip_pl_end_of_previous(p);
    return true;
}

static bool block(ip_pl_parser *p, ip_pl_statement *s)
{
    static const char *const enders[] = {"end", "exception", NULL};
    int cursors = p->cursors.count;
    declarations(p, s);
    ip_pl_list body = {0};
    bool good = ip_pl_expect(p, "begin") && statements(p, &body, enders);
    s->body.items = body.items;
    s->body.count = body.count;
    s->body.capacity = body.capacity;
    s->range.end = ip_pl_end_of_previous(p);
    good = good && (!ip_pl_accept(p, "exception") || handlers(p, s)) && close_block(p, s);
    p->cursors.count = cursors;
    return good;
}

/* The body of a loop up to END LOOP [label]; */
static bool loop_body(ip_pl_parser *p, ip_pl_statement *s)
{
    static const char *const enders[] = {"end", NULL};
    ip_pl_list body = {0};
    if (!ip_pl_expect(p, "loop"))
        return false;
    bool good = statements(p, &body, enders);
    MOVE_LIST(&s->body, body);
    if (!good || !ip_pl_expect(p, "end") || !ip_pl_expect(p, "loop"))
        return false;
    if (is_name(ip_pl_peek(p, 0)))
        p->at++;
    return ip_pl_expect(p, ";");
}

static bool branch(ip_pl_parser *p, ip_pl_statement *s, ip_pl_branch *b, const char *const *enders)
{
    ip_pl_list body = {0};
    bool good = statements(p, &body, enders);
    MOVE_LIST(&b->body, body);
    IP_PUSH(p->arena, &s->branches, *b);
    return good;
}

static bool if_statement(ip_pl_parser *p, ip_pl_statement *s)
{
    static const char *const then[] = {"then", NULL};
    static const char *const enders[] = {"elsif", "elseif", "else", "end", NULL};
    p->at++;
    do {
        ip_pl_branch b = {0};
        if (!ip_pl_expression(p, then, "\"THEN\"", &b.condition) && !ip_pl_is(p, 0, "then"))
            return false;
        p->at++;
        if (!branch(p, s, &b, enders))
            return false;
    } while (ip_pl_accept(p, "elsif") || ip_pl_accept(p, "elseif"));
    if (ip_pl_accept(p, "else")) {
        ip_pl_branch b = {0};
        if (!branch(p, s, &b, enders))
            return false;
    }
    return ip_pl_expect(p, "end") && ip_pl_expect(p, "if") && ip_pl_expect(p, ";");
}

static bool case_statement(ip_pl_parser *p, ip_pl_statement *s)
{
    static const char *const when[] = {"when", NULL}, *const then[] = {"then", NULL};
    static const char *const enders[] = {"when", "else", "end", NULL};
    ip_token first = ip_pl_peek(p, 0);
    ip_pl_text operand = {NULL, 0, 0};
    p->at++;
    if (!ip_pl_is(p, 0, "when") && !ip_pl_expression(p, when, "\"WHEN\"", &operand))
        return false;
    if (!ip_pl_is(p, 0, "when"))
        return ip_pl_expected(p, "\"WHEN\"");
    while (ip_pl_accept(p, "when")) {
        ip_pl_branch b = {0};
        b.operand = operand;
        /* WHEN 1, 2 THEN: a list, which only parses in parentheses; commas inside are harmless here. */
        int begin = p->at;
        if (operand.source) {
            while (ip_pl_peek(p, 0).kind != IP_TOKEN_END && !ip_pl_is(p, 0, ";") && !ip_pl_is(p, 0, "then"))
                p->at++;
            if (!ip_pl_is(p, 0, "then"))
                return ip_pl_expected(p, "\"THEN\"");
            b.condition = (ip_pl_text){p->source, p->tokens.items[begin].begin, ip_pl_end_of_previous(p)};
        } else if (!ip_pl_expression(p, then, "\"THEN\"", &b.condition)) {
            return false;
        }
        p->at++;
        if (!branch(p, s, &b, enders))
            return false;
    }
    ip_pl_branch otherwise = {0};
    if (ip_pl_accept(p, "else")) {
        if (!branch(p, s, &otherwise, enders))
            return false;
    } else {
        ip_pl_statement *not_found = ip_pl_new(p, IP_PL_RAISE, first);
        not_found->aborts = true;
        IP_PUSH(p->arena, &otherwise.body, not_found);
        IP_PUSH(p->arena, &s->branches, otherwise);
    }
    return ip_pl_expect(p, "end") && ip_pl_expect(p, "case") && ip_pl_expect(p, ";");
}

static bool for_range(ip_pl_parser *p, ip_pl_statement *s)
{
    static const char *const dots[] = {"..", NULL}, *const loop_or_by[] = {"loop", "by", NULL},
                             *const loop[] = {"loop", NULL};
    s->kind = IP_PL_FOR_RANGE;
    s->reverse = ip_pl_accept(p, "reverse");
    if (!ip_pl_expression(p, dots, "\"..\"", &s->low))
        return false;
    p->at++;
    if (!ip_pl_expression(p, loop_or_by, "\"LOOP\"", &s->high))
        return false;
    if (ip_pl_accept(p, "by") && !ip_pl_expression(p, loop, "\"LOOP\"", &s->step))
        return false;
    return loop_body(p, s);
}

static bool for_statement(ip_pl_parser *p, ip_pl_statement *s)
{
    p->at++;
    if (!ip_pl_targets(p, s) || !ip_pl_expect(p, "in"))
        return false;
    if (ip_pl_is(p, 0, "execute")) {
        s->kind = IP_PL_UNKNOWN;
        s->what = "FOR … IN EXECUTE";
        p->at++;
        return ip_pl_execute(p, s, "loop") && loop_body(p, s);
    }
    if (ip_pl_is(p, 0, "reverse") || ip_pl_comes(p, "..", "loop"))
        return for_range(p, s);
    /* SELECT (…) and VALUES (…) are words before a parenthesis, too, but reserved or no name of a cursor in scope. */
    bool query = ip_pl_is(p, 0, "select") || ip_pl_is(p, 0, "values");
    if (!query && is_name(ip_pl_peek(p, 0)) && (ip_pl_is(p, 1, "loop") || ip_pl_is(p, 1, "(")))
        return ip_pl_cursor_loop(p, s) && loop_body(p, s);
    s->kind = IP_PL_FOR_QUERY;
    return ip_pl_sql(p, s, "loop", "\"LOOP\"") && loop_body(p, s);
}

static bool foreach_statement(ip_pl_parser *p, ip_pl_statement *s)
{
    static const char *const loop[] = {"loop", NULL};
    p->at++;
    if (!ip_pl_targets(p, s))
        return false;
    if (ip_pl_accept(p, "slice")) {
        s->slice = true;
        s->slice_text = ip_parse_token_shown(p->arena, p->source, ip_pl_peek(p, 0));
        p->at++;
    }
    return ip_pl_expect(p, "in") && ip_pl_expect(p, "array") && ip_pl_expression(p, loop, "\"LOOP\"", &s->expr) &&
           loop_body(p, s);
}

static bool while_statement(ip_pl_parser *p, ip_pl_statement *s)
{
    static const char *const loop[] = {"loop", NULL};
    p->at++;
    return ip_pl_expression(p, loop, "\"LOOP\"", &s->expr) && loop_body(p, s);
}

static bool nested_block(ip_pl_parser *p, ip_pl_statement *s)
{
    return block(p, s) && ip_pl_expect(p, ";");
}

static const struct compound {
    const char *word;
    ip_pl_kind kind;
    bool (*parse)(ip_pl_parser *p, ip_pl_statement *s);
} compounds[] = {
    {"declare", IP_PL_BLOCK, nested_block},  {"begin", IP_PL_BLOCK, nested_block},
    {"if", IP_PL_IF, if_statement},          {"case", IP_PL_IF, case_statement},
    {"loop", IP_PL_LOOP, loop_body},         {"while", IP_PL_WHILE, while_statement},
    {"for", IP_PL_FOR_QUERY, for_statement}, {"foreach", IP_PL_FOREACH, foreach_statement},
};

static const char *label(ip_pl_parser *p)
{
    if (!ip_pl_is(p, 0, "<<") || !is_name(ip_pl_peek(p, 1)) || !ip_pl_is(p, 2, ">>"))
        return NULL;
    p->at += 3;
    return ip_parse_token_name(p->arena, p->source, p->tokens.items[p->at - 2]);
}

static bool statement(ip_pl_parser *p, ip_pl_list *list)
{
    ip_token first = ip_pl_peek(p, 0);
    const char *its_label = label(p);
    if (!ip_pl_is_assignment(p))
        for (size_t i = 0; i < sizeof compounds / sizeof compounds[0]; i++) {
            if (!ip_pl_is(p, 0, compounds[i].word))
                continue;
            if (p->depth >= DEEPEST_BLOCKS)
                return ip_pl_expected(p, "fewer nested blocks");
            ip_pl_statement *s = ip_pl_new(p, compounds[i].kind, first);
            s->label = its_label;
            p->depth++;
            /* Kept even after an error: what was read of it is better than nothing, and broken is set. */
            IP_PUSH(p->arena, list, s);
            bool good = compounds[i].parse(p, s);
            p->depth--;
            s->range.end = ip_pl_end_of_previous(p);
            return good;
        }
    return ip_pl_simple_statement(p, list);
}

/* Statements up to one of the words, which is not consumed. */
static bool statements(ip_pl_parser *p, ip_pl_list *list, const char *const *enders)
{
    for (;;) {
        ip_token first = ip_pl_peek(p, 0);
        if (first.kind == IP_TOKEN_END)
            return ip_pl_expected(p, "\"END\"");
        if (!ip_pl_is_assignment(p))
            for (const char *const *e = enders; *e; e++)
                if (ip_parse_token_is(p->source, first, *e))
                    return true;
        if (ip_pl_accept(p, ";"))
            continue;
        int before = p->at;
        if (!statement(p, list))
            recover(p, list, first);
        if (p->at == before)
            p->at++;
    }
}

static void tokenize(ip_pl_parser *p, ip_range body)
{
    size_t at = body.begin;
    ip_token token;
    do {
        token = ip_parse_next_token(p->source, &at, body.end, false);
        IP_PUSH(p->arena, &p->tokens, token);
    } while (token.kind != IP_TOKEN_END);
}

/* #variable_conflict use_column: the meaning of a name that is both a variable and a column. */
static const char *options(ip_pl_parser *p)
{
    const char *variable_conflict = NULL;
    while (ip_pl_is(p, 0, "#") && ip_pl_peek(p, 1).kind == IP_TOKEN_WORD && ip_pl_peek(p, 2).kind == IP_TOKEN_WORD) {
        if (ip_pl_is(p, 1, "variable_conflict"))
            variable_conflict = ip_parse_token_name(p->arena, p->source, ip_pl_peek(p, 2));
        p->at += ip_pl_is(p, 1, "option") || variable_conflict || ip_pl_is(p, 1, "print_strict_params") ? 3 : 2;
    }
    return variable_conflict;
}

ip_pl_statement *ip_pl_parse(ip_arena *arena, ip_range body, ip_diagnostics *diagnostics, bool *broken)
{
    ip_pl_parser p = {.arena = arena, .source = body.source, .diagnostics = diagnostics};
    tokenize(&p, body);
    const char *variable_conflict = options(&p);
    ip_token first = ip_pl_peek(&p, 0);
    const char *its_label = label(&p);
    ip_pl_statement *root = ip_pl_new(&p, IP_PL_BLOCK, first);
    root->label = its_label;
    root->what = variable_conflict;
    if (block(&p, root)) {
        ip_pl_accept(&p, ";");
        if (ip_pl_peek(&p, 0).kind != IP_TOKEN_END)
            ip_pl_expected(&p, "end of the body");
    }
    *broken = p.broken;
    return root;
}
