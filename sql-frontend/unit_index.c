#include "unit_index.h"

#include <stdlib.h>
#include <string.h>

static int by_name(const void *a, const void *b)
{
    const ip_named_unit *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order ? order : x->unit - y->unit;
}

const char *ip_last_part(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot ? dot + 1 : name;
}

void ip_index_units(ip_definitions *d)
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

int ip_first_named(const ip_definitions *d, const char *last)
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
