/* What \set, \setrandom and \unset do to variables: their arguments, as psql and pgbench read them. */
#ifndef IP_PSQL_SET_H
#define IP_PSQL_SET_H

#include "psql/variables.h"

/* argument: what stands after the command's name, to the line's end. A value that is not known is any. */
void ip_psql_set(ip_variables *v, ip_range argument);
void ip_psql_set_random(ip_variables *v, ip_range argument);
void ip_psql_unset(ip_variables *v, ip_range argument); /* each word of it; also \prompt … name */

#endif
