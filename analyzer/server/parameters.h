/* Types of a statement's parameters, where a client leaves them to the server. */
#ifndef IP_SERVER_PARAMETERS_H
#define IP_SERVER_PARAMETERS_H

#include "code/code.h"
#include "interpreter/value/sqltype.h"

/* types, known: [parameter_count], known all false at first. false: it has no parameters. */
bool ip_served_parameter_types(ip_arena *arena, const ip_code *code, ip_sqltype *types, bool *known);
/* "function f(integer) does not exist", of the first call of one that a server does not have. NULL: there is none. */
const char *ip_served_missing_function(ip_arena *arena, const ip_code *code);

#endif
