/* Rewrites what only queries of the catalog have, so that the interpreter, whose numbers of objects are bigint, can run
 * them: 't'::regclass and CAST('t' AS regclass), which look up a name, and oid::regclass, which gives the name. */
#include "server/catalog/catalog_writing.h"

#include "base/words.h"
#include "parse/lexer.h"

#include <string.h>

typedef struct rewriting {
    ip_arena *arena;
    const ip_source *source;
    IP_VEC(ip_token) tokens;
    IP_VEC(const char *) pieces; /* [token]: what stands in its place, with the blanks before it */
} rewriting;

static bool is_sign(const rewriting *r, int at, const char *sign)
{
    if (at < 0 || at >= r->tokens.count)
        return false;
    ip_token t = r->tokens.items[at];
    return t.end - t.begin == strlen(sign) && strncmp(r->source->text + t.begin, sign, strlen(sign)) == 0;
}

/* A name may be quoted. */
static bool is_token(const rewriting *r, int at, const char *text)
{
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\"", text);
    return at >= 0 && at < r->tokens.count &&
           (ip_parse_token_is(r->source, r->tokens.items[at], text) || is_sign(r, at, quoted));
}

/* Returns the position of the first of the two colons before a type, or -1. Signs of two characters may be one token.
 */
static int cast_before(const rewriting *r, int type)
{
    if (is_sign(r, type - 1, ".") && is_token(r, type - 2, "pg_catalog"))
        type -= 2;
    if (is_sign(r, type - 1, "::"))
        return type - 1;
    return is_sign(r, type - 1, ":") && is_sign(r, type - 2, ":") ? type - 2 : -1;
}

static bool is_vector(const rewriting *r, int at)
{
    return is_token(r, at, "indkey") || is_token(r, at, "indoption") || is_token(r, at, "proargtypes");
}

/* Vectors of numbers begin with index 0, unlike arrays: indkey[0]. */
static void rewrite_index(rewriting *r, int vector)
{
    int depth = 0;
    if (!is_vector(r, vector) || !is_sign(r, vector + 1, "["))
        return;
    for (int at = vector + 1; at < r->tokens.count; at++) {
        depth += is_sign(r, at, "[");
        depth -= is_sign(r, at, "]");
        if (depth > 0)
            continue;
        r->pieces.items[vector + 1] = ip_arena_printf(r->arena, "%s(", r->pieces.items[vector + 1]);
        r->pieces.items[at] = ip_arena_printf(r->arena, ") + 1%s", r->pieces.items[at]);
        return;
    }
}

/* generate_subscripts(i.indkey, 1) beside unnest(i.indkey), which is the only function of which several may stand in a
 * SELECT list here. */
static void rewrite_subscripts(rewriting *r, int call)
{
    int vector = is_sign(r, call + 3, ".") ? call + 4 : call + 2;
    if (!is_token(r, call, "generate_subscripts") || !is_sign(r, call + 1, "(") || !is_vector(r, vector) ||
        !is_sign(r, vector + 1, ",") || !is_sign(r, vector + 3, ")"))
        return;
    r->pieces.items[call] = " unnest(ARRAY(SELECT generate_series(0, cardinality";
    r->pieces.items[vector + 1] = ") - 1";
    r->pieces.items[vector + 2] = ")";
    r->pieces.items[vector + 3] = "))";
}

/* A vector of numbers as text has no braces: indkey::text. */
static void rewrite_vector(rewriting *r, int type)
{
    int cast = cast_before(r, type), from;
    bool vector = cast > 0 && is_vector(r, cast - 1);
    if (!vector || (!is_token(r, type, "text") && !is_token(r, type, "varchar")))
        return;
    from = is_sign(r, cast - 2, ".") ? cast - 3 : cast - 1;
    r->pieces.items[from] = ip_arena_printf(r->arena, " array_to_string(%s", r->pieces.items[from]);
    r->pieces.items[cast - 1] = ip_arena_printf(r->arena, "%s::smallint[], ' ')", r->pieces.items[cast - 1]);
}

/* Returns the first token of the operand that ends before the cast. */
static int operand_before(const rewriting *r, int cast)
{
    int at = cast - 1;
    if (is_sign(r, at, ")")) {
        int depth = 0;
        for (; at >= 0; at--) {
            depth += is_sign(r, at, ")");
            depth -= is_sign(r, at, "(");
            if (depth == 0)
                break;
        }
        bool call = at > 0 && r->tokens.items[at - 1].kind == IP_TOKEN_WORD &&
                    r->tokens.items[at - 1].end == r->tokens.items[at].begin;
        at -= call;
    }
    while (at >= 2 && is_sign(r, at - 1, "."))
        at -= 2;
    return at < 0 ? 0 : at;
}

static bool is_text(const rewriting *r, int from, int cast)
{
    int kind = r->tokens.items[from].kind;
    char first = r->source->text[r->tokens.items[from].begin];
    return first == '\'' || first == '$' || first == 'E' || (kind != IP_TOKEN_WORD && is_sign(r, cast - 1, ")"));
}

static bool casts_to(const rewriting *r, int type, const char *next)
{
    while (is_sign(r, type + 1, ")"))
        type++;
    int at = is_sign(r, type + 1, "::") ? type + 2 : type + 3;
    if (is_token(r, at, "pg_catalog") && is_sign(r, at + 1, "."))
        at += 2;
    return cast_before(r, at) == type + 1 && is_token(r, at, next);
}

