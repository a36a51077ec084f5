/* Values that are known before anything runs: of expressions over constants and variables that hold one, and rows of
 * queries over lists of them and PostgreSQL's catalogs, as the files read so far fill these. Internal to the fold. */
#ifndef IP_FOLD_VALUE_H
#define IP_FOLD_VALUE_H

#include "dynamic_sql/folding.h"
#include "parse/pg_parse.h"

/* As text; "true" and "false" of a boolean. NULL: not known, or NULL. */
const char *ip_dynamic_fold_value(ip_folding *f, const ip_tree *expr);
/* The same of an expression's text. */
const char *ip_dynamic_fold_value_of(ip_folding *f, ip_pl_text expr);
/* The elements of an array, all of which are known; false: they are not. */
bool ip_dynamic_fold_elements(ip_folding *f, const ip_tree *expr, ip_known_elements *elements);
bool ip_dynamic_fold_elements_of(ip_folding *f, ip_pl_text expr, ip_known_elements *elements);
/* A text with the values of its parts put in; NULL: one of them is not known. */
const char *ip_dynamic_fold_settled(ip_folding *f, const ip_pieces *pieces);

/* The rows of a query, as far as its conditions are known. */
typedef struct ip_fold_row {
    ip_known_columns columns; /* what the tables of its FROM have */
    bool sure;                /* it gets through WHERE, LIMIT and the like; else perhaps */
} ip_fold_row;

typedef IP_VEC(ip_fold_row) ip_fold_rows;

/* select: the SelectStmt's content. One without FROM has one row, if it is not of VALUES or a set. false: not known. */
bool ip_dynamic_fold_rows_of(ip_folding *f, const PgQuery__SelectStmt *select, ip_fold_rows *rows);
/* What its select list gives for a row; name "": none of its own. */
void ip_dynamic_fold_outputs(ip_folding *f, const PgQuery__SelectStmt *select, const ip_fold_row *row,
                             ip_known_columns *outputs);

#endif
