/* Placeholders of drivers: $1, :1, ? and %s.
 *
 * A driver numbers them for each statement that it sends: $1 of two statements is two values. So is it here; their
 * names are "$1" in the first statement of a transaction that has any, "$1#2" in the second, and so on. A comment
 * "-- params: id, amount" before a statement names its placeholders; one name is one value in the whole transaction,
 * and the same as psql's variable of that name. */
#ifndef IP_PLACEHOLDER_H
#define IP_PLACEHOLDER_H

#include "base/arena.h"
#include "base/source.h"

#include <stdbool.h>
#include <stddef.h>

/* Of the transaction that is open. */
typedef struct ip_placeholders {
    int statements;               /* that have any, so far */
    IP_VEC(const char *) spelled; /* identifiers that stand for them */
} ip_placeholders;

/* What "-- params: …" says; no names: the comment is another one, or *fault says what is wrong with it. */
typedef IP_VEC(const char *) ip_placeholder_names;
ip_placeholder_names ip_psql_placeholder_names_read(ip_arena *arena, ip_range comment, const char **fault);

void ip_psql_placeholders_begin(ip_placeholders *placeholders);
/* The name of placeholder number (from 1) of the statement that was counted last. */
const char *ip_psql_placeholder_name(ip_arena *arena, const ip_placeholders *placeholders, int number);
/* An identifier as long as the token at place and not used before, which taken accepts; else the name in quotes. */
const char *ip_psql_placeholder_spell(ip_arena *arena, ip_placeholders *placeholders, ip_range place, const char *name,
                                      bool (*is_word)(const void *words, const char *word), const void *words);
/* Is the name of a parameter that of a placeholder, and in which statement with placeholders does it stand? 0: no. */
int ip_psql_placeholder_statement(const char *name);

#endif
