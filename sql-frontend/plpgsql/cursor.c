/* Cursors: their declarations, OPEN, FETCH, MOVE, CLOSE, and FOR over one (PostgreSQL 15 documentation, section 43.7;
 * pl_gram.y for what the documentation leaves open). */
#include "plpgsql/block_parser_state.h"

#include <string.h>

bool ip_pl_is_cursor(const ip_pl_parser *p)
{
    int ahead = ip_pl_is(p, 0, "no") ? 1 : 0;
    ahead += ip_pl_is(p, ahead, "scroll") ? 1 : 0;
    return ip_pl_is(p, ahead, "cursor");
}

/* (a integer, b text) */
static bool parameters(ip_pl_parser *p, ip_pl_declaration *d)
{
    do {
        ip_pl_cursor_parameter parameter = {.range = {p->source, ip_pl_peek(p, 0).begin, 0}};
        int depth = 0;
        parameter.name = ip_pl_name(p, "the name of a cursor's parameter");
        if (!parameter.name)
            return false;
        int begin = p->at;
        for (; ip_pl_peek(p, 0).kind != IP_TOKEN_END && !ip_pl_is(p, 0, ";"); p->at++) {
            if (depth == 0 && (ip_pl_is(p, 0, ",") || ip_pl_is(p, 0, ")")))
                break;
            depth += ip_pl_is(p, 0, "(") - ip_pl_is(p, 0, ")");
        }
        if (p->at == begin)
            return ip_pl_expected(p, "a type");
        parameter.range.end = ip_pl_end_of_previous(p);
        parameter.type = ip_pl_type_text(p, begin);
        IP_PUSH(p->arena, &d->cursor_parameters, parameter);
    } while (ip_pl_accept(p, ","));
    return ip_pl_expect(p, ")");
}

bool ip_pl_cursor_declaration(ip_pl_parser *p, ip_pl_declaration *d)
{
    d->cursor = true;
    d->type = "refcursor";
    d->no_scroll = ip_pl_accept(p, "no");
    d->scroll = ip_pl_accept(p, "scroll") && !d->no_scroll;
    if (!ip_pl_expect(p, "cursor") || (ip_pl_accept(p, "(") && !parameters(p, d)))
        return false;
    if (!ip_pl_accept(p, "is") && !ip_pl_expect(p, "for"))
        return false;
    ip_pl_statement *query = ip_pl_new(p, IP_PL_SQL, ip_pl_peek(p, 0));
    if (!ip_pl_sql(p, query, NULL, "\";\""))
        return false;
    d->initial = query->sql;
    IP_PUSH(p->arena, &p->cursors, *d);
    return true;
}

static const ip_pl_declaration *bound(const ip_pl_parser *p, const char *cursor)
{
    for (int i = p->cursors.count - 1; i >= 0; i--)
        if (strcmp(p->cursors.items[i].name, cursor) == 0)
            return &p->cursors.items[i];
    return NULL;
}

static void set_query(ip_pl_parser *p, ip_pl_statement *s, const ip_pl_declaration *cursor)
{
    s->sql = cursor->initial;
    s->sql_text = ip_pl_copy(p->arena, s->sql);
    s->scroll = s->scroll || cursor->scroll;
    s->no_scroll = s->no_scroll || cursor->no_scroll;
}

/* (1, 2), (b := 2, a := 1), (b => 2) for the cursor's parameters; nothing if it has none. */
static bool arguments(ip_pl_parser *p, ip_pl_statement *s, const ip_pl_declaration *cursor)
{
    static const char *const enders[] = {",", ")", NULL};
    if (cursor->cursor_parameters.count == 0)
        return !ip_pl_is(p, 0, "(") || ip_pl_expected(p, "no arguments: the cursor has none");
    if (!ip_pl_expect(p, "("))
        return false;
    do {
        ip_pl_text value;
        const char *name = NULL;
        if (ip_pl_is(p, 1, ":=") || ip_pl_is(p, 1, "=>")) {
            name = ip_pl_name(p, "the name of a cursor's parameter");
            p->at++;
        }
        if (!ip_pl_expression(p, enders, "\")\"", &value))
            return false;
        IP_PUSH(p->arena, &s->args, value);
        IP_PUSH(p->arena, &s->arg_names, name);
    } while (ip_pl_accept(p, ","));
    if (s->args.count != cursor->cursor_parameters.count)
        return ip_pl_expected(p, "as many arguments as the cursor has parameters");
    return ip_pl_expect(p, ")");
}

bool ip_pl_cursor_loop(ip_pl_parser *p, ip_pl_statement *s)
{
    s->cursor = ip_pl_name(p, "a query or a cursor");
    const ip_pl_declaration *cursor = s->cursor ? bound(p, s->cursor) : NULL;
    if (!cursor)
        return s->cursor && ip_pl_expected(p, "a query or a cursor that is declared with one");
    s->kind = IP_PL_FOR_QUERY;
    set_query(p, s, cursor);
    return arguments(p, s, cursor);
}

