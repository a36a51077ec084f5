/* CREATE TABLE … AS, CREATE MATERIALIZED VIEW, SELECT … INTO: the query runs, a table with the columns of its result is
 * created, and the rows are inserted (PostgreSQL 15, commands/createas.c). */
#define _GNU_SOURCE /* strcasestr */
#include "server/client_state.h"
#include "server/words.h"

#include "base/words.h"
#include "interpreter/value/sqltype.h"

#include <string.h>
#include <strings.h>

typedef struct creation {
    const char *before; /* "CREATE TEMP TABLE IF NOT EXISTS t" */
    const char *after;  /* " ON COMMIT DROP"; "" */
    const char *query;
    IP_VEC(const char *) names; /* of the columns, as far as they are given; quoted */
    bool no_data, selects, materialized;
    const char *refused;
} creation;

/* ------------------------------------------------------------ the statement -- */

static bool is_sign(const ip_client_words *words, const char *sign)
{
    return ip_parse_token_is(words->source, words->now, sign);
}

static const char *text_of(const ip_client_words *words, size_t begin, size_t end)
{
    return ip_arena_strndup(words->arena, words->source->text + begin, end - begin);
}

/* Removes WITH [NO] DATA at the end of the query. */
static void take_data(ip_arena *arena, creation *c)
{
    ip_client_words words = ip_served_client_words_of(arena, c->query);
    size_t last[3] = {0, 0, 0};
    const char *said[3] = {"", "", ""};
    for (; words.now.kind != IP_TOKEN_END; ip_served_client_words_next(&words)) {
        if (is_sign(&words, ";"))
            continue;
        last[0] = last[1], last[1] = last[2], last[2] = words.now.begin;
        said[0] = said[1], said[1] = said[2], said[2] = text_of(&words, words.now.begin, words.now.end);
    }
    bool with = strcasecmp(said[1], "with") == 0;
    bool without = strcasecmp(said[1], "no") == 0 && strcasecmp(said[0], "with") == 0;
    if (strcasecmp(said[2], "data") != 0 || (!with && !without))
        return;
    c->no_data = without;
    c->query = ip_arena_strndup(arena, c->query, without ? last[0] : last[1]);
}

/* The names in parentheses at the current word. */
static void take_names(ip_client_words *words, creation *c)
{
    if (!ip_served_client_words_take(words, "("))
        return;
    for (; words->now.kind != IP_TOKEN_END && !ip_served_client_words_take(words, ")");
         ip_served_client_words_next(words))
        if (!is_sign(words, ","))
            IP_PUSH(words->arena, &c->names, text_of(words, words->now.begin, words->now.end));
}

/* A name with its schema. Returns where it ends. */
static size_t take_relation(ip_client_words *words)
{
    size_t end = words->now.end;
    ip_served_client_words_next(words);
    while (ip_served_client_words_take(words, ".")) {
        end = words->now.end;
        ip_served_client_words_next(words);
    }
    return end;
}

/* CREATE [TEMP | UNLOGGED] TABLE, or MATERIALIZED VIEW, [IF NOT EXISTS] name [(names)] … AS query. */
static bool read_create(ip_arena *arena, const char *text, creation *c)
{
    static const char *const kinds[] = {"temp", "temporary", "unlogged", "local", "global", NULL};
    ip_client_words words = ip_served_client_words_of(arena, text);
    if (!ip_served_client_words_take(&words, "create"))
        return false;
    while (ip_parse_token_is_any(words.source, words.now, kinds))
        ip_served_client_words_next(&words);
    c->materialized = ip_served_client_words_take(&words, "materialized");
    if (!ip_served_client_words_take(&words, c->materialized ? "view" : "table"))
        return false;
    if (ip_served_client_words_take(&words, "if"))
        if (!ip_served_client_words_take(&words, "not") || !ip_served_client_words_take(&words, "exists"))
            return false;
    size_t end = take_relation(&words);
    c->before = text_of(&words, 0, end);
    take_names(&words, c);
    size_t rest = words.now.begin;
    if (!is_sign(&words, "as") && !is_sign(&words, "on") && !is_sign(&words, "with") && !is_sign(&words, "using") &&
        !is_sign(&words, "tablespace"))
        return false;
    while (words.now.kind != IP_TOKEN_END && !is_sign(&words, "as"))
        ip_served_client_words_next(&words);
    if (!is_sign(&words, "as"))
        return false;
    c->after = text_of(&words, rest, words.now.begin);
    ip_served_client_words_next(&words);
    c->query = text_of(&words, words.now.begin, words.source->length);
    if (is_sign(&words, "execute"))
        c->refused = "CREATE TABLE AS EXECUTE";
    take_data(arena, c);
    return true;
}

