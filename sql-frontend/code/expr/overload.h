/* Calls whose routine is only known in a run: arguments have types, such as that of a record's field, that
 * the source does not name. */
#ifndef IP_OVERLOAD_H
#define IP_OVERLOAD_H

#include "code/code.h"

/* The type that an argument has when it is run. */
typedef struct ip_given_type {
    const char *name; /* as PostgreSQL writes it, "integer", "text[]"; NULL: not known */
    bool array;
    bool literal; /* a quoted literal or NULL, whose type is open */
} ip_given_type;

/* Chooses among the candidate calls of expr (IP_CODE_OVERLOADED) the call that PostgreSQL resolves for arguments of
 * these types (PostgreSQL 15, section 10.3). The types are in the order of the call: expr->args, after the candidates.
 * NULL: the choice is not certain. */
const ip_code_expr *ip_code_overload(ip_arena *arena, const ip_code_expr *expr, const ip_given_type *types);

#endif
