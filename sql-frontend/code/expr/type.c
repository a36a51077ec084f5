/* Types: what a type's text or parse tree means here. */
#include "code/coder.h"

#include "base/words.h"
#include "catalog/resolve.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

ip_code_type ip_code_type_any(void)
{
    return (ip_code_type){.type = {IP_OTHER, false, NULL}, .precision = -1, .scale = -1};
}

bool ip_code_is_record(const ip_code_type *type)
{
    return !type->type.array && (type->record || type->row);
}

bool ip_code_type_named(const ip_type *type, const char *name)
{
    size_t length = strcspn(type->name ? type->name : "", "([");
    return type->name && !type->array && strlen(name) == length && strncmp(type->name, name, length) == 0;
}

/* numeric(12,2), character varying(20): the numbers in the parentheses. */
static ip_code_type plain_type(ip_type type)
{
    ip_code_type result = {.type = type, .precision = -1, .scale = -1};
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
    return type->name ? ip_ddl_definitions_type(c->coder->definitions, type->name) : NULL;
}

void ip_code_refuse_order(ip_compiler *c, const ip_code_expr *expr, ip_range range)
{
    if (ip_code_enum_of(c, expr))
        ip_code_refuse(c, range, "the order of the values of enum %s here", ip_code_enum_of(c, expr)->name);
}

const ip_user_type *ip_code_enum_of(const ip_compiler *c, const ip_code_expr *expr)
{
    const ip_user_type *user = ip_code_user_type(c, &expr->type);
    return user && user->labels.count > 0 ? user : NULL;
}

/* ARRAY['first', 'second', …] */
static const ip_code_expr *labels_of(ip_compiler *c, const ip_user_type *user, ip_range range)
{
    ip_code_expr *labels = ip_code_new(c, IP_CODE_ARRAY, range);
    labels->args = IP_NEW_ARRAY(c->arena, const ip_code_expr *, user->labels.count);
    for (int i = 0; i < user->labels.count; i++)
        labels->args[labels->arg_count++] = ip_code_text_constant(c, "text", user->labels.items[i], range);
    labels->type = (ip_type){IP_TEXT, true, "text[]"};
    return labels;
}

const ip_code_expr *ip_code_place_among(ip_compiler *c, const ip_user_type *user, const ip_code_expr *expr,
                                        ip_range range)
{
    bool label = false;
    for (int i = 0; expr->unknown && !expr->null && i < user->labels.count; i++)
        label = label || strcmp(user->labels.items[i], expr->text) == 0;
    if (expr->type.array || expr->kind == IP_CODE_OUTPUT || (expr->unknown && !expr->null && !label)) {
        ip_code_refuse(c, range, "the order of the values of enum %s here", user->name);
        return expr;
    }
    const ip_code_expr *const args[] = {labels_of(c, user, range), expr};
    ip_code_expr *place = ip_code_make(c, IP_CODE_FUNCTION, range, 2, args);
    place->name = "array_position";
    place->type = (ip_type){IP_INTEGER, false, "integer"};
    return place;
}

const ip_code_expr *ip_code_ordered(ip_compiler *c, const ip_code_expr *expr, ip_range range)
{
    const ip_user_type *user = ip_code_enum_of(c, expr);
    return user ? ip_code_place_among(c, user, expr, range) : expr;
}

const ip_code_expr *ip_code_label_at(ip_compiler *c, const ip_user_type *user, const ip_code_expr *place)
{
    const ip_code_expr *const args[] = {labels_of(c, user, place->range), place};
    ip_code_expr *label = ip_code_make(c, IP_CODE_SUBSCRIPT, place->range, 2, args);
    const ip_code_expr *part = label;
    ip_code_expr *cast = ip_code_make(c, IP_CODE_CAST, place->range, 1, &part);
    cast->type = (ip_type){IP_TEXT, false, user->name};
    cast->cast = (ip_code_type){
        .type = cast->type, .precision = -1, .scale = -1, .domain = ip_code_domain_check(c->coder, c, user)};
    return cast;
}

static ip_code_type refused(ip_compiler *c, const char *name, ip_range range)
{
    ip_code_refuse(c, range, "type %s: no such table, column or variable", name);
    return ip_code_type_any();
}

static ip_relation named_relation(const ip_compiler *c, const char *name)
{
    return ip_catalog_relation_named(c->coder->definitions, c->path ? c->path : c->unit->path, name);
}

