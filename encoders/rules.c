#include "rules.h"

#include <string.h>

static const struct rule {
    const char *name, *effect, *meaning, *source;
} rules[] = {
#define X(id, name, effect, meaning, source) [id] = {name, effect, meaning, source},
    IP_ENCODING_RULES(X)
#undef X
};

const char *ip_rule_name(ip_rule rule)
{
    return rules[rule].name;
}

const char *ip_rule_effect(ip_rule rule)
{
    return rules[rule].effect;
}

const char *ip_rule_meaning(ip_rule rule)
{
    return rules[rule].meaning;
}

const char *ip_rule_source(ip_rule rule)
{
    return rules[rule].source;
}

bool ip_rule_by_name(const char *name, ip_rule *rule)
{
    for (int i = 0; i < IP_RULE_COUNT; i++)
        if (strcmp(rules[i].name, name) == 0) {
            *rule = (ip_rule)i;
            return true;
        }
    return false;
}
