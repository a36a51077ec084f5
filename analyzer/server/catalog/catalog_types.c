/* Writes pg_type, pg_range and pg_enum. */
#include "server/catalog/catalog_writing.h"
#include "server/types.h"

#include "base/words.h"
#include "workload/client_definition.h"

#include <string.h>

#define ROW IP_CATALOG_ROW
#define TEXTS IP_TEXTS

char ip_served_catalog_category(const char *name)
{
    static const struct {
        char category;
        const char *names;
    } all[] = {{'B', "bool"},
               {'D', "date time timetz timestamp timestamptz"},
               {'I', "inet cidr"},
               {'N', "int2 int4 int8 float4 float8 numeric money oid"},
               {'S', "text varchar bpchar name"},
               {'T', "interval"},
               {'V', "bit varbit"},
               {'Z', "char"}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (ip_is_among(all[i].names, name))
            return all[i].category;
    return strstr(name, "range") ? 'R' : 'U';
}

/* Returns the name of the type's input function. */
static const char *input_of(const ip_catalog_writing *w, const char *name)
{
    static const char with_line[] =
        "date time timetz timestamp timestamptz interval numeric uuid json jsonb bit varbit "
        "inet cidr";
    return ip_arena_printf(w->arena, ip_is_among(with_line, name) ? "%s_in" : "%sin", name);
}

/* Of a domain: the length or precision of its type (pg_type.typtypmod), and its default. */
static long modifier_of(const ip_catalog_writing *w, const char *domain, const char **preset)
{
    ip_listed_type type;
    for (int i = 0; ip_workload_listed_type_at(w->definitions, i, &type); i++) {
        if (type.kind != 'd' || strcmp(type.name, domain) != 0)
            continue;
        const ip_column column = {.type = *type.base, .kept_default = type.kept_default};
        const ip_sqltype of = ip_value_sqltype_of_field(w->arena, &column);
        if (type.kept_default)
            *preset = ip_workload_listed_default(w->arena, &column,
                                                 type.over ? type.over : ip_value_sqltype_name(w->arena, of));
        return type.over ? -1 : ip_served_wire_modifier(of);
    }
    return -1;
}

/* The row of a type, and that of its array type. */
static void described(ip_catalog_writing *w, const ip_described_type *type)
{
    static const char row[] = "ntntnntttnbnntnnnbn";
    const char *own = type->own ? type->name : ip_served_catalog_own_name(type->name);
    long schema = type->own ? 11 : ip_served_catalog_namespace_of(w, type->name);
    char category = type->kind == 'e' ? 'E' : type->kind == 'c' ? 'C' : type->kind == 'p' ? 'P' : 'U';
    const ip_described_type *base = NULL;
    for (int i = 0; type->kind == 'd' && i < w->types.count; i++)
        if (w->types.items[i].oid == type->last_base)
            base = &w->types.items[i];
    if (type->own && type->kind != 'p')
        category = ip_served_catalog_category(type->name);
    else if (base && base->own)
        category = ip_served_catalog_category(base->name);
    const char *input = type->own           ? input_of(w, type->name)
                        : type->kind == 'e' ? "enum_in"
                        : type->kind == 'c' ? "record_in"
                                            : "domain_in";
    long collation = category == 'S' ? 100 : 0;
    const char *kind = ip_arena_printf(w->arena, "%c", type->kind);
    const char *preset = NULL;
    long modifier = type->kind == 'd' ? modifier_of(w, type->name, &preset) : -1;
    ROW(w, row, TEXTS(own, kind, ip_arena_printf(w->arena, "%c", category), ",", input, preset), type->oid, schema, 0,
        type->array, type->base, type->not_null, collation, type->relation, modifier, 10, 0, 1,
        base && base->own ? base->size : type->size);
    if (type->array)
        ROW(w, row, TEXTS(ip_arena_printf(w->arena, "_%s", own), "b", "A", ",", "array_in", NULL), type->array, schema,
            type->oid, 0, 0, 0, collation, 0, -1, 10, 0, 1, -1);
}

static void ranges(ip_catalog_writing *w)
{
    static const char columns[] =
        "rngtypid bigint, rngsubtype bigint, rngmultitypid bigint, rngcollation bigint, rngsubopc bigint";
    ip_served_catalog_begin(w, "pg_catalog.pg_range", columns);
    for (int i = 0; i < w->types.count; i++) {
        const ip_described_type *type = &w->types.items[i];
        if (type->kind != 'r')
            continue;
        const char *name = ip_arena_printf(w->arena, "%.*smultirange", (int)strlen(type->name) - 5, type->name);
        long multirange = 0;
        for (int k = 0; k < w->types.count; k++)
            if (strcmp(w->types.items[k].name, name) == 0)
                multirange = w->types.items[k].oid;
        ROW(w, "nnnnn", {NULL}, type->oid, type->last_base, multirange, 0, 0);
    }
    ip_served_catalog_end(w, columns);
}

/* Of parameters and results of functions alone. */
static void pseudo_types(ip_catalog_writing *w)
{
    static const struct {
        const char *name, *input;
        long oid, size;
    } all[] = {{"trigger", "trigger_in", 2279, 4},
               {"event_trigger", "event_trigger_in", 3838, 4},
               {"language_handler", "language_handler_in", 2280, 4},
               {"internal", "internal_in", 2281, 8}};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        ROW(w, "ntntnntttnbnntnnnbn", TEXTS(all[i].name, "p", "P", ",", all[i].input, NULL), all[i].oid, 11, 0, 0, 0, 0,
            0, 0, -1, 10, 0, 1, all[i].size);
}

void ip_served_catalog_types(ip_catalog_writing *w)
{
    static const char columns[] =
        "oid bigint, typname name, typnamespace bigint, typtype letter, typelem bigint, typarray bigint, typcategory "
        "letter, typdelim letter, typinput text, typbasetype bigint, typnotnull boolean, typcollation bigint, typrelid "
        "bigint, typdefault text, typtypmod integer, typowner bigint, typndims integer, typisdefined boolean, typlen "
        "smallint";
    static const char labels[] = "oid bigint, enumtypid bigint, enumsortorder real, enumlabel name";
    const char *name;
    ip_served_catalog_begin(w, "pg_catalog.pg_type", columns);
    ip_served_catalog_same(w, "tableoid", "1247::bigint");
    ip_served_catalog_same(w, "typacl", "NULL::text[]");
    for (int i = 0; i < w->types.count; i++)
        described(w, &w->types.items[i]);
    ROW(w, "ntntnntttnbnntnnnbn", TEXTS("char", "b", "Z", ",", "charin", NULL), IP_OID_CHAR, 11, 0, 1002, 0, 0, 0, 0,
        -1, 10, 0, 1, 1);
    ROW(w, "ntntnntttnbnntnnnbn", TEXTS("oid", "b", "N", ",", "oidin", NULL), IP_OID_OID, 11, 0, IP_OID_OID_ARRAY, 0, 0,
        0, 0, -1, 10, 0, 1, 4);
    pseudo_types(w);
    ip_served_catalog_end(w, columns);
    ranges(w);
    ip_served_catalog_begin(w, "pg_catalog.pg_enum", labels);
    for (int i = 0; (name = ip_workload_listed_enum(w->definitions, i, -1)); i++) {
        long oid = ip_served_wire_user_number(name, false);
        const char *label;
        for (int k = 0; (label = ip_workload_listed_enum(w->definitions, i, k)); k++)
            ROW(w, "nnnt", TEXTS(label), IP_ENUM_OIDS + 1000L * (i + 1) + k, oid, k + 1);
    }
    ip_served_catalog_end(w, labels);
}
