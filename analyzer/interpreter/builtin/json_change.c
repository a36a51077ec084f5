/* Functions that derive a jsonb from another one: ||, -, jsonb_set. */
#include "interpreter/builtin/json.h"
#include "interpreter/builtin/builtin.h"

#include <stdlib.h>
#include <string.h>

typedef struct builder {
    IP_VEC(ip_json_value) items;
    IP_VEC(const char *) keys;
} builder;

static void put(ip_run_state *run, builder *b, const char *key, const ip_json_value *value)
{
    IP_PUSH(run->arena, &b->items, *value);
    IP_PUSH(run->arena, &b->keys, key);
}

static ip_json_value built(ip_run_state *run, const builder *b, ip_json_value_kind kind)
{
    ip_json_value result = {.kind = kind, .count = b->items.count, .items = b->items.items, .keys = b->keys.items};
    if (kind == IP_JSON_OBJECT)
        ip_value_json_settle(run->arena, &result);
    return result;
}

static void put_all(ip_run_state *run, builder *b, const ip_json_value *value, ip_json_value_kind kind)
{
    if (kind == IP_JSON_ARRAY && value->kind != IP_JSON_ARRAY)
        put(run, b, NULL, value);
    else
        for (int i = 0; i < value->count; i++)
            put(run, b, kind == IP_JSON_OBJECT ? value->keys[i] : NULL, &value->items[i]);
}

static ip_datum concatenate(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_json_value a = ip_builtin_json_read(run, args[0].as.text, true),
                  b = ip_builtin_json_read(run, args[1].as.text, true);
    bool objects = a.kind == IP_JSON_OBJECT && b.kind == IP_JSON_OBJECT;
    ip_json_value_kind kind = objects ? IP_JSON_OBJECT : IP_JSON_ARRAY;
    builder result = {0};
    put_all(run, &result, &a, kind);
    put_all(run, &result, &b, kind);
    ip_json_value value = built(run, &result, kind);
    return ip_builtin_json_written(run, &value);
}

static ip_datum without_keys(ip_run_state *run, const ip_datum *whole, const ip_datum *keys, int count)
{
    ip_json_value value = ip_builtin_json_read(run, whole->as.text, true);
    builder result = {0};
    if (value.kind < IP_JSON_ARRAY)
        ip_interpreter_raise(run, "22023", "cannot delete from scalar");
    for (int i = 0; i < value.count; i++) {
        const ip_json_value *item = &value.items[i];
        bool object = value.kind == IP_JSON_OBJECT, removed = false;
        const char *name = object ? value.keys[i] : item->kind == IP_JSON_STRING ? item->text : NULL;
        for (int k = 0; k < count && name; k++)
            removed = removed || (keys[k].kind != IP_DATUM_NULL && strcmp(keys[k].as.text, name) == 0);
        if (!removed)
            put(run, &result, object ? name : NULL, item);
    }
    value = built(run, &result, value.kind);
    return ip_builtin_json_written(run, &value);
}

static ip_datum without_key(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return without_keys(run, &args[0], &args[1], 1);
}

static ip_datum without_these(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    return without_keys(run, &args[0], args[1].as.items, args[1].count);
}

static ip_datum without_item(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_json_value value = ip_builtin_json_read(run, args[0].as.text, true);
    builder result = {0};
    if (value.kind != IP_JSON_ARRAY)
        ip_interpreter_raise(run, "22023", "cannot delete from %s",
                             value.kind == IP_JSON_OBJECT ? "object using integer index" : "scalar");
    const ip_json_value *removed = ip_value_json_item(&value, args[1].as.integer);
    for (int i = 0; i < value.count; i++)
        if (&value.items[i] != removed)
            put(run, &result, NULL, &value.items[i]);
    value = built(run, &result, IP_JSON_ARRAY);
    return ip_builtin_json_written(run, &value);
}

typedef struct change {
    const ip_datum *path;
    int length;
    const ip_json_value *value; /* NULL: what is there is removed */
    bool create;
} change;

