/* Does a statement of an instance touch a given row: in which way, possibly and
 * surely. Dependencies are conjunctions of two of these conditions. */
#ifndef IP_TOUCH_H
#define IP_TOUCH_H

#include "term/term.h"

/* Programs with deeper loops are not encoded (ip_encoding_program_too_deep). */
enum { IP_MAX_LOOP_DEPTH = 12 };
bool ip_encoding_program_too_deep(const ip_program *program);

/* A row: one key for each table, because the witness of an edge is one vector of constants whatever the
 * table. keys[t] may be NULL: not a row of that table. */
typedef struct ip_place {
    const Z3_ast *const *keys;
} ip_place;

struct ip_match_memo;

/* An instance looking at a place, in iterations of its own. What was worked out for a statement is kept. */
typedef struct ip_view {
    int slot;
    const ip_place *place;
    Z3_ast tokens[IP_MAX_LOOP_DEPTH];
    struct ip_match_memo *memo;
    int memo_capacity, memo_used;
} ip_view;

typedef enum ip_touch_kind {
    IP_READ_PRESENT, /* reads the group's cells of the live row */
    IP_READ_ABSENT,  /* reads that the row is not there (group: exists) */
    IP_WRITE_UPDATE, /* group of columns */
    IP_WRITE_INSERT, /* creates the row: writes exists and every column */
    IP_WRITE_DELETE  /* group: exists */
} ip_touch_kind;

/* Condition under which statement s touches the row at the view in that way, through its source q; the
 * program is assumed to run in the slot. sure: a sufficient condition; else a necessary one.
 * false (the term) where it never does. */
Z3_ast ip_encoding_touch(ip_terms_context *c, ip_view *view, const ip_program *program, int statement, int source,
                         ip_touch_kind kind, const ip_column_group *group, bool sure);

/* Two keys of the table are one. */
Z3_ast ip_encoding_same_row(ip_terms_context *c, const ip_table *table, const Z3_ast *a, const Z3_ast *b);

/* The statement surely changes the row: any kind of write. */
Z3_ast ip_encoding_surely_changes(ip_terms_context *c, ip_view *view, const ip_program *program, int statement);

/* The statement surely has a lock on the row, as one of its source, from when it is done until the instance ends. */
Z3_ast ip_encoding_surely_locks(ip_terms_context *c, ip_view *view, const ip_program *program, int statement,
                                int source);
/* The row matches the statement's conditions, as far as they are followed, in the version that is found. */
Z3_ast ip_encoding_may_match(ip_terms_context *c, ip_view *view, const ip_program *program, int statement, int source);
/* It has raised an error there, which was caught. */
Z3_ast ip_encoding_may_have_raised(ip_terms_context *c, ip_view *view, const ip_program *program, int statement,
                                   int source);
/* A read of the row that the statement goes on to lock may be one of a version that its snapshot does not have. */
Z3_ast ip_encoding_may_reread(ip_terms_context *c, ip_view *view, const ip_program *program, int statement, int source);
/* And surely does, if the statement executes. */
Z3_ast ip_encoding_surely_rereads(ip_terms_context *c, ip_view *view, const ip_program *program, int statement,
                                  int source);
/* The outer loop is the inner one or around it; -1: no loop. */
bool ip_encoding_loop_encloses(const ip_program *program, int outer, int inner);
/* Another statement of the program, before this one and in this iteration or around its loops. */
bool ip_encoding_stands_before(const ip_program *program, int earlier, int statement);

/* Facts about queries at the row: a query with a live matching row is not empty, and none lies
 * beyond its extreme. To be stated under "the slot runs the program". */
Z3_ast ip_encoding_query_facts(ip_terms_context *c, ip_view *view, const ip_program *program, int statement);

ip_site ip_encoding_view_site(const ip_view *view, const ip_program *program, int statement);

#endif
