/* Functions in FROM: several arrays side by side, transition tables, and rows out of JSON (documentation, 9.16). */
#include "interpreter/builtin/json.h"
#include "interpreter/run/evaluate.h"
#include "interpreter/run/write.h"

#include <string.h>

/* The rows of the arrays side by side, or of one whole, as a field; where one is shorter it ends with NULLs. index: the
 * rows are numbered, too. */
ip_datum ip_exec_evaluate_side_by_side(ip_run_state *run, const ip_node *node)
{
    int longest = 0, width = node->arg_count + node->index;
    ip_datum *arrays = IP_NEW_ARRAY(run->arena, ip_datum, node->arg_count);
    for (int i = 0; i < node->arg_count; i++) {
        arrays[i] = ip_evaluate(run, node->args[i]);
        if (node->index && !node->args[i]->set && node->arg_count == 1) { /* a function of one row */
            ip_datum *one = IP_NEW(run->arena, ip_datum);
            *one = arrays[i];
            arrays[i] = ip_value_datum_array(one, 1);
        }
        if (arrays[i].kind == IP_DATUM_ARRAY && arrays[i].count > longest)
            longest = arrays[i].count;
    }
    ip_datum *rows = IP_NEW_ARRAY(run->arena, ip_datum, longest);
    for (int row = 0; row < longest; row++) {
        ip_datum *fields = IP_NEW_ARRAY(run->arena, ip_datum, width);
        for (int i = 0; i < node->arg_count; i++)
            if (arrays[i].kind == IP_DATUM_ARRAY && row < arrays[i].count)
                fields[i] = arrays[i].as.items[row];
        if (node->index)
            fields[node->arg_count] = ip_value_datum_integer(row + 1);
        rows[row] =
            (ip_datum){.kind = IP_DATUM_RECORD, .count = width, .as.items = fields, .names = node->type.shape->names};
    }
    return ip_value_datum_array(rows, longest);
}

/* The rows that a trigger's statement has changed. */
ip_datum ip_exec_evaluate_changed_rows(ip_run_state *run, const ip_node *node)
{
    return ip_exec_transition_rows(run, node->index);
}

/* ---- rows out of JSON ---- */
static ip_datum text_of(ip_run_state *run, const char *whole, const ip_json_value *value, bool jsonb)
{
    if (jsonb)
        return ip_builtin_json_written(run, value);
    return ip_value_datum_string(
        ip_arena_strndup(run->arena, whole + value->begin, (size_t)(value->end - value->begin)));
}

static ip_datum record(ip_run_state *run, const ip_shape *shape, const ip_datum *values)
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

static ip_datum value_of(ip_run_state *run, const source *s, const ip_json_value *json, ip_sqltype type);

static ip_datum checked_value_of(ip_run_state *run, const source *s, const ip_json_value *json, ip_sqltype type)
{
    ip_datum value = json ? value_of(run, s, json, type) : (ip_datum){0};
    ip_exec_check_domain(run, type, value);
    return value;
}

static ip_datum row_of(ip_run_state *run, const source *s, const ip_json_value *json, const ip_shape *shape,
                       const ip_datum *base)
{
    ip_datum *values = IP_NEW_ARRAY(run->arena, ip_datum, shape->count);
    for (int i = 0; i < shape->count; i++) {
        const ip_json_value *field = ip_value_json_field(json, shape->names[i]);
        if (!field && base && base->kind == IP_DATUM_RECORD)
            values[i] = base->as.items[i];
        else
            values[i] = checked_value_of(run, s, field, shape->types[i]);
    }
    return record(run, shape, values);
}

static ip_datum array_of(ip_run_state *run, const source *s, const ip_json_value *json, ip_sqltype type)
{
    ip_datum *items = IP_NEW_ARRAY(run->arena, ip_datum, json->count);
    if (json->kind != IP_JSON_ARRAY)
        ip_interpreter_raise(run, "22P02", "expected JSON array");
    for (int i = 0; i < json->count; i++) {
        if (json->items[i].kind == IP_JSON_ARRAY && type.tag != IP_T_JSON && type.tag != IP_T_JSONB)
            ip_interpreter_unable(run, run->range, "an array of several dimensions");
        items[i] = checked_value_of(run, s, &json->items[i], ip_value_sqltype_element(type));
    }
    return ip_value_datum_array(items, json->count);
}

