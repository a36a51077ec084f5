/* Maps the types of declarations to the types of expressions. */
#include "interpreter/value/sqltype.h"

#include <stdlib.h>
#include <string.h>

static const struct tag_row {
    const char *name;
    size_t length;
    char letter, category;
    bool preferred;
    ip_datum_kind kind;
} tags[] = {
#define X(tag, name, letter, category, preferred, kind) {name, sizeof(name) - 1, letter, category, preferred, kind},
    IP_TAGS(X)
#undef X
};

enum { TAG_COUNT = sizeof tags / sizeof tags[0] };

ip_sqltype ip_value_sqltype_simple(ip_tag tag)
{
    return (ip_sqltype){.tag = tag, .precision = -1, .scale = -1};
}

ip_sqltype ip_value_sqltype_array(ip_tag tag)
{
    return (ip_sqltype){.tag = tag, .array = true, .precision = -1, .scale = -1};
}

ip_sqltype ip_value_sqltype_element(ip_sqltype array)
{
    if (!ip_value_sqltype_checks_each(array))
        array.domain = NULL;
    array.array = false;
    return array;
}

bool ip_value_sqltype_checks_each(ip_sqltype type)
{
    return type.array && type.domain && !type.domain->variables.items[0].type.type.array;
}

bool ip_value_sqltype_is_enum(ip_sqltype type)
{
    return type.domain && type.domain->enumerated;
}

bool ip_value_sqltype_holds_domain(ip_sqltype type)
{
    for (int i = 0; type.shape && i < type.shape->count; i++)
        if (type.shape->types[i].domain || ip_value_sqltype_holds_domain(type.shape->types[i]))
            return true;
    return false;
}

/* Spellings that PostgreSQL accepts but does not print. Sources that no parser has normalized may use them. */
static const struct alias {
    const char *name;
    ip_tag tag;
} aliases[] = {
    {"int", IP_T_INTEGER},         {"int4", IP_T_INTEGER},
    {"int2", IP_T_SMALLINT},       {"int8", IP_T_BIGINT},
    {"decimal", IP_T_NUMERIC},     {"varchar", IP_T_VARCHAR},
    {"char", IP_T_CHAR},           {"bpchar", IP_T_CHAR},
    {"bool", IP_T_BOOLEAN},        {"float8", IP_T_DOUBLE},
    {"float4", IP_T_REAL},         {"float", IP_T_DOUBLE},
    {"timestamp", IP_T_TIMESTAMP}, {"timestamptz", IP_T_TIMESTAMP_TZ},
    {"time", IP_T_TIME},           {"varbit", IP_T_VARBIT},
};

static ip_tag tag_named(const char *name, size_t length)
{
    for (int i = 0; i < TAG_COUNT; i++)
        if (i != IP_T_OTHER && tags[i].length == length && memcmp(tags[i].name, name, length) == 0)
            return (ip_tag)i;
    for (size_t i = 0; i < sizeof aliases / sizeof aliases[0]; i++)
        if (strlen(aliases[i].name) == length && strncmp(aliases[i].name, name, length) == 0)
            return aliases[i].tag;
    return IP_T_OTHER;
}

static ip_tag tag_of(ip_type type)
{
    ip_tag named = type.name ? tag_named(type.name, strcspn(type.name, "([")) : IP_T_OTHER;
    /* An enum, or a domain over text whose rules are checked like those of the table. */
    if (type.name)
        return named == IP_T_OTHER && type.kind == IP_TEXT ? IP_T_TEXT : named;
    switch (type.kind) {
    case IP_INTEGER:
        return IP_T_INTEGER;
    case IP_NUMERIC:
        return IP_T_NUMERIC;
    case IP_TEXT:
        return IP_T_TEXT;
    case IP_BOOLEAN:
        return IP_T_BOOLEAN;
    case IP_TIME:
        return IP_T_TIMESTAMP;
    case IP_OTHER:
        break;
    }
    return IP_T_OTHER;
}

