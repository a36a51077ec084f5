/* A SELECT that reads a row into variables, and a later UPDATE or DELETE of the same row: the program's conditions on
 * the row in between, in terms of its columns. */
#ifndef IP_RECHECK_H
#define IP_RECHECK_H

#include "advice/candidates/candidate.h"
#include "advice/candidates/read_then_write.h"
#include "advice/candidates/select_text.h"

#include "parse/lexer.h"

typedef struct ip_pair {
    ip_workshop *w;
    int p;
    const ip_program *program;
    const ip_statement *select, *update;
    ip_select_text text;
    const char *record; /* that the row is read into; NULL: variables */
    bool qualified;     /* columns need the table's name */
    ip_guards guards;
    bool others; /* other statements stand between the two */
    bool fails;  /* it ends with an error if the row does not match */
} ip_pair;

bool ip_advice_is_name(ip_token token);
/* The column that a variable holds, by its name in the text; a field of the record, by the field's. -1: none, or not
 * its values as they are. */
int ip_advice_column_held(const ip_pair *pair, const char *name);
/* Any row that the record holds is there as it is. */
bool ip_advice_holds_rows(const ip_pair *pair);
bool ip_advice_is_never_null(const ip_pair *pair, int column);
/* The text with the columns instead of the variables that were read from them; *replaced counts them. */
const char *ip_advice_with_columns(const ip_pair *pair, ip_range range, int *replaced);
/* Whether it names something that was read, or FOUND. */
bool ip_advice_mentions_row(const ip_pair *pair, ip_range range);
/* The conditions on the row's columns after the guard has passed, as " AND …"; "": none. *whole becomes false if there
 * were other conditions, too. */
const char *ip_advice_passed(const ip_pair *pair, const ip_guard *guard, bool *whole);
/* The row is as it was read, in the columns that are used: " AND …"; "": not known. */
const char *ip_advice_as_read(const ip_pair *pair);

#endif
