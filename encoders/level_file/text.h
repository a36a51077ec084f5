/* The text of a level file as S-expressions with places. Z3 parses the axioms too, but its terms carry no positions;
 * this reader gives every message its line and column, and passes only axioms and macros to Z3. */
#ifndef IP_LEVEL_TEXT_H
#define IP_LEVEL_TEXT_H

#include "base/diagnostic.h"

typedef enum ip_sexpr_kind {
    IP_SEXPR_LIST,
    IP_SEXPR_SYMBOL,
    IP_SEXPR_KEYWORD, /* text without the colon */
    IP_SEXPR_STRING,  /* text without the quotes, "" reduced to " */
    IP_SEXPR_NUMBER
} ip_sexpr_kind;

typedef struct ip_sexpr {
    ip_sexpr_kind kind;
    ip_range range;
    const char *text; /* "" for lists */
    IP_VEC(struct ip_sexpr *) items;
} ip_sexpr;

/* Reads the whole source. The result is a list whose items are the commands. NULL after reporting the
 * first thing that is not SMT-LIB 2: a stray byte, a parenthesis without partner, an open string,
 * nesting deeper than any axiom needs. */
ip_sexpr *ip_level_file_sexpr_read(ip_arena *arena, const ip_source *source, ip_diagnostics *diagnostics);

/* Whether the expression is this symbol. */
bool ip_level_file_sexpr_is(const ip_sexpr *expression, const char *symbol);

#endif