/* The fields of a row type; NULL: there is none of that name, or its types are not known (refused). */
static const ip_table *named_row(ip_compiler *c, const char *name, ip_range range)
{
    const ip_relation relation = named_relation(c, name);
    const ip_table *row = ip_catalog_relation_row(&relation);
    for (int i = 0; relation.view && row && i < row->columns.count; i++)
        if (!row->columns.items[i].type.name) {
            ip_code_refuse(c, range, "the row type of view %s: what type its column %s has is not known", relation.name,
                           row->columns.items[i].name);
            break;
        }
    return row;
}

static ip_code_type column_type(const ip_column *column)
{
    ip_code_type type = plain_type(column->type);
    type.row = column->row;
    type.domain = column->domain_check;
    return type;
}

/* The fields of the value, or (*array) of its elements; NULL: not known from the source alone. */
static const ip_table *row_type_of(const ip_compiler *c, const ip_code_expr *e, bool *array)
{
    const ip_code_type *type = e->kind == IP_CODE_VARIABLE ? &c->code->variables.items[e->index].type
                               : e->kind == IP_CODE_CALL   ? &e->callee->result
                               : e->kind == IP_CODE_CAST   ? &e->cast
                                                           : NULL;
    *array = type ? type->type.array : e->type.array;
    if (type)
        return type->row;
    if (e->kind == IP_CODE_COLUMN && e->type.kind == IP_OTHER && e->type.name) {
        size_t length = strcspn(e->type.name, "[");
        const ip_relation relation = named_relation(c, ip_arena_strndup(c->arena, e->type.name, length));
        return relation.view ? NULL : ip_catalog_relation_row(&relation);
    }
    if (e->kind == IP_CODE_SCALAR || e->kind == IP_CODE_ARRAY_OF) {
        const ip_code_query *query = e->query;
        bool plain = query->operation == IP_CODE_PLAIN && !query->values && query->target_count == 1;
        const ip_table *row = plain ? row_type_of(c, query->targets[0].expr, array) : NULL;
        *array = *array || e->kind == IP_CODE_ARRAY_OF;
        return row;
    }
    /* The values of CASE are the arguments at odd positions, and the last. */
    bool joined = e->kind == IP_CODE_OPERATOR && strcmp(e->name, "||") == 0;
    bool first = e->kind == IP_CODE_ARRAY || e->kind == IP_CODE_COALESCE || joined;
    for (int i = 0; i < e->arg_count && (first || e->kind == IP_CODE_CASE); i++) {
        bool value = first || i % 2 == 1 || i + 1 == e->arg_count;
        const ip_table *row = value ? row_type_of(c, e->args[i], array) : NULL;
        *array = *array || e->kind == IP_CODE_ARRAY || joined;
        if (row)
            return row;
    }
    if (e->kind == IP_CODE_SUBSCRIPT) {
        const ip_table *row = row_type_of(c, e->args[0], array);
        *array = false;
        return row;
    }
    if (e->kind != IP_CODE_FIELD)
        return NULL;
    const ip_table *row = ip_code_row_of(c, e->args[0]);
    int field = row ? ip_catalog_table_column(row, e->name) : -1;
    *array = field >= 0 && row->columns.items[field].type.array;
    return field >= 0 ? row->columns.items[field].row : NULL;
}

const ip_table *ip_code_row_of(const ip_compiler *c, const ip_code_expr *expr)
{
    bool array;
    const ip_table *row = row_type_of(c, expr, &array);
    return array ? NULL : row;
}

const ip_table *ip_code_row_of_elements(const ip_compiler *c, const ip_code_expr *expr)
{
    bool array;
    const ip_table *row = row_type_of(c, expr, &array);
    return array ? row : NULL;
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
        type.row = named_row(c, table, range);
        return type.row ? type : refused(c, name, range);
    }
    int used, slot = ip_code_find_variable(c, parts, count, &used);
    if (slot >= 0 && used == count)
        return c->code->variables.items[slot].type;
    const char *path = count == 3 ? ip_arena_printf(c->arena, "%s.%s", parts[0], parts[1]) : parts[0];
    const ip_relation relation = count > 1 ? named_relation(c, path) : (ip_relation){0};
    const ip_table *table = ip_catalog_relation_row(&relation);
    int column = table ? ip_catalog_table_column(table, parts[count - 1]) : -1;
    if (column < 0 || (relation.view && !table->columns.items[column].type.name))
        return refused(c, name, range);
    ip_code_type type = column_type(&table->columns.items[column]);
    type.type.array = type.type.array || strchr(percent, '[');
    return type;
}