/* SELECT … INTO [TEMP | UNLOGGED] [TABLE] name …. */
static bool read_select(ip_arena *arena, const char *text, creation *c)
{
    ip_client_words words = ip_served_client_words_of(arena, text);
    int depth = 0;
    if (!is_sign(&words, "select") && !is_sign(&words, "with"))
        return false;
    bool selects = false;
    for (; words.now.kind != IP_TOKEN_END; ip_served_client_words_next(&words)) {
        depth += is_sign(&words, "(");
        depth -= is_sign(&words, ")");
        if (depth == 0 && (is_sign(&words, "insert") || is_sign(&words, "merge")))
            return false;
        selects = selects || (depth == 0 && is_sign(&words, "select"));
        if (depth == 0 && selects && is_sign(&words, "into"))
            break;
    }
    size_t into = words.now.begin;
    if (!ip_served_client_words_take(&words, "into"))
        return false;
    const char *kind = "";
    if (is_sign(&words, "temp") || is_sign(&words, "temporary")) {
        kind = "TEMP ";
        ip_served_client_words_next(&words);
    } else {
        ip_served_client_words_take(&words, "unlogged");
    }
    ip_served_client_words_take(&words, "table");
    size_t begin = words.now.begin, end = take_relation(&words);
    c->before = ip_arena_printf(arena, "CREATE %sTABLE %s", kind, text_of(&words, begin, end));
    c->after = "";
    c->query = ip_arena_printf(arena, "%s %s", text_of(&words, 0, into), words.source->text + end);
    c->selects = true;
    return true;
}

static bool read(ip_arena *arena, const char *text, creation *c)
{
    *c = (creation){.before = ""};
    return read_create(arena, text, c) || read_select(arena, text, c);
}

/* Most texts are none, and reading words takes long. */
static bool may_be(const char *text)
{
    return strcasestr(text, "into") ||
           (strcasestr(text, "create") && (strcasestr(text, "table") || strcasestr(text, "materialized")));
}

bool ip_served_created_as_takes(ip_served_client *client, const char *text)
{
    creation c;
    return may_be(text) && read(client->message, text, &c);
}

/* ------------------------------------------------------------------ running -- */

static ip_served_answer failed(const char *sqlstate, const char *message)
{
    return (ip_served_answer){.error = {sqlstate, message}};
}

static const char *type_name(ip_arena *arena, ip_sqltype type)
{
    if (type.tag == IP_T_UNKNOWN)
        type.tag = IP_T_TEXT;
    if (type.tag == IP_T_RECORD || type.tag == IP_T_VOID)
        return NULL;
    const char *name =
        type.tag == IP_T_CHAR && !type.array && type.precision <= 0 ? "bpchar" : ip_value_sqltype_name(arena, type);
    if (ip_served_wire_modifier(type) < 0 || type.array)
        return name;
    return type.tag == IP_T_NUMERIC
               ? ip_arena_printf(arena, "%s(%d,%d)", name, type.precision, type.scale > 0 ? type.scale : 0)
               : ip_arena_printf(arena, "%s(%d)", name, type.precision);
}

/* Returns the columns' definitions, or NULL and the error. */
static const char *columns_of(ip_arena *arena, const creation *c, const ip_served_result *result,
                              ip_served_error *error)
{
    const char *columns = "";
    if (c->names.count > result->width)
        *error = (ip_served_error){"42601", "too many column names were specified"};
    for (int i = 0; i < result->width && !error->sqlstate; i++) {
        const char *type = type_name(arena, result->types[i]);
        const char *name = i < c->names.count ? c->names.items[i] : ip_quoted(arena, result->names[i], '"');
        if (!type)
            *error = (ip_served_error){"0A000", "isoproof does not run this: a table with a column of this type"};
        else
            columns = ip_arena_printf(arena, "%s%s%s %s", columns, i ? ", " : "", name, type);
    }
    return error->sqlstate ? NULL : columns;
}

/* The result lives until the next statement. Values become texts, which every type reads. */
ip_copied_rows ip_served_result_rows(ip_arena *arena, const ip_served_result *result)
{
    long cells = result->row_count * result->width;
    ip_datum *values = IP_NEW_ARRAY(arena, ip_datum, cells + 1);
    for (long i = 0; i < cells; i++) {
        const char *text = ip_value_datum_text(arena, result->values[i]);
        values[i] = text ? ip_served_wire_read(0, ip_arena_strdup(arena, text)) : (ip_datum){.kind = IP_DATUM_NULL};
    }
    return (ip_copied_rows){result->width, result->row_count, values};
}

