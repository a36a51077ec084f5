/* An index of routines by the last part of their names, and the look-up of user-defined operators. */
#include "catalog/unit_index.h"

#include "base/words.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    const ip_named_unit *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : x->unit - y->unit;
}

void ip_catalog_index_units(ip_definitions *d)
{
    d->names.count = 0;
    for (int i = 0; i < d->units.count; i++)
        d->units.items[i]->id = i;
    for (int i = 0; i < d->units.count; i++)
        if (d->units.items[i]->kind == IP_UNIT_ROUTINE)
            IP_PUSH(d->arena, &d->names, ((ip_named_unit){ip_last_part(d->units.items[i]->name), i}));
    if (d->names.count > 0)
        qsort(d->names.items, (size_t)d->names.count, sizeof d->names.items[0], by_name);
}

int ip_catalog_first_named(const ip_definitions *d, const char *last)
{
    int low = 0, high = d->names.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (strcmp(d->names.items[middle].name, last) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

bool ip_catalog_is_immutable(const ip_unit *unit)
{
    return unit->kind == IP_UNIT_ROUTINE && !unit->procedure && !unit->returns_set &&
           unit->volatility == IP_IMMUTABLE && strcmp(unit->return_type, "trigger") != 0;
}

bool ip_catalog_shares_snapshot(const ip_unit *unit)
{
    return unit->kind == IP_UNIT_ROUTINE && !unit->procedure && unit->volatility != IP_VOLATILE;
}

const ip_user_operator *ip_catalog_find_user_operator(const ip_definitions *d, ip_user_operator_kind kind,
                                                      const char *name)
{
    for (int i = d->user_operators.count - 1; i >= 0; i--) {
        const ip_user_operator *s = &d->user_operators.items[i];
        if (s->kind == kind && (strcmp(s->name, name) == 0 || strcmp(ip_last_part(s->name), name) == 0))
            return s;
    }
    return NULL;
}

bool ip_catalog_is_declared_extension(const ip_definitions *d, const char *extension)
{
    for (int i = 0; i < d->extensions.count; i++)
        if (strcmp(d->extensions.items[i], extension) == 0)
            return true;
    return false;
}
