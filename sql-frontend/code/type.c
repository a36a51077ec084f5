/* Types: what a type's text or parse tree means here. */
#include "coder.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

ip_code_type ip_code_type_any(void)
{
    return (ip_code_type){{IP_OTHER, false, NULL}, NULL, false, -1, -1};
}

bool ip_code_is_record(const ip_code_type *type)
{
    return type->record || type->row;
}

bool ip_type_named(const ip_type *type, const char *name)
{
    size_t length = strcspn(type->name ? type->name : "", "([");
    return type->name && !type->array && strlen(name) == length && strncmp(type->name, name, length) == 0;
}

/* numeric(12,2), character varying(20): the numbers in the parentheses. */
static ip_code_type plain_type(ip_type type)
{
    ip_code_type result = {type, NULL, false, -1, -1};
    const char *open = type.name ? strchr(type.name, '(') : NULL;
    if (!open)
        return result;
    const char *comma = strchr(open, ',');
    result.precision = atoi(open + 1);
    if (comma)
        result.scale = atoi(comma + 1);
    else if (type.kind == IP_NUMERIC)
        result.scale = 0;
    return result;
}

const ip_user_type *ip_code_user_type(const ip_compiler *c, const ip_type *type)
{
    const ip_definitions *d = c->coder->definitions;
    for (int i = d->types.count - 1; type->name && i >= 0; i--)
        if (ip_type_named(&(ip_type){IP_OTHER, false, type->name}, d->types.items[i].name))
            return &d->types.items[i];
    return NULL;
}

void ip_code_refuse_order(ip_compiler *c, const ip_code_expr *expr, ip_range range)
{
    const ip_user_type *user = ip_code_user_type(c, &expr->type);
    if (user && user->labels.count > 0)
        ip_code_refuse(c, range, "the order of the values of enum %s", user->name);
}

static ip_code_type refused(ip_compiler *c, const char *name, ip_range range)
{
    ip_code_refuse(c, range, "type %s: no such table, column or variable", name);
    return ip_code_type_any();
}

static const ip_table *named_table(const ip_compiler *c, const char *name)
{
    return ip_relation_named(c->coder->definitions, c->path ? c->path : c->unit->path, name).table;
}

/* t%ROWTYPE, t.c%TYPE, v%TYPE */
static ip_code_type copied_type(ip_compiler *c, const char *name, const char *percent, ip_range range)
{
    const char *parts[4] = {"", "", "", ""};
    int count = 0;
    for (const char *at = name; at < percent && count < 4; count++) { /* its names are folded already */
        size_t length = strcspn(at, ".%");
        parts[count] = ip_arena_strndup(c->arena, at, length);
        at += length + (at[length] == '.');
    }
    if (count < 1 || count > 3)
        return refused(c, name, range);
    if (strncasecmp(percent, "%rowtype", 8) == 0) {
        const char *table = count == 2 ? ip_arena_printf(c->arena, "%s.%s", parts[0], parts[1]) : parts[0];
        ip_code_type type = ip_code_type_any();
        type.row = named_table(c, table);
        return type.row ? type : refused(c, name, range);
    }
    int used, slot = ip_code_find_variable(c, parts, count, &used);
    if (slot >= 0 && used == count)
        return c->code->variables.items[slot].type;
    const char *path = count == 3 ? ip_arena_printf(c->arena, "%s.%s", parts[0], parts[1]) : parts[0];
    const ip_table *table = count > 1 ? named_table(c, path) : NULL;
    int column = table ? ip_table_column(table, parts[count - 1]) : -1;
    if (column < 0)
        return refused(c, name, range);
    return plain_type(table->columns.items[column].type);
}

/* The table whose row type it is, or NULL. */
static const ip_table *row_type(ip_compiler *c, const json_t *type_name)
{
    const json_t *names = ip_field(type_name, "names");
    size_t count = json_array_size(names);
    const char *last = count ? ip_string_node(json_array_get(names, count - 1)) : "";
    if (count == 2)
        last = ip_arena_printf(c->arena, "%s.%s", ip_string_node(json_array_get(names, 0)), last);
    return count == 1 || count == 2 ? named_table(c, last) : NULL;
}

ip_code_type ip_code_type_of_name(ip_compiler *c, const json_t *type_name, ip_range range)
{
    ip_type plain = ip_typename_type(c->arena, type_name);
    if (ip_field_bool(type_name, "pct_type"))
        return ip_code_type_of_text(c, plain.name, range);
    ip_code_type type = plain_type(plain);
    if (strcmp(plain.name, "refcursor") == 0) /* a portal's name */
        type.type = (ip_type){IP_TEXT, plain.array, "text"};
    if (strcmp(plain.name, "record") == 0) {
        type.record = true;
    } else if (plain.kind == IP_OTHER && row_type(c, type_name)) {
        type.row = row_type(c, type_name);
        if (plain.array)
            ip_code_refuse(c, range, "an array of rows");
    } else if (plain.kind == IP_OTHER) {
        enum { DEEPEST_DOMAIN = 16 };
        for (int depth = 0; depth < DEEPEST_DOMAIN; depth++) {
            const ip_user_type *user = ip_code_user_type(c, &type.type);
            if (!user || user->labels.count > 0) {
                if (user)
                    type.type.kind = IP_TEXT;
                break;
            }
            if (user->why_not)
                ip_code_refuse(c, range, "type %s: %s", user->name, user->why_not);
            type = plain_type(user->base);
            type.type.array = type.type.array || plain.array;
        }
    }
    return type;
}

ip_code_type ip_code_type_of_text(ip_compiler *c, const char *name, ip_range range)
{
    const char *percent = strchr(name, '%');
    if (!*name)
        return ip_code_type_any();
    if (percent)
        return copied_type(c, name, percent, range);
    ip_parse_error error;
    json_t *cast = ip_pg_parse_expr(c->arena, ip_arena_printf(c->arena, "CAST(NULL AS %s)", name), &error);
    if (!cast)
        return refused(c, name, range);
    ip_code_type type = ip_code_type_of_name(c, ip_field(ip_node_as(cast, "TypeCast"), "typeName"), range);
    json_decref(cast);
    return type;
}
