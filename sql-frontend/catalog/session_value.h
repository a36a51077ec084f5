/* Functions of the user's identity that a platform's server brings along, and that no file creates: those of Supabase's
 * schema auth (https://supabase.com/docs/guides/database/postgres/row-level-security, helper functions). Each gives a
 * part of current_setting('request.jwt.claims'), a value of the session, and touches no table. */
#ifndef IP_SESSION_VALUE_H
#define IP_SESSION_VALUE_H

#include "catalog/schema.h"

typedef struct ip_session_value {
    const char *name;
    ip_type type;
    const char *example; /* what sessions of one user may have; NULL: none */
} ip_session_value;

/* Called without arguments; NULL: it is none. Whether the files define one of that name is not asked. */
const ip_session_value *ip_catalog_session_value_named(const char *name, int arguments);

#endif
