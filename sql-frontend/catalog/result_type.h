/* Result types of operators, functions, and constructs such as CASE and UNION (PostgreSQL 15, sections 10.2 to 10.5),
 * by PostgreSQL's own catalogs: builtin_functions.inc and builtin_operators.inc, both generated from a server.
 *
 * Types are named as PostgreSQL writes them, without modifiers: "character varying", "integer[]". An argument may also
 * be an untyped literal, or of a type that is not known: then the result type is known only if it is the same for every
 * type of that argument. */
#ifndef IP_RESULT_TYPE_H
#define IP_RESULT_TYPE_H

#include "base/arena.h"

#include <stdbool.h>

extern const char ip_catalog_literal_type[]; /* a quoted literal, or NULL */
extern const char ip_catalog_unknown_type[]; /* not known here */

enum { IP_MAX_TYPED_ARGUMENTS = 16 };

/* An operator's operand types and result type; NULL where not known. User-defined operators are not listed. */
typedef struct ip_operator_types {
    const char *left, *right, *result;
} ip_operator_types;

/* left: NULL for a prefix operator. */
ip_operator_types ip_catalog_operator_types_of(ip_arena *arena, const char *name, const char *left, const char *right);
/* Whether the server has an operator, or a function, aggregate or window function, that might take the types; those of
 * enums are "anyenum". If not, a call is an error (42883). left: NULL for a prefix operator. */
bool ip_catalog_operator_takes(const char *name, const char *left, const char *right);
bool ip_catalog_function_takes(ip_arena *arena, const char *name, int count, const char *const *types);
/* Of one of PostgreSQL's functions or aggregates; NULL: not known. */
const char *ip_catalog_function_result(ip_arena *arena, const char *name, int count, const char *const *types);
/* The type of CASE, COALESCE, GREATEST, ARRAY[…]; NULL: not known. */
const char *ip_catalog_shared_type(int count, const char *const *types);

#endif
