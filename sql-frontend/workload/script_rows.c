/* A value that all rows of an INSERT have: "-- assume: list = x in every row". Of
 *
 *   INSERT … SELECT * FROM unnest($1::bigint[], $2::integer[])
 *
 * an array in which all elements are one value becomes this value, in the place of its column:
 *
 *   INSERT … SELECT $1::bigint, isoproof_rows.c2 FROM unnest($2::integer[]) AS isoproof_rows(c2) */
#include "parse/lexer.h"
#include "workload/definition_pieces.h"

#include <string.h>

/* The text of a statement that is put together from pieces of another one. */
typedef struct writer {
    ip_arena *arena;
    ip_range from;
    IP_VEC(char) text;
    IP_VEC(size_t) offsets;
} writer;

static void copy(writer *w, size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++) {
        IP_PUSH(w->arena, &w->text, w->from.source->text[i]);
        IP_PUSH(w->arena, &w->offsets, i);
    }
}

static void put(writer *w, const char *text, size_t at)
{
    for (; *text; text++) {
        IP_PUSH(w->arena, &w->text, *text);
        IP_PUSH(w->arena, &w->offsets, at);
    }
}

typedef struct array {
    ip_range range;    /* the argument of unnest, as in: a::integer[] */
    bool one;          /* all its elements are one value */
    const char *value; /* that is a literal; NULL: the parameter */
    size_t named;      /* one: where the name of the parameter ends */
} array;

typedef struct rows {
    ip_token star, open; /* of SELECT *, and of unnest( */
    size_t end;          /* after its ) */
    IP_VEC(array) arrays;
    int alike; /* how many of them have one value */
} rows;