/* The fields of the row type, or NULL. */
static const ip_table *row_type(ip_compiler *c, const PgQuery__TypeName *type_name, ip_range range)
{
    const ip_tree *names = IP_ITEMS(type_name, names);
    size_t count = ip_parse_list_size(names);
    const char *last = count ? ip_parse_string_node(ip_parse_list_item(names, count - 1)) : "";
    if (count == 2)
        last = ip_arena_printf(c->arena, "%s.%s", ip_parse_string_node(ip_parse_list_item(names, 0)), last);
    return count == 1 || count == 2 ? named_row(c, last, range) : NULL;
}

/* A domain's base type, with its check; an enum is a text with a check of its labels. */
static ip_code_type domain_or_enum(ip_compiler *c, ip_code_type named, ip_range range)
{
    enum { DEEPEST_DOMAIN = 16 };
    ip_code_type type = named;
    for (int depth = 0; depth < DEEPEST_DOMAIN; depth++) {
        const ip_user_type *user = ip_code_user_type(c, &type.type);
        if (!user || user->labels.count > 0) {
            if (user)
                type.type.kind = IP_TEXT;
            if (user && !type.domain)
                type.domain = ip_code_domain_check(c->coder, c, user);
            break;
        }
        const ip_code *outer = type.domain, *check = ip_code_domain_check(c->coder, c, user);
        bool array = type.type.array;
        type = plain_type(user->base);
        type.domain = outer ? outer : check;
        if ((outer && check) || (type.domain && array && type.type.array))
            ip_code_refuse(c, range, "type %s: arrays, of which both the whole and the elements are domains",
                           named.type.name);
        type.type.array = type.type.array || array;
    }
    if (type.type.kind == IP_OTHER && type.type.name != named.type.name) /* a domain over a composite type */
        type.row = named_row(c, ip_arena_strndup(c->arena, type.type.name, strcspn(type.type.name, "[")), range);
    return type;
}

/* One of the server, of an extension, or created. */
static bool is_own_type(const ip_compiler *c, const char *name)
{
    static const char more[] =
        "int2vector tid cid oidvector pg_node_tree aclitem numeric refcursor regcollation jsonpath txid_snapshot "
        "pg_snapshot int4range numrange tsrange tstzrange daterange int8range int4multirange nummultirange "
        "tsmultirange tstzmultirange datemultirange int8multirange record cstring any anyarray void trigger internal "
        "anyelement anynonarray anyenum anyrange anycompatible anycompatiblearray anycompatiblenonarray "
        "anycompatiblerange anymultirange anycompatiblemultirange char unknown gtsvector event_trigger";
    return ip_is_among(more, name) || strchr(name, ' ') || strchr(name, '"') ||
           c->coder->definitions->extensions.count || ip_catalog_names_type(c->coder->definitions, name);
}

ip_code_type ip_code_type_of_name(ip_compiler *c, const PgQuery__TypeName *type_name, ip_range range)
{
    ip_type plain = ip_parse_typename_type(c->arena, type_name);
    if (IP_GET(type_name, pct_type))
        return ip_code_type_of_text(c, plain.name, range);
    ip_code_type type = plain_type(plain);
    if (strcmp(plain.name, "refcursor") == 0) /* a portal's name */
        type.type = (ip_type){IP_TEXT, plain.array, plain.name};
    if (strcmp(plain.name, "record") == 0) {
        type.record = true;
    } else if (plain.kind == IP_OTHER && row_type(c, type_name, range)) {
        type.row = row_type(c, type_name, range);
    } else if (plain.kind == IP_OTHER) {
        type = domain_or_enum(c, type, range);
        const char *name = ip_arena_strndup(c->arena, plain.name, strcspn(plain.name, "(["));
        bool known = type.domain || type.row || type.type.name != plain.name || is_own_type(c, name);
        if (!known && c->coder->definitions->served && ip_parse_list_size(IP_ITEMS(type_name, names)) == 1)
            ip_code_refuse_wrong(c, range, "42704", ip_arena_printf(c->arena, "type \"%s\" does not exist", name),
                                 "type %s, which is not created", plain.name);
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
    const ip_tree *cast = ip_parse_pg_parse_expr(c->arena, ip_arena_printf(c->arena, "CAST(NULL AS %s)", name), &error);
    if (!cast)
        return refused(c, name, range);
    ip_code_type type = ip_code_type_of_name(c, IP_GET(ip_as_type_cast(cast), type_name), range);
    return type;
}
