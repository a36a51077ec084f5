/* FunctionCall of the protocol, which libpq's and JDBC's large objects use. Internal to this room. */
#ifndef IP_FUNCTION_CALL_H
#define IP_FUNCTION_CALL_H

#include "recorder/pending.h"

/* The call as a statement: SELECT lo_open($1, $2). A function that is not known by its number has a name that says so,
 * and that no schema has. */
ip_prepared_text *ip_recorder_function_call(ip_arena *arena, uint32_t number, int arguments);

#endif