/* SELECT * … FROM unnest( */
static bool find(const ip_range *range, rows *found)
{
    const ip_source *source = range->source;
    ip_token last[3] = {0}, star = {0};
    for (ip_token t = ip_parse_lex(source, range->begin, range->end, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(source, t.end, range->end, false)) {
        if (ip_parse_token_is(source, t, "*") && last[2].end && ip_parse_token_is(source, last[2], "select"))
            star = t;
        if (star.end && ip_parse_token_is(source, t, "(") && last[1].end &&
            ip_parse_token_is(source, last[2], "unnest") && ip_parse_token_is(source, last[1], "from")) {
            found->star = star;
            found->open = t;
            return true;
        }
        memmove(last, last + 1, sizeof *last * 2);
        last[2] = t;
    }
    return false;
}

static bool is_one(ip_reader *reader, ip_script *script, const ip_sql_item *item, array *a)
{
    const ip_source *source = a->range.source;
    ip_token name = ip_parse_lex(source, a->range.begin, a->range.end, false);
    if (name.kind != IP_TOKEN_WORD && name.kind != IP_TOKEN_QUOTED)
        return false;
    const char *identifier = ip_parse_token_name(reader->arena, source, name);
    for (int i = 0; i < item->variables.count; i++)
        if (strcmp(item->variables.items[i].identifier, identifier) == 0 &&
            ip_workload_script_in_every_row(script, item->variables.items[i].name, &a->value)) {
            a->named = name.end;
            return true;
        }
    return false;
}

static bool read_arrays(ip_reader *reader, ip_script *script, const ip_sql_item *item, const ip_range *text,
                        rows *found)
{
    const ip_source *source = text->source;
    int depth = 0;
    size_t begin = found->open.end;
    for (ip_token t = ip_parse_lex(source, begin, text->end, false); t.kind != IP_TOKEN_END;
         t = ip_parse_lex(source, t.end, text->end, false)) {
        bool closes = ip_parse_token_is(source, t, ")") || ip_parse_token_is(source, t, "]");
        bool opens = ip_parse_token_is(source, t, "(") || ip_parse_token_is(source, t, "[");
        if (depth == 0 && (closes || ip_parse_token_is(source, t, ","))) {
            array created = {.range = {source, begin + strspn(source->text + begin, " \t\r\n"), t.begin}};
            created.one = is_one(reader, script, item, &created);
            found->alike += created.one;
            IP_PUSH(reader->arena, &found->arrays, created);
            begin = found->end = t.end;
            if (closes)
                return true;
        }
        depth += opens - closes;
    }
    return false;
}

/* The type of an array's elements: "::bigint" of "::bigint[]"; its end. */
static size_t element_end(const array *a)
{
    size_t end = a->range.end;
    while (end > a->named && strchr(" \t\r\n]", a->range.source->text[end - 1]))
        end--;
    return end > a->named && a->range.source->text[end - 1] == '[' ? end - 1 : a->range.end;
}

static void write(writer *w, const rows *found)
{
    copy(w, w->from.begin, found->star.begin);
    for (int i = 0; i < found->arrays.count; i++) {
        const array *a = &found->arrays.items[i];
        size_t at = a->one ? a->range.begin : found->star.begin;
        put(w, i > 0 ? ", " : "", at);
        if (!a->one) {
            put(w, ip_arena_printf(w->arena, "isoproof_rows.c%d", i + 1), at);
            continue;
        }
        if (a->value)
            put(w, a->value, at);
        copy(w, a->value ? a->named : a->range.begin, element_end(a));
    }
    copy(w, found->star.end, found->open.end);
    const char *names = NULL;
    for (int i = 0; i < found->arrays.count; i++) {
        const array *a = &found->arrays.items[i];
        if (a->one)
            continue;
        put(w, names ? ", " : "", a->range.begin);
        copy(w, a->range.begin, a->range.end);
        names = names ? ip_arena_printf(w->arena, "%s, c%d", names, i + 1) : ip_arena_printf(w->arena, "c%d", i + 1);
    }
    put(w, ip_arena_printf(w->arena, ") AS isoproof_rows(%s)", names), found->end - 1);
    copy(w, found->end, w->from.end);
}

/* A literal takes the place of its variable. */
static void keep_variables(ip_reader *reader, ip_script *script, const ip_sql_item *item, ip_sql_item *changed)
{
    memset(&changed->variables, 0, sizeof changed->variables);
    for (int i = 0; i < item->variables.count; i++) {
        const char *value;
        const ip_script_variable *v = &item->variables.items[i];
        if (!ip_workload_script_in_every_row(script, v->name, &value) || !value)
            IP_PUSH(reader->arena, &changed->variables, *v);
    }
}

/* The text of the item, whose range may have other spellings of its variables. */
static ip_range text_of(ip_reader *reader, const ip_sql_item *item)
{
    size_t length = strlen(item->text), *offsets = IP_NEW_ARRAY(reader->arena, size_t, length + 1);
    for (size_t i = 0; i <= length; i++)
        offsets[i] = item->range.begin + i < item->range.end ? item->range.begin + i : item->range.end;
    return (ip_range){ip_source_derive(reader->arena, item->range.source, item->text, length, offsets), 0, length};
}

static bool has_one(ip_script *script, const ip_sql_item *item)
{
    const char *value;
    for (int i = 0; i < item->variables.count; i++)
        if (ip_workload_script_in_every_row(script, item->variables.items[i].name, &value))
            return true;
    return false;
}

const ip_tree *ip_workload_script_rows(ip_reader *reader, ip_script *script, const ip_sql_item *item,
                                       ip_sql_item *changed)
{
    static const char message[] =
        "expected INSERT … SELECT * FROM unnest(…) with another array beside those that have one value in every row";
    rows found = {0};
    if (!has_one(script, item))
        return NULL;
    writer w = {.arena = reader->arena, .from = text_of(reader, item)};
    if (!find(&w.from, &found) || !read_arrays(reader, script, item, &w.from, &found) || found.alike == 0 ||
        found.alike == found.arrays.count) {
        ip_diagnostics_add(reader->diagnostics, IP_ERROR, item->range, script->unit->name, "%s", message);
        ip_workload_script_broken(reader, script, message, item->range);
        return NULL;
    }
    write(&w, &found);
    IP_PUSH(reader->arena, &w.text, '\0');
    IP_PUSH(reader->arena, &w.offsets, w.from.end);
    size_t length = (size_t)w.text.count - 1;
    ip_parse_error error;
    *changed = *item;
    keep_variables(reader, script, item, changed);
    changed->text = w.text.items;
    changed->range =
        (ip_range){ip_source_derive(reader->arena, w.from.source, w.text.items, length, w.offsets.items), 0, length};
    return ip_parse_statement_at(ip_parse_pg_parse(reader->arena, changed->text, &error), 0);
}
