/* Answers asyncpg's query about types that it does not know (asyncpg/introspection.py): the types with the numbers that
 * it asks for, and those that they consist of, which come first. */
#include "server/client_state.h"
#include "server/user_types.h"

#include "base/words.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[] = {
    "oid",           "ns",          "name",      "kind",  "basetype",      "elemtype",      "elemdelim",
    "range_subtype", "attrtypoids", "attrnames", "depth", "basetype_name", "elemtype_name", "range_subtype_name"};
static const uint32_t column_types[] = {IP_OID_OID,     IP_OID_NAME, IP_OID_NAME, IP_OID_CHAR,      IP_OID_OID,
                                        IP_OID_OID,     IP_OID_CHAR, IP_OID_OID,  IP_OID_OID_ARRAY, IP_OID_TEXT_ARRAY,
                                        IP_OID_INTEGER, IP_OID_TEXT, IP_OID_TEXT, IP_OID_TEXT};
enum { WIDTH = sizeof names / sizeof *names };

typedef struct asked {
    ip_arena *arena;
    ip_described_types types;
    IP_VEC(uint32_t) met;
    IP_VEC(const char *) values;
} asked;

static const ip_described_type *type_of(const asked *a, uint32_t oid)
{
    for (int i = 0; i < a->types.count; i++)
        if (a->types.items[i].oid == oid || (oid && a->types.items[i].array == oid))
            return &a->types.items[i];
    return NULL;
}

static const char *own_name(const char *name)
{
    const char *dot = strchr(name, '.');
    return dot ? dot + 1 : name;
}

static const char *schema_of(const asked *a, const ip_described_type *type)
{
    const char *dot = strchr(type->name, '.');
    return type->own ? "pg_catalog"
           : dot     ? ip_arena_strndup(a->arena, type->name, (size_t)(dot - type->name))
                     : "public";
}

static const char *number(const asked *a, uint32_t oid)
{
    return oid ? ip_arena_printf(a->arena, "%u", oid) : NULL;
}

static const char *name_of(const asked *a, uint32_t oid)
{
    const ip_described_type *type = oid ? type_of(a, oid) : NULL;
    if (!type)
        return oid ? "???" : NULL;
    return ip_arena_printf(a->arena, "%s%s", type->name, type->oid == oid ? "" : "[]");
}

static const char *fields_of(const asked *a, const ip_described_type *type, bool as_names)
{
    const char *text = "";
    if (type->kind != 'c')
        return NULL;
    for (int i = 0; i < type->count; i++)
        text = as_names
                   ? ip_arena_printf(a->arena, "%s%s%s", text, i ? "," : "", ip_quoted(a->arena, type->names[i], '"'))
                   : ip_arena_printf(a->arena, "%s%s%u", text, i ? "," : "", type->fields[i]);
    return ip_arena_printf(a->arena, "{%s}", text);
}

static void answer(asked *a, uint32_t oid)
{
    const ip_described_type *type = type_of(a, oid);
    for (int i = 0; i < a->met.count; i++)
        if (a->met.items[i] == oid)
            return;
    IP_PUSH(a->arena, &a->met, oid);
    if (!type || !oid)
        return;
    bool array = type->array == oid;
    if (array)
        answer(a, type->oid);
    for (int i = 0; !array && i < type->count; i++)
        answer(a, type->fields[i]);
    if (!array && type->last_base)
        answer(a, type->last_base);
    uint32_t base = !array && type->kind == 'd' ? type->last_base : 0;
    uint32_t bound = !array && type->kind == 'r' ? type->last_base : 0;
    const char *own = own_name(type->name);
    const char *kind = ip_arena_printf(a->arena, "%c", array ? 'b' : type->kind);
    const char *row[WIDTH] = {number(a, oid),
                              schema_of(a, type),
                              array ? ip_arena_printf(a->arena, "_%s", own) : own,
                              kind,
                              number(a, base),
                              array ? number(a, type->oid) : "0",
                              array ? "," : NULL,
                              number(a, bound),
                              array ? NULL : fields_of(a, type, false),
                              array ? NULL : fields_of(a, type, true),
                              ip_arena_printf(a->arena, "%d", 1000000 - a->values.count),
                              name_of(a, base),
                              array ? name_of(a, type->oid) : "-",
                              name_of(a, bound)};
    for (int k = 0; k < WIDTH; k++)
        IP_PUSH(a->arena, &a->values, row[k]);
}

const ip_catalog_answer *ip_served_introspected(ip_served_client *client)
{
    asked a = {.arena = client->message, .types = ip_served_listed_types(client->service->served, client->message)};
    const char *at = client->asked ? client->asked : "";
    for (at += strcspn(at, "0123456789"); *at; at += strcspn(at, "0123456789")) {
        char *end;
        answer(&a, (uint32_t)strtoul(at, &end, 10));
        at = end;
    }
    ip_catalog_answer *answered = IP_NEW(client->message, ip_catalog_answer);
    *answered =
        (ip_catalog_answer){WIDTH, a.values.count / WIDTH, names, a.values.items, column_types, IP_OID_OID_ARRAY};
    return answered;
}
