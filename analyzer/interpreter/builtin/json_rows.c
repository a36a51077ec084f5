/* Rows out of JSON (documentation, 9.16): json_each, json_to_record, json_populate_record and their like. */
#include "interpreter/builtin/json.h"
#include "interpreter/prepare/prepare.h"

#include <string.h>

typedef enum kind { EACH, EACH_TEXT, RECORD, RECORDS } kind;

static const struct row_function {
    const char *name; /* without json_ or jsonb_ */
    kind kind;
    bool base; /* the row's type, and what is missing, is that of a row that is given */
} functions[] = {{"each", EACH, false},
                 {"each_text", EACH_TEXT, false},
                 {"to_record", RECORD, false},
                 {"to_recordset", RECORDS, false},
                 {"populate_record", RECORD, true},
                 {"populate_recordset", RECORDS, true}};

static const struct row_function *function_named(const char *name)
{
    size_t prefix = strncmp(name, "jsonb_", 6) == 0 ? 6 : strncmp(name, "json_", 5) == 0 ? 5 : 0;
    for (size_t i = 0; prefix && i < sizeof functions / sizeof functions[0]; i++)
        if (strcmp(functions[i].name, name + prefix) == 0)
            return &functions[i];
    return NULL;
}

static ip_datum text_of(ip_run *run, const char *whole, const ip_json_value *value, bool jsonb)
{
    if (jsonb)
        return ip_json_written(run, value);
    return ip_datum_string(ip_arena_strndup(run->arena, whole + value->begin, (size_t)(value->end - value->begin)));
}

static ip_datum record(ip_run *run, const ip_shape *shape, const ip_datum *values)
{
    ip_datum *fields = IP_NEW_ARRAY(run->arena, ip_datum, shape->count);
    memcpy(fields, values, sizeof *fields * (size_t)shape->count);
    return (ip_datum){.kind = IP_DATUM_RECORD, .count = shape->count, .as.items = fields, .names = shape->names};
}

/* ---- a value of a type out of one of JSON ---- */
typedef struct source {
    const char *whole;
    bool jsonb;
} source;

static ip_datum value_of(ip_run *run, const source *s, const ip_json_value *json, ip_sqltype type);

static ip_datum checked_value_of(ip_run *run, const source *s, const ip_json_value *json, ip_sqltype type)
{
    ip_datum value = json ? value_of(run, s, json, type) : (ip_datum){0};
    ip_check_domain(run, type, value);
    return value;
}

static ip_datum row_of(ip_run *run, const source *s, const ip_json_value *json, const ip_shape *shape,
                       const ip_datum *base)
{
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, shape->count);
    for (int i = 0; i < shape->count; i++) {
        const ip_json_value *field = ip_json_field(json, shape->names[i]);
        if (!field && base && base->kind == IP_DATUM_RECORD)
            values[i] = base->as.items[i];
        else
            values[i] = checked_value_of(run, s, field, shape->types[i]);
    }
    return record(run, shape, values);
}

static ip_datum array_of(ip_run *run, const source *s, const ip_json_value *json, ip_sqltype type)
{
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, json->count);
    if (json->kind != IP_JSON_ARRAY)
        ip_raise(run, "22P02", "expected JSON array");
    for (int i = 0; i < json->count; i++) {
        if (json->items[i].kind == IP_JSON_ARRAY && type.tag != IP_T_JSON && type.tag != IP_T_JSONB)
            ip_unable(run, run->range, "an array of several dimensions");
        items[i] = checked_value_of(run, s, &json->items[i], ip_sqltype_element(type));
    }
    return ip_datum_array(items, json->count);
}

static ip_datum value_of(ip_run *run, const source *s, const ip_json_value *json, ip_sqltype type)
{
    bool is_json = !type.array && (type.tag == IP_T_JSON || type.tag == IP_T_JSONB);
    if (json->kind == IP_JSON_NULL)
        return (ip_datum){0};
    if (is_json) {
        ip_datum text = text_of(run, s->whole, json, s->jsonb);
        if (type.tag == IP_T_JSONB && !s->jsonb) {
            ip_json_value again = ip_json_read(run, text.as.text, true);
            return ip_json_written(run, &again);
        }
        return text;
    }
    if (type.array && json->kind != IP_JSON_STRING)
        return array_of(run, s, json, type);
    if (!type.array && type.tag == IP_T_RECORD) {
        if (json->kind != IP_JSON_OBJECT || !type.shape)
            ip_unable(run, run->range, "a row out of such a JSON value");
        return row_of(run, s, json, type.shape, NULL);
    }
    ip_datum result,
        text = json->kind == IP_JSON_STRING ? ip_datum_string(json->text) : text_of(run, s->whole, json, s->jsonb);
    ip_failure failure;
    if (!ip_text_to_datum(run->arena, type, text.as.text, &result, &failure))
        ip_raise_failure(run, &failure);
    return result;
}

