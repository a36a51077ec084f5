/* The table of rules by name. */
#include "rules.h"

#include <string.h>

static const char *const names[] = {
#define X(id, name, effect, meaning, source) [id] = name,
    IP_ENCODING_RULES(X)
#undef X
};

const char *ip_rule_name(ip_rule rule)
{
    return names[rule];
}

bool ip_rule_by_name(const char *name, ip_rule *rule)
{
    for (int i = 0; i < IP_RULE_COUNT; i++)
        if (strcmp(names[i], name) == 0) {
            *rule = (ip_rule)i;
            return true;
        }
    return false;
}
