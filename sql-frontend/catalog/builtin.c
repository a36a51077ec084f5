/* Looks up PostgreSQL's functions in the generated table builtin_functions.inc. */
#include "catalog/builtin.h"

#include <stddef.h>
#include <string.h>

#define BUILTIN(...) {__VA_ARGS__},
static const ip_builtin builtins[] = {
#include "catalog/builtin_functions.inc"
};
#undef BUILTIN

enum { BUILTINS = sizeof builtins / sizeof builtins[0] };

const ip_builtin *ip_catalog_builtin_named(const char *name, int *count)
{
    int low = 0, high = BUILTINS;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(builtins[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (*count = 0; low + *count < BUILTINS && strcmp(builtins[low + *count].name, name) == 0; ++*count)
        ;
    return *count > 0 ? &builtins[low] : NULL;
}

const ip_builtin *ip_catalog_builtin_at(int i)
{
    return i < BUILTINS ? &builtins[i] : NULL;
}

const char *ip_catalog_builtin_operator_at(int i)
{
#define OPERATOR(name, left, right, result) name,
#define CATEGORY(type, category, preferred)
#define IMPLICIT(from, to)
    static const char *const names[] = {
#include "catalog/builtin_operators.inc"
    };
#undef OPERATOR
#undef CATEGORY
#undef IMPLICIT
    return i < (int)(sizeof names / sizeof *names) ? names[i] : NULL;
}

static int argument_count(const ip_builtin *b)
{
    int count = *b->arguments != '\0';
    for (const char *c = b->arguments; *c; c++)
        count += *c == ',';
    return count;
}

bool ip_catalog_builtin_takes(const ip_builtin *b, int count)
{
    int all = argument_count(b);
    return b->variadic ? count >= all - 1 : count <= all && count >= all - b->defaults;
}
