/* Texts of EXECUTE of which all is known but values and names. Internal to this folder.
 *
 * In a shape IP_ANY_NAME ends a name of which only the beginning is known: "q_\1" is any name that begins with q_, "\1"
 * any name at all. Literals in it are not those of the text. So it tells what statements the text has and which tables
 * they may touch, not which rows. */
#ifndef IP_SHAPE_H
#define IP_SHAPE_H

#include "dynamic_sql/text.h"
#include "parse/pg_parse.h"
#include "catalog/relation.h"

enum { IP_ANY_NAME = '\1' };

typedef IP_VEC(const char *) ip_shapes;

/* All shapes of the texts; false: one of them may be any text, for the reason *why. *trusted: unknown values are
 * assumed not to change the statement's syntax, as ip_fold.trusts says. Where only a name can stand, such a value is a
 * name, perhaps with its schema; elsewhere it is an expression of names and values without subqueries and user-defined
 * functions. So the only tables that it can name are those in whose place it stands. */
bool ip_dynamic_shapes_of(ip_fold *f, const ip_texts *texts, ip_shapes *shapes, const char **why, bool *trusted);

bool ip_dynamic_shape_names_any(const char *name);
/* May the table or view of this name ("t", "s.t") be what the RangeVar of a shape means? Whatever search_path is. */
bool ip_dynamic_shape_may_mean(const PgQuery__RangeVar *rangevar, const char *name);
/* Does the setting leave the tables and triggers of statements as they are, and the rows that statements see? */
bool ip_dynamic_shape_sets_no_meaning(const PgQuery__VariableSetStmt *set);
/* Is it a statement that touches no row of any table and leaves what others mean as it is: rights, roles, comments,
 * indexes, new tables? */
bool ip_dynamic_shape_touches_no_rows(const ip_definitions *definitions, const ip_tree *statement);
/* NULL: the statement reads and writes rows, and its names that are not known are those of tables and columns. Else why
 * it may do more. */
const char *ip_dynamic_shape_why_not(const ip_definitions *definitions, const ip_tree *statement);

#endif
