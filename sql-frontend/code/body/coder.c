/* Compiles each unit of a workload to executable code when it is first asked for. */
#include "code/coder.h"

#include <string.h>

ip_coder *ip_code_coder_new(ip_arena *arena, const ip_definitions *definitions, ip_schema *schema)
{
    ip_coder *coder = IP_NEW(arena, ip_coder);
    coder->arena = arena;
    coder->definitions = definitions;
    coder->schema = schema;
    return coder;
}

int ip_code_coder_unit(ip_coder *coder, const ip_unit *unit)
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

ip_code *ip_code_coder_code(ip_coder *coder, const ip_unit *unit)
{
    int index = ip_code_coder_unit(coder, unit);
    return coder->units.items[index]->code;
}

ip_code *ip_code_coder_compiled(ip_coder *coder, const ip_unit *unit)
{
    int index = ip_code_coder_unit(coder, unit);
    ip_code_unit *entry = coder->units.items[index];
    if (!entry->compiled)
        ip_code_compile(coder, entry);
    return entry->code;
}

/* Callers inherit the effects of their callees, until nothing changes. */
static bool hand_up(ip_coder *coder, ip_code_unit *caller)
{
    bool changed = false;
    for (int i = 0; i < caller->callees.count; i++) {
        const ip_code_unit *callee = coder->units.items[caller->callees.items[i]];
        if (callee->touches && !caller->touches)
            caller->touches = changed = true;
        if (caller->domain && caller->touches && !caller->code->why_not) {
            caller->code->why_not =
                ip_arena_printf(coder->arena, "domain %s has a constraint that reads tables", caller->domain);
            changed = true;
        }
    }
    return changed;
}

void ip_code_coder_finish(ip_coder *coder)
{
    for (int i = 0; i < coder->units.count; i++)
        if (!coder->units.items[i]->compiled)
            ip_code_compile(coder, coder->units.items[i]);
    ip_code_created_tables(coder->arena, coder->schema);
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

static void refuse(ip_compiler *c, ip_range range, const char *format, va_list args)
{
    if (c->code->why_not)
        return;
    c->code->why_not = ip_arena_vprintf(c->arena, format, args);
    c->code->why_not_range = range.source ? range : c->range;
}

void ip_code_refuse(ip_compiler *c, ip_range range, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    refuse(c, range, format, args);
    va_end(args);
}

void ip_code_refuse_name(ip_compiler *c, ip_range range, const char *sqlstate, const char *error, const char *format,
                         ...)
{
    va_list args;
    if (!c->code->why_not) {
        c->code->sqlstate = sqlstate;
        c->code->error = error;
    }
    va_start(args, format);
    refuse(c, range, format, args);
    va_end(args);
}

void ip_code_refuse_wrong(ip_compiler *c, ip_range range, const char *sqlstate, const char *error, const char *format,
                          ...)
{
    va_list args;
    if (!c->code->why_not && sqlstate && c->unit->kind == IP_UNIT_SCRIPT) {
        c->code->sqlstate = sqlstate;
        c->code->error = error;
    }
    va_start(args, format);
    refuse(c, range, format, args);
    va_end(args);
}

void ip_code_refuse_routine(ip_compiler *c, ip_range range, const char *format, ...)
{
    va_list args;
    c->not_made = true;
    va_start(args, format);
    refuse(c, range, format, args);
    va_end(args);
}

ip_range ip_code_place_of(const ip_compiler *c, const ip_tree *node)
{
    size_t at = (size_t)ip_parse_location(node);
    if (at == 0 || at < c->shift || c->range.begin + at - c->shift >= c->range.end)
        return c->range;
    at = c->range.begin + at - c->shift;
    return (ip_range){c->range.source, at, at};
}
