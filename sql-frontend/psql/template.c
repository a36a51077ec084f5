/* Values are put in everywhere, in comments, quotes and bodies of routines, too: those who fill such texts know nothing
 * of SQL. A text of a template that does more than name a value ({{if …}}) is left as it is, and is a syntax error. */
#include "psql/template.h"

#include <ctype.h>
#include <string.h>

/* A place to fill: as long as it is in the text, and the name in it. */
typedef struct blank {
    size_t length;
    const char *name;
    size_t name_length;
} blank;

static size_t word_at(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_' || (unsigned char)text[length] >= 0x80)
        length++;
    return isdigit((unsigned char)*text) ? 0 : length;
}

/* {{.Schema}}, {{ .Schema }}, {{- .Schema -}}, {{schema}} */
static bool go_template(const char *text, blank *found)
{
    const char *at = text + 2;
    at += *at == '-';
    at += strspn(at, " \t");
    at += *at == '.';
    size_t length = word_at(at);
    *found = (blank){.name = at, .name_length = length};
    at += length;
    at += strspn(at, " \t");
    at += *at == '-';
    found->length = (size_t)(at - text) + 2;
    return length > 0 && strncmp(at, "}}", 2) == 0;
}

/* @extschema@, and of PostgreSQL 16 @extschema:name@. Between two operators @ there are blanks. */
static bool of_extension(const char *text, blank *found)
{
    size_t length = word_at(text + 1);
    if (length > 0 && text[1 + length] == ':')
        length += 1 + word_at(text + 2 + length);
    *found = (blank){.length = length + 2, .name = text + 1, .name_length = length};
    return length > 0 && text[1 + length] == '@';
}

/* ${schema}, ${flyway:defaultSchema} */
static bool of_flyway(const char *text, blank *found)
{
    size_t length = strcspn(text, "}\n") - 2;
    *found = (blank){.length = length + 3, .name = text + 2, .name_length = length};
    return text[2 + length] == '}';
}

static bool blank_at(const char *text, blank *found)
{
    if (text[0] == '{' && text[1] == '{')
        return go_template(text, found);
    if (text[0] == '$' && text[1] == '{')
        return of_flyway(text, found);
    return text[0] == '@' && of_extension(text, found);
}

static const char *value_of(const ip_source *source, const blank *place)
{
    const char *value = NULL;
    for (int i = 0; source->given && i < source->given->count; i++) {
        const ip_given_value *one = &source->given->items[i];
        if (strlen(one->name) == place->name_length && strncmp(one->name, place->name, place->name_length) == 0)
            value = one->value;
    }
    return value;
}

const char *ip_template_unfilled(ip_arena *arena, ip_range range)
{
    for (size_t at = range.begin; at < range.end; at++) {
        blank place;
        if (strchr("{$@", range.source->text[at]) && range.source->text[at] &&
            blank_at(range.source->text + at, &place))
            return ip_arena_strndup(arena, place.name, place.name_length);
    }
    return NULL;
}

const ip_source *ip_template_filled(ip_arena *arena, const ip_source *source)
{
    IP_VEC(char) text = {0};
    IP_VEC(size_t) offsets = {0};
    bool filled = false;
    size_t from = 0, length = strlen(source->path);
    if (length > 5 && strcmp(source->path + length - 5, ".spec") == 0)
        return source; /* a client of the isolation tester: nothing fills it in */
    for (size_t at = 0; at < source->length; at++) {
        blank place;
        if (!strchr("{$@", source->text[at]) || !source->text[at] || !blank_at(source->text + at, &place))
            continue;
        const char *value = value_of(source, &place);
        if (!value)
            continue;
        for (; from < at; from++) {
            IP_PUSH(arena, &text, source->text[from]);
            IP_PUSH(arena, &offsets, from);
        }
        for (; *value; value++) {
            IP_PUSH(arena, &text, *value);
            IP_PUSH(arena, &offsets, at);
        }
        filled = true;
        from = at + place.length;
        at = from - 1;
    }
    if (!filled)
        return source;
    for (; from <= source->length; from++) {
        IP_PUSH(arena, &text, from < source->length ? source->text[from] : '\0');
        IP_PUSH(arena, &offsets, from);
    }
    return ip_source_derive(arena, source, text.items, (size_t)text.count - 1, offsets.items);
}
