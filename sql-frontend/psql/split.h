/* A file cut into top-level statements, as psql does it: psql commands, COPY
 * data and psql variables set aside. A statement whose literal never ends, or
 * swallows what looks like the beginning of others, does not take them along. */
#ifndef IP_SPLIT_H
#define IP_SPLIT_H

#include "base/diagnostic.h"
#include "psql/variables.h"

typedef struct ip_sql_item {
    ip_range place;        /* in the file: from the first token to the last, without ";" */
    ip_range range;        /* the same, or a text derived from it, if what stands for variables is longer or shorter */
    const char *text;      /* the text of range, variables filled in */
    const char *command;   /* psql command: its word ("set", "gset", "if"); else NULL */
    ip_range argument;     /* of the command */
    bool ended_by_command; /* a statement ended by \gset, \g … instead of ";" : the next item */
    bool joined;           /* a statement ended by "\;": the next one is sent with it */
    const char *fault;     /* a lexical error, at fault_at */
    size_t fault_at;       /* in range */
    IP_VEC(ip_range) comments; /* since the previous item */
    ip_script_variables variables;
    const char *params_fault; /* what is wrong with a comment "-- params: …" before it, which then counts for nothing */
    ip_range params;          /* that comment */
    bool numbered;            /* has placeholders that no comment names */
} ip_sql_item;

/* The item that begins at or after *at, which moves after it; false at the end of the source.
 * After a statement that did not parse, ip_psql_split_retry gives where reading should go on: after
 * it, or at a line inside one of its literals that begins like a statement. */
bool ip_psql_split_next(ip_arena *arena, ip_variables *variables, const ip_source *source, size_t *at,
                        ip_sql_item *item);
size_t ip_psql_split_retry(const ip_source *source, const ip_sql_item *item, size_t next);

/* What a comment names: "-- name: x", with whatever sqlc, aiosql and yesql write after it, and "-- x --" if it is the
 * whole comment. NULL: nothing. */
/* After one of sqlc's (":one", ":exec"), and within BEGIN … COMMIT of a file that has one, @x is a parameter.
 * sqlc.arg(x), sqlc.narg(x) and sqlc.slice(x) are everywhere, and sqlc.embed(t) is the columns of t. */
const char *ip_psql_comment_name(ip_arena *arena, ip_range comment);

#endif
