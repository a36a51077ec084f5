/* What type PostgreSQL gives an operator, a function or several values that become one (PostgreSQL 15, sections 10.2 to
 * 10.5), by its own catalogs: builtin_functions.inc and builtin_operators.inc, both made from a server.
 *
 * Types are names as PostgreSQL writes them, without modifiers: "character varying", "integer[]". Beside those, an
 * argument may be a literal whose type is open, or of a type that is not known here: then the result is known only if
 * it is the same whatever the argument is. */
#ifndef IP_RESULT_TYPE_H
#define IP_RESULT_TYPE_H

#include "base/arena.h"

#include <stdbool.h>

extern const char ip_literal_type[]; /* a quoted literal, or NULL */
extern const char ip_unknown_type[]; /* not known here */

enum { IP_MAX_TYPED_ARGUMENTS = 16 };

/* An operator's operand types and result type; NULL where not known. User-defined operators are not listed. */
typedef struct ip_operator_types {
    const char *left, *right, *result;
} ip_operator_types;

/* left: NULL for a prefix operator. */
ip_operator_types ip_operator_types_of(ip_arena *arena, const char *name, const char *left, const char *right);
/* Of one of PostgreSQL's functions or aggregates; NULL: not known. */
const char *ip_function_result(ip_arena *arena, const char *name, int count, const char *const *types);
/* The type of CASE, COALESCE, GREATEST, ARRAY[…]; NULL: not known. */
const char *ip_shared_type(int count, const char *const *types);

#endif
