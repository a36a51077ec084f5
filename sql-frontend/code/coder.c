#include "coder.h"
#include "resolve.h"

#include <string.h>

ip_coder *ip_coder_new(ip_arena *arena, const ip_definitions *definitions, ip_schema *schema)
{
    ip_coder *coder = IP_NEW(arena, ip_coder);
    coder->arena = arena;
    coder->definitions = definitions;
    coder->schema = schema;
    return coder;
}

int ip_coder_unit(ip_coder *coder, const ip_unit *unit)
{
    for (int i = 0; i < coder->units.count; i++)
        if (coder->units.items[i]->unit == unit && !coder->units.items[i]->trigger)
            return i;
    ip_code_unit *entry = IP_NEW(coder->arena, ip_code_unit);
    entry->unit = unit;
    entry->code = IP_NEW(coder->arena, ip_code);
    IP_PUSH(coder->arena, &coder->units, entry);
    ip_code_signature(coder, entry);
    return coder->units.count - 1;
}

ip_code *ip_coder_code(ip_coder *coder, const ip_unit *unit)
{
    int index = ip_coder_unit(coder, unit);
    return coder->units.items[index]->code;
}

ip_code *ip_coder_compiled(ip_coder *coder, const ip_unit *unit)
{
    int index = ip_coder_unit(coder, unit);
    ip_code_unit *entry = coder->units.items[index];
    if (!entry->compiled)
        ip_code_compile(coder, entry);
    return entry->code;
}

/* What a callee does, its callers do: until nothing changes. */
static bool hand_up(ip_coder *coder, ip_code_unit *caller)
{
    bool changed = false;
    for (int i = 0; i < caller->callees.count; i++) {
        const ip_code_unit *callee = coder->units.items[caller->callees.items[i]];
        if (callee->touches && !caller->touches)
            caller->touches = changed = true;
        if (!callee->code->why_not || caller->code->why_not)
            continue;
        caller->code->why_not =
            ip_arena_printf(coder->arena, "it calls %s(): %s", callee->unit->name, callee->code->why_not);
        caller->code->why_not_range = callee->code->why_not_range;
        changed = true;
    }
    return changed;
}

void ip_coder_finish(ip_coder *coder)
{
    for (int i = 0; i < coder->units.count; i++)
        if (!coder->units.items[i]->compiled)
            ip_code_compile(coder, coder->units.items[i]);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < coder->units.count; i++)
            changed = hand_up(coder, coder->units.items[i]) || changed;
    }
    for (int i = 0; i < coder->waiting.count; i++)
        if (coder->units.items[coder->waiting.items[i].callee]->touches)
            *coder->waiting.items[i].accesses = true;
    coder->waiting.count = 0;
}

void ip_code_refuse(ip_compiler *c, ip_range range, const char *format, ...)
{
    if (c->code->why_not)
        return;
    va_list args;
    va_start(args, format);
    c->code->why_not = ip_arena_vprintf(c->arena, format, args);
    va_end(args);
    c->code->why_not_range = range.source ? range : c->range;
}

ip_range ip_code_place_of(const ip_compiler *c, const json_t *node)
{
    const json_t *location = ip_field(ip_node_body(node), "location");
    if (!json_is_integer(location))
        location = ip_field(node, "location");
    size_t at = (size_t)json_integer_value(location);
    if (!json_is_integer(location) || at < c->shift || c->range.begin + at - c->shift >= c->range.end)
        return c->range;
    at = c->range.begin + at - c->shift;
    return (ip_range){c->range.source, at, at};
}

/* What a name in PL/pgSQL has as its type: there, no column can be meant beside a variable. */
static void variable_type(const ip_compiler *c, const json_t *node, ip_argument *argument)
{
    const json_t *named = ip_node_as(node, "NamedArgExpr");
    const json_t *fields = ip_field(ip_node_as(named ? ip_field(named, "arg") : node, "ColumnRef"), "fields");
    const char *parts[3] = {"", "", ""};
    int count = (int)json_array_size(fields), used = 0;
    if (count < 1 || count > 3 || c->conflict != IP_CONFLICT_ERROR)
        return;
    for (int i = 0; i < count; i++)
        parts[i] = ip_arena_strdup(c->arena, ip_string_node(json_array_get(fields, (size_t)i)));
    int slot = ip_code_find_variable(c, parts, count, &used);
    const ip_code_type *type = slot >= 0 && used == count ? &c->code->variables.items[slot].type : NULL;
    if (!type || type->row || type->record || !type->type.name)
        return;
    const char *open = strchr(type->type.name, '(');
    argument->type = open ? NULL : type->type.name;
    argument->kind = type->type.kind;
    argument->array = type->type.array;
}

const ip_unit *ip_coder_routine(const ip_compiler *c, const json_t *call, ip_called_as *as)
{
    const json_t *args = ip_field(call, "args");
    int count = (int)json_array_size(args);
    ip_argument *given = IP_NEW_ARRAY(c->arena, ip_argument, count);
    for (int i = 0; i < count; i++) {
        const json_t *node = json_array_get(args, (size_t)i);
        given[i] = ip_argument_of(c->arena, node);
        if (!given[i].type && !given[i].literal)
            variable_type(c, node, &given[i]);
    }
    const ip_path *path = c->path ? c->path : c->unit->path;
    ip_resolved resolved = ip_resolve(c->arena, c->coder->definitions, path, ip_call_name(c->arena, call), given, count,
                                      ip_field_bool(call, "func_variadic"));
    as->several = resolved.units.count > 1;
    as->known_name = resolved.known_name;
    return resolved.units.count == 1 ? resolved.units.items[0] : NULL;
}