/* A name, or $1. */
static bool cursor_name(ip_pl_parser *p, ip_pl_statement *s)
{
    ip_token token = ip_pl_peek(p, 0);
    if (token.kind == IP_TOKEN_PARAM) {
        p->at++;
        s->cursor = ip_parse_token_name(p->arena, p->source, token);
    } else
        s->cursor = ip_pl_name(p, "a cursor");
    return s->cursor != NULL;
}

/* OPEN c [(…)], OPEN c [[NO] SCROLL] FOR query, OPEN c FOR EXECUTE text [USING …] */
bool ip_pl_open(ip_pl_parser *p, ip_pl_statement *s)
{
    static const char *const enders[] = {"using", ",", ";", NULL};
    s->kind = IP_PL_OPEN;
    p->at++;
    if (!cursor_name(p, s))
        return false;
    s->no_scroll = ip_pl_accept(p, "no");
    s->scroll = ip_pl_accept(p, "scroll") && !s->no_scroll;
    const ip_pl_declaration *cursor = bound(p, s->cursor);
    if (!ip_pl_is(p, 0, "for")) {
        if (!cursor)
            return ip_pl_expected(p, "\"FOR\"");
        set_query(p, s, cursor);
        return arguments(p, s, cursor);
    }
    p->at++;
    if (!ip_pl_accept(p, "execute"))
        return ip_pl_sql(p, s, NULL, "\";\"");
    s->executes = true;
    s->what = "OPEN … FOR EXECUTE";
    if (!ip_pl_expression(p, enders, "\";\"", &s->expr))
        return false;
    if (ip_pl_accept(p, "using"))
        do {
            ip_pl_text value;
            if (!ip_pl_expression(p, enders, "\";\"", &value))
                return false;
            IP_PUSH(p->arena, &s->args, value);
        } while (ip_pl_accept(p, ","));
    return true;
}

static bool from_or_in(ip_pl_parser *p)
{
    return ip_pl_accept(p, "in") || ip_pl_expect(p, "from");
}

/* The direction, with FROM or IN after it; none: NEXT. */
static bool direction(ip_pl_parser *p, ip_pl_fetch *fetch)
{
    static const char *const enders[] = {"from", "in", NULL};
    static const struct {
        const char *word;
        ip_pl_direction direction;
        long count;
        enum { FIXED, OPTIONAL, NEEDED } number;
    } words[] = {{"next", IP_PL_FORWARD, 1, FIXED},       {"prior", IP_PL_BACKWARD, 1, FIXED},
                 {"first", IP_PL_ABSOLUTE, 1, FIXED},     {"last", IP_PL_ABSOLUTE, -1, FIXED},
                 {"absolute", IP_PL_ABSOLUTE, 0, NEEDED}, {"relative", IP_PL_RELATIVE, 0, NEEDED},
                 {"forward", IP_PL_FORWARD, 1, OPTIONAL}, {"backward", IP_PL_BACKWARD, 1, OPTIONAL}};
    fetch->count = 1;
    if (ip_pl_is(p, 0, "from") || ip_pl_is(p, 0, "in"))
        return from_or_in(p);
    if (!ip_pl_comes(p, "from", "into") && !ip_pl_comes(p, "in", "into"))
        return true;
    bool number = true;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
        if (ip_pl_is(p, 0, words[i].word)) {
            p->at++;
            fetch->direction = words[i].direction;
            fetch->count = words[i].count;
            number = words[i].number == NEEDED ||
                     (words[i].number == OPTIONAL && !ip_pl_is(p, 0, "from") && !ip_pl_is(p, 0, "in"));
            break;
        }
    if (number && ip_pl_accept(p, "all"))
        fetch->all = true;
    else if (number && !ip_pl_expression(p, enders, "\"FROM\"", &fetch->counted))
        return false;
    return from_or_in(p);
}

bool ip_pl_fetch_or_move(ip_pl_parser *p, ip_pl_statement *s, bool move)
{
    ip_pl_fetch *fetch = IP_NEW(p->arena, ip_pl_fetch);
    s->kind = IP_PL_FETCH;
    s->fetch = fetch;
    fetch->move = move;
    p->at++;
    if (!direction(p, fetch) || !cursor_name(p, s))
        return false;
    return move || (ip_pl_expect(p, "into") && ip_pl_targets(p, s));
}

bool ip_pl_close(ip_pl_parser *p, ip_pl_statement *s)
{
    s->kind = IP_PL_CLOSE;
    p->at++;
    return cursor_name(p, s);
}
