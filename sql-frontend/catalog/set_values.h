/* INSERT … VALUES of one row is a query of one row for PostgreSQL, in which functions may give several (parse_func.c,
 * check_srf_call_placement: EXPR_KIND_VALUES_SINGLE); in VALUES of several rows they are an error. */
#ifndef IP_SET_VALUES_H
#define IP_SET_VALUES_H

#include "catalog/definition.h"
#include "parse/pg_parse.h"

/* What an InsertStmt inserts: its SelectStmt, the one row of VALUES as SELECT if something in it
 * may return a set. NULL: DEFAULT VALUES. */
const PgQuery__SelectStmt *ip_catalog_inserted_query(const ip_definitions *definitions,
                                                     const PgQuery__InsertStmt *insert);

/* The rows of INSERT … VALUES, each of which is inserted. NULL: a query, as VALUES with LIMIT or OFFSET also is. */
const ip_tree *ip_catalog_inserted_values(const PgQuery__SelectStmt *select);

/* Outside of subqueries: may a call in this expression, or list of them, return a set? */
bool ip_catalog_calls_set(const ip_definitions *definitions, const ip_tree *node);

/* Every function that the call may mean is one of PostgreSQL's own that return a set. */
bool ip_catalog_surely_returns_set(const ip_definitions *definitions, const PgQuery__FuncCall *call);

#endif
