/* Tokens of SQL, PL/pgSQL and psql text. One scanner serves the splitter, which must skip psql commands, variables and
 * broken literals on which pg_query_scan fails (it returns nothing for a text with one lexical error, and stops at a
 * NUL), and the block parser. On text that pg_query_scan accepts, the tokens are the same; tests/frontend checks that.
 *
 * Rules: PostgreSQL 15 documentation, section 4.1, standard_conforming_strings on. */
#ifndef IP_LEXER_H
#define IP_LEXER_H

#include "base/source.h"

#include <stdbool.h>

typedef enum ip_token_kind {
    IP_TOKEN_END,
    IP_TOKEN_WORD,     /* keyword or name without quotes */
    IP_TOKEN_QUOTED,   /* "name", U&"name" */
    IP_TOKEN_STRING,   /* '…' with any prefix, and $tag$…$tag$ */
    IP_TOKEN_NUMBER,   /* 1, 1.5e3, .5 */
    IP_TOKEN_PARAM,    /* $1 */
    IP_TOKEN_OPERATOR, /* operators and punctuation, as long as in PostgreSQL */
    IP_TOKEN_COMMENT,
    IP_TOKEN_VARIABLE, /* psql's :x, :'x', :"x", :{?x}; other tools' ${x}, #{x}, {x} */
    IP_TOKEN_COMMAND,  /* psql's \word up to the end of the line or the next one there */
    IP_TOKEN_BROKEN    /* a literal, name or comment without its end; a byte that begins no token */
} ip_token_kind;

typedef struct ip_token {
    ip_token_kind kind;
    size_t begin, end;
} ip_token;

/* The token that begins at or after offset at, before limit. psql: know psql's variables and
 * commands. An unterminated literal reaches to limit. */
ip_token ip_parse_lex(const ip_source *source, size_t at, size_t limit, bool psql);
/* The first token from *at on that is no comment; *at: after it. */
ip_token ip_parse_next_token(const ip_source *source, size_t *at, size_t limit, bool psql);

/* Is it this keyword (upper or lower case), this operator? */
bool ip_parse_token_is(const ip_source *source, ip_token token, const char *text);
bool ip_parse_token_is_any(const ip_source *source, ip_token token, const char *const *texts); /* up to a NULL */
/* The name a WORD or QUOTED token stands for: folded, or without its quotes. */
const char *ip_parse_token_name(ip_arena *arena, const ip_source *source, ip_token token);
/* Token as it stands, cut after 40 bytes, for messages: `"text"`, or "end of input". */
const char *ip_parse_token_shown(ip_arena *arena, const ip_source *source, ip_token token);
/* A STRING token with dollar quotes: the offset of the text inside, and its end. */
bool ip_parse_token_dollar(const ip_source *source, ip_token token, size_t *begin, size_t *end);
/* The error of a BROKEN token: "unterminated quoted string". */
const char *ip_parse_token_fault(const ip_source *source, ip_token token);

#endif
