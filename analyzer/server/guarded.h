/* DO blocks that only make a definition, unless the object is there. */
#ifndef IP_SERVER_GUARDED_H
#define IP_SERVER_GUARDED_H

#include "base/arena.h"

#include <stdbool.h>

typedef struct ip_guarded_definition {
    const char *text;   /* NULL: the text is something else */
    const char *caught; /* the SQLSTATE that is no error */
} ip_guarded_definition;

ip_guarded_definition ip_served_guarded_definition_of(ip_arena *arena, const char *text);

#endif