static ip_json_value changed(ip_run_state *run, const ip_json_value *value, const change *c, int at)
{
    const char *name = c->path[at].as.text;
    const bool last = at + 1 == c->length, object = value->kind == IP_JSON_OBJECT;
    char *end = NULL;
    long index = object ? 0 : strtol(name, &end, 10);
    if (value->kind < IP_JSON_ARRAY)
        return *value;
    if (!object && (!*name || *end))
        ip_interpreter_raise(run, "22P02", "path element at position %d is not an integer: \"%s\"", at + 1, name);
    const ip_json_value *there = object ? ip_value_json_field(value, name) : ip_value_json_item(value, index);
    builder result = {0};
    if (!there && last && c->create && !object && index < 0)
        put(run, &result, NULL, c->value);
    for (int i = 0; i < value->count; i++) {
        ip_json_value item = value->items[i];
        if (&value->items[i] == there && last && !c->value)
            continue;
        if (&value->items[i] == there)
            item = last ? *c->value : changed(run, there, c, at + 1);
        put(run, &result, object ? value->keys[i] : NULL, &item);
    }
    if (!there && last && c->create && (object || index >= 0))
        put(run, &result, object ? name : NULL, c->value);
    return built(run, &result, value->kind);
}

static ip_datum set(ip_run_state *run, const ip_datum *args, int count)
{
    ip_json_value value = ip_builtin_json_read(run, args[0].as.text, true),
                  new_value = ip_builtin_json_read(run, args[2].as.text, true);
    change c = {args[1].as.items, args[1].count, &new_value, count < 4 || args[3].as.boolean};
    if (value.kind < IP_JSON_ARRAY)
        ip_interpreter_raise(run, "22023", "cannot set path in scalar");
    for (int i = 0; i < c.length; i++)
        if (c.path[i].kind == IP_DATUM_NULL)
            ip_interpreter_raise(run, "22004", "path element at position %d is null", i + 1);
    if (c.length > 0)
        value = changed(run, &value, &c, 0);
    return ip_builtin_json_written(run, &value);
}

/* jsonfuncs.c, jsonb_delete_path: nothing is left to remove from an empty value, whatever the path is. */
static ip_datum without_path(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_json_value value = ip_builtin_json_read(run, args[0].as.text, true);
    change c = {args[1].as.items, args[1].count, NULL, false};
    if (value.kind < IP_JSON_ARRAY)
        ip_interpreter_raise(run, "22023", "cannot delete path in scalar");
    for (int i = 0; i < c.length && value.count > 0; i++)
        if (c.path[i].kind == IP_DATUM_NULL)
            ip_interpreter_raise(run, "22004", "path element at position %d is null", i + 1);
    if (c.length > 0 && value.count > 0)
        value = changed(run, &value, &c, 0);
    return ip_builtin_json_written(run, &value);
}

static ip_json_value without_nulls(ip_run_state *run, const ip_json_value *value)
{
    builder result = {0};
    if (value->kind < IP_JSON_ARRAY)
        return *value;
    for (int i = 0; i < value->count; i++) {
        bool object = value->kind == IP_JSON_OBJECT;
        ip_json_value item = without_nulls(run, &value->items[i]);
        if (!object || item.kind != IP_JSON_NULL)
            put(run, &result, object ? value->keys[i] : NULL, &item);
    }
    return built(run, &result, value->kind);
}

static ip_datum strip_nulls(ip_run_state *run, const ip_datum *args, int count)
{
    (void)count;
    ip_json_value value = ip_builtin_json_read(run, args[0].as.text, true);
    value = without_nulls(run, &value);
    return ip_builtin_json_written(run, &value);
}

const ip_signature ip_builtin_json_change_signatures[] = {
    {"||", "JJ", "J", concatenate, false, false},  {"-", "Jt", "J", without_key, false, false},
    {"-", "Ji", "J", without_item, false, false},  {"-", "JA", "J", without_these, false, false},
    {"#-", "JA", "J", without_path, false, false}, {"jsonb_set", "JAJ", "J", set, false, false},
    {"jsonb_set", "JAJb", "J", set, false, false}, {"jsonb_strip_nulls", "J", "J", strip_nulls, false, false},
    {NULL, NULL, NULL, NULL, false, false}};
