/* State of the block parser, shared by plpgsql/block_parser.c (blocks and control flow),
 * plpgsql/statement.c (simple statements) and plpgsql/text.c (SQL texts inside). Internal. */
#ifndef IP_PL_PARSER_H
#define IP_PL_PARSER_H

#include "parse/lexer.h"
#include "plpgsql/block_parser.h"

typedef IP_VEC(ip_pl_statement *) ip_pl_list;

typedef struct ip_pl_parser {
    ip_arena *arena;
    const ip_source *source;
    ip_diagnostics *diagnostics;
    IP_VEC(ip_token) tokens;           /* without comments; the last one is IP_TOKEN_END */
    int at;                            /* next token */
    bool broken;                       /* something was reported */
    bool confused;                     /* an error in the block structure was reported: later ones may only echo it */
    int depth;                         /* of nested blocks */
    IP_VEC(ip_pl_declaration) cursors; /* in scope, those with a query */
} ip_pl_parser;

/* A statement's texts grow as vectors of ip_pl_statement; all pieces below return false (or NULL)
 * after having reported an error; the caller then skips to the end of the statement. */

static inline ip_token ip_pl_peek(const ip_pl_parser *p, int ahead)
{
    int index = p->at + ahead;
    return p->tokens.items[index < p->tokens.count ? index : p->tokens.count - 1];
}

static inline bool ip_pl_is(const ip_pl_parser *p, int ahead, const char *text)
{
    return ip_parse_token_is(p->source, ip_pl_peek(p, ahead), text);
}

/* plpgsql/block_parser.c */
ip_pl_statement *ip_pl_new(ip_pl_parser *p, ip_pl_kind kind, ip_token first);
bool ip_pl_accept(ip_pl_parser *p, const char *text);
bool ip_pl_expect(ip_pl_parser *p, const char *text);
/* Reports `expected WHAT, found TOKEN` at the next token. Returns false. */
bool ip_pl_expected(ip_pl_parser *p, const char *what);
/* The name that comes next; NULL: reported. */
const char *ip_pl_name(ip_pl_parser *p, const char *what);
size_t ip_pl_end_of_previous(const ip_pl_parser *p);

/* plpgsql/text.c: texts end before one of the words (NULL-terminated list) outside parentheses and CASE,
 * or before ";". false: neither came; or nothing stands there; or it does not parse. */
bool ip_pl_expression(ip_pl_parser *p, const char *const *enders, const char *expected, ip_pl_text *result);
/* Does one of the words come before the end of this statement, outside parentheses? */
bool ip_pl_comes(const ip_pl_parser *p, const char *word, const char *before);
/* The target of an assignment. */
bool ip_pl_assigned(ip_pl_parser *p, ip_pl_statement *statement);
/* A list of targets of INTO or FOR. A subscript after one is not part of it, but of the statement: PostgreSQL takes
 * SELECT v INTO a[2] for SELECT v[2] INTO a. */
bool ip_pl_targets(ip_pl_parser *p, ip_pl_statement *statement);
/* The SQL statement from here to the ender (NULL: ";"): sql, sql_text, and INTO's targets. */
bool ip_pl_sql(ip_pl_parser *p, ip_pl_statement *statement, const char *ender, const char *expected);
/* What a STRING token stands for. */
const char *ip_pl_string(ip_pl_parser *p, ip_token token);
/* Bytes of a range with NULs made harmless: what pg_query is given. */
char *ip_pl_copy(ip_arena *arena, ip_range range);
/* The type that the tokens from begin up to the current one write. */
const char *ip_pl_type_text(const ip_pl_parser *p, int begin);

/* plpgsql/cursor.c */
bool ip_pl_is_cursor(const ip_pl_parser *p); /* does a declaration go on as that of a cursor with a query? */
bool ip_pl_cursor_declaration(ip_pl_parser *p, ip_pl_declaration *d); /* from the token after the name */
bool ip_pl_cursor_loop(ip_pl_parser *p, ip_pl_statement *s);          /* FOR r IN …, up to LOOP */
bool ip_pl_open(ip_pl_parser *p, ip_pl_statement *s);                 /* up to the semicolon, as those below */
bool ip_pl_fetch_or_move(ip_pl_parser *p, ip_pl_statement *s, bool move);
bool ip_pl_close(ip_pl_parser *p, ip_pl_statement *s);

/* EXECUTE's text, targets and USING, from the token after the word EXECUTE up to an ender. */
bool ip_pl_execute(ip_pl_parser *p, ip_pl_statement *statement, const char *ender);

/* plpgsql/statement.c: one statement that contains no others, appended to the list (GET DIAGNOSTICS gives
 * one for each item). false: an error was reported. */
bool ip_pl_simple_statement(ip_pl_parser *p, ip_pl_list *list);
/* Is an assignment next? */
bool ip_pl_is_assignment(const ip_pl_parser *p);

#endif