ip_served_error ip_served_insert_rows(ip_served_client *client, const char *table, const ip_copied_rows *rows)
{
    ip_served_error error = {0};
    const char *values = "";
    for (int i = 0; i < rows->width; i++)
        values = ip_arena_printf(client->message, "%s%s$%d", values, i ? ", " : "", i + 1);
    if (!rows->count || !rows->width)
        return error;
    ip_served_note_other(client->service->served, "INSERT", "rows were copied from a query's result");
    const ip_code *code = ip_served_compile(
        client->service->served,
        ip_served_temporary_names(
            client, ip_arena_printf(client->message, "INSERT INTO %s VALUES (%s) -- %s", table, values, IP_FILLING)),
        &error);
    for (long r = 0; code && r < rows->count && !error.sqlstate; r++)
        error = ip_served_run(client->service->served, code,
                              ip_served_arguments(client->message, code, rows->values + r * rows->width, rows->width))
                    .error;
    return error;
}

/* The name of the table that was created, for INSERT. */
static const char *table_of(ip_arena *arena, const char *before)
{
    static const char *const words_before[] = {"create", "temp",         "temporary", "unlogged", "local", "global",
                                               "table",  "materialized", "view",      "if",       "not",   "exists",
                                               NULL};
    ip_client_words words = ip_served_client_words_of(arena, before);
    while (ip_parse_token_is_any(words.source, words.now, words_before))
        ip_served_client_words_next(&words);
    return words.source->text + words.now.begin;
}

static ip_served_error fill(ip_served_client *client, const creation *c, const ip_copied_rows *rows)
{
    const char *table = table_of(client->message, c->before);
    if (c->materialized)
        ip_served_fill(client->service->served, table);
    ip_served_error error = ip_served_insert_rows(client, table, rows);
    ip_served_fill(client->service->served, NULL);
    return error;
}

/* The definition of a materialized view says which types its columns have, and whether it is filled. */
static const char *view_of(ip_arena *arena, const creation *c, const ip_served_result *result)
{
    const char *targets = "", *names = "";
    for (int i = 0; i < result->width; i++) {
        const char *name = i < c->names.count ? c->names.items[i] : ip_quoted(arena, result->names[i], '"');
        targets = ip_arena_printf(arena, "%s%sq.c%d::%s AS %s", targets, i ? ", " : "", i + 1,
                                  type_name(arena, result->types[i]), name);
        names = ip_arena_printf(arena, "%s%sc%d", names, i ? ", " : "", i + 1);
    }
    return ip_arena_printf(
        arena, "%s AS SELECT %s FROM (%s) AS q(%s);\nALTER MATERIALIZED VIEW %s SET (isoproof.filled = %s)", c->before,
        targets, c->query, names, table_of(arena, c->before), c->no_data ? "false" : "true");
}

ip_served_answer ip_served_created_as_run(ip_served_client *client, const char *text)
{
    creation c;
    read(client->message, text, &c);
    const char *tag = c.materialized ? "CREATE MATERIALIZED VIEW" : "CREATE TABLE AS";
    if (client->engine)
        return failed("0A000", "isoproof does not run this with --policy interleaved: definitions come with --schema");
    if (c.refused)
        return failed("0A000", ip_arena_printf(client->message, "isoproof does not run this: %s", c.refused));
    ip_served_error error = {0};
    const ip_code *code =
        ip_served_compile(client->service->served, ip_served_temporary_names(client, c.query), &error);
    if (!code)
        return (ip_served_answer){.error = error};
    if (code->parameter_count)
        return failed("0A000", "isoproof does not run this: CREATE TABLE AS with parameters");
    c.query = ip_served_client_words_statement(client->message, c.query);
    const ip_datum *arguments = ip_served_arguments(client->message, code, NULL, 0);
    ip_served_result result = ip_served_describe(client->service->served, code, arguments);
    const char *columns = result.error.sqlstate ? NULL : columns_of(client->message, &c, &result, &error);
    if (!columns)
        return (ip_served_answer){.error = result.error.sqlstate ? result.error : error};
    /* Whether the table may be created is known only from its definition, which comes before the rows. */
    ip_served_answer run = {.result = result};
    if (!c.no_data)
        run = ip_served_code(client, c.query, code, arguments);
    if (run.error.sqlstate)
        return run;
    ip_copied_rows rows =
        c.no_data ? (ip_copied_rows){0, 0, NULL} : ip_served_result_rows(client->message, &run.result);
    const char *definition = c.materialized
                                 ? view_of(client->message, &c, &result)
                                 : ip_arena_printf(client->message, "%s (%s) %s", c.before, columns, c.after);
    ip_served_answer answer = ip_served_definition(client, definition);
    if (answer.error.sqlstate || answer.skipped) {
        answer.tag = tag;
        return answer;
    }
    answer.error = fill(client, &c, &rows);
    answer.tag = c.no_data ? tag : ip_arena_printf(client->message, "SELECT %ld", rows.count);
    return answer;
}
