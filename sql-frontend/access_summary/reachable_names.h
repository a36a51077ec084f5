/* Which words occur in a routine or script and in everything that its words name: routines, views, tables with their
 * triggers, defaults, checks, policies and references, types. This over-approximates what can be reached, except for
 * names that are put together at run time. Internal to this folder. */
#ifndef IP_REACH_H
#define IP_REACH_H

#include "catalog/definition.h"

typedef struct ip_reach ip_reach;

/* Besides words there are marks, which begin with a byte that no word has. For calls of the requested functions,
 * "\1nextval s": with that constant as its first argument, without its schema; "\1nextval *": with something else, or
 * perhaps so, in a quoted text. "\2nextval s": a column's default does so. */
enum { IP_REACH_CALL = '\1', IP_REACH_DEFAULT = '\2', IP_REACH_MARK = '\3' };

/* The mark where the name of a sequence stands as that of a table does. */
extern const char ip_summary_reach_sequence_read[];

/* Adds marks for what the statement does. */
typedef void (*ip_reach_marker)(ip_reach *reach, int node, const ip_pl_statement *statement);

/* calls: up to a NULL. */
ip_reach *ip_summary_reach_new(const ip_definitions *definitions, const char *const *calls, ip_reach_marker marker);
const ip_definitions *ip_summary_reach_definitions(const ip_reach *reach);
void ip_summary_reach_add(ip_reach *reach, int node, const char *word);

/* The sequence of a column with ip_column.sequence, without its schema; "*": not known. */
const char *ip_summary_reach_sequence(ip_reach *reach, const ip_table *table, int column);

typedef IP_VEC(const char *) ip_reach_words;
/* All words that the unit reaches, in no order. */
const ip_reach_words *ip_summary_reach_of(ip_reach *reach, const ip_unit *unit);

#endif
