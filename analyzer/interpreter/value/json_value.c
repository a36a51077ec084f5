/* Parses JSON texts, and writes and compares the values in them. */
#include "interpreter/value/json_value.h"

#include "interpreter/value/decimal.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { DEEPEST = 200 };

typedef struct parser {
    ip_arena *arena;
    const char *text, *at;
    bool jsonb;
    int depth;
    ip_failure *failure;
} parser;

static bool parse_value(parser *p, ip_json_value *result);

static bool malformed(parser *p)
{
    return ip_value_fail(p->arena, p->failure, "22P02", "invalid input syntax for type json");
}

static bool not_run(parser *p, const char *what)
{
    return ip_value_fail(p->arena, p->failure, NULL, "%s", what);
}

static void skip(parser *p)
{
    p->at += strspn(p->at, " \t\n\r");
}

static int hexadecimal(const char *digits)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        if (!isxdigit((unsigned char)digits[i]))
            return -1;
        value = value * 16 + (isdigit((unsigned char)digits[i]) ? digits[i] - '0' : (digits[i] | 32) - 'a' + 10);
    }
    return value;
}

static char *put_utf8(char *to, int c)
{
    if (c < 0x80) {
        *to++ = (char)c;
    } else if (c < 0x800) {
        *to++ = (char)(0xC0 | c >> 6);
        *to++ = (char)(0x80 | (c & 63));
    } else {
        *to++ = (char)(0xE0 | c >> 12);
        *to++ = (char)(0x80 | (c >> 6 & 63));
        *to++ = (char)(0x80 | (c & 63));
    }
    return to;
}

static bool parse_string(parser *p, const char **result)
{
    static const char letters[] = "\"\\/bfnrt", values[] = "\"\\/\b\f\n\r\t";
    char *text = ip_arena_alloc(p->arena, strlen(p->at) + 1), *to = text;
    for (p->at++; *p->at != '"'; p->at++) {
        if ((unsigned char)*p->at < 32)
            return malformed(p);
        if (*p->at != '\\') {
            *to++ = *p->at;
            continue;
        }
        const char *letter = p->at[1] ? strchr(letters, p->at[1]) : NULL;
        int code = p->at[1] == 'u' ? hexadecimal(p->at + 2) : -1;
        if (!letter && code < 0)
            return malformed(p);
        if (code == 0 || (code >= 0xD800 && code < 0xE000))
            return not_run(p, "such an escape in JSON");
        to = letter ? to : put_utf8(to, code);
        if (letter)
            *to++ = values[letter - letters];
        p->at += letter ? 1 : 5;
    }
    p->at++;
    *result = text;
    return true;
}

/* Writes the number as numeric does, with its scale. */
static bool settle_number(parser *p, ip_json_value *number)
{
    ip_decimal decimal;
    bool syntax = true;
    if (!ip_value_decimal_parse(p->arena, number->text, strlen(number->text), &decimal, &syntax))
        return not_run(p, "a numeric of so many digits");
    number->text = ip_value_decimal_text(p->arena, decimal);
    return true;
}

static bool parse_number(parser *p, ip_json_value *result)
{
    const char *begin = p->at;
    p->at += *p->at == '-';
    if (!isdigit((unsigned char)*p->at))
        return malformed(p);
    p->at += *p->at == '0' ? 1 : strspn(p->at, "0123456789");
    if (*p->at == '.') {
        size_t digits = strspn(p->at + 1, "0123456789");
        p->at += 1 + digits;
        if (!digits)
            return malformed(p);
    }
    if (*p->at == 'e' || *p->at == 'E') {
        p->at += p->at[1] == '+' || p->at[1] == '-' ? 2 : 1;
        size_t digits = strspn(p->at, "0123456789");
        p->at += digits;
        if (!digits)
            return malformed(p);
    }
    if (isalnum((unsigned char)*p->at) || *p->at == '.')
        return malformed(p);
    result->kind = IP_JSON_NUMBER;
    result->text = ip_arena_strndup(p->arena, begin, (size_t)(p->at - begin));
    return !p->jsonb || settle_number(p, result);
}

