/* A base's value in the table is the last number that was tried for it: a transaction may have thousands of parameters
 * of one column. */
#include "templates/free_name.h"

const char *ip_templates_free_name(ip_arena *arena, ip_text_table *taken, const char *base)
{
    size_t before = taken->used;
    ip_text_entry *first = ip_text_table_add(arena, taken, base);
    if (taken->used > before)
        return base;
    if (!first->value)
        first->value = IP_NEW(arena, int);
    for (int *number = first->value, n = *number ? *number + 1 : 2;; n++) {
        const char *name = ip_arena_printf(arena, "%s_%d", base, n);
        before = taken->used;
        ip_text_table_add(arena, taken, name);
        *number = n;
        if (taken->used > before)
            return name;
    }
}
