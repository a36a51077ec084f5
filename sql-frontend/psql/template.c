/* Values are inserted everywhere, also in comments, quotes and bodies of routines: the tools that fill templates do not
 * know SQL. Of the conditions of Go's templates those that ask whether one value is given are decided (text/template:
 * {{if .Name}}, {{if not .Name}}, {{else}}, {{end}}). Other template code stays, and is a syntax error. */
#include "psql/template.h"

#include <ctype.h>
#include <string.h>

typedef enum action { PUT_IN, IF, IF_NOT, ELSE, END } action;

/* A place to fill, or the mark of a part that a condition decides: its length in the text, and the name in it. */
typedef struct blank {
    size_t length;
    const char *name;
    size_t name_length; /* 0: it names no value, or more than that */
    action action;
} blank;

static size_t word_at(const char *text)
{
    size_t length = 0;
    while (isalnum((unsigned char)text[length]) || text[length] == '_' || (unsigned char)text[length] >= 0x80)
        length++;
    return isdigit((unsigned char)*text) ? 0 : length;
}

static bool is_word(const char *text, size_t length, const char *word)
{
    return length == strlen(word) && strncmp(text, word, length) == 0;
}

static const char *after_blanks(const char *text)
{
    return text + strspn(text, " \t");
}

/* Where the text is "if", "else" or "end", what follows it; else the text. */
static const char *action_at(const char *text, action *found)
{
    size_t length = word_at(text);
    const char *rest = after_blanks(text + length);
    if (is_word(text, length, "if")) {
        bool not = is_word(rest, word_at(rest), "not");
        *found = not ? IF_NOT : IF;
        return not ? after_blanks(rest + strlen("not")) : rest;
    }
    *found = is_word(text, length, "else") ? ELSE : is_word(text, length, "end") ? END : PUT_IN;
    return *found == PUT_IN ? text : rest;
}

/* {{.Schema}}, {{ .Schema }}, {{- .Schema -}}, {{schema}}, {{if not .Concurrent}}, {{else}}, {{end}} */
static bool go_template(const char *text, blank *found)
{
    action action;
    const char *at = action_at(after_blanks(text + 2 + (text[2] == '-')), &action);
    at += *at == '.';
    size_t length = word_at(at);
    *found = (blank){.name = at, .name_length = length, .action = action};
    at = after_blanks(at + length);
    at += *at == '-';
    bool one_name = strncmp(at, "}}", 2) == 0;
    if (action == IF || action == IF_NOT) {
        const char *end = strstr(text, "}}");
        found->length = end ? (size_t)(end - text) + 2 : 0;
        found->name_length = one_name ? length : 0;
        return end != NULL;
    }
    found->length = (size_t)(at - text) + 2;
    return one_name && (length > 0) == (action == PUT_IN);
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

static const char *given(const ip_source *source, const char *name, size_t length)
{
    const char *value = NULL;
    for (int i = 0; source->given && i < source->given->count; i++)
        if (is_word(name, length, source->given->items[i].name))
            value = source->given->items[i].value;
    return value;
}

static const char schema_of_extension[] = "extschema";

/* CREATE EXTENSION puts an extension into the first schema of search_path unless it names another one. */
static const char *value_of(const ip_source *source, const blank *place)
{
    const char *value = given(source, place->name, place->name_length);
    bool has_default = is_word(place->name, place->name_length, schema_of_extension);
    return value || !has_default ? value : "public";
}

/* As in Go: an empty text, false and 0 are false. */
static bool is_true(const char *value)
{
    return *value && strcmp(value, "false") != 0 && strcmp(value, "0") != 0;
}

bool ip_psql_template_by_default(const ip_source *source, ip_range *range)
{
    const char *at = strstr(source->text, "@extschema@");
    if (given(source, schema_of_extension, strlen(schema_of_extension)))
        at = NULL;
    if (at)
        *range = (ip_range){source, (size_t)(at - source->text), (size_t)(at - source->text) + strlen("@extschema@")};
    return at != NULL;
}

const char *ip_psql_template_unfilled(ip_arena *arena, ip_range range)
{
    for (size_t at = range.begin; at < range.end; at++) {
        blank place;
        if (strchr("{$@", range.source->text[at]) && range.source->text[at] &&
            blank_at(range.source->text + at, &place) && place.name_length > 0)
            return ip_arena_strndup(arena, place.name, place.name_length);
    }
    return NULL;
}

enum { MOST_NESTED = 32 };

typedef struct filling {
    ip_arena *arena;
    const ip_source *source;
    IP_VEC(char) text;
    IP_VEC(size_t) offsets;
    size_t from; /* what comes before is in the text, or is left out */
    bool filled, left_out;
    struct {
        bool known, holds, left_out_around;
    } conditions[MOST_NESTED]; /* that are open, the innermost last */
    int open;
} filling;

static void copy_until(filling *f, size_t end)
{
    for (; f->from < end && !f->left_out; f->from++) {
        IP_PUSH(f->arena, &f->text, f->source->text[f->from]);
        IP_PUSH(f->arena, &f->offsets, f->from);
    }
    f->from = end;
}

static void put_in(filling *f, size_t at, const blank *place)
{
    const char *value = value_of(f->source, place);
    if (!value || f->left_out)
        return;
    copy_until(f, at);
    for (; *value; value++) {
        IP_PUSH(f->arena, &f->text, *value);
        IP_PUSH(f->arena, &f->offsets, at);
    }
    f->from = at + place->length;
    f->filled = true;
}

/* From this mark on: as the innermost condition says. */
static void pass_mark(filling *f, size_t at, const blank *place, bool left_out)
{
    if (!f->conditions[f->open - 1].known)
        return;
    copy_until(f, at);
    f->from = at + place->length;
    f->left_out = f->conditions[f->open - 1].left_out_around || left_out;
    f->filled = true;
}

static void meet(filling *f, size_t at, const blank *place)
{
    if (place->action == PUT_IN) {
        put_in(f, at, place);
    } else if (place->action == IF || place->action == IF_NOT) {
        const char *value = place->name_length > 0 ? value_of(f->source, place) : NULL;
        bool holds = value && is_true(value) == (place->action == IF);
        if (f->open == MOST_NESTED)
            return;
        f->conditions[f->open].known = value != NULL;
        f->conditions[f->open].holds = holds;
        f->conditions[f->open].left_out_around = f->left_out;
        f->open++;
        pass_mark(f, at, place, !holds);
    } else if (f->open > 0) {
        pass_mark(f, at, place, place->action == ELSE && f->conditions[f->open - 1].holds);
        f->open -= place->action == END;
    }
}

const ip_source *ip_psql_template_filled(ip_arena *arena, const ip_source *source)
{
    filling f = {.arena = arena, .source = source};
    size_t length = strlen(source->path);
    if (length > 5 && strcmp(source->path + length - 5, ".spec") == 0)
        return source; /* a client of the isolation tester: nothing fills it in */
    for (size_t at = 0; at < source->length; at++) {
        blank place;
        if (!strchr("{$@", source->text[at]) || !source->text[at] || !blank_at(source->text + at, &place))
            continue;
        meet(&f, at, &place);
        if (f.from > at)
            at = f.from - 1;
    }
    if (!f.filled)
        return source;
    copy_until(&f, source->length);
    IP_PUSH(arena, &f.text, '\0');
    IP_PUSH(arena, &f.offsets, source->length);
    return ip_source_derive(arena, source, f.text.items, (size_t)f.text.count - 1, f.offsets.items);
}
