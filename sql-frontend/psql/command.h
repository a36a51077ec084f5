/* What psql's commands do to the statement that stands before them without a semicolon. */
#ifndef IP_PSQL_COMMAND_H
#define IP_PSQL_COMMAND_H

#include "parse/lexer.h"

typedef enum ip_command_effect {
    IP_COMMAND_ASIDE,  /* no effect: the statement goes on after the command */
    IP_COMMAND_SENDS,  /* it is sent */
    IP_COMMAND_ENDS,   /* in pgbench it ends. psql would do the command at once and read on in the statement, of which
                          what follows does not parse by itself */
    IP_COMMAND_BREAKS, /* psql forgets it, or reads something else first */
} ip_command_effect;

ip_command_effect ip_psql_command_effect_of(const ip_source *source, ip_token command);
/* Of the command's word, without the backslash. */
size_t ip_psql_command_length(const ip_source *source, ip_token command);

#endif