/* Types whose values are numbers of objects, the function that gives the number, and the function that gives the name.
 */
static const char *const kinds[][3] = {{"regclass", "isoproof_regclass", "isoproof_regclass_name"},
                                       {"regtype", "isoproof_regtype", "isoproof_regtype_name"},
                                       {"regnamespace", "isoproof_regnamespace", "isoproof_regnamespace_name"},
                                       {"regprocedure", "isoproof_regprocedure_number", "isoproof_regprocedure"},
                                       {"regproc", "isoproof_regproc_number", "isoproof_regproc"}};

/* Names of routines stay texts unless the number is asked for. */
static bool is_routine(int kind)
{
    return strncmp(kinds[kind][0], "regproc", 7) == 0;
}

static void surround(rewriting *r, int from, int to, const char *function)
{
    r->pieces.items[from] = ip_arena_printf(r->arena, " pg_catalog.%s(%s", function, r->pieces.items[from]);
    r->pieces.items[to] = ip_arena_printf(r->arena, "%s)", r->pieces.items[to]);
}

static void rewrite(rewriting *r, int type)
{
    int cast = cast_before(r, type);
    bool number = is_token(r, type, "oid");
    for (size_t i = 0; cast > 0 && i < sizeof kinds / sizeof *kinds; i++) {
        if (!number && !is_token(r, type, kinds[i][0]))
            continue;
        if (number) {
            r->pieces.items[type] = "bigint";
            return;
        }
        int from = operand_before(r, cast);
        bool text = is_text(r, from, cast);
        for (int k = cast; k <= type; k++)
            r->pieces.items[k] = "";
        bool shown = casts_to(r, type, "text") || casts_to(r, type, "varchar");
        bool looked_up = text && !is_routine((int)i) ? !shown : casts_to(r, type, "oid");
        surround(r, from, cast - 1, kinds[i][looked_up ? 1 : 2]);
        return;
    }
}

/* Returns the index of the word CAST of CAST(x AS type), or -1. */
static int cast_around(const rewriting *r, int type)
{
    int depth = 0;
    if (is_sign(r, type - 1, ".") && is_token(r, type - 2, "pg_catalog"))
        type -= 2;
    if (!is_token(r, type - 1, "as"))
        return -1;
    for (int at = type - 2; at > 0; at--) {
        depth += is_sign(r, at, ")");
        depth -= is_sign(r, at, "(");
        if (depth < 0)
            return is_token(r, at - 1, "cast") ? at - 1 : -1;
    }
    return -1;
}

/* CAST('t' AS regclass), which is what 't'::regclass is. */
static void rewrite_cast(rewriting *r, int type)
{
    int cast = cast_around(r, type);
    if (cast < 0 || !is_sign(r, type + 1, ")"))
        return;
    if (is_token(r, type, "oid")) {
        r->pieces.items[type] = " bigint";
        return;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (!is_token(r, type, kinds[i][0]))
            continue;
        bool literal = r->source->text[r->tokens.items[cast + 2].begin] == '\'';
        bool looked_up =
            (literal && !is_routine((int)i)) || is_token(r, type + 3, "oid") || is_token(r, type + 3, "integer");
        for (int at = type; !is_token(r, at, "as"); at--)
            r->pieces.items[at] = r->pieces.items[at - 1] = "";
        r->pieces.items[cast] = ip_arena_printf(r->arena, " pg_catalog.%s", kinds[i][looked_up ? 1 : 2]);
        return;
    }
}

/* Whether a relation or a routine is found by its name depends on the session's search_path. */
static void rewrite_visible(rewriting *r, int call, const char *path)
{
    bool table = is_token(r, call, "pg_table_is_visible"), routine = is_token(r, call, "pg_function_is_visible");
    if (!path || (!table && !routine) || !is_sign(r, call + 1, "("))
        return;
    r->pieces.items[call] =
        ip_arena_printf(r->arena, "%sisoproof_%sis_visible", is_sign(r, call - 1, ".") ? "" : " pg_catalog.",
                        routine ? "function_" : "");
    r->pieces.items[call + 1] = ip_arena_printf(r->arena, "(%s, ", ip_quoted(r->arena, path, '\''));
}

const char *ip_served_catalog_words(ip_arena *arena, const char *text, const char *path)
{
    rewriting r = {.arena = arena, .source = ip_source_from_text(arena, "client", text, strlen(text))};
    size_t end = 0;
    for (size_t at = 0;;) {
        ip_token token = ip_parse_next_token(r.source, &at, r.source->length, false);
        if (token.kind == IP_TOKEN_END)
            break;
        const char *piece = ip_arena_strndup(arena, text + end, token.end - end);
        end = token.end;
        IP_PUSH(arena, &r.tokens, token);
        IP_PUSH(arena, &r.pieces, piece);
    }
    for (int i = 0; i < r.tokens.count; i++)
        if (r.tokens.items[i].kind == IP_TOKEN_WORD || r.tokens.items[i].kind == IP_TOKEN_QUOTED) {
            rewrite_visible(&r, i, path);
            rewrite_index(&r, i);
            rewrite_subscripts(&r, i);
            rewrite_vector(&r, i);
            rewrite(&r, i);
            rewrite_cast(&r, i);
        }
    const char *created = "";
    for (int i = 0; i < r.pieces.count; i++)
        created = ip_arena_printf(arena, "%s%s", created, r.pieces.items[i]);
    return ip_arena_printf(arena, "%s%s", created, text + end);
}
