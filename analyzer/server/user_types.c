/* Lists the types of a database, with what they consist of. */
#include "server/user_types.h"

#include "interpreter/value/range.h"
#include "server/catalog/catalog_writing.h"
#include "server/database_state.h"
#include "workload/client_definition.h"

#include <string.h>

typedef struct listing {
    ip_arena *arena;
    const struct ip_definitions *definitions;
    ip_described_types types;
} listing;

static void list_own(listing *l)
{
    ip_wire_array known;
    for (int i = 0; ip_served_wire_array_at(i, &known); i++) {
        ip_described_type type = {
            .oid = known.element, .array = known.oid, .kind = 'b', .name = known.name, .own = true, .size = known.size};
        for (int tag = 0; tag <= IP_T_OTHER; tag++) {
            ip_tag bound = ip_value_range_element((ip_tag)tag);
            if (bound == IP_T_OTHER || ip_served_wire_type_of(ip_value_sqltype_simple((ip_tag)tag)).oid != type.oid)
                continue;
            type.kind = 'r';
            type.last_base = ip_served_wire_type_of(ip_value_sqltype_simple(bound)).oid;
        }
        if (type.oid == IP_OID_VOID || strcmp(type.name, "record") == 0)
            type.kind = 'p';
        IP_PUSH(l->arena, &l->types, type);
    }
}

/* Returns the number of the type of that name, which may be that of an array, or that of a type that clients define. */
static uint32_t number_of(const listing *l, const ip_type *type)
{
    ip_code_type code = ip_value_code_type_of(*type);
    ip_listed_type listed;
    const char *name = type->name ? ip_arena_strndup(l->arena, type->name, strcspn(type->name, "[(")) : "";
    for (int i = 0; ip_workload_listed_type_at(l->definitions, i, &listed); i++)
        if (strcmp(listed.name, name) == 0)
            return ip_served_wire_user_number(name, type->array);
    return ip_served_wire_type_of(ip_value_sqltype_of(l->arena, &code)).oid;
}

static uint32_t last_base_of(const listing *l, const ip_listed_type *domain)
{
    enum { DEEPEST = 16 };
    ip_listed_type listed = *domain;
    for (int depth = 0; depth < DEEPEST && listed.kind == 'd' && !listed.base->array; depth++) {
        ip_listed_type next = {0};
        for (int i = 0; listed.base->name && ip_workload_listed_type_at(l->definitions, i, &next); i++)
            if (strcmp(next.name, listed.base->name) == 0)
                break;
            else
                next.name = NULL;
        if (!next.name || next.kind != 'd')
            break;
        listed = next;
    }
    return number_of(l, listed.base);
}

static void list_row(listing *l, const char *name, const ip_table *row, long relation)
{
    ip_described_type type = {.oid = ip_served_wire_user_number(name, false),
                              .array = ip_served_wire_user_number(name, true),
                              .kind = 'c',
                              .name = name,
                              .size = -1,
                              .relation = relation,
                              .count = row ? row->columns.count : 0};
    const ip_shape *shape = row ? ip_value_shape_of_table(l->arena, row) : NULL;
    uint32_t *fields = IP_NEW_ARRAY(l->arena, uint32_t, type.count + 1);
    for (int i = 0; i < type.count; i++)
        fields[i] = ip_served_wire_field_type_of(shape->types[i]).oid;
    type.names = shape ? shape->names : NULL;
    type.fields = fields;
    IP_PUSH(l->arena, &l->types, type);
}

static void list_created(listing *l)
{
    ip_listed_type listed;
    for (int i = 0; ip_workload_listed_type_at(l->definitions, i, &listed); i++) {
        if (listed.kind == 'c') {
            list_row(l, listed.name, listed.row, IP_COMPOSITE_OIDS + i);
            continue;
        }
        ip_described_type type = {.oid = ip_served_wire_user_number(listed.name, false),
                                  .array = ip_served_wire_user_number(listed.name, true),
                                  .kind = listed.kind,
                                  .name = listed.name,
                                  .size = 4,
                                  .not_null = listed.not_null};
        if (listed.kind == 'd') {
            type.base = listed.over ? ip_served_wire_user_number(listed.over, false) : number_of(l, listed.base);
            type.last_base = last_base_of(l, &listed);
            type.size = -1;
        }
        IP_PUSH(l->arena, &l->types, type);
    }
}

ip_described_types ip_served_types(ip_arena *arena, const struct ip_definitions *definitions, const ip_schema *schema)
{
    listing l = {.arena = arena, .definitions = definitions};
    const char *view;
    list_own(&l);
    list_created(&l);
    for (int i = 0; i < schema->tables.count; i++)
        if (ip_served_catalog_shows(schema->tables.items[i]))
            list_row(&l, schema->tables.items[i]->name, schema->tables.items[i], IP_TABLE_OIDS + i);
    for (int i = 0; (view = ip_workload_listed_view(definitions, i)); i++)
        list_row(&l, view, ip_workload_listed_view_row(definitions, i), IP_VIEW_OIDS + i);
    return l.types;
}

ip_described_types ip_served_listed_types(const ip_served *s, ip_arena *arena)
{
    return ip_served_types(arena, s->schema->workload->definitions, &s->schema->workload->schema);
}

char ip_served_type_kind(void *data, uint32_t type, uint32_t *base)
{
    const ip_type_reader *reader = data;
    const ip_workload *workload = reader->served->schema->workload;
    listing l = {.arena = reader->arena, .definitions = workload->definitions};
    list_created(&l);
    for (int i = 0; i < l.types.count; i++)
        if (l.types.items[i].oid == type) {
            *base = l.types.items[i].base;
            return l.types.items[i].kind;
        }
    for (int i = 0; i < workload->schema.tables.count; i++)
        if (ip_served_wire_user_number(workload->schema.tables.items[i]->name, false) == type)
            return 'c';
    return '\0';
}
