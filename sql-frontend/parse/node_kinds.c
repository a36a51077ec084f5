/* What is known of each kind of node of a parse tree, by name. */
#include "parse/node_kinds.h"

#include <stddef.h>
#include <string.h>

#define NODE(name, role, evaluates, raises, type, beside) {#name, role, evaluates, raises, type, beside},
static const ip_kind kinds[] = {
#include "parse/node_kinds.inc"
};
#undef NODE

const ip_kind *ip_parse_kind_named(const char *name)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}
