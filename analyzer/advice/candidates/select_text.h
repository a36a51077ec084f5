/* A SELECT as text: the places of its clauses, and its own place. Fixes change texts, so the user's code stays as it
 * was written. */
#ifndef IP_SELECT_TEXT_H
#define IP_SELECT_TEXT_H

#include "base/source.h"

#include <stdbool.h>

/* Tokens outside of parentheses only. Offsets in source; 0: there is no such clause. */
typedef struct ip_select_text {
    const ip_source *source;
    size_t begin, end; /* the word SELECT or PERFORM; the end of the last clause */
    size_t list;       /* after that word */
    size_t into, from, where, order, limit, locking;
    size_t from_end, where_end; /* where the clause after them begins, or end */
    bool into_strict;
    bool perform;
    bool nested; /* in parentheses, in an expression */
    /* GROUP BY, HAVING, WINDOW, DISTINCT, UNION …: rows of the result are not rows of a table */
    bool combined;
    bool joined; /* JOIN or a comma in FROM, or FROM (…) */
} ip_select_text;

/* The only SELECT in the range. */
bool ip_advice_select_text_read(ip_range range, ip_select_text *select);
/* One of the count SELECTs of an expression, none of which stands in another. */
bool ip_advice_select_text_read_one(ip_range range, int which, int count, ip_select_text *select);

/* The routine or script that a place of the text belongs to. */
typedef struct ip_home {
    size_t begin, end; /* of the body's text; scripts: of the whole source */
    bool plpgsql, script;
    bool may_write; /* VOLATILE */
} ip_home;

/* false: statements cannot be inserted there safely. */
bool ip_advice_home_find(ip_arena *arena, const ip_source *source, size_t offset, ip_home *home);

/* Where the statement of the language begins that the place is in, so that another one can be put before it and runs
 * just when it does. false: there is no such place (a loop's condition, ELSIF). */
bool ip_advice_statement_begin(const ip_source *source, const ip_home *home, size_t offset, size_t *begin);

/* The statement that the place is in is IF, RETURN or an assignment in PL/pgSQL: a SELECT in its expression stands in
 * no other query, whose columns it could name. */
bool ip_advice_in_expression_statement(ip_arena *arena, ip_range place);

/* The text there, without surrounding blanks. */
const char *ip_advice_trimmed(ip_arena *arena, const ip_source *source, size_t begin, size_t end);

#endif
