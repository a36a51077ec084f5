/* An anomaly's id, which does not change with edits elsewhere. */
#include "anomaly/fingerprint.h"
#include "base/text_table.h"
#include "parse/lexer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *ip_anomaly_statement_kind_name(ip_statement_kind kind)
{
    static const char *const names[] = {
        [IP_SELECT] = "select",     [IP_INSERT] = "insert", [IP_UPDATE] = "update",   [IP_DELETE] = "delete",
        [IP_TRUNCATE] = "truncate", [IP_ABORT] = "abort",   [IP_UNKNOWN] = "unknown",
    };
    return names[kind];
}

/* A script without a name is named by file and line, "pay.sql:12": the line must not count. */
static int stable_name_length(const ip_program *program)
{
    size_t length = strlen(program->name);
    if (program->kind != IP_SCRIPT)
        return (int)length;
    size_t digits = length;
    while (digits > 0 && isdigit((unsigned char)program->name[digits - 1]))
        digits--;
    return (int)(digits > 0 && digits < length && program->name[digits - 1] == ':' ? digits : length);
}

static const char *kind_at(const ip_program *program, int statement)
{
    return statement >= 0 && statement < program->statements.count
               ? ip_anomaly_statement_kind_name(program->statements.items[statement].kind)
               : "";
}

static int compare_names(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Fields end in \x1f, which no name from SQL text is likely to hold; what one
 * edge says, and the program it leaves. */
static const char *describe_edge(ip_arena *arena, const ip_anomaly *anomaly, const ip_dependency *dependency)
{
    const ip_program *from = anomaly->instances[dependency->from].program;
    const ip_program *to = anomaly->instances[dependency->to].program;
    const char **columns = IP_NEW_ARRAY(arena, const char *, dependency->column_count + 1);
    for (int i = 0; i < dependency->column_count; i++)
        columns[i] = dependency->columns[i] < 0 ? "" : dependency->table->columns.items[dependency->columns[i]].name;
    qsort(columns, (size_t)dependency->column_count, sizeof *columns, compare_names);
    const char *text = ip_arena_printf(
        arena, "%.*s\x1f%s\x1f%s\x1f%s\x1f%s\x1f", stable_name_length(from), from->name,
        ip_anomaly_dependency_type_name(dependency->type), dependency->table ? dependency->table->name : "",
        kind_at(from, dependency->from_statement), kind_at(to, dependency->to_statement));
    for (int i = 0; i < dependency->column_count; i++)
        text = ip_arena_printf(arena, "%s%s\x1f", text, columns[i]);
    return ip_arena_printf(arena, "%s\x1e", text);
}

/* Of texts one after the other, beginning with one of them and going round. */
static const char *digest_of(ip_arena *arena, const char *const *texts, int count, int first)
{
    const char *all = "";
    for (int i = 0; i < count; i++)
        all = ip_arena_printf(arena, "%s%s", all, texts[(first + i) % count]);
    return ip_anomaly_file_digest(arena, all, strlen(all));
}

const char *ip_anomaly_fingerprint(ip_arena *arena, const ip_anomaly *anomaly)
{
    int n = anomaly->instance_count;
    const char **edges = IP_NEW_ARRAY(arena, const char *, n);
    for (int i = 0; i < n; i++)
        edges[i] = describe_edge(arena, anomaly, &anomaly->dependencies[i]);

    int least = 0; /* the rotation that is least, edge by edge */
    for (int start = 1; start < n; start++) {
        int order = 0;
        for (int i = 0; i < n && order == 0; i++)
            order = strcmp(edges[(start + i) % n], edges[(least + i) % n]);
        if (order < 0)
            least = start;
    }

    return digest_of(arena, edges, n, least);
}

static ip_token next_token(ip_range range, size_t from)
{
    ip_token token = ip_parse_lex(range.source, from, range.end, false);
    while (token.kind == IP_TOKEN_COMMENT)
        token = ip_parse_lex(range.source, token.end, range.end, false);
    return token;
}

/* The tokens of a statement, without comments. */
static const char *statement_text(ip_arena *arena, ip_range range)
{
    if (!range.source)
        return "";
    char *text = ip_arena_alloc(arena, 2 * (range.end - range.begin) + 1), *at = text;
    for (ip_token t = next_token(range, range.begin); t.kind != IP_TOKEN_END; t = next_token(range, t.end)) {
        memcpy(at, range.source->text + t.begin, t.end - t.begin);
        at += t.end - t.begin;
        *at++ = ' ';
    }
    return text;
}

/* Their texts are equal. */
static bool same_tokens(ip_range a, ip_range b)
{
    if (!a.source || !b.source)
        return !a.source && !b.source;
    ip_token x = next_token(a, a.begin), y = next_token(b, b.begin);
    while (x.kind != IP_TOKEN_END && y.kind != IP_TOKEN_END && x.end - x.begin == y.end - y.begin &&
           memcmp(a.source->text + x.begin, b.source->text + y.begin, x.end - x.begin) == 0) {
        x = next_token(a, x.end);
        y = next_token(b, y.end);
    }
    return x.kind == IP_TOKEN_END && y.kind == IP_TOKEN_END;
}

/* The tokens, and how many statements of the program before it have the same. */
static const char *place_of(ip_arena *arena, const ip_program *program, int statement)
{
    if (statement < 0 || statement >= program->statements.count)
        return "";
    ip_range range = program->statements.items[statement].range;
    int before = 0;
    for (int s = 0; s < statement; s++) {
        ip_range other = program->statements.items[s].range;
        bool here = other.source == range.source && other.begin == range.begin; /* parts of one statement */
        before += !here && same_tokens(other, range);
    }
    return ip_arena_printf(arena, "%s\x1f%d\x1f", statement_text(arena, range), before);
}

const char *ip_anomaly_place(ip_arena *arena, const ip_anomaly *anomaly)
{
    int n = anomaly->instance_count;
    const char **edges = IP_NEW_ARRAY(arena, const char *, n);
    for (int i = 0; i < n; i++) {
        const ip_dependency *d = &anomaly->dependencies[i];
        edges[i] = ip_arena_printf(arena, "%s%s%s\x1e", describe_edge(arena, anomaly, d),
                                   place_of(arena, anomaly->instances[d->from].program, d->from_statement),
                                   place_of(arena, anomaly->instances[d->to].program, d->to_statement));
    }
    qsort(edges, (size_t)n, sizeof *edges, compare_names);
    return digest_of(arena, edges, n, 0);
}

const char *ip_anomaly_file_digest(ip_arena *arena, const char *bytes, size_t length)
{
    return ip_arena_printf(arena, "%016llx", (unsigned long long)ip_hash(bytes, length));
}