ip_code_type ip_value_code_type_of(ip_type type)
{
    ip_code_type result = {.type = type, .precision = -1, .scale = -1};
    const char *open = type.name ? strchr(type.name, '(') : NULL;
    ip_tag tag = tag_of(type);
    bool modified =
        tag == IP_T_NUMERIC || tag == IP_T_VARCHAR || tag == IP_T_CHAR || tag == IP_T_BIT || tag == IP_T_VARBIT;
    if (!open || !modified)
        return result;
    char *after;
    result.precision = (int)strtol(open + 1, &after, 10);
    if (tag == IP_T_NUMERIC)
        result.scale = *after == ',' ? (int)strtol(after + 1, NULL, 10) : 0;
    return result;
}

static ip_sqltype type_of_column(const ip_column *column);

ip_sqltype ip_value_sqltype_of_field(ip_arena *arena, const ip_column *column)
{
    ip_sqltype type = column->row ? ip_value_sqltype_simple(IP_T_RECORD) : type_of_column(column);
    type.array = column->type.array;
    type.domain = column->domain_check;
    if (column->row)
        type.shape = ip_value_shape_of_table(arena, column->row);
    return type;
}

const ip_shape *ip_value_shape_of_table(ip_arena *arena, const ip_table *table)
{
    ip_shape *shape = IP_NEW(arena, ip_shape);
    const char **names = IP_NEW_ARRAY(arena, const char *, table->columns.count);
    ip_sqltype *types = IP_NEW_ARRAY(arena, ip_sqltype, table->columns.count);
    for (int i = 0; i < table->columns.count; i++) {
        names[i] = table->columns.items[i].name;
        types[i] = ip_value_sqltype_of_field(arena, &table->columns.items[i]);
    }
    *shape = (ip_shape){table->name, table->columns.count, names, types};
    return shape;
}

static ip_sqltype scalar_of(const ip_code_type *type)
{
    ip_sqltype result = {.tag = tag_of(type->type),
                         .array = type->type.array,
                         .precision = type->precision,
                         .scale = type->scale,
                         .name = type->type.name,
                         .domain = type->domain};
    if (result.tag == IP_T_NUMERIC && result.precision >= 0 && result.scale < 0)
        result.scale = 0;
    return result;
}

ip_code_type ip_value_code_type_of_column(const ip_column *column)
{
    ip_code_type type = ip_value_code_type_of(column->type);
    type.row = column->row;
    return type;
}

ip_sqltype ip_value_sqltype_of(ip_arena *arena, const ip_code_type *type)
{
    if (type->row || type->record) {
        ip_sqltype record = ip_value_sqltype_simple(IP_T_RECORD);
        record.array = type->type.array;
        record.shape = type->row ? ip_value_shape_of_table(arena, type->row) : NULL;
        record.domain = type->domain;
        return record;
    }
    return scalar_of(type);
}

bool ip_value_sqltype_same(ip_sqltype a, ip_sqltype b)
{
    if (a.tag != b.tag || a.array != b.array)
        return false;
    return a.tag != IP_T_OTHER || (a.name && b.name && strcmp(a.name, b.name) == 0);
}

const char *ip_value_sqltype_name(ip_arena *arena, ip_sqltype type)
{
    bool row = type.tag == IP_T_RECORD && type.shape && type.shape->name;
    const char *name = type.tag == IP_T_OTHER && type.name ? type.name : row ? type.shape->name : tags[type.tag].name;
    return type.array && type.tag != IP_T_OTHER ? ip_arena_printf(arena, "%s[]", name) : name;
}

char ip_value_tag_letter(ip_tag tag)
{
    return tags[tag].letter;
}

ip_tag ip_value_tag_of_letter(char letter)
{
    for (int i = 0; i < TAG_COUNT; i++)
        if (tags[i].letter == letter)
            return (ip_tag)i;
    return IP_T_OTHER;
}

char ip_value_tag_category(ip_tag tag)
{
    return tags[tag].category;
}

bool ip_value_tag_preferred(ip_tag tag)
{
    return tags[tag].preferred;
}

ip_datum_kind ip_value_tag_kind(ip_tag tag)
{
    return tags[tag].kind;
}

static ip_sqltype type_of_column(const ip_column *column)
{
    ip_code_type type = ip_value_code_type_of(column->type);
    return scalar_of(&type);
}
