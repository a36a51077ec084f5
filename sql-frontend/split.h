/* A file cut into top-level statements, as psql does it: psql commands, COPY
 * data and psql variables set aside. A statement whose literal never ends, or
 * swallows what looks like the beginning of others, does not take them along. */
#ifndef IP_SPLIT_H
#define IP_SPLIT_H

#include "base/diagnostic.h"
#include "lexer.h"

/* A psql variable or placeholder in a statement, as the text spells it. */
typedef struct ip_script_variable {
    const char *identifier; /* in the text: "_x", "_x__"; as PostgreSQL folds it */
    const char *name;       /* "x"; placeholders "$1" */
    ip_range range;
} ip_script_variable;

typedef struct ip_sql_item {
    ip_range range;        /* from the first token to the last, without ";" */
    const char *text;      /* that text; variables replaced, byte for byte as long */
    const char *command;   /* psql command: its word ("set", "gset", "if"); else NULL */
    ip_range argument;     /* of the command */
    bool ended_by_command; /* a statement ended by \gset, \g … instead of ";" : the next item */
    const char *fault;     /* a lexical error, at fault_at */
    size_t fault_at;
    IP_VEC(ip_range) comments; /* since the previous item */
    IP_VEC(ip_script_variable) variables;
} ip_sql_item;

/* The item that begins at or after *at, which moves behind it; false at the end of the source.
 * After a statement that did not parse, ip_split_retry gives where reading should go on: behind
 * it, or at a line inside one of its literals that begins like a statement. */
bool ip_split_next(ip_arena *arena, const ip_source *source, size_t *at, ip_sql_item *item);
size_t ip_split_retry(const ip_source *source, const ip_sql_item *item, size_t behind);

#endif
