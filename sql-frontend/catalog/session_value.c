/* Functions of one platform, by name: more of them belong into this table. */
#include "catalog/session_value.h"

#include <string.h>

const ip_session_value *ip_catalog_session_value_named(const char *name, int arguments)
{
    static const ip_session_value values[] = {
        {"auth.uid", {IP_TEXT, false, "uuid"}, "00000000-0000-0000-0000-000000000001"},
        {"auth.role", {IP_TEXT, false, "text"}, "authenticated"},
        {"auth.email", {IP_TEXT, false, "text"}, "user@example.org"},
        {"auth.jwt", {IP_OTHER, false, "jsonb"}, NULL},
    };
    for (size_t i = 0; arguments <= 0 && i < sizeof values / sizeof values[0]; i++)
        if (strcmp(values[i].name, name) == 0)
            return &values[i];
    return NULL;
}
