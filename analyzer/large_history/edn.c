/* Reads EDN, Jepsen's format for histories, one value at a time. */
#include "large_history/edn.h"

#include <ctype.h>
#include <string.h>

enum { DEEPEST = 64 };

typedef struct reader {
    ip_arena *arena;
    const ip_source *source;
    size_t at;
    const char *error;
} reader;

static int peek(const reader *r)
{
    return r->at < r->source->length ? (unsigned char)r->source->text[r->at] : -1;
}

static void skip_blanks(reader *r)
{
    for (;; r->at++) {
        if (peek(r) == ';')
            while (peek(r) >= 0 && peek(r) != '\n')
                r->at++;
        if (peek(r) != ',' && !isspace(peek(r)))
            return;
    }
}

static ip_edn *fail(reader *r, const char *error)
{
    if (!r->error)
        r->error = error;
    return NULL;
}

static ip_edn *new_value(reader *r, ip_edn_kind kind)
{
    ip_edn *value = IP_NEW(r->arena, ip_edn);
    value->kind = kind;
    value->offset = r->at;
    value->text = r->source->text + r->at;
    return value;
}

static ip_edn *read_value(reader *r, int depth);

static ip_edn *read_list(reader *r, ip_edn_kind kind, char end, int depth)
{
    ip_edn *list = new_value(r, kind);
    if (depth > DEEPEST)
        return fail(r, "nested too deeply");
    r->at++;
    for (skip_blanks(r); peek(r) != end; skip_blanks(r)) {
        if (peek(r) < 0)
            return fail(r, "the file ends within a value: it is truncated");
        ip_edn *item = read_value(r, depth + 1);
        if (!item)
            return NULL;
        IP_PUSH(r->arena, &list->items, item);
    }
    r->at++;
    if (kind == IP_EDN_MAP && list->items.count % 2)
        return fail(r, "a map has a key without a value");
    return list;
}

static ip_edn *read_string(reader *r)
{
    r->at++;
    ip_edn *value = new_value(r, IP_EDN_STRING);
    while (peek(r) >= 0 && peek(r) != '"')
        r->at += peek(r) == '\\' ? 2 : 1;
    if (peek(r) < 0)
        return fail(r, "the file ends within a text: it is truncated");
    value->length = (size_t)(r->source->text + r->at - value->text);
    r->at++;
    return value;
}

static ip_edn *read_scalar(reader *r)
{
    ip_edn *value = new_value(r, IP_EDN_SCALAR);
    while (peek(r) > ' ' && !strchr("()[]{}\",;", peek(r)))
        r->at++;
    value->length = (size_t)(r->source->text + r->at - value->text);
    return value->length ? value : fail(r, "expected a value");
}

/* #name before a value is its tag; #{ begins a set. */
static ip_edn *read_value(reader *r, int depth)
{
    skip_blanks(r);
    if (peek(r) == '#') {
        r->at++;
        if (peek(r) == '{')
            return read_list(r, IP_EDN_LIST, '}', depth);
        while (peek(r) > ' ' && !strchr("()[]{}\",;", peek(r)))
            r->at++;
        return depth > DEEPEST ? fail(r, "nested too deeply") : read_value(r, depth + 1);
    }
    switch (peek(r)) {
    case '[':
        return read_list(r, IP_EDN_LIST, ']', depth);
    case '(':
        return read_list(r, IP_EDN_LIST, ')', depth);
    case '{':
        return read_list(r, IP_EDN_MAP, '}', depth);
    case '"':
        return read_string(r);
    default:
        return read_scalar(r);
    }
}

const ip_edn *ip_large_edn_next(ip_arena *arena, const ip_source *source, size_t *at, const char **error)
{
    reader r = {arena, source, *at, NULL};
    skip_blanks(&r);
    const ip_edn *value = peek(&r) < 0 ? NULL : read_value(&r, 0);
    *at = r.at;
    *error = r.error;
    return value;
}

bool ip_large_edn_is(const ip_edn *value, const char *text)
{
    return value && value->kind == IP_EDN_SCALAR && value->length == strlen(text) &&
           memcmp(value->text, text, value->length) == 0;
}

const ip_edn *ip_large_edn_get(const ip_edn *map, const char *key)
{
    for (int i = 0; map && map->kind == IP_EDN_MAP && i + 1 < map->items.count; i += 2)
        if (ip_large_edn_is(map->items.items[i], key))
            return map->items.items[i + 1];
    return NULL;
}
