/* What an error says besides its SQLSTATE and message: the values of GET STACKED DIAGNOSTICS, and the further fields of
 * the protocol's ErrorResponse. */
#ifndef IP_VALUE_ERROR_ABOUT_H
#define IP_VALUE_ERROR_ABOUT_H

#include "base/arena.h"

/* NULL: unknown in memory; "": none. */
typedef struct ip_error_about {
    const char *detail, *hint, *column, *constraint, *datatype, *table, *schema;
} ip_error_about;

/* With its texts in the arena. */
ip_error_about ip_value_error_about_copy(ip_arena *arena, const ip_error_about *about);

#endif
