/* Writes pg_type and pg_enum. */
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

void ip_served_catalog_types(ip_catalog_writing *w)
{
    static const char columns[] =
        "oid bigint, typname name, typnamespace bigint, typtype letter, typelem bigint, typarray bigint, typcategory "
        "letter, typdelim letter, typinput text, typbasetype bigint, typnotnull boolean, typcollation bigint, typrelid "
        "bigint, typdefault text, typtypmod integer, typowner bigint, typndims integer, typisdefined boolean";
    static const char row[] = "ntntnntttnbnntnnnb";
    static const char labels[] = "oid bigint, enumtypid bigint, enumsortorder real, enumlabel name";
    ip_wire_array array;
    const char *name;
    ip_served_catalog_begin(w, "pg_catalog.pg_type", columns);
    for (int i = 0; ip_served_wire_array_at(i, &array); i++) {
        long collation = ip_served_catalog_category(array.name) == 'S' ? 100 : 0;
        const char *category = ip_arena_printf(w->arena, "%c", ip_served_catalog_category(array.name));
        ROW(w, row, TEXTS(array.name, "b", category, ",", input_of(w, array.name), NULL), array.element, 11, 0,
            array.oid, 0, 0, collation, 0, -1, 10, 0, 1);
        if (array.oid)
            ROW(w, row, TEXTS(ip_arena_printf(w->arena, "_%s", array.name), "b", "A", ",", "array_in", NULL), array.oid,
                11, array.element, 0, 0, 0, collation, 0, -1, 10, 0, 1);
    }
    ROW(w, row, TEXTS("char", "b", "Z", ",", "charin", NULL), IP_OID_CHAR, 11, 0, 0, 0, 0, 0, 0, -1, 10, 0, 1);
    for (int i = 0; (name = ip_workload_listed_enum(w->definitions, i, -1)); i++)
        ROW(w, row, TEXTS(ip_served_catalog_own_name(name), "e", "E", ",", "enum_in", NULL), IP_ENUM_OIDS + i,
            ip_served_catalog_namespace_of(w, name), 0, 0, 0, 0, 0, 0, -1, 10, 0, 1);
    ip_served_catalog_end(w, columns);
    ip_served_catalog_begin(w, "pg_catalog.pg_enum", labels);
    for (int i = 0; ip_workload_listed_enum(w->definitions, i, -1); i++)
        for (int k = 0; (name = ip_workload_listed_enum(w->definitions, i, k)); k++)
            ROW(w, "nnnt", TEXTS(name), IP_ENUM_OIDS + 1000L * (i + 1) + k, IP_ENUM_OIDS + i, k + 1);
    ip_served_catalog_end(w, labels);
}