/* ---- the functions ---- */
static ip_datum each(ip_run *run, const source *s, const ip_json_value *json, const ip_shape *shape, bool as_text)
{
    if (json->kind != IP_JSON_OBJECT)
        ip_raise(run, "22023", "cannot deconstruct %s", json->kind == IP_JSON_ARRAY ? "an array" : "a scalar");
    ip_datum *rows = IP_NEW_ARRAY(run->arena, ip_datum, json->count);
    for (int i = 0; i < json->count; i++) {
        const ip_json_value *item = &json->items[i];
        ip_datum pair[] = {ip_datum_string(json->keys[i]), {0}};
        if (as_text && item->kind == IP_JSON_STRING)
            pair[1] = ip_datum_string(item->text);
        else if (!as_text || item->kind != IP_JSON_NULL)
            pair[1] = text_of(run, s->whole, item, s->jsonb);
        rows[i] = record(run, shape, pair);
    }
    return ip_datum_array(rows, json->count);
}

/* args: the JSON; the row that is given, if the function takes one */
static ip_datum eval_rows(ip_run *run, const ip_node *node)
{
    ip_datum base = node->arg_count > 1 ? ip_evaluate(run, node->args[1]) : (ip_datum){0};
    ip_datum text = ip_evaluate(run, node->args[0]);
    const ip_shape *shape = node->type.shape;
    const source s = {text.as.text, node->level};
    if (ip_is_null(text))
        return node->set || node->arg_count == 1 ? (ip_datum){0} : base;
    ip_json_value json = ip_json_read(run, text.as.text, s.jsonb);
    if (node->index == EACH || node->index == EACH_TEXT)
        return each(run, &s, &json, shape, node->index == EACH_TEXT);
    if (node->index == RECORD) {
        if (json.kind != IP_JSON_OBJECT)
            ip_unable(run, run->range, "a row out of a JSON value that is no object");
        return row_of(run, &s, &json, shape, &base);
    }
    if (json.kind != IP_JSON_ARRAY)
        ip_unable(run, run->range, "rows out of a JSON value that is no array");
    ip_datum *rows = IP_NEW_ARRAY(run->arena, ip_datum, json.count);
    for (int i = 0; i < json.count; i++) {
        if (json.items[i].kind != IP_JSON_OBJECT)
            ip_unable(run, run->range, "a row out of a JSON value that is no object");
        rows[i] = row_of(run, &s, &json.items[i], shape, &base);
    }
    return ip_datum_array(rows, json.count);
}

static const ip_shape *pair_shape(ip_prepare *prepare, ip_tag value)
{
    static const char *const names[] = {"key", "value"};
    ip_shape *shape = IP_NEW(prepare->arena, ip_shape);
    ip_sqltype *types = IP_NEW_ARRAY(prepare->arena, ip_sqltype, 2);
    types[0] = ip_sqltype_simple(IP_T_TEXT);
    types[1] = ip_sqltype_simple(value);
    *shape = (ip_shape){NULL, 2, names, types};
    return shape;
}

const ip_node *ip_prepare_json_rows(ip_prepare *prepare, const ip_code_expr *call)
{
    const struct row_function *f = function_named(call->name);
    bool jsonb = f && call->name[4] == 'b';
    if (!f || call->arg_count != 1 + f->base)
        return NULL;
    ip_tag tag = jsonb ? IP_T_JSONB : IP_T_JSON;
    ip_sqltype type = ip_sqltype_simple(IP_T_RECORD);
    ip_node *node = ip_node_new(prepare, eval_rows, type, call->range);
    const ip_node **args = ip_node_args(prepare, node, call->arg_count);
    args[0] = ip_prepare_typed(prepare, call->args[f->base], ip_sqltype_simple(tag), IP_CAST_IMPLICIT);
    if (f->kind == EACH || f->kind == EACH_TEXT)
        type.shape = pair_shape(prepare, f->kind == EACH ? tag : IP_T_TEXT);
    else if (call->cast.row)
        type.shape = ip_shape_of_table(prepare->arena, call->cast.row);
    if (f->base) {
        args[1] = ip_prepare_expr(prepare, call->args[0]);
        type = args[1]->type;
        type.array = false;
    }
    if (type.tag != IP_T_RECORD || !type.shape)
        ip_refuse(prepare, call->range, "%s() of a row whose columns are not known", call->name);
    node->type = type;
    node->index = f->kind;
    node->level = jsonb;
    node->set = f->kind != RECORD;
    return node;
}