static ip_datum value_of(ip_run_state *run, const source *s, const ip_json_value *json, ip_sqltype type)
{
    bool is_json = !type.array && (type.tag == IP_T_JSON || type.tag == IP_T_JSONB);
    if (json->kind == IP_JSON_NULL)
        return (ip_datum){0};
    if (is_json) {
        ip_datum text = text_of(run, s->whole, json, s->jsonb);
        if (type.tag == IP_T_JSON)
            return ip_value_datum_string(text.as.text);
        if (!s->jsonb) {
            ip_json_value again = ip_builtin_json_read(run, text.as.text, true);
            return ip_builtin_json_written(run, &again);
        }
        return text;
    }
    if (type.array && json->kind != IP_JSON_STRING)
        return array_of(run, s, json, type);
    if (!type.array && type.tag == IP_T_RECORD) {
        if (json->kind != IP_JSON_OBJECT || !type.shape)
            ip_interpreter_unable(run, run->range, "a row out of such a JSON value");
        return row_of(run, s, json, type.shape, NULL);
    }
    ip_datum result, text = json->kind == IP_JSON_STRING ? ip_value_datum_string(json->text)
                                                         : text_of(run, s->whole, json, s->jsonb);
    ip_failure failure;
    if (!ip_value_text_to_datum(run->arena, type, text.as.text, &result, &failure))
        ip_interpreter_raise_failure(run, &failure);
    return result;
}

/* ---- the functions ---- */
static ip_datum each(ip_run_state *run, const source *s, const ip_json_value *json, const ip_shape *shape, bool as_text)
{
    if (json->kind != IP_JSON_OBJECT)
        ip_interpreter_raise(run, "22023", "cannot deconstruct %s",
                             json->kind == IP_JSON_ARRAY ? "an array" : "a scalar");
    ip_datum *rows = IP_NEW_ARRAY(run->arena, ip_datum, json->count);
    for (int i = 0; i < json->count; i++) {
        const ip_json_value *item = &json->items[i];
        ip_datum pair[] = {ip_value_datum_string(json->keys[i]), {0}};
        if (as_text && item->kind == IP_JSON_STRING)
            pair[1] = ip_value_datum_string(item->text);
        else if (!as_text || item->kind != IP_JSON_NULL)
            pair[1] = as_text ? ip_value_datum_string(text_of(run, s->whole, item, s->jsonb).as.text)
                              : text_of(run, s->whole, item, s->jsonb);
        rows[i] = record(run, shape, pair);
    }
    return ip_value_datum_array(rows, json->count);
}

/* args: the JSON; the row that is given, if the function takes one */
ip_datum ip_exec_evaluate_json_rows(ip_run_state *run, const ip_node *node)
{
    ip_datum base = node->arg_count > 1 ? ip_evaluate(run, node->args[1]) : (ip_datum){0};
    ip_datum text = ip_evaluate(run, node->args[0]);
    const ip_shape *shape = node->type.shape;
    const source s = {text.as.text, node->level};
    if (ip_is_null(text))
        return node->set || node->arg_count == 1 ? (ip_datum){0} : base;
    ip_json_value json = ip_builtin_json_read(run, text.as.text, s.jsonb);
    if (node->index == IP_JSON_ROWS_EACH || node->index == IP_JSON_ROWS_EACH_TEXT)
        return each(run, &s, &json, shape, node->index == IP_JSON_ROWS_EACH_TEXT);
    if (node->index == IP_JSON_ROWS_RECORD) {
        if (json.kind != IP_JSON_OBJECT)
            ip_interpreter_unable(run, run->range, "a row out of a JSON value that is no object");
        return row_of(run, &s, &json, shape, &base);
    }
    if (json.kind != IP_JSON_ARRAY)
        ip_interpreter_unable(run, run->range, "rows out of a JSON value that is no array");
    ip_datum *rows = IP_NEW_ARRAY(run->arena, ip_datum, json.count);
    for (int i = 0; i < json.count; i++) {
        if (json.items[i].kind != IP_JSON_OBJECT)
            ip_interpreter_unable(run, run->range, "a row out of a JSON value that is no object");
        rows[i] = row_of(run, &s, &json.items[i], shape, &base);
    }
    return ip_value_datum_array(rows, json.count);
}