static bool parse_word(parser *p, ip_json_value *result)
{
    static const char *const words[] = {"null", "false", "true"};
    for (int i = 0; i < 3; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(p->at, words[i], length) == 0 && !isalnum((unsigned char)p->at[length])) {
            p->at += length;
            result->kind = (ip_json_value_kind)i;
            return true;
        }
    }
    return malformed(p);
}

static bool parse_items(parser *p, ip_json_value *result)
{
    bool object = *p->at++ == '{';
    char close = object ? '}' : ']';
    IP_VEC(ip_json_value) items = {0};
    IP_VEC(const char *) keys = {0};
    if (++p->depth > DEEPEST)
        return not_run(p, "JSON as deep");
    for (skip(p); *p->at != close; skip(p)) {
        ip_json_value item = {0};
        const char *key = NULL;
        if (items.count > 0) {
            if (*p->at++ != ',')
                return malformed(p);
            skip(p);
        }
        if (object) {
            if (*p->at != '"')
                return malformed(p);
            if (!parse_string(p, &key))
                return false;
            skip(p);
            if (*p->at++ != ':')
                return malformed(p);
        }
        if (!parse_value(p, &item))
            return false;
        IP_PUSH(p->arena, &items, item);
        IP_PUSH(p->arena, &keys, key);
    }
    p->at++;
    p->depth--;
    result->kind = object ? IP_JSON_OBJECT : IP_JSON_ARRAY;
    result->count = items.count;
    result->items = items.items;
    result->keys = keys.items;
    if (object && p->jsonb)
        ip_value_json_settle(p->arena, result);
    return true;
}

static bool parse_value(parser *p, ip_json_value *result)
{
    skip(p);
    result->begin = (int)(p->at - p->text);
    bool done;
    if (*p->at == '{' || *p->at == '[') {
        done = parse_items(p, result);
    } else if (*p->at == '"') {
        result->kind = IP_JSON_STRING;
        done = parse_string(p, &result->text);
    } else {
        done = *p->at == '-' || isdigit((unsigned char)*p->at) ? parse_number(p, result) : parse_word(p, result);
    }
    result->end = (int)(p->at - p->text);
    return done;
}

bool ip_value_json_value_of(ip_arena *arena, const char *text, bool jsonb, ip_json_value *result, ip_failure *failure)
{
    parser p = {.arena = arena, .text = text, .at = text, .jsonb = jsonb, .failure = failure};
    *result = (ip_json_value){0};
    if (!parse_value(&p, result))
        return false;
    skip(&p);
    return *p.at == '\0' || malformed(&p);
}

/* jsonb sorts shorter keys first. */
static int compare_keys(const char *a, const char *b)
{
    size_t a_length = strlen(a), b_length = strlen(b);
    return a_length != b_length ? (a_length > b_length) - (a_length < b_length) : strcmp(a, b);
}

typedef struct member {
    const char *key;
    int place;
} member;

static int compare_members(const void *a, const void *b)
{
    const member *left = a, *right = b;
    int order = compare_keys(left->key, right->key);
    return order ? order : left->place - right->place;
}

void ip_value_json_settle(ip_arena *arena, ip_json_value *object)
{
    member *members = IP_NEW_ARRAY(arena, member, object->count);
    for (int i = 0; i < object->count; i++)
        members[i] = (member){object->keys[i], i};
    if (object->count > 1)
        qsort(members, (size_t)object->count, sizeof *members, compare_members);
    ip_json_value *items = IP_NEW_ARRAY(arena, ip_json_value, object->count);
    const char **keys = IP_NEW_ARRAY(arena, const char *, object->count);
    int kept = 0;
    for (int i = 0; i < object->count; i++) {
        if (i + 1 < object->count && strcmp(members[i].key, members[i + 1].key) == 0)
            continue;
        items[kept] = object->items[members[i].place];
        keys[kept++] = members[i].key;
    }
    object->items = items;
    object->keys = keys;
    object->count = kept;
}

