/* A statement that reads a row and a later statement of the same program that writes it. */
#ifndef IP_READ_THEN_WRITE_H
#define IP_READ_THEN_WRITE_H

#include "isoproof.h"

/* The same text, each with the names of its own statement. */
bool ip_advice_same_expr(ip_arena *arena, const ip_program *program, const ip_statement *s, const ip_expr *a,
                         const ip_statement *u, const ip_expr *b);
/* Whether a statement between the first and the last writes rows of the table. */
bool ip_advice_written_between(const ip_program *program, int first, int last, const ip_table *table);
/* If the reader has found no row, the program surely ends before the later statement, or skips it. */
bool ip_advice_needs_the_row(const ip_program *program, int reader, int later);
/* The statement with its semicolon, and the line if nothing else is on it. */
ip_range ip_advice_whole_lines(ip_range statement);

/* IF … THEN … END IF between two statements of one text, or IF … THEN around the second. */
typedef struct ip_guard {
    ip_range condition, body, whole; /* body and whole: of an IF that ends before the second statement */
    bool around;
} ip_guard;

typedef IP_VEC(ip_guard) ip_guards;

/* Those between the two places. Of an IF that ends before the second, the body leaves the routine or the loop: the
 * second statement runs only where its condition is not true. false: the text branches in other ways, too. others:
 * other statements stand there. */
bool ip_advice_guards_between(ip_arena *arena, const ip_source *source, size_t from, size_t to, ip_guards *guards,
                              bool *others);
/* Whether code between the two places may change the variable. */
bool ip_advice_assigned_between(ip_arena *arena, const ip_source *source, size_t from, size_t to, const char *variable);

#endif
