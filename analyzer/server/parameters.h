/* Infers the types of a statement's parameters where the client leaves them to the server, and puts texts in their
 * place. */
#ifndef IP_SERVER_PARAMETERS_H
#define IP_SERVER_PARAMETERS_H

#include "code/code.h"
#include "interpreter/value/sqltype.h"

/* types and known are [parameter_count]; set known to false before the call. Returns false if the statement has no
 * parameters. */
bool ip_served_parameter_types(ip_arena *arena, const ip_code *code, ip_sqltype *types, bool *known);
/* Returns the text with texts[n - 1] in the place of $n, allocated in the arena. NULL: $n stays. */
const char *ip_served_replaced_parameters(ip_arena *arena, const char *text, const char *const *texts, int count);
/* Returns "function f(integer) does not exist" for the first call of a function that a server does not have, or NULL if
 * there is none. */
const char *ip_served_missing_function(ip_arena *arena, const ip_code *code);

#endif
