/* Aggregates that the files make: a function for each row, and perhaps one at the end. */
#include "coder.h"
#include "unit_index.h"

#include <string.h>

/* The only routine of that name, if it has so many parameters and is a plain function; else NULL. */
static const ip_unit *only_function(const ip_definitions *d, const char *name, int parameters)
{
    const char *last = ip_last_part(name);
    int at = ip_first_named(d, last);
    if (at >= d->names.count || strcmp(d->names.items[at].name, last) != 0 ||
        (at + 1 < d->names.count && strcmp(d->names.items[at + 1].name, last) == 0))
        return NULL;
    const ip_unit *unit = d->units.items[d->names.items[at].unit];
    bool plain = strcmp(unit->name, name) == 0 && unit->parameters.count == parameters && !unit->procedure &&
                 !unit->returns_set && !unit->fails;
    for (int i = 0; i < unit->parameters.count; i++)
        plain = plain && unit->parameters.items[i].in && !unit->parameters.items[i].out;
    return plain ? unit : NULL;
}

static const ip_stand_in *only_aggregate(const ip_definitions *d, const char *name)
{
    const ip_stand_in *found = NULL;
    for (int i = 0; i < d->stand_ins.count; i++) {
        const ip_stand_in *s = &d->stand_ins.items[i];
        if (s->kind != IP_STANDS_AGGREGATE || strcmp(ip_last_part(s->name), ip_last_part(name)) != 0)
            continue;
        if (found || strcmp(s->name, name) != 0)
            return NULL;
        found = s;
    }
    return found;
}

static const ip_code *code_of(ip_compiler *c, const ip_unit *unit)
{
    int callee = ip_coder_unit(c->coder, unit);
    IP_PUSH(c->arena, &c->callees, callee);
    IP_PUSH(c->arena, &c->self->callees, callee);
    return c->coder->units.items[callee]->code;
}

bool ip_code_user_aggregate(ip_compiler *c, const json_t *call, const char *name, ip_code_aggregate *a)
{
    const ip_definitions *d = c->coder->definitions;
    const ip_stand_in *made = only_aggregate(d, name);
    int arguments = (int)json_array_size(ip_field(call, "args"));
    const ip_unit *transition = made && made->transition ? only_function(d, made->transition, arguments + 1) : NULL;
    const ip_unit *final = made && made->final ? only_function(d, made->final, 1) : NULL;
    bool others = !made || made->more || (made->final && !final);
    if (!transition || others || arguments == 0 || ip_field_bool(call, "func_variadic"))
        return false;
    a->transition = code_of(c, transition);
    a->final = final ? code_of(c, final) : NULL;
    a->start = made->start;
    return true;
}