const char *ip_value_json_quoted(ip_arena *arena, const char *text)
{
    char *result = ip_arena_alloc(arena, strlen(text) * 6 + 3), *to = result;
    static const char special[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    *to++ = '"';
    for (; *text; text++) {
        const char *found = strchr(special, *text);
        if (found) {
            *to++ = '\\';
            *to++ = letters[found - special];
        } else if ((unsigned char)*text < 32) {
            to += snprintf(to, 7, "\\u%04x", (unsigned)*text);
        } else {
            *to++ = *text;
        }
    }
    *to = '"';
    return result;
}

const char *ip_value_json_enclosed(ip_arena *arena, const char *const *keys, const char *const *items, int count,
                                   bool spaced)
{
    size_t length = 3;
    for (int i = 0; i < count; i++)
        length += (keys ? strlen(keys[i]) + 2 : 0) + strlen(items[i]) + 2;
    char *text = ip_arena_alloc(arena, length), *to = text;
    *to++ = keys ? '{' : '[';
    for (int i = 0; i < count; i++) {
        if (i > 0)
            to = stpcpy(to, spaced ? ", " : ",");
        if (keys)
            to = stpcpy(stpcpy(to, keys[i]), spaced ? ": " : ":");
        to = stpcpy(to, items[i]);
    }
    *to++ = keys ? '}' : ']';
    *to = '\0';
    return text;
}

const char *ip_value_json_text(ip_arena *arena, const ip_json_value *value)
{
    static const char *const words[] = {"null", "false", "true"};
    switch (value->kind) {
    case IP_JSON_NUMBER:
        return value->text;
    case IP_JSON_STRING:
        return ip_value_json_quoted(arena, value->text);
    case IP_JSON_ARRAY:
    case IP_JSON_OBJECT: {
        bool object = value->kind == IP_JSON_OBJECT;
        const char **items = IP_NEW_ARRAY(arena, const char *, value->count);
        const char **keys = object ? IP_NEW_ARRAY(arena, const char *, value->count) : NULL;
        for (int i = 0; i < value->count; i++) {
            items[i] = ip_value_json_text(arena, &value->items[i]);
            if (object)
                keys[i] = ip_value_json_quoted(arena, value->keys[i]);
        }
        return ip_value_json_enclosed(arena, keys, items, value->count, true);
    }
    default:
        return words[value->kind];
    }
}

const ip_json_value *ip_value_json_field(const ip_json_value *object, const char *key)
{
    const ip_json_value *found = NULL; /* the last of several values of a key counts in json */
    for (int i = 0; object->kind == IP_JSON_OBJECT && i < object->count; i++)
        if (strcmp(object->keys[i], key) == 0)
            found = &object->items[i];
    return found;
}

const ip_json_value *ip_value_json_item(const ip_json_value *array, int64_t index)
{
    if (index < 0)
        index += array->count;
    return array->kind == IP_JSON_ARRAY && index >= 0 && index < array->count ? &array->items[index] : NULL;
}

/* Compares values of jsonb. */
static bool is_equal(const ip_json_value *a, const ip_json_value *b)
{
    if (a->kind != b->kind || a->count != b->count)
        return false;
    if (a->kind == IP_JSON_NUMBER) /* by value */
        return ip_value_datum_equal(ip_value_datum_jsonb(a->text), ip_value_datum_jsonb(b->text));
    if (a->kind == IP_JSON_STRING)
        return strcmp(a->text, b->text) == 0;
    for (int i = 0; i < a->count; i++)
        if (!is_equal(&a->items[i], &b->items[i]) || (a->kind == IP_JSON_OBJECT && strcmp(a->keys[i], b->keys[i]) != 0))
            return false;
    return true;
}

static bool has_item(const ip_json_value *array, const ip_json_value *item)
{
    for (int i = 0; i < array->count; i++)
        if (item->kind >= IP_JSON_ARRAY ? ip_value_json_contains(&array->items[i], item)
                                        : is_equal(&array->items[i], item))
            return true;
    return false;
}

bool ip_value_json_contains(const ip_json_value *whole, const ip_json_value *part)
{
    if (whole->kind != part->kind || part->kind < IP_JSON_ARRAY)
        return is_equal(whole, part);
    for (int i = 0; i < part->count; i++) {
        const ip_json_value *field = part->kind == IP_JSON_OBJECT ? ip_value_json_field(whole, part->keys[i]) : NULL;
        if (part->kind == IP_JSON_OBJECT ? !field || !ip_value_json_contains(field, &part->items[i])
                                         : !has_item(whole, &part->items[i]))
            return false;
    }
    return true;
}
