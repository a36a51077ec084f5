/* Aggregates that the files create: a function for each row, and perhaps one at the end. */
#include "code/coder.h"
#include "base/words.h"

#include <string.h>

static const ip_user_operator *only_aggregate(const ip_definitions *d, const char *name)
{
    const ip_user_operator *found = NULL;
    for (int i = 0; i < d->user_operators.count; i++) {
        const ip_user_operator *s = &d->user_operators.items[i];
        if (s->kind != IP_USER_AGGREGATE || strcmp(ip_last_part(s->name), ip_last_part(name)) != 0)
            continue;
        if (found || (strchr(name, '.') && strcmp(s->name, name) != 0))
            return NULL;
        found = s;
    }
    return found;
}

bool ip_code_user_aggregate(ip_compiler *c, const PgQuery__FuncCall *call, const char *name, ip_code_aggregate *a)
{
    const ip_definitions *d = c->coder->definitions;
    const ip_user_operator *created = only_aggregate(d, name);
    int arguments = (int)ip_parse_list_size(IP_ITEMS(call, args));
    if (!created || created->more || !created->transition || arguments == 0 || IP_GET(call, func_variadic))
        return false;
    a->transition = ip_code_only_function(c, created->transition, arguments + 1);
    a->final = created->final ? ip_code_only_function(c, created->final, 1) : NULL;
    a->start = created->start;
    return a->transition && (a->final || !created->final);
}
